# SPDX-License-Identifier: MIT
#
# Turns the kernel files, in the order given, into an array of lines that the library carries:
#
#     awk -f host/embed.awk kernels/a.h kernels/b.h kernels/passes.cl > build/kernel_text.c
#
# The #line marks make a driver's errors name file and line.  The kernels' own includes become empty lines: the files
# stand behind each other already, and no driver has a path to them.

BEGIN { print "#include \"backend.h\"\n\nconst char *const flo__kernel_text[] = {" }

function emit(line)
{
    gsub(/["\\]/, "\\\\&", line)
    print "    \"" line "\\n\","
    lines++
}

FNR == 1 { emit("#line 1 \"" FILENAME "\"") }

{
    sub(/\r$/, "")
    emit($0 ~ /^[ \t]*#[ \t]*include[ \t]*"/ ? "" : $0)
}

END { print "};\n\nconst unsigned flo__kernel_lines = " lines + 0 ";" }
