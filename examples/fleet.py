# SPDX-License-Identifier: MIT
# Fleet: the library owns the bodies and steps them.  A thousand barges of 4 m^2 and 1025 kg are dropped into calm sea
# water, each from higher up than the one before, and come to rest with 1025 kg / (1025 kg/m^3 * 4 m^2) = 0.25 m of
# draft.
import flotilla as flo

barge = flo.Hull(mass=1025, box={"size": [2, 1, 2], "grid": [4, 1, 4]},                 # kg, m, cells
                 buoyancy={"law": "archimedes"}, damping={"vertical": 2, "angular": 1})     # 1/s
fleet = flo.Fleet(flo.Sea(), flo.Bodies(barge, [[4 * i, 0.01 * i, 0] for i in range(1000)]))
fleet.step(1 / 60, 1800)
heights = fleet.positions[:, 1]                                                         # m
for i in range(0, 1000, 333):
    print("barge %d: draft %.4f m" % (i, 0.5 - heights[i]))
