#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Holds the manual to what the program really takes: every key of a scene is in flotilla(5) with its range and default,
# and in docs/scenes.md; every option that the command's help lists is in flotilla(1), and no other.
# Usage: tests/manual.sh BUILD
build=${1:-build}
cd "$(dirname "$0")/.." || exit 1
. tests/tally.sh

page=docs/man/flotilla.1

lint() {
    if command -v mandoc >/dev/null; then
        test_that "mandoc finds nothing wrong with $1" mandoc -T lint -W warning "$1"
    elif command -v man >/dev/null && man --version 2>/dev/null | grep -q man; then
        test_that "man finds nothing wrong with $1" \
            sh -c "! man --warnings -E UTF-8 -l -Tutf8 -Z '$1' 2>&1 >/dev/null | grep ."
    else
        skip "lint of $1: there is neither mandoc nor man"
    fi
}

# The keys that docs/scenes.md names neither as `key` nor as the head of a section.
keys_unnamed() {
    awk -v list=1 -f tests/manual.awk host/io/scene*.c | sort -u | while read -r key; do
        grep -qE "\`([a-z_]+\.)*$key(\.[a-z_]+)*\`|^##.*\\b$key\\b" docs/scenes.md ||
            echo "$key is not in docs/scenes.md"
    done | grep .
}

# The options that a help lists: those its usage and its list begin with, and those that are not built yet.
options_of_help() {
    grep -E '^ +--|^flotilla |^Not built yet' | grep -oE -e '--[a-z][a-z-]*' | sort -u
}

# The part of flotilla(1) about a command: from its item to the next command's.
section_of() {
    awk -v name="$1" -v names="$commands" '
        BEGIN { count = split(names, list, " "); for (i = 1; i <= count; i++) is_command[list[i]] = 1 }
        /^\.It Cm/ && $3 in is_command || /^\.Ss/ || /^\.Sh/ { inside = /^\.It/ && $3 == name }
        inside' "$page"
}

options_of_page() {
    grep -oE 'Fl Fl [a-z][a-z-]*' | sed 's/Fl Fl /--/' | sort -u
}

options_agree() {
    "$build/flotilla" help "$1" > "$scratch/text" || { echo "there is no help of $1"; return 1; }
    options_of_help < "$scratch/text" > "$scratch/help"
    if [ ! -s "$scratch/help" ] && grep -qE -e '--|OPTION' "$scratch/text"; then
        echo "no options were found in the help of $1, which has some"
        return 1
    fi
    section_of "$1" | options_of_page > "$scratch/page"
    ! diff "$scratch/help" "$scratch/page" | sed -n 's/^</not in flotilla(1):/p; s/^>/not in the help:/p' | grep .
}

lint "$page"
lint docs/man/flotilla.5
test_that "flotilla(5) has every key of a scene with its range and default" \
    awk -f tests/manual.awk host/io/scene*.c docs/man/flotilla.5
if keys_unnamed; then not_ok "docs/scenes.md has every key"; else ok "docs/scenes.md has every key"; fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
commands=$("$build/flotilla" --help | awk '/^  [a-z]/ && $1 != "help" { print $1 }' | tr '\n' ' ')
if [ "$(echo "$commands" | wc -w)" -lt 8 ]; then not_ok "the help lists commands: $commands"; fi
for command in $commands; do
    if output=$(options_agree "$command"); then
        ok "flotilla(1) has the options of $command"
    else
        not_ok "flotilla(1) has the options of $command"
        echo "$output" | sed 's/^/    /'
    fi
done
for option in $("$build/flotilla" --help | grep -oE -e '^  --[a-z][a-z-]*'); do
    test_that "flotilla(1) has $option" grep -q "Fl Fl ${option#--}" "$page"
done
tally
