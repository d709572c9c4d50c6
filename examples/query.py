# SPDX-License-Identifier: MIT
# Query: the caller owns points and asks for the height of the water there.  One wave, 40 m long: 1.5 m high at its
# crest, -1.5 m in its trough, and 0 m not half way, at 10 m, but 1.5 m before, as crests are narrower than troughs.
import flotilla as flo

sea = flo.Sea([{"amplitude": 1.5, "wavelength": 40, "steepness": 1}])   # m, m; it travels along +z
x, z = [0, 0, 0], [0, 10 - 1.5, 20]                                     # m; as many as you like
for at, height in zip(z, flo.query(sea, x, z, time=0).height):
    print("%g m along, the water is at %.3f m" % (at, height))
