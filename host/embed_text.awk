# SPDX-License-Identifier: MIT
#
# Turns text files into arrays of lines that the command carries, each named by its file: page.html is page_html.
#
#     awk -f host/embed_text.awk host/page/page.html host/page/play.js > build/page_text.c

function end_file() { if (NR > 0 && open) print "    0\n};" }

BEGIN { print "#include \"io/page.h\"" }

FNR == 1 {
    end_file()
    name = FILENAME
    sub(/.*\//, "", name)
    gsub(/[^A-Za-z0-9]/, "_", name)
    print "\nconst char *const " name "[] = {"
    open = 1
}

{
    sub(/\r$/, "")
    gsub(/["\\]/, "\\\\&")
    gsub(/\?/, "\\?")
    print "    \"" $0 "\\n\","
}

END { end_file() }
