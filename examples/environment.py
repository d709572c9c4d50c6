# SPDX-License-Identifier: MIT
"""A vectorised environment: 4,096 boats, each on its way to a buoy of its own, in one sea.

The calls are those of Gymnasium's VectorEnv, which is not needed: `reset` and `step` return what it returns, an
environment that has ended is set back by the next step (its mode "next_step"), and reset(options={"reset_mask": mask})
sets back those that a mask names.  Run as a program it tells how many environment steps it makes a second, beside what
the library alone makes of the same fleet.

    python3 examples/environment.py [BOATS [STEPS]]
"""

import sys
import time

import numpy as np

import flotilla as flo

DT = 1 / 20             # s, of a step
REACHED = 3.0           # m from the buoy
FAR = 60.0              # m, to the buoy at the start


def boat():
    """A boat of 1000 kg on 32 points, of which the propeller and the rudder want to be in the water."""
    x, z = np.meshgrid(np.linspace(-0.9, 0.9, 4), np.linspace(-2, 2, 8))
    points = np.stack([x.ravel(), np.zeros(32), z.ravel()], 1)
    return flo.Hull(mass=1000, inertia=[900, 1100, 300], center_of_mass=[0, -0.3, 0], points=points,
                    buoyancy={"law": "proportional", "reference_depth": 0.5, "bias": 1.5},
                    damping={"vertical": 3, "angular": 1}, drag={"quadratic": 0.05, "local": [2, 1, 0.2]},
                    thrust={"power": 4000, "position": [0, -0.2, -2]},
                    steering={"base": 500, "speed": 2000, "reference_speed": 8, "needs_water": True})


def axes(q):
    """The hull's x, y, z axes in the world, each (3, n), of orientations (n, 4)."""
    w, x, y, z = np.ascontiguousarray(q.T)
    return (np.stack([1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)]),
            np.stack([2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)]),
            np.stack([2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)]))


