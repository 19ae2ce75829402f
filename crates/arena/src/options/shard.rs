// SPDX-License-Identifier: GPL-3.0-or-later
//! Parts of a tournament for several processes or machines.

use std::path::{Path, PathBuf};

use super::config::{Affinity, Shard, TournamentConfig};

/// Where batch systems say which process this is, and of how many: index, count, and whether the
/// index counts from zero.
const PLACES: [(&str, &str, &str); 4] = [
    ("SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_MIN"),
    ("SLURM_PROCID", "SLURM_NTASKS", ""),
    ("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", ""),
    ("PMI_RANK", "PMI_SIZE", ""),
];

impl Shard {
    /// Reads `2/8`, or `auto`: then a batch system says it (Slurm arrays and tasks, Open MPI,
    /// MPICH).
    ///
    /// ```
    /// use arena::options::Shard;
    /// assert_eq!(Shard::read("2/8"), Ok(Shard { index: 2, count: 8 }));
    /// assert!(Shard::read("9/8").is_err() && Shard::read("0/8").is_err());
    /// ```
    pub fn read(text: &str) -> Result<Shard, String> {
        if text == "auto" {
            return Shard::automatic(&|name| std::env::var(name).ok());
        }
        let parts = text.split_once('/');
        let numbers = parts.and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
        match numbers {
            Some((index, count)) if 0 < index && index <= count => Ok(Shard { index, count }),
            _ => Err("I/N such as 2/8, from 1/8 to 8/8, or auto".to_owned()),
        }
    }

    /// The part that the environment names.
    pub fn automatic(variable: &dyn Fn(&str) -> Option<String>) -> Result<Shard, String> {
        let number = |name: &str| variable(name).and_then(|text| text.trim().parse::<u32>().ok());
        for (index, count, first) in PLACES {
            let (Some(at), Some(count)) = (number(index), number(count)) else { continue };
            // Arrays may begin at any number; ranks begin at zero.
            let index = at.saturating_sub(number(first).unwrap_or(0)) + 1;
            if index <= count {
                return Ok(Shard { index, count });
            }
            return Err(format!(
                "I/N such as 2/8: auto found task {at} of {count}, which is none of them"
            ));
        }
        Err("I/N such as 2/8: neither Slurm nor MPI says which process this is, so auto means nothing here".to_owned())
    }

    /// Whether unit `number` (from 0) of the work belongs here.
    pub fn has(&self, number: u64) -> bool {
        number % u64::from(self.count) == u64::from(self.index - 1)
    }

    /// The file of this part: `games.pgn` is `games.2-of-8.pgn`.
    pub fn name(&self, file: &Path) -> PathBuf {
        let mut name = file.file_stem().unwrap_or_default().to_owned();
        name.push(self.suffix());
        if let Some(extension) = file.extension() {
            name.push(".");
            name.push(extension);
        }
        file.with_file_name(name)
    }

    /// What names of files of this part end with.
    pub fn suffix(&self) -> String {
        format!(".{}-of-{}", self.index, self.count)
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl TournamentConfig {
    /// The processors that games are bound to; `None` if they are not.
    pub fn affinity_cpus(&self) -> Option<Vec<usize>> {
        match &self.affinity {
            Affinity::Off => None,
            Affinity::On => Some(own_cpus()),
            Affinity::Cpus(cpus) => Some(cpus.clone()),
        }
    }

    /// Threads of a game: of the engine that has most.
    pub fn threads(&self) -> usize {
        let threads = |engine: &super::EngineConfig| {
            let option = |(name, _): &&(String, String)| name.eq_ignore_ascii_case("Threads");
            engine.options.iter().find(option).and_then(|(_, value)| value.parse().ok())
        };
        self.engines.iter().filter_map(threads).max().unwrap_or(1).max(1)
    }
}

/// The processors that this process may use.
fn own_cpus() -> Vec<usize> {
    #[cfg(target_os = "linux")]
    if let Ok(set) = rustix::thread::sched_getaffinity(None) {
        return (0..rustix::thread::CpuSet::MAX_CPU).filter(|&cpu| set.is_set(cpu)).collect();
    }
    (0..std::thread::available_parallelism().map_or(1, usize::from)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn automatic(variables: &[(&str, &str)]) -> Result<Shard, String> {
        Shard::automatic(&|name| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, text)| (*text).to_owned())
        })
    }

    #[test]
    fn batch_systems_say_which_part_this_is() {
        let array = [
            ("SLURM_ARRAY_TASK_ID", "7"),
            ("SLURM_ARRAY_TASK_COUNT", "4"),
            ("SLURM_ARRAY_TASK_MIN", "5"),
            ("SLURM_PROCID", "0"),
            ("SLURM_NTASKS", "1"),
        ];
        assert_eq!(automatic(&array), Ok(Shard { index: 3, count: 4 }));
        let ranks = [("OMPI_COMM_WORLD_RANK", "0"), ("OMPI_COMM_WORLD_SIZE", "2")];
        assert_eq!(automatic(&ranks), Ok(Shard { index: 1, count: 2 }));
        assert!(automatic(&[]).unwrap_err().contains("neither Slurm nor MPI"));
        let odd = [("SLURM_PROCID", "4"), ("SLURM_NTASKS", "4")];
        assert!(automatic(&odd).is_err());
    }

    #[test]
    fn files_of_parts_have_their_own_names() {
        let shard = Shard { index: 2, count: 8 };
        assert_eq!(shard.name(Path::new("a/games.pgn")), Path::new("a/games.2-of-8.pgn"));
        assert_eq!(shard.name(Path::new("state")), Path::new("state.2-of-8"));
    }

    #[test]
    fn every_unit_belongs_to_exactly_one_part() {
        for count in 1..7 {
            for unit in 0..40 {
                let owners = (1..=count).filter(|&index| Shard { index, count }.has(unit)).count();
                assert_eq!(owners, 1);
            }
        }
    }
}
