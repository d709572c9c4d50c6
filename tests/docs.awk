# SPDX-License-Identifier: MIT
#
# Cuts the code out of pages: awk -v out=FOLDER -f tests/docs.awk PAGE...
#
# Every fenced block goes into a file of its own, FOLDER/PAGE-LINE.LANGUAGE, and the list of them to the standard
# output: file, language, page and line, and what a comment right above the block says ("from examples/fleet.c").
# Where code tells commands (indented lines, sh blocks, spans in the text) they are collected in FOLDER/commands, a line
# each: page and line, command.
function name_of(path) { gsub(/[\/.]/, "_", path); return path }

function tell_commands(text, place,    before) {
    sub(/  .*/, "", text)                               # what stands apart is a remark
    while (match(text, /((^|[ \/(])flotilla|(^|[(&;] ?)make) +[a-z][a-z_-]*/)) {
        text = substr(text, RSTART)
        sub(/^[ \/(&;]+/, "", text)
        before = text
        sub(/ (&&|\|\||[|;<>]).*|\).*/, "", before)
        print place "\t" before > (out "/commands")
        text = substr(text, 5)
    }
}

FNR == 1 { inside = 0; mark = "" }

/^ *```/ && !inside {
    language = $0
    gsub(/^ *```| .*/, "", language)
    inside = 1
    file = out "/" name_of(FILENAME) "-" FNR "." (language == "" ? "txt" : language)
    printf "" > file
    print file "\t" language "\t" FILENAME ":" FNR "\t" mark
    mark = ""
    next
}
/^ *```/ { inside = 0; close(file); next }

inside {
    print > file
    if (language == "sh") { line = $0; sub(/^ +/, "", line); tell_commands(line, FILENAME ":" FNR) }
    next
}

/^<!-- .* -->$/ { mark = $0; gsub(/^<!-- | -->$/, "", mark); next }
NF { mark = "" }

/^    / { line = $0; sub(/^ +/, "", line); tell_commands(line, FILENAME ":" FNR); next }
{
    line = $0
    while (match(line, /`[^`]+`/)) {
        span = substr(line, RSTART + 1, RLENGTH - 2)
        line = substr(line, RSTART + RLENGTH)               # before the call, whose matches set RSTART anew
        tell_commands(span, FILENAME ":" FNR)
    }
}
