// SPDX-License-Identifier: GPL-3.0-or-later
//! German: verdicts, ideas and motifs.

use super::Phrase;
use crate::motifs::Theme;

/// After "durch" or a colon.
pub(super) fn theme(theme: Theme) -> Option<&'static str> {
    use Theme::*;
    Some(match theme {
        Fork => "eine Gabel",
        Pin => "eine Fesselung",
        Skewer => "einen Spieß",
        XRayAttack => "einen Röntgenangriff",
        DiscoveredAttack => "einen Abzugsangriff",
        DiscoveredCheck => "ein Abzugsschach",
        DoubleCheck => "ein Doppelschach",
        HangingPiece => "das Schlagen einer ungedeckten Figur",
        TrappedPiece => "Figurenfang",
        CapturingDefender => "Beseitigung des Verteidigers",
        Deflection => "Ablenkung",
        Attraction => "Hinlenkung",
        Interference => "Unterbrechung",
        Intermezzo => "einen Zwischenzug",
        Clearance => "Räumung",
        Sacrifice => "ein Opfer",
        Promotion => "eine Umwandlung",
        UnderPromotion => "eine Unterverwandlung",
        EnPassant => "Schlagen en passant",
        Zugzwang => "Zugzwang",
        SmotheredMate => "ein ersticktes Matt",
        BackRankMate => "ein Grundreihenmatt",
        AnastasiaMate => "Anastasias Matt",
        HookMate => "das Hakenmatt",
        ArabianMate => "das arabische Matt",
        BodenMate => "Bodens Matt",
        DoubleBishopMate => "ein Matt mit zwei Läufern",
        DovetailMate => "das Schwalbenschwanzmatt der Dame",
        KillBoxMate => "das Kastenmatt",
        TriangleMate => "das Dreiecksmatt",
        VukovicMate => "Vukovićs Matt",
        BlindSwineMate => "das Matt der blinden Schweine",
        BalestraMate => "das Balestra-Matt",
        EpauletteMate => "das Epaulettenmatt",
        SwallowstailMate => "das Schwalbenschwanzmatt",
        OperaMate => "das Opernmatt",
        PillsburysMate => "Pillsburys Matt",
        MorphysMate => "Morphys Matt",
        CornerMate => "das Eckmatt",
        _ => return None,
    })
}

