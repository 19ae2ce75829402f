// SPDX-License-Identifier: GPL-3.0-or-later
//! `xanthos cluster`: one engine, or one long work, on many machines.

#[cfg_attr(not(feature = "cluster"), allow(dead_code, reason = "parts are run by ranks"))]
mod part;

use clap::Args;
use cluster::Sharing;
use engine::Persona;
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `cluster`.
#[derive(Debug, Args)]
pub struct ClusterArgs {
    /// How the ranks share the work of a move: knowledge (all search the same position and exchange
    /// what they find), lines (the best moves are dealt out) or ahead (knowledge, and helpers look
    /// ahead while the opponent thinks)
    #[arg(long, value_name = "WAY", default_value_t = Sharing::default())]
    pub sharing: Sharing,
    /// Parts of a shared work. The result depends on this number and not on that of the ranks
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub parts: u32,
    /// Where finished parts of a shared work are noted
    #[arg(long, value_name = "FILE", default_value = "cluster.record")]
    pub record: PathBuf,
    /// A work to share instead of playing: datagen, match, analyse, epd or relabel with its options;
    /// or simulate, which predicts what more ranks would bring
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "WORK")]
    pub work: Vec<String>,
}

/// A part of a shared work ends with the rank that runs it, however that ends: two that write the
/// same file would spoil it. `false` if that rank is gone already.
pub fn stays_with_parent() -> bool {
    let Some(parent) = std::env::var_os(cluster::work::PARENT) else { return true };
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{
            Pid, Signal, getppid, set_parent_process_death_signal, test_kill_process,
        };
        let parent = parent.to_str().and_then(|text| text.parse().ok()).and_then(Pid::from_raw);
        let Some(parent) = parent else { return true };
        if getppid() == Some(parent) {
            let _ = set_parent_process_death_signal(Some(Signal::KILL));
            return getppid() == Some(parent);
        }
        // Engines that a part has started inherit the variable, and end with the part.
        test_kill_process(parent).is_ok()
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = parent;
        true
    }
}

/// Runs this rank to its end, or the simulation, which needs no ranks.
pub fn run(persona: Option<Persona>, args: &ClusterArgs) -> anyhow::Result<ExitCode> {
    if args.work == ["simulate"] {
        let by = cluster::simulate::Calibration::default();
        say!("{}", cluster::simulate::table(&[1, 2, 4, 8, 64, 1024], &by).trim_end());
        return Ok(ExitCode::SUCCESS);
    }
    as_rank(persona, args)
}

/// Without MPI there is nothing to run.
#[cfg(not(feature = "cluster"))]
fn as_rank(_: Option<Persona>, _: &ClusterArgs) -> anyhow::Result<ExitCode> {
    anyhow::bail!(
        "this build has no MPI; 'cargo build --release --features cluster' makes one \
         (Debian: libopenmpi-dev, openmpi-bin, libclang-dev)"
    )
}

/// Runs this rank to its end.
#[cfg(feature = "cluster")]
fn as_rank(persona: Option<Persona>, args: &ClusterArgs) -> anyhow::Result<ExitCode> {
    ranks::run(persona, args)
}

#[cfg(feature = "cluster")]
mod ranks {
    use super::part::SharedWork;
    use super::*;
    use cluster::helper::{self, Ending};
    use cluster::mpi_wire::MpiWire;
    use cluster::wire::Wire;
    use cluster::work::{self, Ledger, Progress, Record};
    use cluster::{Hello, Hub, lead};

    /// What a rank ends with that was refused.
    const REFUSED: u8 = 2;

    pub fn run(persona: Option<Persona>, args: &ClusterArgs) -> anyhow::Result<ExitCode> {
        let version = format!("{} {}", env!("CARGO_PKG_VERSION"), env!("BUILD_COMMIT"));
        let words = std::env::args().skip(1).collect();
        let hello = Hello::new(version, env!("BUILD_NETS").to_owned(), words);
        let wire = MpiWire::start()?;
        match wire.rank() {
            0 if args.work.is_empty() => first(persona, args, wire, &hello),
            0 => share(args, wire, &hello),
            _ => other(wire, hello),
        }
    }

