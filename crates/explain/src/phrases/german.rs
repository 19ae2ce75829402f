// SPDX-License-Identifier: GPL-3.0-or-later
//! German.

use chess::{Color, Role};
use eval::Term;

use super::{Case, Phrase, Wording, german_ideas};
use crate::Section;
use crate::judgement::Quality;

pub(super) const WORDING: Wording = Wording {
    sentences,
    heading: |section| match section {
        Section::Position => "Die Stellung",
        Section::Threat => "Was droht",
        Section::Best => "Der beste Zug",
        Section::Played => "Dein Zug",
        Section::WhyNot => "Warum nicht …",
    },
    side: |color| match color {
        Color::White => "Weiß",
        Color::Black => "Schwarz",
    },
    piece: |role, square, case| format!("{} auf {square}", the(role, case)),
    kind: the,
    kinds: |role| format!("die {}", plural(role)),
    theme: german_ideas::theme,
    quality: |quality| match quality {
        Quality::Best => "der beste Zug",
        Quality::Good => "ein guter Zug",
        Quality::Inaccuracy => "eine Ungenauigkeit",
        Quality::Mistake => "ein Fehler",
        Quality::Blunder => "ein grober Fehler",
    },
    pieces: |role, count| match (role, count) {
        (Role::Queen, 1) => "eine Dame".to_owned(),
        (role, 1) => format!("einen {}", noun(role)),
        (role, n) => format!("{} {}", number(n), plural(role)),
    },
    new_piece: |role| match role {
        Role::Queen => "eine neue Dame".to_owned(),
        role => format!("einen neuen {}", noun(role)),
    },
    exchange: |won, lost| format!("{won} für {lost}"),
    term,
    plain,
    and: "und",
    it: "Er",
    it_also: "Er",
    letters: ['S', 'L', 'T', 'D', 'K'],
    mate_in: |moves| match moves {
        1 => "Matt im nächsten Zug".to_owned(),
        n => format!("Matt in {n} Zügen"),
    },
    ending: |name| match name {
        "stalemate" => "Patt",
        "insufficient_material" => "zu wenig Material",
        "fifty_moves" => "die Fünfzig-Züge-Regel",
        "threefold_repetition" => "Zugwiederholung",
        _ => "Matt",
    },
    point: ',',
    table: ["Begriff", "Weiß", "Schwarz", "Bilanz", "Rundung", "Summe"],
    changes: ["Begriff", "vorher", "nachher", "Änderung", "am Ende"],
};

fn noun(role: Role) -> &'static str {
    match role {
        Role::Pawn => "Bauern",
        Role::Knight => "Springer",
        Role::Bishop => "Läufer",
        Role::Rook => "Turm",
        Role::Queen => "Dame",
        Role::King => "König",
    }
}

fn plural(role: Role) -> &'static str {
    match role {
        Role::Pawn => "Bauern",
        Role::Knight => "Springer",
        Role::Bishop => "Läufer",
        Role::Rook => "Türme",
        Role::Queen => "Damen",
        Role::King => "Könige",
    }
}

/// The piece with its article.
fn the(role: Role, case: Case) -> String {
    let article = match (role, case) {
        (Role::Queen, Case::Dative) => "der",
        (Role::Queen, _) => "die",
        (_, Case::Nominative) => "der",
        (_, Case::Accusative) => "den",
        (_, Case::Dative) => "dem",
    };
    let noun = match (role, case) {
        (Role::Pawn, Case::Nominative) => "Bauer",
        (role, _) => noun(role),
    };
    format!("{article} {noun}")
}

fn number(n: i32) -> String {
    match n {
        2 => "zwei".to_owned(),
        3 => "drei".to_owned(),
        4 => "vier".to_owned(),
        n => n.to_string(),
    }
}

fn term(term: Term) -> &'static str {
    match term {
        Term::Material => "Material",
        Term::Placement => "Figurenstellung",
        Term::Pawns => "Bauern",
        Term::Passed => "Freibauern",
        Term::Mobility => "Beweglichkeit",
        Term::Pieces => "Figurenspiel",
        Term::Threats => "Drohungen",
        Term::Shelter => "Königsschutz",
        Term::King => "Königsangriff",
        Term::Space => "Raum",
        Term::Tempo => "Zugrecht",
        Term::Development => "Entwicklung",
        other => other.name(),
    }
}

