// SPDX-License-Identifier: GPL-3.0-or-later
//! Which engine plays: an evaluator and a search around it, as the options say.
//!
//! ```
//! use chess::Position;
//! use xanthos_engine::{EngineSetup, options::Options};
//!
//! let mut options = Options::default();
//! options.set("Evaluation", Some("placement")).unwrap();
//! let setup = EngineSetup::of(&options);
//! assert_eq!(setup.to_string(), "placement");
//! assert_ne!(setup, EngineSetup::default());
//! ```

use std::fmt;
use std::sync::Arc;

use chess::Position;
use eval::cnn::{self, Cnn};
use eval::nnue::{self, Nnue};
use eval::{Explains, Groups, Ledger};
use papers::{Around, Evaluation, Features, Method, Persona, Visitor};
use search::Search;

use crate::options::{Id, OptionError, Options};

/// An evaluator by name, and how it is set up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EngineSetup {
    /// Which evaluator.
    pub evaluation: Evaluation,
    /// Its settings; what an evaluator does not have it ignores.
    pub settings: papers::Settings,
    /// How a move is found.
    pub method: Method,
    /// With which ideas, if by [`Method::Documented`].
    pub features: Features,
    /// The network, if not the one that is built in.
    pub net: Option<Network>,
}

/// A network out of a file: for [`Evaluation::Nnue`] or for [`Evaluation::Cnn`].
#[derive(Clone, Debug, PartialEq)]
pub enum Network {
    /// A network that is updated move by move.
    Nnue(nnue::Network),
    /// A convolutional one.
    Cnn(Arc<cnn::Net>),
}

impl Network {
    /// Reads the network in a file; none without a name.
    pub(crate) fn load(path: &str) -> Result<Option<Network>, String> {
        if path.is_empty() {
            return Ok(None);
        }
        let bytes = regular(path.as_ref())
            .and_then(|()| std::fs::read(path))
            .map_err(|error| error.to_string())?;
        Network::from_bytes(&bytes).map(Some)
    }

    /// Reads a file; its first bytes tell which kind it is.
    ///
    /// # Errors
    /// In words, if it is neither.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, String> {
        match cnn::Net::from_bytes(bytes) {
            Ok(net) => Ok(Network::Cnn(Arc::new(net))),
            Err(eval::NetError::Magic { .. }) => match nnue::Network::from_bytes(bytes) {
                Ok(net) => Ok(Network::Nnue(net)),
                Err(error) => Err(error.to_string()),
            },
            Err(error) => Err(error.to_string()),
        }
    }
}

impl EngineSetup {
    /// What the options ask for.
    pub fn of(options: &Options) -> EngineSetup {
        // Options hold values that fit; a value that did not would be the default.
        let number = |id| i32::try_from(options.number(id)).unwrap_or_default();
        let settings = papers::Settings {
            style: number(Id::Style),
            granularity: number(Id::Granularity),
            cap: Some(number(Id::PositionalCap)).filter(|&cap| cap > 0),
            without: options.text(Id::EvalWithout).parse().unwrap_or(Groups::NONE),
            material_limit: number(Id::MaterialLimit),
        };
        let evaluation = options.text(Id::Evaluation).parse().unwrap_or_default();
        let method = options.text(Id::Search).parse().unwrap_or_default();
        let persona: Persona = options.text(Id::Persona).parse().unwrap_or_default();
        let exploration = u32::try_from(options.number(Id::UctExploration)).unwrap_or_default();
        let features = Features { exploration, ..persona.features };
        EngineSetup { evaluation, settings, method, features, net: None }
    }

    /// What the options ask for, with the network of `EvalFile`.
    ///
    /// # Errors
    /// If that file is no network.
    pub fn load(options: &Options) -> Result<EngineSetup, OptionError> {
        let path = options.text(Id::EvalFile).to_owned();
        let net = Network::load(&path);
        let net = net.map_err(|why| OptionError::File { name: "EvalFile", path, why })?;
        Ok(EngineSetup { net, ..EngineSetup::of(options) })
    }

    /// Builds the evaluator and hands it to `visitor`.
    pub fn build<V: Visitor>(&self, visitor: V) -> V::Out {
        match (&self.net, self.evaluation) {
            (Some(Network::Nnue(net)), Evaluation::Nnue) => {
                self.settings.styled(Nnue::new(net.clone()), visitor)
            }
            (Some(Network::Cnn(net)), Evaluation::Cnn) => {
                self.settings.styled(Cnn::new(Arc::clone(net)), visitor)
            }
            _ => self.evaluation.build(&self.settings, visitor),
        }
    }

    /// Whether an option belongs to the setup.
    pub(crate) fn is_set_by(id: Id) -> bool {
        matches!(
            id,
            Id::Persona
                | Id::Evaluation
                | Id::Style
                | Id::Granularity
                | Id::PositionalCap
                | Id::MaterialLimit
                | Id::EvalWithout
                | Id::Search
                | Id::UctExploration
        )
    }

