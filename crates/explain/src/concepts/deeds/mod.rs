// SPDX-License-Identifier: GPL-3.0-or-later
//! What a quiet move does, as a player would say it.

mod breakthrough;
mod kings;
mod lines;
mod pawns;
mod pieces;
mod preparation;
mod trades;
mod transition;
mod triangulation;

use chess::{Bitboard, Color, Move, Position, Square};
use serde::{Serialize, Serializer};

use crate::evidence_line::EvidenceLine;
use crate::piece::{PieceOn, arrival};

pub(crate) use preparation::SOON;

/// The four squares in the middle.
const CENTRE: Bitboard =
    Bitboard::of(Square::D4).with(Square::E4).with(Square::D5).with(Square::E5);

/// What a move does on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DeedKind {
    /// King and pawn against king: the turn is handed over.
    TakesOpposition,
    /// King and pawn against king: the king reaches a key square.
    ReachesKeySquare,
    /// The line leads to an ending of kings and pawns.
    PawnEnding,
    /// The line leads to king and pawn against king, won for the side with the pawn.
    WonPawnEnding,
    /// The same, drawn.
    DrawnPawnEnding,
    /// The line leads to an ending of rooks.
    RookEnding,
    /// The line leads to an ending of bishops of opposite colours.
    OppositeBishopEnding,
    /// A pawn is given so that another one gets through.
    Breakthrough,
    /// The king goes round to hand the turn over.
    Triangulates,
    /// Queens come off.
    TradesQueens,
    /// Pieces of equal worth come off.
    Trades,
    /// The same by the side that has more.
    TradesAhead,
    /// Of several ways to take, the one towards the centre.
    TakesTowardsCentre,
    /// Of several ways to take, the one that opens a file for a rook or queen.
    TakesAndOpens,
    /// Of several ways to take, one that does not double the pawns.
    TakesAndKeepsPawns,
    /// A piece goes where one of its kind may take it.
    OffersTrade,
    /// A piece leaves one of its kind.
    AvoidsTrade,
    /// The king castles.
    Castles,
    /// A rook or queen on the seventh rank.
    SeventhRank,
    /// A knight or bishop where no pawn can drive it away.
    Outpost,
    /// A pawn attacks the pawn that guards another piece.
    Undermines,
    /// Fewer pawns advance against more.
    MinorityAttack,
    /// A pawn attacks an enemy pawn.
    Lever,
    /// A passed pawn goes on.
    AdvancesPasser,
    /// A rook behind a passed pawn.
    BehindPasser,
    /// A piece in front of a passed or isolated pawn.
    Blockades,
    /// Two heavy pieces on one file.
    Doubles,
    /// A rook takes a file without pawns.
    OpenFile,
    /// A rook takes a file without own pawns.
    HalfOpenFile,
    /// A bishop takes an open diagonal.
    Diagonal,
    /// Queen and bishop in one line against the king.
    Battery,
    /// A rook goes up to swing to the other wing.
    RookLift,
    /// A pawn advances against the king.
    Storm,
    /// A dearer or unprotected piece is attacked.
    Attacks,
    /// A piece comes out and attacks something.
    DevelopsWithTempo,
    /// An enemy piece has no safe move any more.
    Restricts,
    /// A piece that could have been taken is protected.
    Guards,
    /// The king gets a flight square.
    Luft,
    /// A pawn takes a square from an enemy piece.
    Denies,
    /// A piece or pawn supports a pawn's advance that follows in the line.
    Prepares,
    /// The last piece between king and rook leaves.
    FreesCastling,
    /// A pawn moves and a bishop that was shut in can come out.
    FreesBishop,
    /// A knight or bishop comes out.
    Develops,
    /// A pawn goes to the centre.
    Centre,
    /// A pawn supports one in the centre.
    SupportsCentre,
    /// A piece in the enemy half that no pawn can drive away at once.
    Square,
    /// A piece in the middle of the board.
    Centralises,
    /// A piece that attacks more of the centre.
    ControlsCentre,
    /// The piece that had least to do gets more.
    WorstPiece,
    /// A wing pawn goes to its fourth rank or beyond.
    Space,
    /// The king comes nearer to the pawns of an ending.
    KingWalks,
    /// The king comes nearer to the middle in an ending.
    KingCentre,
    /// The king leaves the line of an enemy piece.
    KingSteps,
}

