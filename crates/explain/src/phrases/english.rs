// SPDX-License-Identifier: GPL-3.0-or-later
//! English.

use chess::Color;
use eval::Term;

use super::{Phrase, Wording, english_ideas};
use crate::Section;
use crate::judgement::Quality;

pub(super) const WORDING: Wording = Wording {
    sentences,
    heading: |section| match section {
        Section::Position => "The position",
        Section::Threat => "What is threatened",
        Section::Best => "The best move",
        Section::Played => "Your move",
        Section::WhyNot => "Why not …",
    },
    side: |color| match color {
        Color::White => "White",
        Color::Black => "Black",
    },
    piece: |role, square, _| format!("the {role} on {square}"),
    kind: |role, _| format!("the {role}"),
    kinds: |role| format!("the {role}s"),
    theme: english_ideas::theme,
    quality: |quality| match quality {
        Quality::Best => "the best move",
        Quality::Good => "a good move",
        Quality::Inaccuracy => "an inaccuracy",
        Quality::Mistake => "a mistake",
        Quality::Blunder => "a blunder",
    },
    pieces: |role, count| match count {
        1 => format!("a {role}"),
        n => format!("{} {role}s", number(n)),
    },
    new_piece: |role| format!("a new {role}"),
    exchange: |won, lost| format!("{won} for {lost}"),
    term: |term| term.name(),
    plain,
    and: "and",
    it: "It",
    it_also: "It also",
    letters: ['N', 'B', 'R', 'Q', 'K'],
    mate_in: |moves| match moves {
        1 => "mate next move".to_owned(),
        n => format!("mate in {n}"),
    },
    ending: |name| match name {
        "stalemate" => "stalemate",
        "insufficient_material" => "insufficient material",
        "fifty_moves" => "the fifty-move rule",
        "threefold_repetition" => "repetition",
        _ => "checkmate",
    },
    point: '.',
    table: ["term", "White", "Black", "balance", "rounding", "sum"],
    changes: ["term", "before", "after", "change", "at the end"],
};

fn number(n: i32) -> String {
    match n {
        2 => "two".to_owned(),
        3 => "three".to_owned(),
        4 => "four".to_owned(),
        n => n.to_string(),
    }
}

/// After "White has" or "gives White".
fn plain(term: Term, good: bool) -> Option<&'static str> {
    Some(match (term, good) {
        (Term::Placement, true) => "better squares for the pieces",
        (Term::Placement, false) => "worse squares for the pieces",
        (Term::Pawns, true) => "a healthier pawn structure",
        (Term::Pawns, false) => "a weaker pawn structure",
        (Term::Passed, true) => "more from passed pawns",
        (Term::Passed, false) => "less from passed pawns",
        (Term::Mobility, true) => "more freedom for the pieces",
        (Term::Mobility, false) => "less freedom for the pieces",
        (Term::Pieces, true) => "better posted pieces",
        (Term::Pieces, false) => "less well posted pieces",
        (Term::Masked, true) => "fewer pinned pieces",
        (Term::Masked, false) => "more pinned pieces",
        (Term::Development, true) => "more pieces in play",
        (Term::Development, false) => "fewer pieces in play",
        (Term::KingCentre, true) => "a more active king",
        (Term::KingCentre, false) => "a less active king",
        (Term::Threats, true) => "more pressure on enemy pieces",
        (Term::Threats, false) => "less pressure on enemy pieces",
        (Term::Shelter, true) => "a safer home for the king",
        (Term::Shelter, false) => "a less safe home for the king",
        (Term::King, true) => "a stronger attack on the king",
        (Term::King, false) => "a weaker attack on the king",
        (Term::Space, true) => "more space",
        (Term::Space, false) => "less space",

        _ => return None,
    })
}

