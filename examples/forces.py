# SPDX-License-Identifier: MIT
# Forces: the caller owns bodies and integrator; here a leapfrog of three lines stands for a physics engine.  A cube
# that floats half submerged is let go 0.1 m above its rest, and bobs by 0.1 m cos(t sqrt(g / 0.5 m)): every 1.41852 s.
import flotilla as flo

cube = flo.Hull(mass=512.5, box={"size": [1, 1, 1], "grid": [3, 3, 3]}, buoyancy={"law": "archimedes"})     # kg, m
fleet = flo.Fleet(flo.Sea(), flo.Bodies(cube))
dt, y, v = 1.41852 / 1000, 0.1, 0.0                                     # s, m, m/s
for step in range(1, 1001):
    y += v * dt / 2
    fleet.time = (step - 0.5) * dt
    fleet.write(position=[0, y, 0])
    v += fleet.forces()["force"][0, 1] / cube.info.mass * dt            # N, gravity included
    y += v * dt / 2
    if step % 200 == 0:
        print("after %.3f s it is at %.3f m" % (step * dt, y))