class Boats:
    """Observation (n, 11), float32: the buoy to port and ahead (2, in tens of metres), velocity (3, m/s), angular
    velocity (3, rad/s) and the world's up (3), all in the boat's axes.  Action (n, 2): throttle 0 to 1, steer -1 to 1.
    Reward: metres that the buoy came nearer.  An episode ends at the buoy, upside down, or after `limit` steps."""

    metadata = {"autoreset_mode": "next_step"}
    single_observation_shape, single_action_shape = (11,), (2,)
    action_low, action_high = np.float32([0, -1]), np.float32([1, 1])

    def __init__(self, num_envs=4096, *, waves=64, limit=1000, device=None):
        self.num_envs, self.limit = num_envs, limit
        self.sea = flo.Sea.jonswap(1.0, 5.0, components=waves)
        side = int(np.ceil(np.sqrt(num_envs)))
        self.home = np.zeros((num_envs, 3))         # far enough apart that each has water of its own
        self.home[:, 0], self.home[:, 2] = np.divmod(np.arange(num_envs), side)
        self.home *= 200.0
        self.fleet = flo.Fleet(self.sea, flo.Bodies(boat(), self.home), device=device)
        self.controls = flo.controls(num_envs)
        self.states = flo.states(num_envs)
        self.buoy = np.zeros((num_envs, 2))         # m, x and z
        self.distance = np.zeros(num_envs)          # m
        self.age = np.zeros(num_envs, np.int64)     # steps of this episode
        self.ended = np.zeros(num_envs, bool)
        self.random = np.random.default_rng()

    def reset(self, *, seed=None, options=None):
        if seed is not None:
            self.random = np.random.default_rng(seed)
        mask = (options or {}).get("reset_mask")
        self._set_back(np.arange(self.num_envs) if mask is None else np.flatnonzero(mask))
        return self._observe(), {}

    def step(self, actions):
        actions = np.clip(actions, self.action_low, self.action_high)
        self.controls["throttle"], self.controls["steer"] = actions[:, 0], actions[:, 1]
        self.fleet.control(self.controls)
        lost = np.zeros(self.num_envs, bool)
        try:
            self.fleet.step(DT)
        except flo.BadBodyError:
            lost = self._rescue()
        self.age += 1
        fresh = np.flatnonzero(self.ended)          # what these did in this step, nobody sees
        before = self.distance.copy()
        self._set_back(fresh)
        observations = self._observe()
        rewards = before - self.distance
        rewards[fresh] = 0
        terminations = (self.distance < REACHED) | (observations[:, 9] < 0) | lost
        truncations = self.age >= self.limit
        terminations[fresh] = truncations[fresh] = False
        self.ended = terminations | truncations
        return observations, rewards.astype(np.float32), terminations, truncations, {}

    def close(self):
        self.fleet.close()

    def _set_back(self, which):
        """Sets single boats down at home, in a random direction, each with a new buoy."""
        if which.size == 0:
            return
        states = flo.states(which.size)
        states["position"] = self.home[which]
        states["orientation"] = flo.heading_orientation(self.random.uniform(-np.pi, np.pi, which.size))
        self.fleet.write(states, bodies=which)
        bearing = self.random.uniform(-np.pi, np.pi, which.size)
        self.buoy[which] = self.home[which][:, [0, 2]] + FAR * np.stack([np.sin(bearing), np.cos(bearing)], 1)
        self.age[which], self.ended[which] = 0, False

    def _rescue(self):
        """Boats whose state became absurd and that were stopped: their episodes end, and they are set down again."""
        lost = np.zeros(self.num_envs, bool)
        bad = self.fleet.bad()
        lost[bad] = True
        self._set_back(bad)
        return lost

    def _observe(self):
        states = self.fleet.read(out=self.states)
        port, up, ahead = axes(states["orientation"])
        to_buoy = np.zeros((3, self.num_envs))
        to_buoy[0], to_buoy[2] = (self.buoy - states["position"][:, [0, 2]]).T
        self.distance = np.hypot(to_buoy[0], to_buoy[2])
        velocity = np.ascontiguousarray(states["velocity"].T)
        spin = np.ascontiguousarray(states["angular_velocity"].T)
        observations = np.empty((self.num_envs, 11), np.float32)
        for column, (axis, vector) in enumerate([(port, to_buoy), (ahead, to_buoy)]):
            observations[:, column] = (axis * vector).sum(0) / 10
        for column, axis in enumerate((port, up, ahead)):
            observations[:, 2 + column] = (axis * velocity).sum(0)
            observations[:, 5 + column] = (axis * spin).sum(0)
            observations[:, 8 + column] = axis[1]
        return observations


def pilot(observations):
    """Steers at the buoy: as good a policy as any, to begin with."""
    actions = np.empty((len(observations), 2), np.float32)
    actions[:, 1] = np.clip(2 * np.arctan2(observations[:, 0], observations[:, 1]), -1, 1)
    actions[:, 0] = 1 - 0.5 * np.abs(actions[:, 1])
    return actions


def main():
    boats = int(sys.argv[1]) if len(sys.argv) > 1 else 4096
    steps = max(int(sys.argv[2]), 10) if len(sys.argv) > 2 else 300
    env, twin = Boats(boats), Boats(boats)
    observations, _ = env.reset(seed=1)
    total, ends, with_python, alone = 0.0, 0, 0.0, 0.0
    turns = 10                                      # taken in turns, as other programs come and go
    for _ in range(turns):
        twin.fleet.write(env.fleet.read())
        twin.fleet.control(env.controls)
        begin = time.perf_counter()
        for _ in range(steps // turns):
            observations, rewards, terminations, truncations, _ = env.step(pilot(observations))
            total += float(rewards.sum())
            ends += int((terminations | truncations).sum())
        between = time.perf_counter()
        twin.fleet.step(DT, steps // turns)         # the same boats, in one call
        with_python += between - begin
        alone += time.perf_counter() - between
    done = boats * (steps // turns) * turns
    print(f"{boats} boats of {env.fleet.samples[0]} points in {env.sea.info.waves} waves, {done // boats} steps, on "
          f"{env.fleet.device.info.name}")
    print(f"the environment: {done / with_python:,.0f} environment steps per second")
    print(f"the library:     {done / alone:,.0f} (the environment has {alone / with_python:.0%} of that)")
    print(f"{total / boats:.1f} m nearer to the buoy on average, {ends} episodes ended")
    env.close()
    twin.close()


if __name__ == "__main__":
    main()
