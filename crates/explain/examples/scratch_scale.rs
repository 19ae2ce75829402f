use chess::{Game, Position};
use eval::nnue::{Nnue, shipped};
use search::{AlphaBeta, Control, Event, Job, Limits, Score, Search as _};
use std::path::Path;
use xanthos_explain::motifs::Variation;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let a: Vec<String> = std::env::args().skip(1).collect();
    let nodes: u64 = a[1].parse()?;
    let every: usize = a[2].parse()?;
    let offset: usize = a[3].parse()?;
    let rows = formats::puzzles::read(formats::open_text(Path::new(&a[0]))?)?;
    let columns = rows.columns().clone();
    let mut search = AlphaBeta::new(Nnue::new(shipped()));
    for (index, row) in rows.enumerate() {
        if index % every != offset { continue; }
        let row = row?;
        let puzzle = columns.puzzle(&row.text)?;
        let themes = puzzle.themes.clone().unwrap_or_default().to_string();
        let label = ["crushing", "advantage", "equality"].into_iter().find(|l| themes.contains(l));
        let Some(label) = label else { continue };
        let start = Position::from_fen(&puzzle.fen)?;
        let line = Variation::read(start, puzzle.moves.split(' '), !start.turn())?;
        let before = line.last().before;
        search.new_game();
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let mut score = Score::Cp(0);
        search.think(&Job::new(Game::new(before), limits), &Control::default(), &mut |event| {
            if let Event::Depth(finished) = event { score = finished.best().score; }
        });
        let cp = match score { Score::Cp(cp) => cp, Score::Mate(n) | Score::Tablebase(n) => if n > 0 { 10000 } else { -10000 } };
        println!("{label} {cp} {}", before.occupied().count());
    }
    Ok(())
}