/// Deeds of one family say much the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DeedFamily {
    /// It says all there is to say: endings, exchanges, castling.
    Whole,
    /// A pawn goes where it attacks or takes space.
    Pawn,
    /// A piece on a good square.
    Square,
    /// A rook, bishop or queen on a line.
    Line,
    /// An attack.
    Attack,
    /// A king's walk.
    King,
    /// An exchange that may come.
    Exchange,
    /// A piece comes into play.
    Play,
    /// Something is guarded or prevented.
    Guard,
    /// What is to follow.
    Preparation,
}

impl DeedKind {
    pub(crate) fn family(self) -> DeedFamily {
        use DeedKind::*;
        match self {
            TakesOpposition | ReachesKeySquare | PawnEnding | WonPawnEnding | DrawnPawnEnding
            | RookEnding | OppositeBishopEnding | Breakthrough | Triangulates | TradesQueens
            | Trades | TradesAhead | TakesTowardsCentre | TakesAndOpens | TakesAndKeepsPawns
            | Castles => DeedFamily::Whole,
            Undermines | MinorityAttack | Lever | AdvancesPasser | Storm | Centre | Space => {
                DeedFamily::Pawn
            }
            Outpost | DeedKind::Square | Centralises | Blockades => DeedFamily::Square,
            SeventhRank | BehindPasser | Doubles | OpenFile | HalfOpenFile | Diagonal | Battery
            | RookLift => DeedFamily::Line,
            Attacks | DevelopsWithTempo | Restricts => DeedFamily::Attack,
            KingWalks | KingCentre | KingSteps => DeedFamily::King,
            OffersTrade | AvoidsTrade => DeedFamily::Exchange,
            Develops | ControlsCentre | WorstPiece => DeedFamily::Play,
            Guards | Luft | Denies | SupportsCentre => DeedFamily::Guard,
            Prepares | FreesCastling | FreesBishop => DeedFamily::Preparation,
        }
    }
}

/// A deed with those who take part in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Deed {
    /// What is done.
    #[serde(rename = "deed")]
    pub kind: DeedKind,
    /// By which piece, where it stands after the move.
    pub piece: PieceOn,
    /// To whom.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<PieceOn>,
    /// Another piece that matters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second: Option<PieceOn>,
    /// Squares that it is about.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "squares")]
    pub squares: Vec<Square>,
}

fn squares<S: Serializer>(squares: &[Square], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(squares.iter().map(Square::to_string))
}

impl Deed {
    fn new(kind: DeedKind, piece: PieceOn) -> Deed {
        Deed { kind, piece, target: None, second: None, squares: Vec::new() }
    }

    fn to(self, target: PieceOn) -> Deed {
        Deed { target: Some(target), ..self }
    }

    fn with(self, second: PieceOn) -> Deed {
        Deed { second: Some(second), ..self }
    }

    fn on(self, squares: Vec<Square>) -> Deed {
        Deed { squares, ..self }
    }
}

/// A move and the boards before and after it.
struct Scene<'a> {
    position: &'a Position,
    after: Position,
    m: Move,
    us: Color,
    /// The piece before the move.
    moved: PieceOn,
    /// The piece after it.
    piece: PieceOn,
    /// The line that begins with the move.
    line: &'a EvidenceLine,
}

impl Scene<'_> {
    /// Neither takes anything nor gives check nor answers one.
    fn is_quiet(&self) -> bool {
        !self.m.is_capture() && !self.after.in_check() && !self.position.in_check()
    }

    /// A rank as the mover counts, from 0.
    fn rank(&self, square: Square) -> usize {
        self.us.relative_rank(square.rank())
    }

    /// Can the piece stay where it went?
    fn is_safe(&self) -> bool {
        crate::exchange::best(&self.after, self.piece.square) <= 0
    }

    /// A square from the mover's side, as White would name it.
    fn ahead(&self) -> i8 {
        if self.us == Color::White { 8 } else { -8 }
    }

    fn did(&self, kind: DeedKind) -> Deed {
        Deed::new(kind, self.piece)
    }
}

