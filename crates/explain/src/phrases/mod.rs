// SPDX-License-Identifier: GPL-3.0-or-later
//! Words: a table of sentences for each language, three levels each, and how
//! their blanks are filled in.
//!
//! A sentence with an empty entry is not told on that level. Blanks are written
//! `{name}`; `{Name}` begins with a capital letter, `{name:acc}` and `{name:dat}` say in
//! which case a noun stands where the language has cases.

mod english;
mod english_ideas;
mod fill;
mod german;
mod german_ideas;
mod letters;

use chess::{Color, Role};
use eval::Term;
use serde::Serialize;

pub(crate) use fill::{Blank, Case, delta, said};
pub(crate) use letters::moves_in;

use crate::judgement::Quality;

/// For whom the words are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Plain words; no numbers but those of pieces.
    Beginner,
    /// Pawns and the names of terms.
    Club,
    /// Centipawns, every term, depth and nodes.
    Expert,
}

/// In which language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Language {
    /// English.
    English,
    /// German.
    German,
}

impl Language {
    /// All languages.
    pub const ALL: [Language; 2] = [Language::English, Language::German];

    pub(crate) fn wording(self) -> &'static Wording {
        match self {
            Language::English => &english::WORDING,
            Language::German => &german::WORDING,
        }
    }
}

