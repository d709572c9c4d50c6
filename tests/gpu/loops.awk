# SPDX-License-Identifier: MIT
#
# What the loops over waves cost on an NVIDIA GPU: reads a kernel's machine code (sm_70 and later), one instruction of
# four 32-bit words a line, as od prints it.
#
# A loop is what a branch goes back over; an inner one holds no other.  An evaluation of a wave is known by a constant
# of its sine (-v marker=), which stands in it once, so that unrolled loops tell themselves; a sum of terms by a
# multiply-add for each number loaded.  Prints, for each number of multiply-adds that an evaluation has, the fewest
# instructions that any loop needs for one, then those for one that is kept for polynomials, and those for a term there:
# "16:28.0 19:35.0 kept:43.0 terms:2.43".
function hex(s,    i, value) {
    value = 0
    for (i = 1; i <= length(s); i++) value = value * 16 + index("0123456789abcdef", substr(s, i, 1)) - 1
    return value
}
# How many instructions a branch goes, in units of 4 bytes: bits 16 to 23, and from bit 34 on.
function way(low, mid, high,    far) {
    far = int(hex(mid) / 4) + hex(substr(high, 4)) % 262144 * 1073741824
    if (far >= 140737488355328) far -= 281474976710656
    return int((far * 256 + hex(substr(low, 3, 2))) / 4)
}
{
    operation = substr($1, 6, 3)
    fma[NR] = fma[NR - 1] + (operation ~ /^[24689ac]23$/)
    mark[NR] = mark[NR - 1] + ($2 == marker)
    load[NR] = load[NR - 1] + (operation == "981")
    store[NR] = store[NR - 1] + (operation ~ /^[39]87$/)        # to the thread's own memory
    if (operation == "947") {
        target = NR + 1 + way($1, $2, $3)
        if (target < NR && target > 0) { loops++; first[loops] = target; last[loops] = NR }
    }
}
END {
    for (i = 1; i <= loops; i++) {
        inner = 1
        for (j = 1; j <= loops && inner; j++) inner = j == i || first[j] < first[i] || last[j] > last[i]
        if (!inner) continue
        size = last[i] - first[i] + 1
        fmas = fma[last[i]] - fma[first[i] - 1]
        marks = mark[last[i]] - mark[first[i] - 1]
        loads = load[last[i]] - load[first[i] - 1]
        stores = store[last[i]] - store[first[i] - 1]
        if (marks > 0 && stores >= 2 * marks) {
            if (!kept || size / marks < kept) kept = size / marks
        } else if (marks > 0) {
            kind = int(fmas / marks + 0.5)
            if (!(kind in least) || size / marks < least[kind]) least[kind] = size / marks
        } else if (fmas >= 4 && loads > 0 && fmas >= loads && (!terms || size / fmas < terms)) {
            terms = size / fmas
        }
    }
    text = ""
    for (kind = 1; kind < 200; kind++) if (kind in least) text = text sprintf(" %d:%.1f", kind, least[kind])
    if (kept) text = text sprintf(" kept:%.1f", kept)
    if (terms) text = text sprintf(" terms:%.2f", terms)
    print text == "" ? " -" : text
}
