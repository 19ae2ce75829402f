#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs the packages of `cargo xtask dist` into a clean Debian and plays there.
#
#   packaging/check.sh target/dist [SUITE]
#
# Needs root and debootstrap. The system is made once and kept beside the packages.
set -eu

dist=$(cd "$1" && pwd)
suite=${2:-bookworm}
root=$dist/$suite
package=$(ls "$dist"/xanthos_*_amd64.deb)
tar=$(ls "$dist"/xanthos-*-x86_64-linux.tar.gz)

say() { echo "-- $*"; }
# As somebody who owns nothing, in a folder of his own.
inside() { chroot --userspec=65534:65534 "$root" env -i HOME=/tmp/home PATH=/usr/bin:/bin LC_ALL=C.UTF-8 "$@"; }

say "checksums"
(cd "$dist" && sha256sum --check --quiet SHA256SUMS)

if [ ! -x "$root/usr/bin/dpkg" ]; then
    say "a clean $suite"
    debootstrap --variant=minbase "$suite" "$root" > "$dist/debootstrap.log"
fi
rm -rf "$root/tmp/home" && mkdir -p "$root/tmp/home" && chmod 777 "$root/tmp/home"
chroot "$root" dpkg --purge xanthos > /dev/null 2>&1 || true
chroot "$root" find /usr /etc /lib -xdev ! -type d | sort > "$dist/before.txt"

say "dpkg --install"
cp "$package" "$root/tmp/xanthos.deb"
chroot "$root" dpkg --install /tmp/xanthos.deb > /dev/null
inside xanthos --version --verbose

say "a search"
inside xanthos "position startpos moves e2e4" "go depth 10" quit | tail -n 1 | grep '^bestmove '
say "a game against itself"
inside sh -c 'cd /tmp/home && xanthos match -engine cmd=xanthos name=a -engine cmd=xanthos name=b \
    -each nodes=10000 option.Hash=1 -rounds 1 -repeat -pgnout games.pgn' | grep '^Games: 2,'
[ "$(grep -c '^\[Result "[01*]' "$root/tmp/home/games.pgn")" = 2 ]
if grep -E 'Termination "(abandoned|illegal|stalled)' "$root/tmp/home/games.pgn"; then exit 1; fi

say "the bot's rules, as the container and the unit start it"
inside sh -c 'cd /tmp/home && xanthos lichess config > bot.toml && xanthos lichess --config bot.toml --dry-run' \
    | grep -c accept

say "manual, completions, menu, units"
inside sh -c 'gzip -dc /usr/share/man/man1/xanthos-match.1.gz' | grep -q '^\.TH'
inside bash -n /usr/share/bash-completion/completions/xanthos
for file in usr/share/applications/xanthos.desktop usr/share/icons/hicolor/scalable/apps/xanthos.svg; do
    [ -s "$root/$file" ]
done
if command -v systemd-analyze > /dev/null; then
    for unit in system/xanthos-lichess.service user/xanthos-page.service; do
        # The clean system has no systemd: what its own targets lack is not our fault.
        said=$(systemd-analyze "--${unit%%/*}" verify --root="$root" --man=no "/usr/lib/systemd/$unit" 2>&1 \
            | grep xanthos | grep -v 'target not found' || true)
        [ -z "$said" ] || { echo "$said"; exit 1; }
    done
fi

say "dpkg --remove"
chroot "$root" dpkg --purge xanthos > /dev/null
chroot "$root" find /usr /etc /lib -xdev ! -type d | sort | diff "$dist/before.txt" -

say "the tar file"
rm -rf "$root/tmp/home/tar" && mkdir "$root/tmp/home/tar"
tar -xzf "$tar" -C "$root/tmp/home/tar" --strip-components=1
inside /tmp/home/tar/bin/xanthos "go depth 8" quit | tail -n 1 | grep '^bestmove '
rm -rf "$root/tmp/home" "$root/tmp/xanthos.deb"
say "all well"