    /// Options that are set and mean nothing as the others are, with the reason.
    pub fn without_effect(options: &Options) -> Vec<(&'static str, String)> {
        let setup = EngineSetup::of(options);
        let (evaluation, method) = (setup.evaluation, setup.method);
        let mut idle = Vec::new();
        if setup.settings.style != 0 && !evaluation.has_style() {
            idle.push(("Style", format!("Evaluation {evaluation} has no style")));
        }
        if setup.settings.cap.is_some() && !evaluation.has_cap() {
            idle.push(("PositionalCap", format!("Evaluation {evaluation} has no positional part")));
        }
        if !options.text(Id::SyzygyPath).is_empty() && !method.asks_tables() {
            idle.push(("SyzygyPath", format!("Search {method} asks no tablebases")));
        }
        if options.unexpected().is_some() && method != Method::AlphaBeta {
            idle.push(("TimeTrapMargin", format!("Search {method} plays its best move")));
        }
        idle
    }

    /// The evaluation of a position with its reasons.
    pub fn explain(&self, position: &Position) -> Ledger {
        self.build(Explain(position))
    }
}

impl fmt::Display for EngineSetup {
    /// The evaluator and whatever has been set about it: `classical, style 40`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (settings, usual) = (&self.settings, papers::Settings::default());
        write!(f, "{}", self.evaluation)?;
        if settings.style != usual.style {
            write!(f, ", style {}", settings.style)?;
        }
        if settings.granularity != usual.granularity {
            write!(f, ", granularity {}", settings.granularity)?;
        }
        if let Some(cap) = settings.cap {
            write!(f, ", positional cap {cap}")?;
        }
        if settings.material_limit != usual.material_limit {
            write!(f, ", material limit {}", settings.material_limit)?;
        }
        if !settings.without.is_empty() {
            write!(f, ", without {}", settings.without)?;
        }
        match self.method {
            Method::Documented => write!(f, ", searched by {}", self.features)?,
            Method::Uct => {
                write!(
                    f,
                    ", searched by uct with c {:.2}",
                    f64::from(self.features.exploration) / 100.0
                )?;
            }
            method if method != Method::default() => write!(f, ", searched by {method}")?,
            _ => {}
        }
        Ok(())
    }
}

/// The search that `setup` wants, around its evaluator. The search is compiled
/// for each evaluator: choosing one costs a virtual call a search, not one a node.
pub fn flagship(setup: &EngineSetup) -> Box<dyn Search> {
    setup.build(Around(setup.method, setup.features))
}

struct Explain<'a>(&'a Position);

impl Visitor for Explain<'_> {
    type Out = Ledger;

    fn with<E: Explains>(self, evaluator: E) -> Ledger {
        evaluator.explain(self.0)
    }
}

/// Refuses what is no file: a pipe or a device would be read for ever, and nobody would be
/// answered meanwhile.
///
/// # Errors
/// That, or what the system says.
pub(crate) fn regular(path: &std::path::Path) -> std::io::Result<()> {
    if std::fs::metadata(path)?.is_file() {
        return Ok(());
    }
    Err(std::io::Error::other("this is not a regular file"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn untouched_options_are_the_usual_setup() {
        assert_eq!(EngineSetup::of(&Options::default()), EngineSetup::default());
    }

    #[test]
    fn every_option_of_the_setup_changes_it_and_shows() {
        for (name, value) in [
            ("Evaluation", "placement"),
            ("Style", "-30"),
            ("Granularity", "8"),
            ("PositionalCap", "150"),
            ("MaterialLimit", "1450"),
            ("EvalWithout", "mobility king-safety"),
            ("Search", "mcts"),
        ] {
            let mut options = Options::default();
            let id = crate::options::find(name).unwrap().id;
            assert!(EngineSetup::is_set_by(id), "{name}");
            options.set(name, Some(value)).unwrap();
            let setup = EngineSetup::of(&options);
            assert_ne!(setup, EngineSetup::default(), "{name}");
            assert_ne!(setup.to_string(), EngineSetup::default().to_string(), "{name}");
        }
        assert!(!EngineSetup::is_set_by(Id::Hash));
    }

    #[test]
    fn the_usual_persona_is_the_usual_options() {
        let mut options = Options::default();
        for (name, value) in Persona::default().settings() {
            options.set(name, Some(&value)).unwrap();
        }
        assert_eq!(options, Options::default());
        assert_eq!(options.text(Id::Persona), "xanthos");
    }

    #[test]
    fn every_setting_of_every_persona_fits() {
        for persona in Persona::ALL {
            let mut options = Options::default();
            for (name, value) in persona.settings() {
                options.set(name, Some(&value)).unwrap();
            }
        }
    }
}
