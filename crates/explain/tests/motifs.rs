// SPDX-License-Identifier: GPL-3.0-or-later
//! Motifs against lichess's labels, and on lines that nobody would play.

use chess::{Color, Position};
use formats::puzzles;
use proptest::prelude::*;
use std::collections::HashSet;
use std::path::Path;
use xanthos_explain::motifs::{Agreement, Origin, Theme, Variation, main_idea, tag, tag_with};

/// Labelled puzzles, kept beside the project.
const PUZZLES: &str = "../../../shared/suites/lichess_puzzles_dev.csv";

/// Counts every second row. The rules are lichess's own, so nothing was fitted to either
/// half but one condition of Morphy's mate, a community pattern.
fn agreement_on_unseen_rows(path: &Path) -> Agreement {
    let mut rows = puzzles::read(formats::open_text(path).unwrap()).unwrap();
    let columns = rows.columns().clone();
    let mut agreement = Agreement::new(false);
    let mut index = 0;
    for row in &mut rows {
        let row = row.unwrap();
        index += 1;
        if index % 2 == 0 {
            continue;
        }
        let puzzle = columns.puzzle(&row.text).unwrap();
        let start = Position::from_fen(&puzzle.fen).unwrap();
        let line = Variation::read(start, puzzle.moves.split(' '), !start.turn()).unwrap();
        agreement.add(&tag(&line), &puzzle.themes.unwrap(), puzzle.plays);
    }
    agreement
}

#[test]
fn labels_of_lichess_are_found() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(PUZZLES);
    if !path.exists() {
        println!("SKIPPED: the labelled puzzles are not beside the project");
        return;
    }
    let agreement = agreement_on_unseen_rows(&path);
    assert!(agreement.lines > 9_000, "{}", agreement.lines);
    for (theme, counts) in agreement.themes() {
        let Some(f1) = counts.f1().filter(|_| counts.labels() >= 20) else { continue };
        // The labels of two community patterns have holes of their own.
        let enough = if theme.origin() == Origin::Tagger { 0.95 } else { 0.9 };
        assert!(f1 >= enough, "{theme}: F1 {f1:.3}, {counts:?}");
    }
    let mean = agreement.macro_f1().unwrap();
    assert!(mean >= 0.97, "macro F1 {mean:.3}");
}

/// A legal line: each number picks one of the moves that are there.
fn line(start: &Position, choices: &[u16], solver: Color) -> Option<Variation> {
    let mut position = *start;
    let mut moves = Vec::new();
    for &choice in choices {
        let legal = position.legal_moves();
        let Some(&m) = legal.get(choice as usize % legal.len().max(1)) else { break };
        position.play(m);
        moves.push(m);
    }
    Variation::new(*start, moves, solver).ok()
}

fn check(line: &Variation) {
    let found = tag_with(line, &mut |position: &Position| position.legal_moves().len() as i32 * 20);
    let themes: HashSet<Theme> = found.iter().map(|finding| finding.theme).collect();
    assert_eq!(themes.len(), found.len(), "a theme is found once: {found:?}");
    let one_of = |group: &[Theme]| group.iter().filter(|theme| themes.contains(theme)).count();
    assert_eq!(one_of(&[Theme::Opening, Theme::Middlegame, Theme::Endgame]), 1);
    assert_eq!(one_of(&[Theme::OneMove, Theme::Short, Theme::Long, Theme::VeryLong]), 1);
    let is_mate = line.end().in_check() && !line.end().has_legal_move();
    assert_eq!(themes.contains(&Theme::Mate), is_mate);
    assert_eq!(
        one_of(&[Theme::Crushing, Theme::Advantage, Theme::Equality]),
        usize::from(!is_mate)
    );
    for finding in &found {
        assert_eq!(line.steps()[finding.ply].side(), line.solver(), "{finding:?}");
        let sentence = finding.sentence(line);
        assert!(sentence.ends_with('.') && !sentence.contains("  "), "{sentence}");
        serde_json::to_string(finding).unwrap();
    }
    if let Some(idea) = main_idea(&found) {
        assert!(idea.is_said() && found.contains(idea));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn any_legal_line_is_looked_at(
        opening in prop::collection::vec(any::<u16>(), 0..120),
        choices in prop::collection::vec(any::<u16>(), 0..14),
        chess960 in 0..960_u16,
        white in any::<bool>(),
    ) {
        let mut start = Position::chess960(chess960);
        for choice in opening {
            let legal = start.legal_moves();
            let Some(&m) = legal.get(choice as usize % legal.len().max(1)) else { break };
            start.play(m);
        }
        let solver = if white { Color::White } else { Color::Black };
        if let Some(line) = line(&start, &choices, solver) {
            check(&line);
        }
    }
}

#[test]
fn a_line_without_a_move_of_the_solver_is_refused() {
    let start = Position::startpos();
    assert!(Variation::read(start, [], Color::White).is_err());
    assert!(Variation::read(start, ["e2e4"], Color::Black).is_err());
    let error = Variation::read(start, ["e2e4", "e2e4"], Color::White).unwrap_err();
    assert_eq!(error.to_string(), "move 2: \"e2e4\" is not a legal move here");
}