    /// Rank 0: speaks UCI.
    fn first(
        persona: Option<Persona>,
        args: &ClusterArgs,
        wire: MpiWire,
        hello: &Hello,
    ) -> anyhow::Result<ExitCode> {
        if wire.size() == 1 {
            crate::speak::beside(persona, false, None)?;
            wire.leave(true, 0);
        }
        match Hub::start(wire, hello, args.sharing) {
            Ok((hub, thread)) => {
                let spoken = crate::speak::beside(persona, false, Some(lead::wrap(hub.clone())));
                hub.close();
                let with_all = hub.ranks().is_complete();
                match thread.join() {
                    Some(wire) if spoken.is_ok() => wire.leave(with_all, 0),
                    _ => spoken,
                }
            }
            Err((error, wire)) => {
                complain!("error: {error}");
                if let Some(wire) = wire {
                    wire.leave(true, REFUSED);
                }
                Ok(ExitCode::from(REFUSED))
            }
        }
    }

    /// Rank 0: deals out a work and puts its parts together.
    fn share(args: &ClusterArgs, mut wire: MpiWire, hello: &Hello) -> anyhow::Result<ExitCode> {
        let (with_all, done) = shared(args, &mut wire, hello);
        let code = match done {
            Ok(()) => 0,
            Err(error) => {
                complain!("error: {error:#}");
                1
            }
        };
        wire.leave(with_all, code)
    }

    /// Whether all ranks are still there, and how it went.
    fn shared(args: &ClusterArgs, wire: &mut MpiWire, hello: &Hello) -> (bool, anyhow::Result<()>) {
        let prepared = SharedWork::read(&args.work, args.parts)
            .and_then(|shared| Ok((shared, Record::open(&args.record, &args.work, args.parts)?)));
        let (shared, mut record) = match prepared {
            Ok(prepared) => prepared,
            Err(error) => {
                work::dismiss(wire, true);
                return (true, Err(error));
            }
        };
        let mut ledger = Ledger::new(args.parts, record.finished());
        let stop = journal::StopFlag::new();
        journal::interrupt::listen(&stop, "ending all parts; once more to leave at once");
        let parts = args.parts;
        let mut tell = |progress: Progress| match progress {
            Progress::Done(part, rank, done) => {
                complain!("part {part} done by rank {rank}, {done} of {parts}");
            }
            Progress::Failed(part, rank, why) => {
                complain!("part {part} failed on rank {rank} and is dealt again: {why}");
            }
            Progress::Lost(rank) => complain!("rank {rank} is silent; its part is dealt again"),
        };
        let arguments = |part| shared.part(part);
        let led = work::lead(wire, hello, &mut ledger, &mut record, &arguments, &stop, &mut tell);
        let with_all = *led.as_ref().unwrap_or(&true);
        (with_all, led.map_err(Into::into).and_then(|_| merge(&shared)))
    }

    /// Puts the finished parts together, by this program itself.
    fn merge(shared: &SharedWork) -> anyhow::Result<()> {
        let Some(words) = shared.merging()? else { return Ok(()) };
        let status = std::process::Command::new(std::env::current_exe()?)
            .args(words)
            .stdin(std::process::Stdio::null())
            .status()?;
        anyhow::ensure!(status.success(), "the parts could not be put together: {status}");
        Ok(())
    }

    /// The others: help.
    fn other(mut wire: MpiWire, hello: Hello) -> anyhow::Result<ExitCode> {
        let ending = helper::run(&mut wire, hello, engine::flagship)?;
        match ending {
            Ending::Told { with_all } => wire.leave(with_all, 0),
            Ending::Orphaned => wire.leave(false, 1),
        }
    }
}
