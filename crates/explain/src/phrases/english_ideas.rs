// SPDX-License-Identifier: GPL-3.0-or-later
//! English: verdicts, ideas and motifs.

use super::Phrase;
use crate::motifs::Theme;

/// After "by" or a colon.
pub(super) fn theme(theme: Theme) -> Option<&'static str> {
    use Theme::*;
    Some(match theme {
        Fork => "a fork",
        Pin => "a pin",
        Skewer => "a skewer",
        XRayAttack => "an X-ray attack",
        DiscoveredAttack => "a discovered attack",
        DiscoveredCheck => "a discovered check",
        DoubleCheck => "a double check",
        HangingPiece => "simply taking a hanging piece",
        TrappedPiece => "trapping a piece",
        CapturingDefender => "removing the defender",
        Deflection => "deflection",
        Attraction => "attraction",
        Interference => "interference",
        Intermezzo => "an in-between move",
        Clearance => "clearance",
        Sacrifice => "a sacrifice",
        Promotion => "a promotion",
        UnderPromotion => "an underpromotion",
        EnPassant => "taking en passant",
        Zugzwang => "zugzwang",
        SmotheredMate => "a smothered mate",
        BackRankMate => "a back-rank mate",
        AnastasiaMate => "Anastasia's mate",
        HookMate => "the hook mate",
        ArabianMate => "the Arabian mate",
        BodenMate => "Boden's mate",
        DoubleBishopMate => "a mate by two bishops",
        DovetailMate => "the dovetail mate",
        KillBoxMate => "the kill-box mate",
        TriangleMate => "the triangle mate",
        VukovicMate => "Vuković's mate",
        BlindSwineMate => "the blind-swine mate",
        BalestraMate => "the Balestra mate",
        EpauletteMate => "the epaulette mate",
        SwallowstailMate => "the swallow's-tail mate",
        OperaMate => "the opera mate",
        PillsburysMate => "Pillsbury's mate",
        MorphysMate => "Morphy's mate",
        CornerMate => "the corner mate",
        _ => return None,
    })
}