pub(super) fn sentences(phrase: Phrase) -> [&'static str; 3] {
    use Phrase::*;
    let same = |text| [text; 3];
    // Plain words for beginners, one wording for everybody else.
    let two = |plain, other| [plain, other, other];
    match phrase {
        IdeaMatesNow => two("{San} ist matt.", "{San} ist matt: {theme}."),
        IdeaMates => two(
            "{Side} kann das Matt erzwingen, beginnend mit {san}.",
            "{Side} erzwingt mit {san} {mate}.",
        ),
        IdeaMatesBy => two(
            "{Side} kann das Matt erzwingen, beginnend mit {san}.",
            "{Side} erzwingt mit {san} {mate}: {theme}.",
        ),
        IdeaWins => {
            ["{San} gewinnt {haul}.", "{San} gewinnt {haul}.", "{San} gewinnt {haul} ({score})."]
        }
        IdeaWinsBy => [
            "{San} gewinnt {haul}.",
            "{San} gewinnt {haul} durch {theme}.",
            "{San} gewinnt {haul} durch {theme} ({score}).",
        ],
        IdeaTakesBack => two(
            "{Side} sollte mit {san} zurückschlagen.",
            "{Side} sollte mit {san} zurückschlagen ({score}).",
        ),
        IdeaDraws => same("{San} rettet die Partie: Sie endet remis durch {how}."),
        IdeaMated => two(
            "{Side} kann das Matt nicht verhindern; {san} hält am längsten stand.",
            "{Side} kann {mate} nicht verhindern; {san} hält am längsten stand.",
        ),
        IdeaEqual => two(
            "Die Chancen sind etwa gleich, und {san} ist der richtige Zug.",
            "Die Stellung ist ausgeglichen ({score}), und {san} ist der richtige Zug.",
        ),
        IdeaSlight => two(
            "{Who} steht etwas besser; {san} ist der richtige Zug.",
            "{Who} steht etwas besser ({score}); {san} ist der richtige Zug.",
        ),
        IdeaClear => two(
            "{Who} steht klar besser; {san} ist der richtige Zug.",
            "{Who} steht klar besser ({score}); {san} ist der richtige Zug.",
        ),
        IdeaWinning => two(
            "{Who} sollte gewinnen; {san} ist der richtige Zug.",
            "{Who} sollte gewinnen ({score}); {san} ist der richtige Zug.",
        ),
        IdeaForced => same("{San} ist der einzige mögliche Zug."),
        BadAllowsMate => two(
            "{San} ist {quality}: Nach {reply} setzt {other} matt.",
            "{San} ist {quality}: {reply} führt zu {mate}.",
        ),
        BadAllowsMateBy => two(
            "{San} ist {quality}: Nach {reply} setzt {other} matt.",
            "{San} ist {quality}: {reply} führt zu {mate}, {theme}.",
        ),
        BadAllowsMateNow => same("{San} ist {quality}: {reply} ist matt."),
        BadLoses => same("{San} ist {quality}: {reply} gewinnt {haul}."),
        BadLosesBy => two(
            "{San} ist {quality}: {reply} gewinnt {haul}.",
            "{San} ist {quality}: {reply} gewinnt {haul} durch {theme}.",
        ),
        BadMissesMate => two(
            "{San} verpasst ein Matt, das mit {best} beginnt.",
            "{San} ist {quality}: {best} erzwingt {mate}.",
        ),
        BadMissesMateBy => two(
            "{San} verpasst ein Matt, das mit {best} beginnt.",
            "{San} ist {quality}: {best} erzwingt {mate}, {theme}.",
        ),
        BadMissesMaterial => two(
            "{San} verpasst {best}, was {haul} gewinnt.",
            "{San} ist {quality}: Es verpasst {best}, was {haul} gewinnt.",
        ),
        BadMissesMaterialBy => two(
            "{San} verpasst {best}, was {haul} gewinnt.",
            "{San} ist {quality}: Es verpasst {best}, was {haul} durch {theme} gewinnt.",
        ),
        BadDraw => same("{San} ist {quality}: Die Partie endet remis durch {how}."),
        BadPlain => two(
            "{San} ist {quality}; {best} ist besser.",
            "{San} ist {quality}: {best} war besser ({score} statt {bestscore}).",
        ),
        BadPosition => same("Danach hat {who} {plain} als nach {best}."),
        ParriesMate => two(
            "Er verhindert {threat}, was zum Matt führte.",
            "Er begegnet der Drohung {threat} mit {mate}.",
        ),
        ParriesMateNow => same("Er verhindert {threat}, was matt wäre."),
        ParriesMaterial => same("Er begegnet der Drohung {threat}, die {haul} gewänne."),
        ThreatensMate => {
            two("Er droht {next}, was zum Matt führte.", "Er droht {next} mit {mate}.")
        }
        ThreatensMaterial => same("Er droht {next}, was {haul} gewänne."),
        OfferMate => two(
            "{Offered} darf wegen des Matts nicht geschlagen werden: {line}.",
            "Es ist ein Opfer: Wer {offered:acc} schlägt, erlaubt {mate} ({line}).",
        ),
        OfferLine => [
            "Es ist ein Opfer: {Offered:acc} zu schlagen, lohnt sich nicht.",
            "Es ist ein Opfer: {Offered:acc} zu schlagen, lohnt sich nicht ({line}).",
            "Es ist ein Opfer: {Offered:acc} zu schlagen, lohnt sich nicht ({score}; {line}).",
        ],
        OfferBy => [
            "Es ist ein Opfer: {Offered:acc} zu schlagen, lohnt sich nicht.",
            "Es ist ein Opfer: Wer {offered:acc} schlägt, verliert es wieder durch {theme} ({line}).",
            "Es ist ein Opfer: Wer {offered:acc} schlägt, verliert es wieder durch {theme} ({score}; {line}).",
        ],
        Needs => same("Das geht nur mit {piece:dat}: Sonst gewänne {san} nichts."),
        NeedsMate => same("Das geht nur mit {piece:dat}: Sonst setzte {san} nicht matt."),
        ProofLine => same("Die Zugfolge: {line}."),
        ExpectedLine => same("Weitergehen könnte es mit {line}."),
        InsteadMates => two("{Best} setzt matt.", "{Best} erzwingt {mate}."),
        InsteadWins => same("Stattdessen gewinnt {best} {haul}: {line}."),
        InsteadParriesMate => two(
            "{Best} ist richtig, weil es {threat} verhindert, was zum Matt führte.",
            "{Best} ist richtig: Es verhindert {threat} mit {mate}.",
        ),
        InsteadParriesMateNow => same("{Best} ist richtig: Es verhindert {threat}."),
        InsteadParriesMaterial => {
            same("{Best} ist richtig: Es verhindert {threat}, was {haul} gewänne.")
        }
        Instead => two("{Best} ist besser: {line}.", "{Best} ist besser ({bestscore}): {line}."),
        NaturalAllowsMate => two(
            "{San} sieht natürlich aus, aber {reply} führt zum Matt: {line}.",
            "{San} sieht natürlich aus, aber {reply} führt zu {mate}: {line}.",
        ),
        NaturalLoses => same("{San} sieht natürlich aus, aber {reply} gewinnt {haul}: {line}."),
        NothingElse => two(
            "Sonst ist nichts gut; der nächstbeste Zug ist {next}.",
            "Sonst ist nichts gut: Der nächstbeste Zug, {next}, kommt auf {score}.",
        ),
        AsGood => same("Etwa gleich gut: {others}."),
        NotSettled => same(
            "Die Frage ist offen: {first} und {san} wechselten sich bis zum Ende der Suche als bester Zug ab.",
        ),
        KnownWin => same("Dieses Endspiel ist für {who} gewonnen, und {san} ist der Weg."),
        KnownDraw => same("Dieses Endspiel ist remis; {san} ist der richtige Zug."),
        AheadInMaterial => same("{Who} hat {material} mehr."),
        Compensation => same("{Who} hat {material} mehr, aber {other} hat genug dafür."),
        ConceptKeySquare => same(
            "{Piece} steht auf einem Schlüsselfeld des Bauern auf {pawn}: Der Bauer kommt durch, wer auch am Zug ist.",
        ),
        ConceptOpposition => same(
            "Die Könige stehen sich gegenüber, und wer ziehen muss, weicht: {Side} hat die Opposition.",
        ),
        ConceptOutsideTheSquare => same(
            "{Piece} steht außerhalb des Quadrats des Bauern auf {pawn} und holt ihn nicht ein.",
        ),
        ConceptLucena => two(
            "Der Bauer kommt durch: Der Turm baut eine Brücke, die seinen König vor Schachs schützt.",
            "Es ist die Lucena-Stellung: Der König von {other} ist abgeschnitten, und der Turm baut auf der vierten Reihe eine Brücke gegen die Schachs.",
        ),
        ConceptPhilidor => two(
            "Der Turm auf {square} hält den gegnerischen König fern; rückt der Bauer vor, gibt er von hinten Schach.",
            "Es ist die Philidor-Verteidigung: Der Turm auf {square} versperrt dem König den Weg, und sobald der Bauer diese Reihe betritt, gibt er von hinten Schach.",
        ),
        ConceptWrongBishop => same(
            "Es ist der falsche Läufer: Er beherrscht die Ecke {square} nicht, und von dort ist der König nicht zu vertreiben, eine Festung.",
        ),
        ConceptIsolani => two(
            "{Side} hat auf {square} einen Bauern ohne Nachbarn: Er gibt aktive Figuren, muss aber von Figuren gedeckt werden.",
            "{Side} hat auf {square} einen Isolani: {Side} spielt auf aktive Figuren und den Vorstoß nach {breaks}, {other} blockiert {against} und tauscht Figuren.",
        ),
        ConceptHangingPawns => same(
            "{Side} hat hängende Bauern auf {squares}: Sie nehmen Raum und können nach {breaks} vorstoßen, aber nur Figuren können sie decken.",
        ),
        ConceptCarlsbad => two(
            "{Side} kann am Damenflügel mit dem b-Bauern angreifen; {other} schaut zum Königsflügel.",
            "Es ist die Karlsbader Struktur: {Side} hat den Minoritätsangriff und als Hebel die Felder {breaks}, {other} einen Springer auf {against} und Spiel am Königsflügel.",
        ),
        ConceptMaroczy => same(
            "Die Bauern auf {squares} bilden die Maróczy-Struktur: Sie beherrschen die Mitte, und {other} braucht einen der Hebel {against}.",
        ),
        ConceptHedgehog => same(
            "{Side} hat einen Igel: ein enges, aber festes Lager, das auf die Hebel {breaks} wartet.",
        ),
        ConceptLockedCentre => same(
            "Das Zentrum ist geschlossen, also spielen beide an den Flügeln: {Side} mit einem Bauern nach {breaks}, {other} mit einem nach {against}.",
        ),
        ConceptOppositeCastling => same(
            "Die Könige stehen auf verschiedenen Flügeln: Beide greifen mit Bauern an, und der schnellere Angriff zählt.",
        ),
        ConceptKingInCentre => same("Der König von {side} steckt auf {square} in der Mitte fest."),
        ConceptOutsidePasser => same(
            "{Side} hat auf {square} einen entfernten Freibauern: Er lockt den gegnerischen König von den anderen Bauern weg.",
        ),
        ConceptProtectedPasser => same("{Side} hat auf {square} einen gedeckten Freibauern."),
        ConceptPassedPawn => same("{Side} hat auf {square} einen Freibauern."),
        ConceptSeventhRank => {
            same("Der Turm von {side} hat auf {square} die siebte Reihe erreicht.")
        }
        ConceptOutpost => same("{Piece} hat einen Vorposten, von dem ihn kein Bauer vertreibt."),
        ConceptBishopPair => same("{Side} hat das Läuferpaar."),
        ConceptOppositeBishops => same(
            "Die Läufer stehen auf Feldern verschiedener Farbe: Was der eine angreift, kann der andere nicht decken.",
        ),
        ConceptBadBishop => {
            same("Der Läufer von {side} auf {square} ist von den eigenen Bauern eingesperrt.")
        }
        DeedOpposition => same(
            "{San} nimmt die Opposition ein: Die Könige stehen sich gegenüber, und {other} muss weichen.",
        ),
        DeedKeySquare => same(
            "{San} bringt den König auf ein Schlüsselfeld: Der Bauer kommt durch, wer auch am Zug ist.",
        ),
        DeedTradesQueens => same("{San} tauscht die Damen."),
        DeedCastles => same("{San} bringt den König in Sicherheit und den Turm ins Spiel."),
        DeedSeventhRank => same("{San} bringt den Turm auf die siebte Reihe, hinter die Bauern."),
        DeedOutpost => same(
            "{San} gibt {kind:dat} auf {square} einen Vorposten: Kein Bauer kann ihn vertreiben.",
        ),
        DeedLever => same("{San} ist ein Hebel: Er greift {target:acc} an."),
        DeedPasser => same("{San} rückt den Freibauern vor."),
        DeedAttacks => same("{San} greift {target:acc} an."),
        DeedOpenFile => same("{San} besetzt mit dem Turm die offene {file}-Linie."),
        DeedHalfOpenFile => same("{San} stellt den Turm auf die halboffene {file}-Linie."),
        DeedDevelops => same("{San} bringt {kind:acc} ins Spiel."),
        DeedCentre => same("{San} nimmt Raum im Zentrum."),
        DeedKingWalks => same("{San} bringt den König näher an {target:acc}."),
        MotifFork => same("{Forker} greift {targets:acc} an."),
        MotifPinTake => {
            same("{Pinner} fesselt {pinned:acc}; so kann {saved} nicht geschlagen werden.")
        }
        MotifPinHeld => same("{Pinner} fesselt {pinned:acc}, der Weg hinaus ist versperrt."),
        MotifPinLeave => same("{Pinner} fesselt {pinned:acc}, während {by} angreift."),
        MotifSkewer => same(
            "{Front} muss die Linie von {attacker:dat} verlassen, und {behind} dahinter fällt.",
        ),
        MotifXRay => same("{Attacker} schlägt auf {square} durch {front:acc} hindurch."),
        MotifDiscovered => same("{Mover} geht nach {square}, und {opened} greift {target:acc} an."),
        MotifDiscoveredTwo => same(
            "{Mover} geht nach {square}, und {opened} greift {target:acc} an; auch {second} ist angegriffen.",
        ),
        MotifDiscoveredCheck => {
            same("{Mover} geht nach {square}, und {opened} gibt {target:dat} Schach.")
        }
        MotifDiscoveredCheckTwo => same(
            "{Mover} geht nach {square}, und {opened} gibt {target:dat} Schach; auch {second} ist angegriffen.",
        ),
        MotifDoubleCheck => same("{Checkers} geben {king:dat} zugleich Schach."),
        MotifHanging => same("{Piece} ist ungedeckt."),
        MotifStuck => same("{Piece} ist angegriffen und hat keinen Zug."),
        MotifTrapped => same("{Piece} geht überall verloren ({denied})."),
        MotifDefender => same("{Guard} deckte {falls:acc} und wird zuerst geschlagen."),
        MotifDefenderOfSquare => same("{Guard} deckte {square} und wird zuerst geschlagen."),
        MotifDeflection => same("{Lured} wird nach {to} gezogen und deckt {falls:acc} nicht mehr."),
        MotifDeflectionFromSquare => {
            same("{Lured} wird nach {to} gezogen und deckt {square} nicht mehr.")
        }
        MotifAttraction => {
            same("{Lured} wird nach {square} gezogen, und dort greift {striker} an.")
        }
        MotifInterference => same("{Blocker} tritt zwischen {guard:acc} und {falls:acc}."),
        MotifIntermezzo => {
            same("Bevor {expected} zurückgeschlagen wird, geht {first} nach {square}.")
        }
        MotifClearance => same("{Mover} räumt {freed}, damit {user} nach {square} kann."),
        MotifSacrifice => same("{Given} wird geopfert; der Preis sind {points} Punkte."),
        MotifSacrificeMaterial => same("Material wird geopfert; der Preis sind {points} Punkte."),
        MotifCollinear => {
            same("{Mover} geht auf der Linie von {facing:dat} nach {square}, statt zu schlagen.")
        }
        MotifCastling => same("Die Rochade gehört zur Idee."),
        MotifPromotion => same("Der Bauer verwandelt sich auf {square}."),
        MotifEnPassant => same("Der Bauer schlägt im Vorbeigehen und steht auf {square}."),
        MotifQuiet => same("{Mover} geht nach {square}, ein stiller Zug."),
        MotifDefensive => same("{Mover} geht nach {square} und hält."),
        MotifZugzwang => same("Geht {mover} nach {square}, verschlechtert jeder Zug die Stellung."),
        MotifReaches => same("{Mover} erreicht {square}."),
        MotifExposedKing => same("Vor {king:dat} stehen keine Bauern."),
        MotifKingAttack => same("{King} wird angegriffen."),
        MotifMateOne => same("{Pieces} setzt {king:acc} matt."),
        MotifMateMany => same("{Pieces} setzen {king:acc} matt."),
        MotifMateOneBlocked => {
            same("{Pieces} setzt {king:acc} matt, eingeschlossen von {blockers:dat}.")
        }
        MotifMateManyBlocked => {
            same("{Pieces} setzen {king:acc} matt, eingeschlossen von {blockers:dat}.")
        }
        _ => same(""),
    }
}
