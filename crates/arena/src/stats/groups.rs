// SPDX-License-Identifier: GPL-3.0-or-later
//! Who can be compared with whom.
//!
//! Two engines are comparable if a chain of games connects them, and their
//! difference is finite only if each scored something against the other along
//! such a chain. Both questions are about connectedness of small graphs.

/// Numbers the nodes by group, groups in order of their first node. `reaches`
/// says whether there is an edge from one node to another; a group holds the
/// nodes that reach each other.
pub fn mutual_groups(nodes: usize, reaches: impl Fn(usize, usize) -> bool) -> Vec<usize> {
    let closure: Vec<Vec<bool>> = (0..nodes).map(|from| reachable(nodes, from, &reaches)).collect();
    let mut group = vec![usize::MAX; nodes];
    let mut next = 0;
    for a in 0..nodes {
        if group[a] != usize::MAX {
            continue;
        }
        for b in a..nodes {
            if closure[a][b] && closure[b][a] {
                group[b] = next;
            }
        }
        next += 1;
    }
    group
}

fn reachable(nodes: usize, from: usize, reaches: &impl Fn(usize, usize) -> bool) -> Vec<bool> {
    let mut seen = vec![false; nodes];
    seen[from] = true;
    let mut open = vec![from];
    while let Some(a) = open.pop() {
        for (b, seen) in seen.iter_mut().enumerate() {
            if !*seen && reaches(a, b) {
                *seen = true;
                open.push(b);
            }
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ring_is_one_group_and_a_chain_is_many() {
        let ring = |a: usize, b: usize| b == (a + 1) % 4;
        assert_eq!(mutual_groups(4, ring), [0, 0, 0, 0]);
        let chain = |a: usize, b: usize| b == a + 1;
        assert_eq!(mutual_groups(4, chain), [0, 1, 2, 3]);
        let two = |a: usize, b: usize| a % 2 == b % 2;
        assert_eq!(mutual_groups(5, two), [0, 1, 0, 1, 0]);
    }
}
