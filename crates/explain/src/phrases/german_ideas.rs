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
        BadMissesMateNow => {
            two("{San} verpasst {best}, und das ist matt.", "{San} ist {quality}: {best} war matt.")
        }
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
            "{San} verhindert {threat}, was zum Matt führte.",
            "{San} begegnet der Drohung {threat} mit {mate}.",
        ),
        ParriesMateNow => same("{San} verhindert {threat}, was matt wäre."),
        ParriesMaterial => same("{San} begegnet der Drohung {threat}, die {haul} gewänne."),
        ThreatensMate => {
            two("{San} droht {next}, was zum Matt führte.", "{San} droht {next} mit {mate}.")
        }
        ThreatensMaterial => same("{San} droht {next}, was {haul} gewänne."),
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
            "Es ist nur ein Opfer auf Zeit: Was {offered} kostet, kommt zurück.",
            "Es ist nur ein Opfer auf Zeit: Wer {offered:acc} schlägt, gibt das Material durch {theme} zurück ({line}).",
            "Es ist nur ein Opfer auf Zeit: Wer {offered:acc} schlägt, gibt das Material durch {theme} zurück ({score}; {line}).",
        ],
        OfferExchangeShelter => [
            "Es ist ein Qualitätsopfer: {Offered:acc} zu schlagen, zerreißt die Bauern vor {king:dat}.",
            "Es ist ein Qualitätsopfer: {Offered:acc} zu schlagen, zerreißt die Bauern vor {king:dat} ({line}).",
            "Es ist ein Qualitätsopfer: {Offered:acc} zu schlagen, zerreißt die Bauern vor {king:dat} ({score}; {line}).",
        ],
        Perpetual => two(
            "{San} leitet Dauerschach ein: Der König entkommt den Schachs nicht.",
            "{San} leitet Dauerschach ein: Die Schachs gehen weiter, bis die Stellung wiederkehrt ({line}).",
        ),
        OfferCounter => [
            "Er lässt {offered:acc} stehen, denn dann schlägt {counter} ebenso viel.",
            "Er lässt {offered:acc} stehen, denn dann schlägt {counter} ebenso viel ({line}).",
            "Er lässt {offered:acc} stehen, denn dann schlägt {counter} ebenso viel ({score}; {line}).",
        ],
        OfferAttack => [
            "Es ist ein Opfer: Wer {offered:acc} schlägt, setzt seinen König einem Angriff aus.",
            "Es ist ein Opfer: Wer {offered:acc} schlägt, setzt seinen König {moves} aus ({line}).",
            "Es ist ein Opfer: Wer {offered:acc} schlägt, setzt seinen König {moves} aus ({score}; {line}).",
        ],
        OfferGreekGift => [
            "Es ist ein Opfer: Wer {offered:acc} schlägt, setzt seinen König einem Angriff aus.",
            "Es ist das klassische Läuferopfer: Wer {offered:acc} schlägt, setzt seinen König {moves} aus ({line}).",
            "Es ist das klassische Läuferopfer: Wer {offered:acc} schlägt, setzt seinen König {moves} aus ({score}; {line}).",
        ],
        OfferLegal => two(
            "{Offered} darf wegen des Matts nicht geschlagen werden: {line}.",
            "Es ist das Seekadettenmatt: Wer {offered:acc} schlägt, erlaubt {mate} ({line}).",
        ),
        JudgedEqual => [
            "{San} ist ein guter Zug; nichts ist besser.",
            "{San} ist gut ({score}); nichts ist besser.",
            "{San} ist gut ({score}); {best} kommt auf {bestscore}.",
        ],
        DeclinedWins => same("Wird das Opfer abgelehnt, gewinnt es {haul}: {line}."),
        Chases => same("{San} greift {target:acc} an: Die Figur muss ziehen."),
        ConceptLucenaBridge => two(
            "Der Bauer kommt durch: Mit {bridge} baut der Turm eine Brücke, die seinen König vor Schachs schützt.",
            "Es ist die Lucena-Stellung: Der König von {other} ist abgeschnitten, und mit {bridge} baut der Turm auf der vierten Reihe eine Brücke gegen die Schachs.",
        ),
        DeedPrepares => same("{San} bereitet den Vorstoß {square} vor."),
        DeedFreesBishop => same("{San} öffnet den Weg für {target:acc}."),
        DeedFreesCastling => same("{San} macht den Weg für die Rochade frei."),
        BadCantCastle => same("Nach {reply} muss der König ziehen und kann nicht mehr rochieren."),
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
        IdeaUnclear => two(
            "{San} ist der richtige Zug, aber wer besser steht, ist nicht klar.",
            "{San} ist der richtige Zug, aber wer besser steht, ist nicht klar (bisher {score}).",
        ),
        ScoreOpen => same(
            "Das Urteil steht noch nicht fest: Die Bewertung änderte sich bis zum Ende der Suche.",
        ),
        KnownWin => same("Dieses Endspiel ist für {who} gewonnen, und {san} ist der Weg."),
        KnownLoss => same("Dieses Endspiel ist für {who} gewonnen, was {side} auch spielt."),
        KnownDraw => same("Dieses Endspiel ist remis; {san} ist der richtige Zug."),
        AheadInMaterial => same("{Who} hat mehr Material: {material}."),
        Compensation => same("{Who} hat mehr Material ({material}), aber {other} hat genug dafür."),
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
        ConceptQueenAgainstPawn => same(
            "Es ist eine Festung: Die Dame kann den Randbauern auf {square} nicht gewinnen, denn den König einzusperren wäre patt.",
        ),
        ConceptRookAgainstBishop => same(
            "Es ist eine Festung: Der König steht in der Ecke, die der Läufer nicht beherrscht, und der Läufer schirmt ihn gegen den Turm ab.",
        ),
        ConceptKnightAndRookPawn => same(
            "Es ist eine Festung: Der Bauer auf {pawn} ist zu früh auf die siebte Reihe gegangen, und der Springer kann den König nicht aus der Ecke vertreiben.",
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
        DeedSeventhRank => same("{San} bringt {kind:acc} auf die siebte Reihe."),
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
        DeedPawnEnding => same("{San} geht ins Bauernendspiel über."),
        DeedWonPawnEnding => {
            same("{San} führt zu König und Bauer gegen König, und das ist gewonnen.")
        }
        DeedDrawnPawnEnding => {
            same("{San} führt zu König und Bauer gegen König, und das ist remis.")
        }
        DeedRookEnding => same("{San} geht ins Turmendspiel über."),
        DeedOppositeBishopEnding => {
            same("{San} geht in ein Endspiel mit ungleichfarbigen Läufern über.")
        }
        DeedBreakthrough => two(
            "{San} gibt einen Bauern, damit {target} nach {square} durchkommt.",
            "{San} ist ein Durchbruch: Ein Bauer wird geopfert, damit {target} nach {square} durchkommt.",
        ),
        DeedTriangulates => two(
            "Der König macht einen Umweg nach {square}: Dann steht dieselbe Stellung auf dem Brett, aber {other} muss ziehen.",
            "Der König verliert durch ein Dreiecksmanöver ein Tempo: Zurück auf {square} steht dieselbe Stellung auf dem Brett, und {other} muss ziehen.",
        ),
        DeedTradesKinds => same("{San} tauscht {kinds}."),
        DeedTrades => same("{San} tauscht {kind:acc} gegen {target:acc}."),
        DeedTradesAhead => same("{San} tauscht Figuren: Wer mehr hat, gewinnt durch jeden Tausch."),
        DeedTakesCentre => same("{San} schlägt mit dem Bauern zur Mitte hin."),
        DeedTakesOpens => {
            same("{San} schlägt mit dem Bauern und öffnet die {file}-Linie für {target:acc}.")
        }
        DeedTakesKeeps => same("{San} schlägt mit {kind:dat}, damit kein Bauer verdoppelt wird."),
        DeedOffersTrade => same("{San} bietet an, {kinds} zu tauschen."),
        DeedAvoidsTrade => same("{San} weicht dem Tausch aus: {Kinds} bleiben auf dem Brett."),
        DeedUndermines => same(
            "{San} untergräbt {second:acc}: Der Zug greift {target:acc} an, der die Deckung ist.",
        ),
        DeedMinorityAttack => same(
            "{San} ist der Minoritätsangriff: Wenige Bauern rücken gegen viele vor, um eine Schwäche zu schaffen.",
        ),
        DeedBehindPasser => same("{San} stellt den Turm hinter den Freibauern auf {pawn}."),
        DeedBlockades => same("{San} blockiert {target:acc}."),
        DeedDoublesRooks => same("{San} verdoppelt die Türme auf der {file}-Linie."),
        DeedDoubles => same("{San} verdoppelt Dame und Turm auf der {file}-Linie."),
        DeedDiagonal => same("{San} stellt den Läufer auf die offene Diagonale {ends}."),
        DeedBattery => same("{San} stellt Dame und Läufer gegen {square} hintereinander."),
        DeedRookLift => same("{San} hebt den Turm, der nach {square} schwenken kann."),
        DeedStorm => same("{San} schickt den Bauern gegen den König auf {square}."),
        DeedTempo => same("{San} bringt {kind:acc} ins Spiel und greift {target:acc} an."),
        DeedRestricts => same("{San} lässt {target:dat} keinen sicheren Zug."),
        DeedGuards => same("{San} deckt {target:acc}."),
        DeedLuft => same(
            "{San} gibt dem König ein Fluchtfeld auf {square}, gegen Matts auf der Grundreihe.",
        ),
        DeedDenies => same("{San} nimmt {target:dat} das Feld {square}."),
        DeedSupportsCentre => same("{San} stützt {target:acc} im Zentrum."),
        DeedSquare => same(
            "{San} stellt {kind:acc} nach {square} in die Hälfte von {other}, wo kein Bauer gleich angreifen kann.",
        ),
        DeedCentralises => same("{San} stellt {kind:acc} in die Mitte des Bretts."),
        DeedControlsCentre => same("{San} verstärkt die Herrschaft über {squares} im Zentrum."),
        DeedWorstPiece => {
            same("{San} gibt {kind:dat} mehr zu tun; am wenigsten Felder hatte bisher diese Figur.")
        }
        DeedSpaceQueenside => same("{San} gewinnt Raum am Damenflügel."),
        DeedSpaceKingside => same("{San} gewinnt Raum am Königsflügel."),
        DeedKingCentre => same("{San} bringt den König zur Mitte, wo er im Endspiel mithilft."),
        DeedKingSteps => same("{San} nimmt den König aus der Linie von {target:dat}."),
        ConceptKingAttack => {
            same("{Side} hat am König von {other} mehr Figuren als {other} zu seiner Verteidigung.")
        }
        ConceptBrokenShelter => {
            same("Vor dem König von {side} auf {square} ist die {file}-Linie offen.")
        }
        ConceptBackRank => same(
            "Die Grundreihe von {side} ist schwach: Der König auf {square} hat kein Fluchtfeld.",
        ),
        ConceptConnectedPassers => same("{Side} hat verbundene Freibauern auf {squares}."),
        ConceptRookBehind => same(
            "Der Turm von {side} auf {square} steht hinter dem Freibauern auf {pawn}, wo er hingehört.",
        ),
        ConceptBlockade => same("{Piece} blockiert den Freibauern auf {pawn}."),
        ConceptOpenFile => same(
            "Der Turm von {side} auf {square} beherrscht die offene {file}-Linie und kann auf {pawn} eindringen.",
        ),
        ConceptDevelopment => same("{Side} hat mehr Figuren im Spiel."),
        ConceptWeakSquares => same(
            "Die Felder {squares} am König von {side} sind schwach: Kein Bauer kann sie decken.",
        ),
        ConceptSpace => same("{Side} hat mehr Raum; {other} würde gern Figuren tauschen."),
        ConceptBackwardPawn => same(
            "Der Bauer von {side} auf {square} ist rückständig: Kein Bauer kann ihn decken, und er kann nicht sicher vorrücken.",
        ),
        ConceptIsolatedPawn => {
            same("Der Bauer von {side} auf {square} ist isoliert: Nur Figuren können ihn decken.")
        }
        ConceptDoubledPawns => {
            same("Die Doppelbauern von {side} auf {squares} können einander nicht decken.")
        }
        ConceptRimKnight => {
            same("Der Springer von {side} auf {square} steht am Rand und hat wenige Felder.")
        }
        ConceptLoosePieces => {
            same("Ungedeckt: {pieces}. {Other} kann nach einem Doppelangriff suchen.")
        }
        ConceptOverloaded => same("{Piece} ist überlastet: Zu decken sind {wards}."),
        ConceptMajority => {
            same("{Side} hat die Mehrheit am Damenflügel und kann dort einen Freibauern bilden.")
        }
        IdeaWinsBack => same("{San} gewinnt {haul} zurück."),
        OfferExchange => [
            "Es ist ein Qualitätsopfer: Den Turm zu schlagen, lohnt sich nicht.",
            "Es ist ein Qualitätsopfer: {Offered:acc} zu schlagen, lohnt sich nicht ({line}).",
            "Es ist ein Qualitätsopfer: {Offered:acc} zu schlagen, lohnt sich nicht ({score}; {line}).",
        ],
        Zugzwang => same(
            "{San} bringt {other} in Zugzwang: Jeder Zug verschlechtert die Stellung, und Aussetzen würde helfen.",
        ),
        TableWin => same("Tablebase: {Who} gewinnt, und {san} hält den Gewinn fest."),
        TableDraw => same("Tablebase: Das Endspiel ist remis, und {san} hält es."),
        TableLoss => {
            same("Tablebase: {Who} gewinnt, was {side} auch spielt; {san} hält lange stand.")
        }
        TableCursed => same(
            "Tablebase: {Who} würde gewinnen, aber nicht in fünfzig Zügen, also ist es nach der Fünfzig-Züge-Regel remis; {san} ist der richtige Zug.",
        ),
        OpeningIs => [
            "Diese Eröffnung hat einen Namen: {name}.",
            "Die Eröffnung: {name} ({eco}).",
            "Die Eröffnung: {name} ({eco}).",
        ],
        Prophylaxis => same("Der Zug richtet sich gegen {threat}, was {other} gern spielen würde."),
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
