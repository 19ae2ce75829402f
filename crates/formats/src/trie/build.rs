// SPDX-License-Identifier: GPL-3.0-or-later
//! Building a trie from move statistics.

use super::layout::{EDGE, HEADER, Header, NAME, NODE, NONE, RawEdge, RawName, RawNode};
use super::names::Names;
use crate::move_stats::{MoveCount, MoveStats};
use chess::Position;
use journal::replace;
use std::io::{self, Write};
use std::path::Path;

/// A trie that is ready to be written.
#[derive(Debug)]
pub struct Build {
    header: Header,
    body: Vec<u8>,
}

/// Builds a trie of all moves that at least `min_games` games had in their first `plies`
/// plies, which is how far the statistics go. Positions that have a name are in it also
/// where no game reached them.
///
/// The statistics must use [`Keys::Rules`](crate::move_stats::Keys); it is empty afterwards.
///
/// # Errors
/// When what was put on the disk can't be read again, or there is more than a trie can hold.
pub fn build(
    stats: &mut MoveStats,
    min_games: u32,
    plies: u16,
    names: &Names,
) -> io::Result<Build> {
    let games = stats.tally().used as u64;
    let mut nodes: Vec<RawNode> = Vec::new();
    let mut edges: Vec<RawEdge> = Vec::new();
    let mut children: Vec<u64> = Vec::new();
    stats.for_each_part(
        |count| count.games() >= min_games,
        |moves| {
            for position in moves.chunk_by_mut(|a, b| a.key == b.key) {
                position.sort_by_key(|count| (std::cmp::Reverse(count.games()), count.first));
                let ply = position.iter().map(|count| count.ply).min().unwrap_or(0);
                nodes.push(RawNode {
                    key: position[0].key,
                    first_edge: edges.len() as u32,
                    name: NONE,
                    edges: position.len() as u16,
                    ply,
                });
                edges.extend(position.iter().map(edge));
                children.extend(position.iter().map(|count| count.child));
            }
        },
    )?;
    let names = names.sorted();
    let nodes = with_names(nodes, &names);
    if [nodes.len(), edges.len()].into_iter().any(|count| count >= NONE as usize) {
        return Err(io::Error::other("more moves than a trie can hold; ask for more games a move"));
    }
    for (edge, child) in edges.iter_mut().zip(children) {
        let found = nodes.binary_search_by_key(&child, |node| node.key);
        edge.child = found.map_or(NONE, |index| index as u32);
    }

    let mut text = Vec::new();
    let mut body = Vec::with_capacity(nodes.len() * NODE + edges.len() * EDGE + names.len() * NAME);
    nodes.iter().try_for_each(|node| node.write(&mut body))?;
    edges.iter().try_for_each(|edge| edge.write(&mut body))?;
    for (_, name, _) in &names {
        // A name of more than 65,535 bytes would be cut.
        let at = text.len() as u32;
        let code = u16::try_from(name.eco.len()).unwrap_or(0);
        let length = u16::try_from(name.eco.len() + name.name.len()).unwrap_or(code);
        RawName { at, code, length }.write(&mut body)?;
        text.extend_from_slice(name.eco.as_bytes());
        text.extend_from_slice(name.name.as_bytes());
    }
    body.extend_from_slice(&text);
    let header = Header {
        start: Position::startpos().key(),
        games,
        nodes: nodes.len() as u32,
        edges: edges.len() as u32,
        names: names.len() as u32,
        text: text.len() as u32,
        plies: u32::from(plies),
        min_games,
    };
    Ok(Build { header, body })
}

fn edge(count: &MoveCount) -> RawEdge {
    RawEdge {
        child: NONE,
        mv: count.mv,
        last_year: count.last_year,
        white: count.white,
        draws: count.draws,
        black: count.black,
        unknown: count.unknown,
        mover_rating: count.mover_rating(),
        opponent_rating: count.opponent_rating(),
    }
}

/// The nodes with their names, and nodes for named positions that no game reached.
fn with_names(nodes: Vec<RawNode>, names: &[(u64, &super::OpeningName, u16)]) -> Vec<RawNode> {
    let mut all = Vec::with_capacity(nodes.len() + names.len());
    let mut names = names.iter().enumerate().peekable();
    let unplayed = |index: usize, key: u64, ply: u16| RawNode {
        key,
        first_edge: 0,
        name: index as u32,
        edges: 0,
        ply,
    };
    for mut node in nodes {
        while let Some((index, &(key, _, ply))) = names.next_if(|(_, name)| name.0 < node.key) {
            all.push(unplayed(index, key, ply));
        }
        if let Some((index, _)) = names.next_if(|(_, name)| name.0 == node.key) {
            node.name = index as u32;
        }
        all.push(node);
    }
    all.extend(names.map(|(index, &(key, _, ply))| unplayed(index, key, ply)));
    all
}

impl Build {
    /// How many positions and moves there are.
    pub fn size(&self) -> (usize, usize) {
        (self.header.nodes as usize, self.header.edges as usize)
    }

    /// The trie as it stands in a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEADER + self.body.len());
        bytes.extend(self.header.to_bytes(super::layout::checksum(&self.body)));
        bytes.extend_from_slice(&self.body);
        bytes
    }

    /// Writes the trie, in place of an older one.
    ///
    /// # Errors
    /// When the file can't be written; an older one is then still there.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        replace(path, |out| {
            out.write_all(&self.header.to_bytes(super::layout::checksum(&self.body)))?;
            out.write_all(&self.body)
        })
    }
}
