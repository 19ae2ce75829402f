// SPDX-License-Identifier: GPL-3.0-or-later
//! What all pages share: the threads, the memory, the book, the tablebases, the games.

use crate::config::Config;
use crate::pool::{HashBudget, Pool};
use crate::protocol::{Refusal, RefusalCode};
use crate::secret;
use crate::table::Tables;
use engine::Engine;
use formats::book::Book;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use syzygy::Tables as Tablebases;
use tokio::sync::Semaphore;

/// What all pages share.
pub struct Host {
    /// What the command line says.
    pub config: Config,
    /// Changes with every start of the server.
    pub boot: String,
    /// The threads.
    pub pool: Arc<Pool>,
    /// The memory for hash tables.
    pub hash: Arc<HashBudget>,
    /// The opening book.
    pub book: Option<Book>,
    /// The endings.
    pub tablebases: Option<Arc<Tablebases>>,
    /// Games against the engine.
    pub games: Tables,
    /// Games between engines.
    pub watches: Tables,
    /// How many analysts there may be.
    pub analysts: Arc<Semaphore>,
    /// How many reports are made at once.
    pub reporters: Arc<Semaphore>,
    /// How many explanations are made at once.
    pub explainers: Arc<Semaphore>,
    /// Sockets that are open.
    pub sockets: AtomicUsize,
}

/// A file that the command line names can't be used.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    /// The book.
    #[error(transparent)]
    Book(#[from] formats::book::BookError),
    /// The tablebases.
    #[error("there is no Syzygy table in {0}")]
    NoTables(String),
}

impl Host {
    /// Opens what the configuration names.
    ///
    /// # Errors
    /// If a file is not what it should be.
    pub fn new(config: Config) -> Result<Host, HostError> {
        let book = config.book.as_deref().map(Book::open).transpose()?;
        let tablebases = match &config.syzygy {
            None => None,
            Some(path) => {
                let (tables, found) = Tablebases::open(&syzygy::split(path));
                if found.is_empty() {
                    return Err(HostError::NoTables(path.clone()));
                }
                Some(Arc::new(tables))
            }
        };
        let limits = config.limits;
        Ok(Host {
            boot: secret::key(),
            pool: Pool::new(config.threads),
            hash: HashBudget::new(config.hash_mib),
            book,
            tablebases,
            games: Tables::new(limits.games),
            watches: Tables::new(limits.watches),
            analysts: Arc::new(Semaphore::new(limits.analyses)),
            reporters: Arc::new(Semaphore::new(limits.reports)),
            explainers: Arc::new(Semaphore::new(limits.explanations)),
            sockets: AtomicUsize::new(0),
            config,
        })
    }

    /// Sets what the command line decides about an engine.
    ///
    /// # Errors
    /// If a file that it names can't be used any more.
    pub fn configure(&self, engine: &mut Engine, hash_mib: usize) -> Result<(), Refusal> {
        let hash = hash_mib.to_string();
        let decided = [
            ("Hash", Some(hash.as_str())),
            ("SyzygyPath", self.config.syzygy.as_deref()),
            ("EvalFile", self.config.eval_file.as_deref()),
        ];
        for (name, value) in decided.into_iter().filter(|(_, value)| value.is_some()) {
            let set = engine.set_option(name, value);
            set.map_err(|error| Refusal::new(RefusalCode::EngineFailed, error.to_string()))?;
        }
        Ok(())
    }

    /// Lets a socket in, if there is room.
    pub fn admit(&self) -> bool {
        let counted = self.sockets.fetch_add(1, Ordering::Relaxed);
        if counted >= self.config.limits.sockets {
            self.dismiss();
            return false;
        }
        true
    }

    /// A socket has gone.
    pub fn dismiss(&self) {
        self.sockets.fetch_sub(1, Ordering::Relaxed);
    }
}