/// What a language has to provide.
pub(crate) struct Wording {
    /// The sentences for beginner, club player and expert.
    pub sentences: fn(Phrase) -> [&'static str; 3],
    /// The headings of the chapters.
    pub heading: fn(crate::Section) -> &'static str,
    pub side: fn(Color) -> &'static str,
    /// A piece on its square.
    pub piece: fn(Role, &str, Case) -> String,
    /// A piece: the knight.
    pub kind: fn(Role, Case) -> String,
    /// Pieces of a kind: the knights.
    pub kinds: fn(Role) -> String,
    /// A motif, after "by" or a colon; none for what has no name among players.
    pub theme: fn(crate::motifs::Theme) -> Option<&'static str>,
    /// A bad move's name, after "is".
    pub quality: fn(Quality) -> &'static str,
    /// So many pieces, as the object of "wins".
    pub pieces: fn(Role, i32) -> String,
    /// A piece from promotion, as the object of "gets".
    pub new_piece: fn(Role) -> String,
    /// What is won for what is lost.
    pub exchange: fn(&str, &str) -> String,
    pub term: fn(Term) -> &'static str,
    /// A term that speaks for somebody (true) or against, in plain words.
    pub plain: fn(Term, bool) -> Option<&'static str>,
    pub and: &'static str,
    /// In place of the move, in the sentence after the one that has named it,
    pub it: &'static str,
    /// and in one more.
    pub it_also: &'static str,
    /// The letters of knight, bishop, rook, queen and king in moves.
    pub letters: [char; 5],
    pub mate_in: fn(u32) -> String,
    /// How a game is drawn, by the name that the evidence has for it.
    pub ending: fn(&str) -> &'static str,
    /// Decimal separator.
    pub point: char,
    /// Words of the ledger: term, White, Black, balance; rounding; sum.
    pub table: [&'static str; 6],
    /// Words of the table of changes: term, before, after, change, at the end of the line.
    pub changes: [&'static str; 5],
}

macro_rules! phrases {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// Every sentence that can be said, whatever the language.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Phrase { $($(#[$doc])* $name,)* }

        impl Phrase {
            /// All of them.
            pub const ALL: &'static [Phrase] = &[$(Phrase::$name),*];
        }
    };
}

phrases! {
    /// The side to move is mated.
    Checkmate,
    /// The side to move has no move.
    Stalemate,
    /// Nobody can mate any more.
    DeadPosition,
    /// Fifty moves without progress.
    FiftyMoves,
    /// The same position for the third time.
    Threefold,
    /// The side to move is in check.
    InCheck,
    /// Both sides have the same points.
    MaterialEven,
    /// One side has more points.
    MaterialAhead,
    /// Nobody is better.
    StandingEqual,
    /// Somebody is a little better.
    StandingSlight,
    /// Somebody is much better.
    StandingClear,
    /// Somebody should win.
    StandingWinning,
    /// Somebody mates by force.
    StandingMate,
    /// A term of the ledger speaks for one side.
    TermFor,
    /// A passed pawn.
    PassedPawn,
    /// An isolated pawn.
    IsolatedPawn,
    /// A doubled pawn.
    DoubledPawn,
    /// A backward pawn.
    BackwardPawn,
    /// A knight that no pawn can drive away.
    KnightOutpost,
    /// A bishop that no pawn can drive away.
    BishopOutpost,
    /// A rook on a file without pawns.
    RookOpenFile,
    /// A rook on a file without own pawns.
    RookHalfOpenFile,
    /// A rook on the seventh rank.
    RookSeventh,
    /// A rook shut in by its king.
    RookTrapped,
    /// A piece that may not move because of its king.
    PinnedToKing,
    /// A piece that should not move because of a dearer one.
    PinnedToPiece,
    /// Two pieces on one line.
    Skewered,
    /// What the ledger adds up to, and what the search says.
    LedgerSum,
    /// The fifty-move rule comes near.
    ClockRuns,
    /// A threat of mate.
    ThreatMate,
    /// A threat to win material.
    ThreatMaterial,
    /// No threat was found.
    ThreatNone,
    /// The best move.
    BestMove,
    /// There is no other move.
    OnlyLegal,
    /// There is no other good move.
    OnlyGood,
    /// Other moves are as good.
    NearMoves,
    /// When the search found the move.
    FoundLate,
    /// The move seen at first sight.
    FoundAtOnce,
    /// It mates at once.
    MatesNow,
    /// It mates in some moves, and nothing helps.
    MatesForced,
    /// The line ends in mate.
    MatesInLine,
    /// It wins material.
    WinsMaterial,
    /// It leads to a draw.
    LeadsToDraw,
    /// It gives something up.
    Sacrifices,
    /// It forks.
    CreatesFork,
    /// It pins a piece to the king.
    CreatesPinToKing,
    /// It pins a piece to another.
    CreatesPin,
    /// It skewers.
    CreatesSkewer,
    /// It uncovers a check.
    CreatesDiscoveredCheck,
    /// It uncovers an attack.
    CreatesDiscovered,
    /// It threatens mate.
    MoveThreatensMate,
    /// It threatens to win material.
    MoveThreatensMaterial,
    /// It makes a term better.
    Improves,
    /// It makes a term worse.
    Worsens,
    /// At the end of its line a term is better.
    ImprovesAtEnd,
    /// At the end of its line a term is worse.
    WorsensAtEnd,
    /// The line promotes.
    PlanPromotion,
    /// The line pushes a passed pawn.
    PlanPassedPawn,
    /// The line castles.
    PlanCastling,
    /// The line develops.
    PlanDevelopment,
    /// The line takes an open file.
    PlanOpenFile,
    /// The line exchanges queens.
    PlanQueenTrade,
    /// The line brings the king to the centre.
    PlanKing,
    /// The move is the best.
    JudgedBest,
    /// The move is good.
    JudgedGood,
    /// The move is inaccurate.
    JudgedInaccuracy,
    /// The move is a mistake.
    JudgedMistake,
    /// The move is a blunder.
    JudgedBlunder,
    /// A piece can be taken.
    LeavesHanging,
    /// It lets a piece be forked.
    AllowsFork,
    /// It lets a piece be pinned.
    AllowsPin,
    /// It lets two pieces be skewered.
    AllowsSkewer,
    /// Another move is as good.
    OtherFine,
    /// It allows mate.
    OtherAllowsMate,
    /// It loses material.
    OtherLosesMaterial,
    /// It allows a draw.
    OtherAllowsDraw,
    /// It misses mate.
    OtherMissesMate,
    /// It misses material.
    OtherMissesMaterial,
    /// It leads to a worse position.
    OtherWorsePosition,
    /// It is worse, and nothing simple shows why.
    OtherWorse,
    /// The answer forks.
    AnswerForks,
    /// The answer pins.
    AnswerPins,
    /// The best move mates at once, with the name of the mate.
    IdeaMatesNow,
    /// The best move mates in some moves.
    IdeaMates,
    /// The same, with the name of the motif.
    IdeaMatesBy,
    /// The best move wins material.
    IdeaWins,
    /// The same, with the name of the motif.
    IdeaWinsBy,
    /// The best move takes back.
    IdeaTakesBack,
    /// The best move forces a draw.
    IdeaDraws,
    /// Mate can't be avoided.
    IdeaMated,
    /// Level, and the best move.
    IdeaEqual,
    /// Somewhat better, and the best move.
    IdeaSlight,
    /// Clearly better, and the best move.
    IdeaClear,
    /// Winning, and the best move.
    IdeaWinning,
    /// There is no choice.
    IdeaForced,
    /// The move allows mate.
    BadAllowsMate,
    /// The same, with the name of the motif.
    BadAllowsMateBy,
    /// The move loses material.
    BadLoses,
    /// The same, with the name of the motif.
    BadLosesBy,
    /// The move misses mate.
    BadMissesMate,
    /// The move was mate at once.
    BadMissesMateNow,
    /// The same, with the name of the motif.
    BadMissesMateBy,
    /// The move misses material.
    BadMissesMaterial,
    /// The same, with the name of the motif.
    BadMissesMaterialBy,
    /// The move allows a draw.
    BadDraw,
    /// The move is worse; nothing simple shows why.
    BadPlain,
    /// Where the lines come to rest the better one has more of something.
    BadPosition,
    /// It meets a threat of mate.
    ParriesMate,
    /// It meets a threat to material.
    ParriesMaterial,
    /// Its threat of mate.
    ThreatensMate,
    /// Its threat to win material.
    ThreatensMaterial,
    /// What is offered can't be taken because of mate.
    OfferMate,
    /// What is offered can't be taken without loss.
    OfferLine,
    /// What is offered can't be taken because of a motif.
    OfferBy,
    /// Without one piece it would not work.
    Needs,
    /// Without one piece it would be no mate.
    NeedsMate,
    /// The line that proves it.
    ProofLine,
    /// The line that is expected.
    ExpectedLine,
    /// The best move instead, which mates.
    InsteadMates,
    /// The best move instead, which wins material.
    InsteadWins,
    /// The best move instead, which meets a threat of mate.
    InsteadParriesMate,
    /// The best move instead, which meets a threat to material.
    InsteadParriesMaterial,
    /// The best move instead.
    Instead,
    /// A natural move that allows mate.
    NaturalAllowsMate,
    /// A natural move that loses material.
    NaturalLoses,
    /// Everything else is worse.
    NothingElse,
    /// Others are as good.
    AsGood,
    /// The search has not made up its mind.
    NotSettled,
    /// The verdict was still moving: no other one is given.
    IdeaUnclear,
    /// The verdict was still moving.
    ScoreOpen,
    /// An ending that is known to be won.
    KnownWin,
    /// An ending that is known to be won for the other side.
    KnownLoss,
    /// An ending that is known to be drawn.
    KnownDraw,
    /// Who is better has more.
    AheadInMaterial,
    /// Who has less has something for it.
    Compensation,
    /// The king on a key square.
    ConceptKeySquare,
    /// Kings in opposition.
    ConceptOpposition,
    /// A pawn that can't be caught.
    ConceptOutsideTheSquare,
    /// The Lucena position.
    ConceptLucena,
    /// Philidor's defence.
    ConceptPhilidor,
    /// A rook's pawn that holds against a queen.
    ConceptQueenAgainstPawn,
    /// A bishop that holds against a rook.
    ConceptRookAgainstBishop,
    /// A knight and a rook's pawn that went too far.
    ConceptKnightAndRookPawn,
    /// The wrong bishop.
    ConceptWrongBishop,
    /// The isolated queen's pawn.
    ConceptIsolani,
    /// Hanging pawns.
    ConceptHangingPawns,
    /// The Carlsbad structure.
    ConceptCarlsbad,
    /// The Maróczy bind.
    ConceptMaroczy,
    /// The hedgehog.
    ConceptHedgehog,
    /// A locked centre.
    ConceptLockedCentre,
    /// Castling on opposite sides.
    ConceptOppositeCastling,
    /// A king in the centre.
    ConceptKingInCentre,
    /// An outside passed pawn.
    ConceptOutsidePasser,
    /// A protected passed pawn.
    ConceptProtectedPasser,
    /// A passed pawn.
    ConceptPassedPawn,
    /// A rook on the seventh.
    ConceptSeventhRank,
    /// An outpost.
    ConceptOutpost,
    /// The bishop pair.
    ConceptBishopPair,
    /// Bishops of opposite colours.
    ConceptOppositeBishops,
    /// A bad bishop.
    ConceptBadBishop,
    /// The move takes the opposition.
    DeedOpposition,
    /// The move reaches a key square.
    DeedKeySquare,
    /// The move exchanges queens.
    DeedTradesQueens,
    /// The move castles.
    DeedCastles,
    /// The move brings a rook to the seventh.
    DeedSeventhRank,
    /// The move takes an outpost.
    DeedOutpost,
    /// The move attacks a pawn with a pawn.
    DeedLever,
    /// The move advances a passed pawn.
    DeedPasser,
    /// The move attacks a piece.
    DeedAttacks,
    /// The move takes an open file.
    DeedOpenFile,
    /// The move takes a half-open file.
    DeedHalfOpenFile,
    /// The move develops.
    DeedDevelops,
    /// The move takes the centre.
    DeedCentre,
    /// The king walks.
    DeedKingWalks,
    /// The line goes over to a pawn ending.
    DeedPawnEnding,
    /// The move goes over to king and pawn against king, won.
    DeedWonPawnEnding,
    /// The same, drawn.
    DeedDrawnPawnEnding,
    /// The move goes over to an ending of rooks.
    DeedRookEnding,
    /// The move goes over to bishops of opposite colours.
    DeedOppositeBishopEnding,
    /// The move breaks through.
    DeedBreakthrough,
    /// The king loses a move.
    DeedTriangulates,
    /// The move exchanges two pieces of a kind.
    DeedTradesKinds,
    /// The move exchanges pieces of equal worth.
    DeedTrades,
    /// The side that has more exchanges.
    DeedTradesAhead,
    /// Of several ways to take, the one towards the centre.
    DeedTakesCentre,
    /// Of several ways to take, the one that opens a file.
    DeedTakesOpens,
    /// Of several ways to take, one that does not double the pawns.
    DeedTakesKeeps,
    /// The move offers an exchange.
    DeedOffersTrade,
    /// The move avoids an exchange.
    DeedAvoidsTrade,
    /// The move attacks the pawn that guards another piece.
    DeedUndermines,
    /// Fewer pawns advance against more.
    DeedMinorityAttack,
    /// A rook goes behind a passed pawn.
    DeedBehindPasser,
    /// A piece goes before a pawn.
    DeedBlockades,
    /// Two rooks on one file.
    DeedDoublesRooks,
    /// Queen and rook on one file.
    DeedDoubles,
    /// A bishop takes an open diagonal.
    DeedDiagonal,
    /// Queen and bishop in one line against the king.
    DeedBattery,
    /// A rook goes up to swing across.
    DeedRookLift,
    /// A pawn advances against the king.
    DeedStorm,
    /// A piece comes out and attacks something.
    DeedTempo,
    /// An enemy piece has no safe move any more.
    DeedRestricts,
    /// The move protects a piece.
    DeedGuards,
    /// The king gets a flight square.
    DeedLuft,
    /// A pawn takes a square from a piece.
    DeedDenies,
    /// A pawn supports one in the centre.
    DeedSupportsCentre,
    /// A piece enters the enemy half.
    DeedSquare,
    /// A piece goes to the middle.
    DeedCentralises,
    /// A piece attacks more of the centre.
    DeedControlsCentre,
    /// The least active piece gets more to do.
    DeedWorstPiece,
    /// A pawn advances on the queenside.
    DeedSpaceQueenside,
    /// A pawn advances on the kingside.
    DeedSpaceKingside,
    /// The king comes nearer to the middle.
    DeedKingCentre,
    /// The king leaves a line.
    DeedKingSteps,
    /// More attackers than defenders.
    ConceptKingAttack,
    /// An open file before the king.
    ConceptBrokenShelter,
    /// A weak back rank.
    ConceptBackRank,
    /// Two passed pawns side by side.
    ConceptConnectedPassers,
    /// A rook behind its passed pawn.
    ConceptRookBehind,
    /// A piece before a passed pawn.
    ConceptBlockade,
    /// A file that one side controls.
    ConceptOpenFile,
    /// More pieces in play.
    ConceptDevelopment,
    /// Holes before the king.
    ConceptWeakSquares,
    /// More room.
    ConceptSpace,
    /// A backward pawn.
    ConceptBackwardPawn,
    /// An isolated pawn.
    ConceptIsolatedPawn,
    /// Doubled pawns.
    ConceptDoubledPawns,
    /// A knight at the edge.
    ConceptRimKnight,
    /// Pieces without a guard.
    ConceptLoosePieces,
    /// A piece with two duties.
    ConceptOverloaded,
    /// More pawns on the queenside.
    ConceptMajority,
    /// The best move wins back what is missing.
    IdeaWinsBack,
    /// An exchange sacrifice.
    OfferExchange,
    /// An exchange sacrifice that opens up the king.
    OfferExchangeShelter,
    /// Checks without end.
    Perpetual,
    /// Taking is answered by taking something else.
    OfferCounter,
    /// Taking exposes the king.
    OfferAttack,
    /// The same by the bishop on h7 (h2).
    OfferGreekGift,
    /// The queen is offered and minor pieces mate.
    OfferLegal,
    /// The move that was asked about is no worse than the best one.
    JudgedEqual,
    /// What a sacrifice wins if it is not taken.
    DeclinedWins,
    /// A dearer piece is attacked and has to go.
    Chases,
    /// Lucena, with the move that builds the bridge.
    ConceptLucenaBridge,
    /// The move supports an advance.
    DeedPrepares,
    /// The move clears the way for castling.
    DeedFreesCastling,
    /// The move opens a diagonal for a bishop.
    DeedFreesBishop,
    /// The king has to move and may not castle any more.
    BadCantCastle,
    /// Whoever must move loses by it.
    Zugzwang,
    /// The tablebase knows that the side to move wins.
    TableWin,
    /// The tablebase knows that it is a draw.
    TableDraw,
    /// The tablebase knows that the side to move loses.
    TableLoss,
    /// Won but for the fifty-move rule.
    TableCursed,
    /// The name of the opening.
    OpeningIs,
    /// The move stops what the opponent wanted.
    Prophylaxis,
    /// The move allows mate at once.
    BadAllowsMateNow,
    /// It stops a mate at once.
    ParriesMateNow,
    /// The best move instead stops a mate at once.
    InsteadParriesMateNow,
    /// A fork.
    MotifFork,
    /// A pinned piece can't take.
    MotifPinTake,
    /// A pinned piece can't get away from its pinner.
    MotifPinHeld,
    /// A pinned piece can't get away from another attacker.
    MotifPinLeave,
    /// A skewer.
    MotifSkewer,
    /// An X-ray.
    MotifXRay,
    /// A discovered attack.
    MotifDiscovered,
    /// A discovered attack, and another.
    MotifDiscoveredTwo,
    /// A discovered check.
    MotifDiscoveredCheck,
    /// A discovered check, and an attack.
    MotifDiscoveredCheckTwo,
    /// A double check.
    MotifDoubleCheck,
    /// A hanging piece.
    MotifHanging,
    /// A trapped piece that can't move.
    MotifStuck,
    /// A trapped piece.
    MotifTrapped,
    /// A defender of a piece is taken.
    MotifDefender,
    /// A defender of a square is taken.
    MotifDefenderOfSquare,
    /// A deflection from a piece.
    MotifDeflection,
    /// A deflection from a square.
    MotifDeflectionFromSquare,
    /// An attraction.
    MotifAttraction,
    /// An interference.
    MotifInterference,
    /// A move in between.
    MotifIntermezzo,
    /// A clearance.
    MotifClearance,
    /// A sacrifice of a piece.
    MotifSacrifice,
    /// A sacrifice of material.
    MotifSacrificeMaterial,
    /// A move along a line.
    MotifCollinear,
    /// Castling.
    MotifCastling,
    /// A promotion.
    MotifPromotion,
    /// En passant.
    MotifEnPassant,
    /// A quiet move.
    MotifQuiet,
    /// A defensive move.
    MotifDefensive,
    /// Zugzwang.
    MotifZugzwang,
    /// A pawn far up the board.
    MotifReaches,
    /// A king without shelter.
    MotifExposedKing,
    /// A king under attack.
    MotifKingAttack,
    /// A mate by one piece.
    MotifMateOne,
    /// A mate by several pieces.
    MotifMateMany,
    /// A mate by one piece, the king hemmed in.
    MotifMateOneBlocked,
    /// A mate by several pieces, the king hemmed in.
    MotifMateManyBlocked,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blanks(template: &str) -> Vec<String> {
        template
            .split('{')
            .skip(1)
            .map(|part| part.split('}').next().unwrap_or(""))
            .map(|blank| fill::name_and_case(blank).0.to_lowercase())
            .collect()
    }

    #[test]
    fn every_language_knows_every_sentence_and_no_other_blanks() {
        for &phrase in Phrase::ALL {
            let english = (Language::English.wording().sentences)(phrase);
            let known: Vec<String> = english.iter().flat_map(|text| blanks(text)).collect();
            for language in Language::ALL {
                let sentences = (language.wording().sentences)(phrase);
                assert!(sentences.iter().any(|text| !text.is_empty()), "{phrase:?}");
                for blank in sentences.iter().flat_map(|text| blanks(text)) {
                    assert!(known.contains(&blank), "{language:?} {phrase:?}: {blank}");
                }
            }
        }
    }

    #[test]
    fn every_language_names_the_same_motifs() {
        for theme in crate::motifs::Theme::ALL {
            let named = Language::ALL.map(|language| (language.wording().theme)(theme).is_some());
            assert!(named.iter().all(|&one| one == named[0]), "{theme}");
        }
    }

    #[test]
    fn german_declines() {
        let piece = (Language::German.wording().piece)(Role::Queen, "d4", Case::Dative);
        assert_eq!(piece, "der Dame auf d4");
        let pawn = (Language::German.wording().piece)(Role::Pawn, "e5", Case::Accusative);
        assert_eq!(pawn, "den Bauern auf e5");
    }

    #[test]
    fn beginners_are_spared_scores() {
        for &phrase in Phrase::ALL {
            let told = Language::ALL.map(|language| (language.wording().sentences)(phrase)[0]);
            for blank in told.into_iter().flat_map(blanks) {
                let number =
                    matches!(blank.as_str(), "score" | "chance" | "lost" | "worth" | "change");
                assert!(!number, "{phrase:?}: {blank}");
            }
        }
    }
}