pub(super) fn sentences(phrase: Phrase) -> [&'static str; 3] {
    use Phrase::*;
    let same = |text| [text; 3];
    match phrase {
        IdeaMatesNow => {
            ["{San} is checkmate.", "{San} is mate: {theme}.", "{San} is mate: {theme}."]
        }
        IdeaMates => [
            "{Side} can force checkmate, starting with {san}.",
            "{Side} forces {mate} with {san}.",
            "{Side} forces {mate} with {san}.",
        ],
        IdeaMatesBy => [
            "{Side} can force checkmate, starting with {san}.",
            "{Side} forces {mate} with {san}: {theme}.",
            "{Side} forces {mate} with {san}: {theme}.",
        ],
        IdeaWins => ["{San} wins {haul}.", "{San} wins {haul}.", "{San} wins {haul} ({score})."],
        IdeaWinsBy => [
            "{San} wins {haul}.",
            "{San} wins {haul} by {theme}.",
            "{San} wins {haul} by {theme} ({score}).",
        ],
        IdeaTakesBack => [
            "{Side} should take back with {san}.",
            "{Side} should take back with {san} ({score}).",
            "{Side} should take back with {san} ({score}).",
        ],
        IdeaDraws => same("{San} saves the game: it ends in a draw by {how}."),
        IdeaMated => [
            "{Side} can't avoid checkmate; {san} holds out longest.",
            "{Side} can't avoid {mate}; {san} holds out longest.",
            "{Side} can't avoid {mate}; {san} holds out longest.",
        ],
        IdeaEqual => [
            "The chances are about even, and {san} is the move to play.",
            "The game is level ({score}), and {san} is the move to play.",
            "The game is level ({score}), and {san} is the move to play.",
        ],
        IdeaSlight => [
            "{Who} stands a little better; {san} is the move to play.",
            "{Who} stands a little better ({score}); {san} is the move to play.",
            "{Who} stands a little better ({score}); {san} is the move to play.",
        ],
        IdeaClear => [
            "{Who} stands clearly better; {san} is the move to play.",
            "{Who} stands clearly better ({score}); {san} is the move to play.",
            "{Who} stands clearly better ({score}); {san} is the move to play.",
        ],
        IdeaWinning => [
            "{Who} should win; {san} is the move to play.",
            "{Who} should win ({score}); {san} is the move to play.",
            "{Who} should win ({score}); {san} is the move to play.",
        ],
        IdeaForced => same("{San} is the only legal move."),
        BadAllowsMate => [
            "{San} is {quality}: after {reply} {other} gives checkmate.",
            "{San} is {quality}: {reply} leads to {mate}.",
            "{San} is {quality} ({lost}): {reply} leads to {mate}.",
        ],
        BadAllowsMateBy => [
            "{San} is {quality}: after {reply} {other} gives checkmate.",
            "{San} is {quality}: {reply} leads to {mate}, {theme}.",
            "{San} is {quality} ({lost}): {reply} leads to {mate}, {theme}.",
        ],
        BadLoses => [
            "{San} is {quality}: {reply} wins {haul}.",
            "{San} is {quality}: {reply} wins {haul}.",
            "{San} is {quality} ({lost}): {reply} wins {haul}.",
        ],
        BadLosesBy => [
            "{San} is {quality}: {reply} wins {haul}.",
            "{San} is {quality}: {reply} wins {haul} by {theme}.",
            "{San} is {quality} ({lost}): {reply} wins {haul} by {theme}.",
        ],
        BadMissesMate => [
            "{San} misses a checkmate that starts with {best}.",
            "{San} is {quality}: {best} forces {mate}.",
            "{San} is {quality} ({lost}): {best} forces {mate}.",
        ],
        BadMissesMateNow => [
            "{San} misses {best}, which is checkmate.",
            "{San} is {quality}: {best} was mate.",
            "{San} is {quality} ({lost}): {best} was mate.",
        ],
        BadMissesMateBy => [
            "{San} misses a checkmate that starts with {best}.",
            "{San} is {quality}: {best} forces {mate}, {theme}.",
            "{San} is {quality} ({lost}): {best} forces {mate}, {theme}.",
        ],
        BadMissesMaterial => [
            "{San} misses {best}, which wins {haul}.",
            "{San} is {quality}: it misses {best}, which wins {haul}.",
            "{San} is {quality} ({lost}): it misses {best}, which wins {haul}.",
        ],
        BadMissesMaterialBy => [
            "{San} misses {best}, which wins {haul}.",
            "{San} is {quality}: it misses {best}, which wins {haul} by {theme}.",
            "{San} is {quality} ({lost}): it misses {best}, which wins {haul} by {theme}.",
        ],
        BadDraw => [
            "{San} is {quality}: it lets the game end in a draw by {how}.",
            "{San} is {quality}: it lets the game end in a draw by {how}.",
            "{San} is {quality} ({lost}): it lets the game end in a draw by {how}.",
        ],
        BadPlain => [
            "{San} is {quality}; {best} is better.",
            "{San} is {quality}: {best} was better ({score} instead of {bestscore}).",
            "{San} is {quality} ({lost}): {best} was better ({score} instead of {bestscore}).",
        ],
        BadPosition => same("It leaves {who} with {plain} than {best} does."),
        ParriesMate => [
            "{San} stops {threat}, which would be checkmate.",
            "{San} meets the threat of {threat} with {mate}.",
            "{San} meets the threat of {threat} with {mate}.",
        ],
        ParriesMaterial => [
            "{San} meets the threat of {threat}, which would win {haul}.",
            "{San} meets the threat of {threat}, which would win {haul}.",
            "{San} meets the threat of {threat}, which would win {haul}.",
        ],
        ThreatensMate => [
            "{San} threatens {next}, which would lead to checkmate.",
            "{San} threatens {next} with {mate}.",
            "{San} threatens {next} with {mate}.",
        ],
        ThreatensMaterial => same("{San} threatens {next}, which would win {haul}."),
        OfferMate => [
            "{Offered} can't be taken because of checkmate: {line}.",
            "It is a sacrifice: taking {offered:acc} allows {mate} ({line}).",
            "It is a sacrifice: taking {offered:acc} allows {mate} ({line}).",
        ],
        OfferLine => [
            "It is a sacrifice: taking {offered:acc} does not pay.",
            "It is a sacrifice: taking {offered:acc} does not pay ({line}).",
            "It is a sacrifice: taking {offered:acc} does not pay ({score}; {line}).",
        ],
        OfferBy => [
            "It is a sacrifice only for the moment: what {offered} costs comes back.",
            "It is a sacrifice only for the moment: taking {offered:acc} runs into {theme}, and the material comes back ({line}).",
            "It is a sacrifice only for the moment: taking {offered:acc} runs into {theme}, and the material comes back ({score}; {line}).",
        ],
        Needs => same("It works because of {piece:dat}: without it {san} would win nothing."),
        NeedsMate => same("It works because of {piece:dat}: without it {san} would not mate."),
        ProofLine => same("The line: {line}."),
        ExpectedLine => same("The game could go on {line}."),
        InsteadMates => {
            ["{Best} gives checkmate.", "{Best} forces {mate}.", "{Best} forces {mate}."]
        }
        InsteadWins => same("{Best} instead wins {haul}: {line}."),
        InsteadParriesMate => [
            "{Best} is right, because it stops {threat}, which would be checkmate.",
            "{Best} is right: it stops {threat} with {mate}.",
            "{Best} is right: it stops {threat} with {mate}.",
        ],
        InsteadParriesMaterial => {
            same("{Best} is right: it stops {threat}, which would win {haul}.")
        }
        Instead => [
            "{Best} is better: {line}.",
            "{Best} is better ({bestscore}): {line}.",
            "{Best} is better ({bestscore}): {line}.",
        ],
        NaturalAllowsMate => [
            "{San} looks natural, but {reply} leads to checkmate: {line}.",
            "{San} looks natural, but {reply} leads to {mate}: {line}.",
            "{San} looks natural, but {reply} leads to {mate}: {line}.",
        ],
        NaturalLoses => same("{San} looks natural, but {reply} wins {haul}: {line}."),
        NothingElse => [
            "Nothing else is good; the next best move is {next}.",
            "Nothing else is good: the next best move, {next}, comes to {score}.",
            "Nothing else is good: the next best move, {next}, comes to {score}, {lost} less.",
        ],
        AsGood => [
            "{Others} would be as good.",
            "{Others} would be about as good.",
            "{Others} would be about as good.",
        ],
        NotSettled => same(
            "The question is open: {first} and {san} took turns as the best move until the end of the search.",
        ),
        IdeaUnclear => [
            "{San} is the move to play, but who stands better is not clear.",
            "{San} is the move to play, but who stands better is not clear ({score} so far).",
            "{San} is the move to play, but who stands better is not clear ({score} so far).",
        ],
        ScoreOpen => {
            same("The verdict is not settled: the score was still changing when the search ended.")
        }
        KnownWin => same("This ending is won for {who}, and {san} is the way."),
        KnownLoss => same("This ending is won for {who}, whatever {side} plays."),
        KnownDraw => same("This ending is a draw; {san} is the move to play."),
        AheadInMaterial => same("{Who} is ahead in material: {material}."),
        Compensation => {
            same("{Who} is ahead in material ({material}), but {other} has enough for it.")
        }
        ConceptKeySquare => same(
            "{Piece} stands on a key square of the pawn on {pawn}: the pawn gets through, whoever is to move.",
        ),
        ConceptOpposition => same(
            "The kings face each other, and whoever has to move must give way: {side} has the opposition.",
        ),
        ConceptOutsideTheSquare => {
            same("{Piece} is outside the square of the pawn on {pawn} and can't catch it.")
        }
        ConceptLucena => [
            "The pawn gets through: the rook builds a bridge that shields its king from checks.",
            "It is the Lucena position: {other}'s king is cut off, and the rook builds a bridge on its fourth rank against the checks.",
            "It is the Lucena position: {other}'s king is cut off, and the rook builds a bridge on its fourth rank against the checks.",
        ],
        ConceptPhilidor => [
            "The rook on {square} keeps the enemy king back; when the pawn advances it checks from behind.",
            "It is Philidor's defence: the rook on {square} bars the king's way, and once the pawn steps onto that rank it checks from behind.",
            "It is Philidor's defence: the rook on {square} bars the king's way, and once the pawn steps onto that rank it checks from behind.",
        ],
        ConceptQueenAgainstPawn => same(
            "It is a fortress: the queen can't win the rook's pawn on {square}, because shutting in the king would be stalemate.",
        ),
        ConceptRookAgainstBishop => same(
            "It is a fortress: the king stands in the corner that the bishop does not control, and the bishop shields it from the rook.",
        ),
        ConceptKnightAndRookPawn => same(
            "It is a fortress: the pawn on {pawn} has gone to the seventh rank too soon, and the knight can't drive the king out of the corner.",
        ),
        ConceptWrongBishop => same(
            "It is the wrong bishop: it can't control the corner {square}, and from there the king can't be driven out, a fortress.",
        ),
        ConceptIsolani => [
            "{Side}'s pawn on {square} has no neighbours: it gives active pieces, but it must be guarded by pieces.",
            "{Side}'s queen's pawn on {square} is isolated: {side} plays for active pieces and the advance to {breaks}, {other} blocks {against} and exchanges pieces.",
            "{Side}'s queen's pawn on {square} is isolated: {side} plays for active pieces and the advance to {breaks}, {other} blocks {against} and exchanges pieces.",
        ],
        ConceptHangingPawns => same(
            "{Side} has hanging pawns on {squares}: they take space and may advance to {breaks}, but only pieces can guard them.",
        ),
        ConceptCarlsbad => [
            "{Side} can attack on the queenside by pushing the b-pawn; {other} looks to the kingside.",
            "It is the Carlsbad structure: {side} has the minority attack with a pawn to {breaks} as breaks, {other} a knight on {against} and play on the kingside.",
            "It is the Carlsbad structure: {side} has the minority attack with a pawn to {breaks} as breaks, {other} a knight on {against} and play on the kingside.",
        ],
        ConceptMaroczy => same(
            "{Side}'s pawns on {squares} are a Maróczy bind: they hold the middle, and {other} needs one of the breaks {against}.",
        ),
        ConceptHedgehog => {
            same("{Side} has a hedgehog: a small but firm camp that waits for the breaks {breaks}.")
        }
        ConceptLockedCentre => same(
            "The centre is locked, so both sides play on the wings: {side} with a pawn to {breaks}, {other} with a pawn to {against}.",
        ),
        ConceptOppositeCastling => same(
            "The kings have gone to opposite sides: both attack with pawns, and the faster attack counts.",
        ),
        ConceptKingInCentre => same("{Side}'s king is stuck in the middle on {square}."),
        ConceptOutsidePasser => same(
            "{Side} has an outside passed pawn on {square}: it lures the enemy king away from the other pawns.",
        ),
        ConceptProtectedPasser => same("{Side} has a protected passed pawn on {square}."),
        ConceptPassedPawn => same("{Side} has a passed pawn on {square}."),
        ConceptSeventhRank => same("{Side}'s rook has reached the seventh rank on {square}."),
        ConceptOutpost => same("{Piece} has an outpost from which no pawn can drive it away."),
        ConceptBishopPair => same("{Side} has the bishop pair."),
        ConceptOppositeBishops => same(
            "The bishops stand on squares of opposite colours: neither can challenge what the other attacks.",
        ),
        ConceptBadBishop => same("{Side}'s bishop on {square} is shut in by its own pawns."),
        DeedOpposition => same(
            "{San} takes the opposition: the kings face each other, and {other} has to give way.",
        ),
        DeedKeySquare => same(
            "{San} brings the king to a key square: the pawn gets through, whoever is to move.",
        ),
        DeedTradesQueens => same("{San} exchanges the queens."),
        DeedCastles => same("{San} brings the king to safety and the rook into play."),
        DeedSeventhRank => same("{San} brings {kind:acc} to the seventh rank."),
        DeedOutpost => {
            same("{San} gives {kind:dat} an outpost on {square}: no pawn can drive it away.")
        }
        DeedLever => same("{San} is a break: it attacks {target:acc}."),
        DeedPasser => same("{San} advances the passed pawn."),
        DeedAttacks => same("{San} attacks {target:acc}."),
        DeedOpenFile => same("{San} takes the open {file}-file with the rook."),
        DeedHalfOpenFile => same("{San} puts the rook on the half-open {file}-file."),
        DeedDevelops => same("{San} brings {kind:acc} into play."),
        DeedCentre => same("{San} takes space in the centre."),
        DeedKingWalks => same("{San} brings the king nearer to {target:dat}."),
        BadAllowsMateNow => [
            "{San} is {quality}: {reply} is checkmate.",
            "{San} is {quality}: {reply} is mate.",
            "{San} is {quality} ({lost}): {reply} is mate.",
        ],
        ParriesMateNow => same("{San} stops {threat}, which would be mate."),
        InsteadParriesMateNow => same("{Best} is right: it stops {threat}."),
        DeedPawnEnding => same("{San} goes over to a pawn ending."),
        DeedWonPawnEnding => {
            same("{San} goes over to king and pawn against king, and that is won.")
        }
        DeedDrawnPawnEnding => {
            same("{San} goes over to king and pawn against king, and that is a draw.")
        }
        DeedRookEnding => same("{San} goes over to a rook ending."),
        DeedOppositeBishopEnding => {
            same("{San} goes over to an ending with bishops of opposite colours.")
        }
        DeedBreakthrough => [
            "{San} gives up a pawn so that {target} gets through to {square}.",
            "{San} is a breakthrough: it gives up a pawn so that {target} gets through to {square}.",
            "{San} is a breakthrough: it gives up a pawn so that {target} gets through to {square}.",
        ],
        DeedTriangulates => [
            "The king goes round to {square}: then the same position is on the board, but {other} has to move.",
            "The king loses a move by triangulation: back on {square}, the same position is on the board with {other} to move.",
            "The king loses a move by triangulation: back on {square}, the same position is on the board with {other} to move.",
        ],
        DeedTradesKinds => same("{San} exchanges {kinds}."),
        DeedTrades => same("{San} exchanges {kind:acc} for {target:acc}."),
        DeedTradesAhead => {
            same("{San} exchanges pieces: whoever has more profits from every exchange.")
        }
        DeedTakesCentre => same("{San} takes with the pawn, towards the centre."),
        DeedTakesOpens => {
            same("{San} takes with the pawn and opens the {file}-file for {target:acc}.")
        }
        DeedTakesKeeps => same("{San} takes with {kind:dat}, so that no pawn has to be doubled."),
        DeedOffersTrade => same("{San} offers to exchange {kinds}."),
        DeedAvoidsTrade => same("{San} avoids the exchange: {kinds} stay on the board."),
        DeedUndermines => {
            same("{San} undermines {second:acc}: it attacks {target:acc}, which guards it.")
        }
        DeedMinorityAttack => same(
            "{San} is the minority attack: fewer pawns advance against more, to leave a weak one behind.",
        ),
        DeedBehindPasser => same("{San} puts the rook behind the passed pawn on {pawn}."),
        DeedBlockades => same("{San} blocks {target:acc}."),
        DeedDoublesRooks => same("{San} doubles the rooks on the {file}-file."),
        DeedDoubles => same("{San} doubles queen and rook on the {file}-file."),
        DeedDiagonal => same("{San} puts the bishop on the open diagonal {ends}."),
        DeedBattery => same("{San} lines up queen and bishop against {square}."),
        DeedRookLift => same("{San} lifts the rook, which can swing to {square}."),
        DeedStorm => same("{San} sends the pawn against the king on {square}."),
        DeedTempo => same("{San} brings {kind:acc} into play and attacks {target:acc}."),
        DeedRestricts => same("{San} leaves {target:acc} without a safe move."),
        DeedGuards => same("{San} protects {target:acc}."),
        DeedLuft => {
            same("{San} gives the king a way out on {square}, against mates on the back rank.")
        }
        DeedDenies => same("{San} takes the square {square} away from {target:dat}."),
        DeedSupportsCentre => same("{San} supports {target:acc} in the centre."),
        DeedSquare => same(
            "{San} puts {kind:acc} on {square} in {other}'s half, where no pawn can chase it away at once.",
        ),
        DeedCentralises => same("{San} puts {kind:acc} in the middle of the board."),
        DeedControlsCentre => same("{San} adds to the control of {squares} in the centre."),
        DeedWorstPiece => same("{San} gives {kind:dat} more to do, so far the least active piece."),
        DeedSpaceQueenside => same("{San} gains space on the queenside."),
        DeedSpaceKingside => same("{San} gains space on the kingside."),
        DeedKingCentre => {
            same("{San} brings the king towards the middle, where it can help in the ending.")
        }
        DeedKingSteps => same("{San} takes the king out of the line of {target:dat}."),
        ConceptKingAttack => {
            same("{Side} has more pieces around {other}'s king than {other} has to defend it.")
        }
        ConceptBrokenShelter => {
            same("{Side}'s king on {square} has the open {file}-file before it.")
        }
        ConceptBackRank => {
            same("{Side}'s back rank is weak: the king on {square} has no square to escape to.")
        }
        ConceptConnectedPassers => same("{Side} has connected passed pawns on {squares}."),
        ConceptRookBehind => same(
            "{Side}'s rook on {square} stands behind the passed pawn on {pawn}, where it belongs.",
        ),
        ConceptBlockade => same("{Piece} blocks the passed pawn on {pawn}."),
        ConceptOpenFile => {
            same("{Side}'s rook on {square} controls the open {file}-file and can enter on {pawn}.")
        }
        ConceptDevelopment => same("{Side} has more pieces in play."),
        ConceptWeakSquares => {
            same("The squares {squares} around {side}'s king are weak: no pawn can guard them.")
        }
        ConceptSpace => same("{Side} has more space; {other} would like to exchange pieces."),
        ConceptBackwardPawn => same(
            "{Side}'s pawn on {square} is backward: no pawn can guard it, and it can't advance safely.",
        ),
        ConceptIsolatedPawn => {
            same("{Side}'s pawn on {square} is isolated: only pieces can guard it.")
        }
        ConceptDoubledPawns => same("{Side}'s doubled pawns on {squares} can't guard each other."),
        ConceptRimKnight => {
            same("{Side}'s knight on {square} stands at the edge and has few squares.")
        }
        ConceptLoosePieces => {
            same("Nobody guards {pieces:acc}: {other} can look for a double attack.")
        }
        ConceptOverloaded => same("{Piece} is overloaded: it has to guard {wards:acc}."),
        ConceptMajority => {
            same("{Side} has the majority on the queenside and can make a passed pawn there.")
        }
        IdeaWinsBack => same("{San} wins back {haul}."),
        OfferExchange => [
            "It is an exchange sacrifice: a rook for a knight or bishop, and taking it does not pay.",
            "It is an exchange sacrifice: taking {offered:acc} does not pay ({line}).",
            "It is an exchange sacrifice: taking {offered:acc} does not pay ({score}; {line}).",
        ],
        OfferExchangeShelter => [
            "It is an exchange sacrifice: taking {offered:acc} breaks up the pawns before {king:dat}.",
            "It is an exchange sacrifice: taking {offered:acc} breaks up the pawns before {king:dat} ({line}).",
            "It is an exchange sacrifice: taking {offered:acc} breaks up the pawns before {king:dat} ({score}; {line}).",
        ],
        Perpetual => [
            "{San} begins a perpetual check: the king can't get away from the checks.",
            "{San} begins a perpetual check: the checks go on until the position comes again ({line}).",
            "{San} begins a perpetual check: the checks go on until the position comes again ({line}).",
        ],
        OfferCounter => [
            "It leaves {offered:acc} to be taken, because then {counter} takes something as dear.",
            "It leaves {offered:acc} to be taken, because then {counter} takes something as dear ({line}).",
            "It leaves {offered:acc} to be taken, because then {counter} takes something as dear ({score}; {line}).",
        ],
        OfferAttack => [
            "It is a sacrifice: taking {offered:acc} exposes the king to an attack.",
            "It is a sacrifice: taking {offered:acc} exposes the king to {moves} ({line}).",
            "It is a sacrifice: taking {offered:acc} exposes the king to {moves} ({score}; {line}).",
        ],
        OfferGreekGift => [
            "It is a sacrifice: taking {offered:acc} exposes the king to an attack.",
            "It is the Greek gift: taking {offered:acc} exposes the king to {moves} ({line}).",
            "It is the Greek gift: taking {offered:acc} exposes the king to {moves} ({score}; {line}).",
        ],
        OfferLegal => [
            "{Offered} can't be taken because of checkmate: {line}.",
            "It is Légal's mate: taking {offered:acc} allows {mate} ({line}).",
            "It is Légal's mate: taking {offered:acc} allows {mate} ({line}).",
        ],
        JudgedEqual => [
            "{San} is a good move; nothing is better.",
            "{San} is good ({score}); nothing is better.",
            "{San} is good ({score}); {best} comes to {bestscore}.",
        ],
        DeclinedWins => same("If the offer is declined, it wins {haul}: {line}."),
        Chases => same("{San} attacks {target:acc}, which has to move."),
        ConceptLucenaBridge => [
            "The pawn gets through: with {bridge} the rook builds a bridge that shields its king from checks.",
            "It is the Lucena position: {other}'s king is cut off, and with {bridge} the rook builds a bridge on its fourth rank against the checks.",
            "It is the Lucena position: {other}'s king is cut off, and with {bridge} the rook builds a bridge on its fourth rank against the checks.",
        ],
        DeedPrepares => same("{San} prepares the advance {square}."),
        DeedFreesBishop => same("{San} opens the way for {target:acc}."),
        DeedFreesCastling => same("{San} clears the way for castling."),
        BadCantCastle => same("After {reply} the king has to move and can't castle any more."),
        Zugzwang => same(
            "{San} puts {other} in zugzwang: every move makes things worse, and passing would help.",
        ),
        TableWin => same("Tablebase: {who} wins, and {san} keeps the win."),
        TableDraw => same("Tablebase: the ending is a draw, and {san} keeps it."),
        TableLoss => same("Tablebase: {who} wins whatever {side} plays; {san} holds out well."),
        TableCursed => same(
            "Tablebase: {who} would win, but not within fifty moves, so the fifty-move rule makes it a draw; {san} is the move to play.",
        ),
        OpeningIs => [
            "This is an opening with a name: {name}.",
            "The opening is the {name} ({eco}).",
            "The opening is the {name} ({eco}).",
        ],
        Prophylaxis => {
            same("{San} is directed against {threat}, which {other} would play with a free move.")
        }
        MotifFork => same("{Forker} attacks {targets:acc}."),
        MotifPinTake => same("{Pinner} pins {pinned:acc}, which can't take {saved:acc}."),
        MotifPinHeld => same("{Pinner} pins {pinned:acc}, which can't get away."),
        MotifPinLeave => same("{Pinner} pins {pinned:acc}, which can't get away from {by:dat}."),
        MotifSkewer => {
            same("{Front} has to leave the line of {attacker:dat}, and {behind} behind it falls.")
        }
        MotifXRay => same("{Attacker} takes on {square} through {front:acc}."),
        MotifDiscovered => same("{Mover} goes to {square} and {opened} attacks {target:acc}."),
        MotifDiscoveredTwo => same(
            "{Mover} goes to {square} and {opened} attacks {target:acc}; {second} is attacked too.",
        ),
        MotifDiscoveredCheck => same("{Mover} goes to {square} and {opened} checks {target:acc}."),
        MotifDiscoveredCheckTwo => same(
            "{Mover} goes to {square} and {opened} checks {target:acc}; {second} is attacked too.",
        ),
        MotifDoubleCheck => same("{Checkers} give check to {king:dat} at once."),
        MotifHanging => same("{Piece} is undefended."),
        MotifStuck => same("{Piece} is attacked and can't move."),
        MotifTrapped => same("{Piece} is lost wherever it goes ({denied})."),
        MotifDefender => same("{Guard} guarded {falls:acc} and is taken first."),
        MotifDefenderOfSquare => same("{Guard} guarded {square} and is taken first."),
        MotifDeflection => same("{Lured} is drawn to {to} and no longer guards {falls:acc}."),
        MotifDeflectionFromSquare => {
            same("{Lured} is drawn to {to} and no longer guards {square}.")
        }
        MotifAttraction => same("{Lured} is drawn to {square}, where {striker} attacks it."),
        MotifInterference => same("{Blocker} comes between {guard:acc} and {falls:acc}."),
        MotifIntermezzo => same("Before {expected} is recaptured, {first} goes to {square}."),
        MotifClearance => same("{Mover} leaves {freed} so that {user} can go to {square}."),
        MotifSacrifice => same("{Given} is given up; the price is {points} points."),
        MotifSacrificeMaterial => same("Material is given up; the price is {points} points."),
        MotifCollinear => {
            same("{Mover} goes to {square} along the line of {facing:dat} instead of taking it.")
        }
        MotifCastling => same("Castling is part of the idea."),
        MotifPromotion => same("The pawn promotes on {square}."),
        MotifEnPassant => same("The pawn takes in passing and stands on {square}."),
        MotifQuiet => same("{Mover} goes to {square}, a quiet move."),
        MotifDefensive => same("{Mover} goes to {square} and holds."),
        MotifZugzwang => same("After {mover} goes to {square} every move makes it worse."),
        MotifReaches => same("{Mover} reaches {square}."),
        MotifExposedKing => same("{King} has no pawns before it."),
        MotifKingAttack => same("{King} is under attack."),
        MotifMateOne => same("{Pieces} mates {king:acc}."),
        MotifMateMany => same("{Pieces} mate {king:acc}."),
        MotifMateOneBlocked => same("{Pieces} mates {king:acc}, hemmed in by {blockers:dat}."),
        MotifMateManyBlocked => same("{Pieces} mate {king:acc}, hemmed in by {blockers:dat}."),
        _ => same(""),
    }
}