fn sentences(phrase: Phrase) -> [&'static str; 3] {
    use Phrase::*;
    let same = |text| [text; 3];
    match phrase {
        Checkmate => same("{Side} is checkmated by {givers}: the game is over."),
        Stalemate => same("{Side} has no legal move and is not in check: stalemate, a draw."),
        DeadPosition => same("Neither side has enough pieces left to give mate: a draw."),
        FiftyMoves => same("Fifty moves have passed without a capture or a pawn move: a draw."),
        Threefold => same("The position is on the board for the third time: a draw."),
        InCheck => same("{Side} is in check from {givers}."),
        MaterialEven => [
            "Both sides have the same amount of material.",
            "Material is level: {points} points each.",
            "Material is level: {points} points each.",
        ],
        MaterialAhead => [
            "{Side} is ahead in material by {ahead} (a pawn counts 1, a knight or bishop 3, a rook 5, a queen 9).",
            "{Side} is ahead in material by {ahead} ({points} to {others}).",
            "{Side} is ahead in material by {ahead} ({points} to {others}).",
        ],
        StandingEqual => [
            "The chances are about even.",
            "The game is level ({score}).",
            "Level: {score} at depth {depth}, {nodes} nodes; chances of {side} {chance}.",
        ],
        StandingSlight => [
            "{Side} stands a little better.",
            "{Side} stands a little better ({score}).",
            "{Side} is slightly better: {score} at depth {depth}, {nodes} nodes; chances {chance}.",
        ],
        StandingClear => [
            "{Side} stands clearly better.",
            "{Side} stands clearly better ({score}).",
            "{Side} is clearly better: {score} at depth {depth}, {nodes} nodes; chances {chance}.",
        ],
        StandingWinning => [
            "{Side} should win.",
            "{Side} should win ({score}).",
            "{Side} should win: {score} at depth {depth}, {nodes} nodes; chances {chance}.",
        ],
        StandingMate => [
            "{Side} can force checkmate.",
            "{Side} forces mate ({score}).",
            "{Side} forces mate: {score} at depth {depth}, {nodes} nodes.",
        ],
        TermFor => [
            "{Side} has {plain}.",
            "{Term}: {worth} for {side}.",
            "{Term}: {worth} for {side} (White {white}, Black {black}).",
        ],
        PassedPawn => [
            "{Side} has a passed pawn on {square}: no enemy pawn can stop it.",
            "{Side}'s pawn on {square} is passed ({worth}).",
            "{Side}: passed pawn {square} ({worth}).",
        ],
        IsolatedPawn => [
            "{Side}'s pawn on {square} is alone: no pawn beside it can protect it.",
            "{Side}'s pawn on {square} is isolated ({worth}).",
            "{Side}: isolated pawn {square} ({worth}).",
        ],
        DoubledPawn => [
            "{Side}'s pawn on {square} is stuck behind another one on its file.",
            "{Side}'s pawn on {square} is doubled ({worth}).",
            "{Side}: doubled pawn {square} ({worth}).",
        ],
        BackwardPawn => [
            "{Side}'s pawn on {square} has been left behind by its neighbours.",
            "{Side}'s pawn on {square} is backward ({worth}).",
            "{Side}: backward pawn {square} ({worth}).",
        ],
        KnightOutpost => [
            "{Side}'s knight on {square} stands well: no pawn can ever drive it away.",
            "{Side}'s knight has an outpost on {square} ({worth}).",
            "{Side}: knight outpost {square} ({worth}).",
        ],
        BishopOutpost => [
            "{Side}'s bishop on {square} stands well: no pawn can ever drive it away.",
            "{Side}'s bishop has an outpost on {square} ({worth}).",
            "{Side}: bishop outpost {square} ({worth}).",
        ],
        RookOpenFile => [
            "{Side}'s rook on {square} has an open file: no pawn is in its way.",
            "{Side}'s rook on {square} holds an open file ({worth}).",
            "{Side}: rook {square} on the open {file}-file ({worth}).",
        ],
        RookHalfOpenFile => [
            "{Side}'s rook on {square} looks down a file without pawns of its own.",
            "{Side}'s rook on {square} has a half-open file ({worth}).",
            "{Side}: rook {square} on the half-open {file}-file ({worth}).",
        ],
        RookSeventh => [
            "{Side}'s rook on {square} has got behind the enemy pawns.",
            "{Side}'s rook is on the seventh, {square} ({worth}).",
            "{Side}: rook on the seventh, {square} ({worth}).",
        ],
        RookTrapped => [
            "{Side}'s rook on {square} is shut in by its own king.",
            "{Side}'s rook on {square} is shut in by its own king ({worth}).",
            "{Side}: rook {square} shut in by its king ({worth}).",
        ],
        PinnedToKing => [
            "{Pinned} is pinned: if it left the line, {by} would attack {behind}.",
            "{By} pins {pinned} to {behind}.",
            "{By} pins {pinned} to {behind}.",
        ],
        PinnedToPiece => [
            "{Pinned} shields {behind} from {by}.",
            "{By} pins {pinned} to {behind}.",
            "{By} pins {pinned} to {behind}.",
        ],
        Skewered => [
            "{By} attacks {front}, and behind it {behind}.",
            "{By} skewers {front} and {behind}.",
            "{By} skewers {front} and {behind}.",
        ],
        LedgerSum => [
            "",
            "Static evaluation {worth}; the engine says {score}.",
            "Static evaluation {worth}; the engine says {score} (depth {depth}, {nodes} nodes).",
        ],
        ClockRuns => same(
            "{number} plies without a capture or pawn move; at 100 the game is drawn (fifty-move rule).",
        ),
        ThreatMate => [
            "Careful: if {side} could move now, {san} would lead to checkmate.",
            "{Side} threatens {san} with {mate}.",
            "{Side} threatens {san} with {mate} (null move, depth {depth}, {nodes} nodes).",
        ],
        ThreatMaterial => [
            "Careful: {side} would like to play {san}, which wins {haul}.",
            "{Side} threatens {san}, winning {haul}.",
            "{Side} threatens {san}, winning {haul}: {score} after a null move (depth {depth}, {nodes} nodes).",
        ],
        ThreatNone => [
            "{Side} has no threats.",
            "{Side} has no threats: {san} next would win nothing.",
            "No threats: after a null move {san}, {score} (depth {depth}, {nodes} nodes).",
        ],
        BestMove => [
            "{Side} should play {san}.",
            "{Side} should play {san} ({score}).",
            "{San} is best: {score} at depth {depth}, {nodes} nodes.",
        ],
        OnlyLegal => same("{San} is the only legal move."),
        OnlyGood => [
            "It is the only good move; the next best, {next}, is much worse.",
            "It is the only good move: the next best, {next}, lowers the win chance by {lost}.",
            "Only move: the next best, {next}, comes to {score}, {lost} less.",
        ],
        NearMoves => [
            "{Others} would be about as good.",
            "About as good, within 5 %: {others}.",
            "Within 5 % of it: {others} ({number} moves compared).",
        ],
        FoundLate => [
            "The move is not easy to find: at first sight {first} looks better.",
            "Not obvious: at first sight {first} looks better, and {san} is best only from depth {number} on.",
            "Best from depth {number} of {depth} on; depth {since} preferred {first}.",
        ],
        FoundAtOnce => [
            "",
            "The search preferred it from its first look on.",
            "Best at every depth from 1 to {depth}.",
        ],
        MatesNow => same("{San} is checkmate."),
        MatesForced => [
            "{San} leads to checkmate whatever the answer.",
            "{San} forces {mate}.",
            "{San} forces {mate}, proven by a search without pruning.",
        ],
        MatesInLine => [
            "After {san} the expected moves end in checkmate.",
            "The line after {san} ends in {mate}.",
            "The line after {san} ends in {mate} (not proven against every defence).",
        ],
        WinsMaterial => [
            "{San} wins {haul}.",
            "{San} wins {haul} (+{points}).",
            "{San} wins {haul} (+{points}).",
        ],
        LeadsToDraw => same("The line after {san} ends in a draw by {how}."),
        Sacrifices => [
            "It is a sacrifice: {offered} may be taken, but that does not pay.",
            "A sacrifice: taking {offered} is met by the line below ({score}).",
            "A sacrifice worth {points}: taking {offered} gives {score} (depth {depth}, {nodes} nodes).",
        ],
        CreatesFork => [
            "{San} attacks {targets} at the same time with {by}.",
            "{San} forks {targets}.",
            "{San} forks: {by} against {targets}.",
        ],
        CreatesPinToKing => [
            "{San} pins {pinned}: it must not leave the line between {by} and {behind}.",
            "{San} pins {pinned} to {behind}.",
            "{San}: {by} pins {pinned} to {behind}.",
        ],
        CreatesPin => [
            "{San} puts {pinned} between {by} and {behind}.",
            "{San} pins {pinned} to {behind}.",
            "{San}: {by} pins {pinned} to {behind}.",
        ],
        CreatesSkewer => [
            "{San} attacks {front} and, behind it, {behind} with {by}.",
            "{San} skewers {front} and {behind}.",
            "{San}: {by} skewers {front} and {behind}.",
        ],
        CreatesDiscoveredCheck => [
            "{San} opens the line of {by}: check.",
            "{San} is a discovered check by {by}.",
            "{San}: discovered check, {by}.",
        ],
        CreatesDiscovered => [
            "{San} opens the line of {by}, which now attacks {target}.",
            "{San} uncovers an attack of {by} on {target}.",
            "{San}: discovered attack, {by} on {target}.",
        ],
        MoveThreatensMate => [
            "It threatens {next}, which would lead to checkmate.",
            "It threatens {next} with {mate}.",
            "It threatens {next} with {mate} (null move, depth {depth}, {nodes} nodes).",
        ],
        MoveThreatensMaterial => [
            "It threatens {next}, which would win {haul}.",
            "It threatens {next}, winning {haul}.",
            "It threatens {next}, winning {haul}: {score} after a null move (depth {depth}, {nodes} nodes).",
        ],
        Improves => [
            "After it {who} has {plain} than before.",
            "It gains in {term}: {change}.",
            "It gains in {term}: {change} ({before} to {after}).",
        ],
        Worsens => [
            "After it {who} has {plain} than before.",
            "It loses in {term}: {change}.",
            "It loses in {term}: {change} ({before} to {after}).",
        ],
        ImprovesAtEnd => [
            "",
            "By the end of this line {side} gains in {term}: {change}.",
            "By the end of this line {term}: {change} ({before} to {after}).",
        ],
        WorsensAtEnd => [
            "",
            "By the end of this line {side} loses in {term}: {change}.",
            "By the end of this line {term}: {change} ({before} to {after}).",
        ],
        PlanPromotion => same("The plan: promote a pawn ({moves})."),
        PlanPassedPawn => same("The plan: advance the passed pawn ({moves})."),
        PlanCastling => same("The plan: bring the king to safety by castling ({moves})."),
        PlanDevelopment => same("The plan: bring out the pieces ({moves})."),
        PlanOpenFile => same("The plan: a rook to the open file ({moves})."),
        PlanQueenTrade => same("The plan: exchange the queens ({moves})."),
        PlanKing => same("The plan: bring the king to the centre ({moves})."),
        JudgedBest => [
            "{San} is the best move.",
            "{San} is the best move ({score}).",
            "{San} is best: {score}, chances {chance}.",
        ],
        JudgedGood => [
            "{San} is a good move; {best} is about as good.",
            "{San} is good ({score}); {best} is a little better ({bestscore}).",
            "{San}: {score}, {lost} behind {best} ({bestscore}).",
        ],
        JudgedInaccuracy => [
            "{San} is not quite the best; {best} is better.",
            "{San} is inaccurate: it lowers the win chance by {lost} ({score} instead of {bestscore} after {best}).",
            "{San}: inaccuracy, {lost} lost ({score}; {best} {bestscore}).",
        ],
        JudgedMistake => [
            "{San} is a mistake; {best} is clearly better.",
            "{San} is a mistake: it lowers the win chance by {lost} ({score} instead of {bestscore} after {best}).",
            "{San}: mistake, {lost} lost ({score}; {best} {bestscore}).",
        ],
        JudgedBlunder => [
            "{San} is a serious mistake; {best} is much better.",
            "{San} is a blunder: it lowers the win chance by {lost} ({score} instead of {bestscore} after {best}).",
            "{San}: blunder, {lost} lost ({score}; {best} {bestscore}).",
        ],
        LeavesHanging => [
            "It leaves {piece} where it can be taken.",
            "It leaves {piece} hanging: {reply} wins {haul}.",
            "It leaves {piece} hanging: {reply} wins {haul} (+{points}).",
        ],
        AllowsFork => same("It lets {by} attack {targets} at once."),
        AllowsPin => same("It lets {by} pin {pinned} to {behind}."),
        AllowsSkewer => same("It lets {by} skewer {front} and {behind}."),
        OtherFine => [
            "{San} is as good as {best}.",
            "{San} is fine too: {score}, hardly less than {best} ({bestscore}).",
            "{San}: {score}, {lost} behind {best} ({bestscore}).",
        ],
        OtherAllowsMate => [
            "{San} allows checkmate: the answer is {reply}.",
            "{San}? {reply} and {mate}.",
            "{San}? {reply}, {mate}; {lost} lost.",
        ],
        OtherLosesMaterial => [
            "{San} loses {haul}: the answer is {reply}.",
            "{San}? {reply} wins {haul}; it lowers the win chance by {lost}.",
            "{San}? {reply} wins {haul}; {score}, {lost} lost.",
        ],
        OtherAllowsDraw => [
            "{San} lets the game end in a draw by {how}.",
            "{San} allows a draw by {how}; it lowers the win chance by {lost}.",
            "{San}: draw by {how}; {lost} lost.",
        ],
        OtherMissesMate => [
            "{San} misses a checkmate that starts with {best}.",
            "{San} misses {mate} by {best}.",
            "{San} misses {mate} by {best}; {score}, {lost} lost.",
        ],
        OtherMissesMaterial => [
            "{San} misses the chance to win {haul} with {best}.",
            "{San} misses {best}, which wins {haul}; it lowers the win chance by {lost}.",
            "{San} misses {best}, winning {haul}; {score}, {lost} lost.",
        ],
        OtherWorsePosition => [
            "{San} leaves {who} with {plain} than {best} does.",
            "{San} leads to a worse position than {best}: {term} {change}.",
            "{San}: where the lines come to rest {term} is {change} against {best}; {score}, {lost} lost.",
        ],
        OtherWorse => [
            "{San} is not as good as {best}.",
            "{San} comes to {score}, {best} to {bestscore}.",
            "{San}: {score}, {lost} behind {best} ({bestscore}).",
        ],
        AnswerForks => [
            "The answer {reply} attacks {targets} at the same time.",
            "{Reply} forks {targets}.",
            "{Reply}: {by} forks {targets}.",
        ],
        AnswerPins => [
            "The answer {reply} pins {pinned} in front of {behind}.",
            "{Reply} pins {pinned} to {behind}.",
            "{Reply}: {by} pins {pinned} to {behind}.",
        ],
        idea => english_ideas::sentences(idea),
    }
}