type Detector = fn(&Scene) -> Option<Deed>;

/// The weightiest first.
const DETECTORS: &[Detector] = &[
    kings::king_and_pawn,
    breakthrough::breakthrough,
    triangulation::triangulation,
    transition::transition,
    trades::pawn_ending,
    pawns::undermines,
    trades::takes_with,
    trades::trade,
    kings::castles,
    lines::seventh,
    pieces::outpost,
    lines::behind_passer,
    pieces::blockades,
    pawns::minority_attack,
    pawns::lever,
    pawns::passer,
    lines::doubles,
    lines::file,
    lines::battery,
    lines::rook_lift,
    lines::diagonal,
    pawns::storm,
    trades::avoids_trade,
    trades::offers_trade,
    pieces::attacks_more,
    preparation::prepares,
    pieces::guards,
    pieces::restricts,
    kings::luft,
    pieces::develops,
    preparation::frees_castling,
    preparation::frees_bishop,
    pawns::centre,
    pawns::supports_centre,
    pieces::deep_square,
    pieces::centralises,
    pieces::controls_centre,
    kings::walks,
    kings::centralises,
    kings::steps_aside,
    pawns::denies,
    pawns::space,
];

/// What the first move of the line does, the weightiest first; nothing if no simple words fit.
pub fn deeds(position: &Position, line: &EvidenceLine) -> Vec<Deed> {
    let Some(&m) = line.moves().first() else { return Vec::new() };
    let after = position.after(m);
    let us = position.turn();
    let pieces = PieceOn::on(position, m.from()).zip(PieceOn::on(&after, arrival(position, m)));
    let Some((moved, piece)) = pieces else { return Vec::new() };
    let scene = Scene { position, after, m, us, moved, piece, line };
    let mut found: Vec<Deed> = DETECTORS.iter().filter_map(|detector| detector(&scene)).collect();
    found.extend(pieces::worst_piece(&scene));
    found
}

#[cfg(test)]
mod testing {
    use super::*;
    use chess::Game;

    /// The kinds of deeds of a move, perhaps with the moves that follow; the same on the
    /// turned board.
    pub fn kinds(fen: &str, sans: &str) -> Vec<DeedKind> {
        all(fen, sans).into_iter().map(|deed| deed.kind).collect()
    }

    pub fn all(fen: &str, sans: &str) -> Vec<Deed> {
        let start = Position::from_fen(fen).unwrap();
        let mut game = Game::new(start);
        let mut moves = Vec::new();
        for san in sans.split(' ') {
            let m = game.position().parse_san(san).expect(san);
            game.play(m);
            moves.push(m);
        }
        let found = deeds(&start, &EvidenceLine::new(&Game::new(start), &moves));
        let turned = start.flipped();
        let mut game = Game::new(turned);
        let mut mirrored = Vec::new();
        for (m, before) in moves.iter().zip(positions(&start, &moves)) {
            let text = before.uci(*m).to_string();
            let flipped: String = text
                .chars()
                .map(|c| c.to_digit(10).map_or(c, |n| char::from(b'0' + 9 - n as u8)))
                .collect();
            let m = game.position().parse_uci(&flipped).expect("legal on the turned board");
            game.play(m);
            mirrored.push(m);
        }
        let there = deeds(&turned, &EvidenceLine::new(&Game::new(turned), &mirrored));
        let kinds = |deeds: &[Deed]| deeds.iter().map(|deed| deed.kind).collect::<Vec<_>>();
        assert_eq!(kinds(&found), kinds(&there), "{fen} {sans}");
        found
    }

    fn positions(start: &Position, moves: &[Move]) -> Vec<Position> {
        let mut all = vec![*start];
        for &m in moves {
            let last = all[all.len() - 1];
            all.push(last.after(m));
        }
        all
    }
}