/// After "hat".
fn plain(term: Term, good: bool) -> Option<&'static str> {
    Some(match (term, good) {
        (Term::Placement, true) => "bessere Felder für die Figuren",
        (Term::Placement, false) => "schlechtere Felder für die Figuren",
        (Term::Pawns, true) => "eine gesündere Bauernstellung",
        (Term::Pawns, false) => "eine schwächere Bauernstellung",
        (Term::Passed, true) => "mehr von Freibauern",
        (Term::Passed, false) => "weniger von Freibauern",
        (Term::Mobility, true) => "mehr Freiheit für die Figuren",
        (Term::Mobility, false) => "weniger Freiheit für die Figuren",
        (Term::Pieces, true) => "besser postierte Figuren",
        (Term::Pieces, false) => "schlechter postierte Figuren",
        (Term::Masked, true) => "weniger gefesselte Figuren",
        (Term::Masked, false) => "mehr gefesselte Figuren",
        (Term::Development, true) => "mehr Figuren im Spiel",
        (Term::Development, false) => "weniger Figuren im Spiel",
        (Term::KingCentre, true) => "einen aktiveren König",
        (Term::KingCentre, false) => "einen weniger aktiven König",
        (Term::Threats, true) => "mehr Druck auf gegnerische Figuren",
        (Term::Threats, false) => "weniger Druck auf gegnerische Figuren",
        (Term::Shelter, true) => "einen sichereren Platz für den König",
        (Term::Shelter, false) => "einen weniger sicheren Platz für den König",
        (Term::King, true) => "einen stärkeren Angriff auf den König",
        (Term::King, false) => "einen schwächeren Angriff auf den König",
        (Term::Space, true) => "mehr Raum",
        (Term::Space, false) => "weniger Raum",
        _ => return None,
    })
}

