# SPDX-License-Identifier: MIT
#
# Holds flotilla(5) against the tables of the scene reader: awk -f tests/manual.awk host/io/scene*.c docs/man/flotilla.5
# With -v list=1 and without the manual it only prints the keys of the tables.
#
# Every key of a table NAME_keys must be an item of the subsection NAME, or of one that ends with .NAME, with the range,
# the words and the default that the table gives it; and no subsection may have an item that its table lacks.

function complain(text) { print FILENAME ":" FNR ": " text; wrong++ }

# 1e6 stays 1e6, but enumerated numbers are put in, and what no number ends is infinite.
function number(text) {
    gsub(/ /, "", text)
    return text in constant ? constant[text] : text
}

function range(text,    part, low, high) {
    gsub(/[{}]/, "", text)
    split(text, part, ",")
    low = number(part[1])
    high = number(part[2])
    if (high == "INFINITY" || high == "0x1p64") return part[3] ~ /true/ ? "above " low : low " or more"
    return part[3] ~ /true/ ? "above " low ", to " high : low " to " high
}

FNR == 1 {
    manual = FILENAME ~ /\.5$/
    delete ranges
    ranges["yaml_above_0"] = "above 0"
    ranges["yaml_not_negative"] = "0 or more"
    ranges["yaml_share"] = "0 to 1"
}

# ---- tables: what they say is kept by table and key ------------------------------------------------------------------

!manual && /enum \{ MOST_/ {
    for (rest = $0; match(rest, /MOST_[A-Z]+ = [0-9]+/); rest = substr(rest, RSTART + RLENGTH)) {
        split(substr(rest, RSTART, RLENGTH), pair, " = ")
        constant[pair[1]] = pair[2]
    }
}

!manual && /yaml_range/ {
    for (rest = $0; match(rest, /[a-z_0-9]+ = \{[^}]*\}/); rest = substr(rest, RSTART + RLENGTH)) {
        entry = substr(rest, RSTART, RLENGTH)
        name = substr(entry, 1, index(entry, " ") - 1)
        ranges[name] = range(substr(entry, index(entry, "{")))
    }
}

!manual && /const char \*const/ {
    for (rest = $0; match(rest, /[a-z_]+(\[\])? = \{[^}]*NULL\}/); rest = substr(rest, RSTART + RLENGTH)) {
        entry = substr(rest, RSTART, RLENGTH)
        name = substr(entry, 1, match(entry, /[^a-z_]/) - 1)
        gsub(/.*\{|, NULL\}|"/, "", entry)
        words[name] = entry
    }
}

!manual && /yaml_key [a-z_]+_keys\[\]/ { table = $0; sub(/.*yaml_key /, "", table); sub(/_keys.*/, "", table); next }
!manual && /^};/ { table = "" }

!manual && table && /^ *\{"/ { said = "" }
!manual && table {
    said = said $0
    if (said !~ /\},$/ || said !~ /"/) next
    name = said
    sub(/^[^"]*"/, "", name)
    sub(/".*/, "", name)
    id = table SUBSEP name
    known[id] = FILENAME ":" FNR
    keys++
    if (match(said, /\.range = &[a-z_0-9]+/)) {
        wants[id] = ranges[substr(said, RSTART + 10, RLENGTH - 10)]
        if (wants[id] == "") complain(name ": its range is not in this file")
        if (said ~ /\.below = true/) sub(/, to .*/, "", wants[id])
    }
    if (match(said, /\.words = [a-z_]+/)) choice[id] = words[substr(said, RSTART + 9, RLENGTH - 9)]
    if (said ~ /YAML_WORD/ && choice[id] == "") complain(name ": its words are not in this file")
    split(choice[id], first, ", ")
    if (said ~ /\.required = true/) standard[id] = "required"
    else if (match(said, /\.standard = [^,}]*/)) standard[id] = "default " substr(said, RSTART + 12, RLENGTH - 12)
    else if (said ~ /YAML_BOOL/) standard[id] = "default false"
    else if (said ~ /YAML_WORD/) standard[id] = "default " first[1]
    else if (said ~ /YAML_ANGLE/ || said ~ /or_none/) standard[id] = "default"
    sub(/1\.0 \/ /, "1/", standard[id])
    sub(/INFINITY/, ".inf", standard[id])
    sub(/ [A-Z][A-Z_]+$/, "", standard[id])        # of an enumeration: any
    said = ""
}

# ---- the manual ------------------------------------------------------------------------------------------------------

# `body` describes the subsection `bodies`, `wave` that of sea.waves, `box` that of hulls.box.
function table_of(section,    id, name) {
    for (id in known) {
        name = substr(id, 1, index(id, SUBSEP) - 1)
        if (("." section) ~ ("\\." name "e?s?$") || (name == "body" && section == "bodies")) return name
    }
    return ""
}

function judge(    i, count, word) {
    if (item == "") return
    if (!(item in known)) complain("\"" title "\" of \"" section "\" is in no table of the scene reader")
    if (wants[item] != "" && !index(text, wants[item])) complain(title ": it lacks the range \"" wants[item] "\"")
    if (standard[item] != "" && !index(text, standard[item])) complain(title ": it lacks \"" standard[item] "\"")
    count = split(choice[item], word, ", ")
    for (i = 1; i <= count; i++) if (!index(text, word[i])) complain(title ": it lacks the word \"" word[i] "\"")
    described[item] = 1
    item = ""
}

manual && (/^\.Ss/ || /^\.Sh/ || /^\.It/ || /^\.El/) { judge() }
manual && /^\.Ss/ { section = $2; sectioned = table_of(section) }
manual && /^\.Sh/ { section = "" }
manual && /^\.It Cm/ && section {
    if (sectioned == "") complain("\"" section "\" is no section of a scene")
    item = sectioned SUBSEP $3
    title = $3
    text = ""
    next
}
manual && item { line = $0; gsub(/\\-/, "-", line); text = text " " line }

END {
    for (id in known) {
        if (list) {
            split(id, part, SUBSEP)
            print part[2]
            continue
        }
        if (id in described) continue
        split(id, part, SUBSEP)
        print known[id] ": " part[2] " of " part[1] " is not in flotilla(5)"
        wrong++
    }
    if (keys < 80) { print "only " keys " keys were found in the tables"; wrong++ }
    exit wrong > 0
}
