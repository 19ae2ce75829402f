// SPDX-License-Identifier: GPL-3.0-or-later
//! Builds the page in `web/` with Node and Vite, and lists its files for `assets.rs`.
//!
//! The sources are copied to the build folder first: nothing is ever written into the
//! tree. Without Node, without a network for the first `npm ci`, or with a page that does
//! not build, the program is built all the same; it then serves a page that says what is
//! missing, and the build says it too. `XANTHOS_PAGE=folder` embeds a page that was built
//! before (`npm ci && npx vite build` in `web/` makes `web/dist`).

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// What the page is made of.
const SOURCES: &[&str] = &[
    "package.json",
    "package-lock.json",
    ".npmrc",
    "tsconfig.json",
    "vite.config.ts",
    "index.html",
    "src",
    "public",
];

fn main() -> Result<()> {
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?);
    let web = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../../web");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=XANTHOS_PAGE");
    for source in SOURCES {
        println!("cargo::rerun-if-changed={}", web.join(source).display());
    }
    let built = match env::var_os("XANTHOS_PAGE") {
        Some(folder) => Ok(PathBuf::from(folder)),
        None => build(&web, &out.join("page")),
    };
    let files = built.and_then(|folder| {
        let mut files = Vec::new();
        list(&folder, "", &mut files)?;
        let whole = files.iter().any(|(name, _)| name == "index.html");
        if whole {
            Ok(files)
        } else {
            Err(format!("{} has no index.html", folder.display()).into())
        }
    });
    let files = match files {
        Ok(files) => files,
        Err(why) => {
            let why = why.to_string();
            println!("cargo::warning=the page of `xanthos serve` is left out: {}", one_line(&why));
            // Node may be installed, or the network be back, before the next build.
            println!("cargo::rerun-if-env-changed=PATH");
            if node_is_there() {
                println!("cargo::rerun-if-changed={}", out.join("always again").display());
            }
            let stand_in = out.join("index.html");
            fs::write(&stand_in, stand_in_page(&why))?;
            vec![("index.html".to_owned(), stand_in)]
        }
    };
    fs::write(out.join("files.rs"), table(&files))?;
    Ok(())
}

/// Runs npm and Vite on a copy of the sources; the folder of built files.
fn build(web: &Path, work: &Path) -> Result<PathBuf> {
    if !web.join("package-lock.json").is_file() {
        return Err("its sources, the folder web/, are not here".into());
    }
    if !node_is_there() {
        return Err("Node.js with npm is not installed (version 20.19 or newer is needed)".into());
    }
    let lock = fs::read(web.join("package-lock.json"))?;
    let installed = work.join("installed");
    let fresh = fs::read(&installed).is_ok_and(|known| known == lock);
    for source in SOURCES {
        remove(&work.join(source))?;
        if web.join(source).exists() {
            copy(&web.join(source), &work.join(source))?;
        }
    }
    if !fresh {
        let arguments = ["ci", "--omit=dev", "--prefer-offline", "--no-audit", "--no-fund"];
        run(npm().args(arguments).current_dir(work), "npm ci")?;
        fs::write(&installed, &lock)?;
    }
    remove(&work.join("dist"))?;
    let vite = Path::new("node_modules").join("vite").join("bin").join("vite.js");
    run(Command::new("node").arg(vite).arg("build").current_dir(work), "vite build")?;
    Ok(work.join("dist"))
}

fn npm() -> Command {
    Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" })
}

fn node_is_there() -> bool {
    let answers = |mut command: Command| {
        command.arg("--version").output().is_ok_and(|output| output.status.success())
    };
    answers(Command::new("node")) && answers(npm())
}

fn run(command: &mut Command, name: &str) -> Result<()> {
    let output = command.output().map_err(|error| format!("{name}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let lines: Vec<&str> = said.lines().filter(|line| !line.contains(" warn ")).collect();
    let first = lines.iter().take(12).copied().collect::<Vec<_>>().join("\n");
    Err(format!("`{name}` failed ({}):\n{first}", output.status).into())
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    if from.is_dir() {
        fs::create_dir_all(to)?;
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            copy(&entry.path(), &to.join(entry.file_name()))?;
        }
    } else {
        if let Some(folder) = to.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::copy(from, to)?;
    }
    Ok(())
}

fn remove(path: &Path) -> Result<()> {
    if path.is_dir() {
        fs::remove_dir_all(path)?;
    } else if path.exists() {
        fs::remove_file(path)?;
    }
    Ok(())
}

/// Every file below a folder with its path as the browser asks for it. Of a file and its
/// compressed twin only the twin is kept.
fn list(folder: &Path, prefix: &str, files: &mut Vec<(String, PathBuf)>) -> Result<()> {
    let mut entries = fs::read_dir(folder)
        .map_err(|error| format!("{}: {error}", folder.display()))?
        .collect::<std::result::Result<Vec<_>, _>>()?;
    entries.sort_by_key(|entry| entry.file_name());
    for entry in entries {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        let path = entry.path();
        if path.is_dir() {
            list(&path, &format!("{name}/"), files)?;
        } else if !name.ends_with(".gz") {
            let twin = path.with_file_name(format!("{}.gz", entry.file_name().to_string_lossy()));
            files.push((name, if twin.is_file() { twin } else { path.clone() }));
        }
    }
    Ok(())
}

/// The table as Rust.
fn table(files: &[(String, PathBuf)]) -> String {
    let mut code = String::from("static FILES: &[Asset] = &[\n");
    for (name, path) in files {
        let compressed = path.extension().is_some_and(|extension| extension == "gz");
        let encoding = if compressed { "Some(\"gzip\")" } else { "None" };
        // Only names that Vite made have a hash in them; the others must be asked for again.
        let immutable = name.starts_with("assets/");
        let _ = writeln!(
            code,
            "    Asset {{ path: {name:?}, mime: {:?}, bytes: include_bytes!({:?}), \
             encoding: {encoding}, immutable: {immutable} }},",
            mime(name),
            path.display().to_string(),
        );
    }
    code.push_str("];\n");
    code
}

fn mime(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("json" | "webmanifest") => "application/json",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn stand_in_page(why: &str) -> String {
    let why = why.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>Xanthos</title>\
         <style>body{{font:1.1rem/1.5 Georgia,serif;max-width:40rem;margin:4rem auto;padding:0 1rem;\
         background:#f5f0e6;color:#241f1a}}pre{{white-space:pre-wrap;background:#fffdf8;padding:1rem;\
         border:1px solid #e0d5c1}}</style></head><body><h1>The page is not in this program</h1>\
         <p>Xanthos runs, but it was built without its page. The build said:</p><pre>{why}</pre>\
         <p>Install <b>Node.js</b> 20.19 or newer with npm, then build Xanthos again: \
         <code>cargo build --release</code>. The first build fetches the packages listed in \
         <code>web/package-lock.json</code>.</p><p>Until then there is <code>xanthos play</code> \
         in a terminal.</p></body></html>\n"
    )
}
