use chess::{Game, Position};
use std::io::BufRead as _;
use xanthos_explain::*;
fn main() {
    let nodes: u64 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(100_000);
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let mut parts = line.split('|');
        let (name, fen, played) = (parts.next().unwrap_or(""), parts.next().unwrap_or("").trim(), parts.next().unwrap_or("").trim());
        let game = Game::new(Position::from_fen(fen).expect(fen));
        let mut explainer = Explainer::new(Settings { effort: Effort::Nodes(nodes), ..Settings::default() });
        let e = if played.is_empty() { explainer.position(&game) } else {
            let m = game.position().parse_san(played).expect(played);
            explainer.of_move(&game, m)
        }.unwrap();
        println!("== {name} {fen} {played}");
        for (level, language) in [(Level::Club, Language::English), (Level::Beginner, Language::English), (Level::Club, Language::German)] {
            let t: Vec<String> = e.summary(level, language).into_iter().map(|t| t.text).collect();
            println!("  {level:?}: {}", t.join(" "));
        }
    }
}
