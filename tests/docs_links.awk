# SPDX-License-Identifier: MIT
#
# Holds the links of pages: awk -f tests/docs_links.awk PAGE... prints those to anchors that no heading of these pages
# has, and, after "file", every file that is linked to, for somebody who can look whether it is there.
#
# An anchor is made as code hosts make it: the heading in small letters without punctuation, blanks as hyphens.
function slug(text) {
    gsub(/\]\([^)]*\)/, "", text)
    text = tolower(text)
    gsub(/[!-,.\/:-@\[-^`{-~]/, "", text)
    gsub(/ /, "-", text)
    return text
}

function folder_of(path) { return path ~ /\// ? substr(path, 1, match(path, /\/[^\/]*$/)) : "" }

# docs/../bench/x is bench/x.
function plain(path) {
    while (match(path, /(^|\/)[^\/.][^\/]*\/\.\.\//)) {
        path = substr(path, 1, RSTART - 1) (substr(path, RSTART, 1) == "/" ? "/" : "") substr(path, RSTART + RLENGTH)
    }
    return path
}

FNR == 1 { inside = 0; page[FILENAME] = 1 }
/^ *```/ { inside = !inside; next }
inside || /^    / { next }

/^#+ / {
    heading = $0
    sub(/^#+ /, "", heading)
    heading = slug(heading)
    anchor[FILENAME "#" heading (seen[FILENAME, heading]++ ? "-" seen[FILENAME, heading] - 1 : "")] = 1
}

{
    line = $0
    gsub(/`[^`]*`/, "", line)
    while (match(line, /\]\([^) ]+\)/)) {
        target = substr(line, RSTART + 2, RLENGTH - 3)
        line = substr(line, RSTART + RLENGTH)
        if (target ~ /^(https?|mailto):/) continue
        link[++count] = target
        where[count] = FILENAME ":" FNR
        from[count] = FILENAME
    }
}

END {
    for (i = 1; i <= count; i++) {
        hash = index(link[i], "#")
        path = hash ? substr(link[i], 1, hash - 1) : link[i]
        path = path == "" ? from[i] : plain(folder_of(from[i]) path)
        print "file\t" where[i] "\t" path
        if (!hash || !(path in page)) continue
        if (!((path substr(link[i], hash)) in anchor)) print where[i] ": no heading for " link[i]
    }
}