fn sentences(phrase: Phrase) -> [&'static str; 3] {
    use Phrase::*;
    let same = |text| [text; 3];
    // Plain words for beginners, one wording for everybody else.
    let two = |plain, other| [plain, other, other];
    match phrase {
        Checkmate => same("{Side} ist matt durch {givers:acc}: Die Partie ist zu Ende."),
        Stalemate => same("{Side} hat keinen Zug und steht nicht im Schach: Patt, remis."),
        DeadPosition => same("Keine Seite hat genug Figuren, um mattzusetzen: remis."),
        FiftyMoves => same("Fünfzig Züge ohne Schlag- und Bauernzug: remis."),
        Threefold => same("Die Stellung steht zum dritten Mal auf dem Brett: remis."),
        InCheck => same("{Side} steht im Schach durch {givers:acc}."),
        MaterialEven => two(
            "Beide Seiten haben gleich viel Material.",
            "Das Material ist gleich: je {points} Punkte.",
        ),
        MaterialAhead => two(
            "{Side} hat {ahead} Punkte mehr (Bauer 1, Springer und Läufer 3, Turm 5, Dame 9).",
            "{Side} hat {ahead} Punkte mehr ({points} zu {others}).",
        ),
        StandingEqual => [
            "Die Chancen sind etwa gleich.",
            "Die Stellung ist ausgeglichen ({score}).",
            "Ausgeglichen: {score} in Tiefe {depth}, {nodes} Knoten; Chancen von {side} {chance}.",
        ],
        StandingSlight => [
            "{Side} steht etwas besser.",
            "{Side} steht etwas besser ({score}).",
            "{Side} steht etwas besser: {score} in Tiefe {depth}, {nodes} Knoten; Chancen {chance}.",
        ],
        StandingClear => [
            "{Side} steht klar besser.",
            "{Side} steht klar besser ({score}).",
            "{Side} steht klar besser: {score} in Tiefe {depth}, {nodes} Knoten; Chancen {chance}.",
        ],
        StandingWinning => [
            "{Side} sollte gewinnen.",
            "{Side} sollte gewinnen ({score}).",
            "{Side} sollte gewinnen: {score} in Tiefe {depth}, {nodes} Knoten; Chancen {chance}.",
        ],
        StandingMate => [
            "{Side} kann das Matt erzwingen.",
            "{Side} erzwingt das Matt ({score}).",
            "{Side} erzwingt das Matt: {score} in Tiefe {depth}, {nodes} Knoten.",
        ],
        TermFor => [
            "{Side} hat {plain}.",
            "{Term}: {worth} für {side}.",
            "{Term}: {worth} für {side} (Weiß {white}, Schwarz {black}).",
        ],
        PassedPawn => two(
            "{Side} hat einen Freibauern auf {square}: Kein gegnerischer Bauer kann ihn aufhalten.",
            "{Side} hat einen Freibauern auf {square} ({worth}).",
        ),
        IsolatedPawn => two(
            "{Side} hat auf {square} einen einzelnen Bauern, den kein anderer decken kann.",
            "{Side} hat auf {square} einen Isolani ({worth}).",
        ),
        DoubledPawn => two(
            "{Side} hat auf {square} einen Bauern hinter einem eigenen.",
            "{Side} hat auf {square} einen Doppelbauern ({worth}).",
        ),
        BackwardPawn => two(
            "{Side} hat auf {square} einen Bauern, der zurückgeblieben ist.",
            "{Side} hat auf {square} einen rückständigen Bauern ({worth}).",
        ),
        KnightOutpost => two(
            "Der Springer auf {square} steht gut: Kein Bauer kann ihn vertreiben.",
            "Der Springer hat auf {square} einen Vorposten ({worth}).",
        ),
        BishopOutpost => two(
            "Der Läufer auf {square} steht gut: Kein Bauer kann ihn vertreiben.",
            "Der Läufer hat auf {square} einen Vorposten ({worth}).",
        ),
        RookOpenFile => two(
            "Der Turm auf {square} hat eine offene Linie: Kein Bauer steht ihm im Weg.",
            "Der Turm auf {square} hat eine offene Linie ({worth}).",
        ),
        RookHalfOpenFile => two(
            "Der Turm auf {square} steht auf einer Linie ohne eigene Bauern.",
            "Der Turm auf {square} hat eine halboffene Linie ({worth}).",
        ),
        RookSeventh => two(
            "Der Turm auf {square} ist hinter die gegnerischen Bauern gekommen.",
            "Der Turm steht auf der siebten Reihe, {square} ({worth}).",
        ),
        RookTrapped => two(
            "Der Turm auf {square} ist vom eigenen König eingesperrt.",
            "Der Turm auf {square} ist vom eigenen König eingesperrt ({worth}).",
        ),
        PinnedToKing | PinnedToPiece => same("{By} fesselt {pinned:acc} an {behind:acc}."),
        Skewered => same("{By} spießt {front:acc} und {behind:acc} auf."),
        LedgerSum => [
            "",
            "Statische Bewertung {worth}; die Suche sagt {score}.",
            "Statische Bewertung {worth}; die Suche sagt {score} (Tiefe {depth}, {nodes} Knoten).",
        ],
        ClockRuns => {
            same("{number} Halbzüge ohne Schlag- und Bauernzug; bei 100 ist die Partie remis.")
        }
        ThreatMate => two(
            "Vorsicht: Wäre {side} jetzt am Zug, führte {san} zum Matt.",
            "{Side} droht {san} mit {mate}.",
        ),
        ThreatMaterial => two(
            "Vorsicht: {Side} möchte {san} spielen und gewänne {haul}.",
            "{Side} droht {san} und gewänne {haul}.",
        ),
        ThreatNone => two("{Side} droht nichts.", "{Side} droht nichts: {san} gewänne nichts."),
        BestMove => [
            "{Side} sollte {san} spielen.",
            "{Side} sollte {san} spielen ({score}).",
            "{San} ist am besten: {score} in Tiefe {depth}, {nodes} Knoten.",
        ],
        OnlyLegal => same("{San} ist der einzige mögliche Zug."),
        OnlyGood => two(
            "Es ist der einzige gute Zug; der nächstbeste, {next}, ist viel schlechter.",
            "Es ist der einzige gute Zug: Der nächstbeste, {next}, kostet {lost} der Chancen.",
        ),
        NearMoves => {
            two("Etwa gleich gut: {others}.", "Etwa gleich gut, innerhalb von 5 %: {others}.")
        }
        FoundLate => two(
            "Der Zug ist nicht leicht zu finden: Auf den ersten Blick sieht {first} besser aus.",
            "Nicht offensichtlich: Zuerst sieht {first} besser aus, {san} ist erst ab Tiefe {number} der beste Zug.",
        ),
        FoundAtOnce => [
            "",
            "Die Suche hat ihn vom ersten Blick an bevorzugt.",
            "Bester Zug in jeder Tiefe von 1 bis {depth}.",
        ],
        MatesNow => same("{San} ist matt."),
        MatesForced => two("{San} führt zum Matt, was auch geschieht.", "{San} erzwingt {mate}."),
        MatesInLine => two(
            "Nach {san} endet die erwartete Folge im Matt.",
            "Die Folge nach {san} endet mit {mate}.",
        ),
        WinsMaterial => two("{San} gewinnt {haul}.", "{San} gewinnt {haul} (+{points})."),
        LeadsToDraw => same("Die Folge nach {san} endet remis durch {how}."),
        Sacrifices => two(
            "Es ist ein Opfer: {Offered} darf geschlagen werden, aber es lohnt sich nicht.",
            "Ein Opfer: Wer {offered:acc} schlägt, gerät in die Folge darunter ({score}).",
        ),
        CreatesFork => same("{San} greift {targets:acc} zugleich an."),
        CreatesPinToKing | CreatesPin => same("{San} fesselt {pinned:acc} an {behind:acc}."),
        CreatesSkewer => same("{San} spießt {front:acc} und {behind:acc} auf."),
        CreatesDiscoveredCheck => same("{San} öffnet die Linie von {by:dat}: Schach."),
        CreatesDiscovered => same("{San} öffnet die Linie von {by:dat} gegen {target:acc}."),
        MoveThreatensMate => two("Es droht {next} und Matt.", "Es droht {next} mit {mate}."),
        MoveThreatensMaterial => same("Es droht {next}, was {haul} gewinnt."),
        Improves | Worsens => [
            "Danach hat {who} {plain} als zuvor.",
            "{Term}: {change}.",
            "{Term}: {change} ({before} zu {after}).",
        ],
        ImprovesAtEnd | WorsensAtEnd => [
            "",
            "Am Ende dieser Folge für {side} {term}: {change}.",
            "Am Ende dieser Folge {term}: {change} ({before} zu {after}).",
        ],
        PlanPromotion => same("Der Plan: einen Bauern umwandeln ({moves})."),
        PlanPassedPawn => same("Der Plan: den Freibauern vorrücken ({moves})."),
        PlanCastling => same("Der Plan: den König durch die Rochade sichern ({moves})."),
        PlanDevelopment => same("Der Plan: die Figuren entwickeln ({moves})."),
        PlanOpenFile => same("Der Plan: ein Turm auf die offene Linie ({moves})."),
        PlanQueenTrade => same("Der Plan: die Damen tauschen ({moves})."),
        PlanKing => same("Der Plan: den König ins Zentrum bringen ({moves})."),
        JudgedBest => [
            "{San} ist der beste Zug.",
            "{San} ist der beste Zug ({score}).",
            "{San} ist am besten: {score}, Chancen {chance}.",
        ],
        JudgedGood => [
            "{San} ist ein guter Zug; {best} ist etwa gleich gut.",
            "{San} ist gut ({score}); {best} ist etwas besser ({bestscore}).",
            "{San}: {score}, {lost} hinter {best} ({bestscore}).",
        ],
        JudgedInaccuracy => two(
            "{San} ist nicht ganz das Beste; {best} ist besser.",
            "{San} ist ungenau: Es kostet {lost} der Chancen ({score} statt {bestscore} nach {best}).",
        ),
        JudgedMistake => two(
            "{San} ist ein Fehler; {best} ist klar besser.",
            "{San} ist ein Fehler: Es kostet {lost} der Chancen ({score} statt {bestscore} nach {best}).",
        ),
        JudgedBlunder => two(
            "{San} ist ein schwerer Fehler; {best} ist viel besser.",
            "{San} ist ein grober Fehler: Es kostet {lost} der Chancen ({score} statt {bestscore} nach {best}).",
        ),
        LeavesHanging => two(
            "{Piece} kann danach geschlagen werden.",
            "{Piece} hängt danach: {reply} gewinnt {haul}.",
        ),
        AllowsFork => same("{By} kann dann {targets:acc} zugleich angreifen."),
        AllowsPin => same("{By} kann dann {pinned:acc} an {behind:acc} fesseln."),
        AllowsSkewer => same("{By} kann dann {front:acc} und {behind:acc} aufspießen."),
        OtherFine => two(
            "{San} ist so gut wie {best}.",
            "{San} geht auch: {score}, kaum weniger als {best} ({bestscore}).",
        ),
        OtherAllowsMate => {
            two("{San} erlaubt ein Matt: Die Antwort ist {reply}.", "{San}? {reply} und {mate}.")
        }
        OtherLosesMaterial => two(
            "{San} verliert: Die Antwort {reply} gewinnt {haul}.",
            "{San}? {reply} gewinnt {haul}; es kostet {lost} der Chancen.",
        ),
        OtherAllowsDraw => two(
            "{San} lässt die Partie remis enden durch {how}.",
            "{San} erlaubt remis durch {how}; es kostet {lost} der Chancen.",
        ),
        OtherMissesMate => two(
            "{San} verpasst ein Matt, das mit {best} beginnt.",
            "{San} verpasst {mate} durch {best}.",
        ),
        OtherMissesMaterial => two(
            "{San} verpasst {best}, was {haul} gewinnt.",
            "{San} verpasst {best}, was {haul} gewinnt; es kostet {lost} der Chancen.",
        ),
        OtherWorsePosition => [
            "Nach {san} hat {who} {plain} als nach {best}.",
            "{San} führt zu einer schlechteren Stellung als {best}: {term} {change}.",
            "{San}: Wo die Folgen zur Ruhe kommen, ist {term} {change} gegen {best}; {score}, {lost} verloren.",
        ],
        OtherWorse => [
            "{San} ist nicht so gut wie {best}.",
            "{San} kommt auf {score}, {best} auf {bestscore}.",
            "{San}: {score}, {lost} hinter {best} ({bestscore}).",
        ],
        AnswerForks => same("Die Antwort {reply} greift {targets:acc} zugleich an."),
        AnswerPins => same("Die Antwort {reply} fesselt {pinned:acc} an {behind:acc}."),
        idea => german_ideas::sentences(idea),
    }
}
