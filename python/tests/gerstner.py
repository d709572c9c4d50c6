# SPDX-License-Identifier: MIT
"""Gerstner's waves in double precision, from the formulas in the header alone."""

import numpy as np


def wavenumber(sigma, gravity, depth):
    """k of sigma^2 = g k tanh(k h), by bisection."""
    low, high = np.zeros_like(sigma), np.full_like(sigma, 1e4)
    for _ in range(200):
        middle = (low + high) / 2
        under = gravity * middle * np.tanh(np.minimum(middle * depth, 700)) < sigma**2
        low, high = np.where(under, middle, low), np.where(under, high, middle)
    return (low + high) / 2


class Waves:
    """Waves (n,) of WAVE with periods, at a time, over points."""

    def __init__(self, waves, gravity=9.81, depth=np.inf, current=(0.0, 0.0), level=0.0):
        self.amplitude, self.steepness, self.phase = waves["amplitude"], waves["steepness"], waves["phase"]
        self.sigma = 2 * np.pi / waves["period"]
        k = self.sigma**2 / gravity if np.isinf(depth) else wavenumber(self.sigma, gravity, depth)
        self.direction = np.stack([np.sin(waves["heading"]), np.cos(waves["heading"])])
        self.k = k * self.direction
        self.omega = self.sigma + self.k[0] * current[0] + self.k[1] * current[1]
        self.current, self.level = current, level

    def theta(self, a, time):
        return np.tensordot(a, self.k, (0, 0)) - self.omega * time + self.phase

    def surface(self, a, time):
        """Where labels a (2, n) are displaced to, and their heights."""
        theta = self.theta(a, time)
        back = self.steepness * self.amplitude * np.sin(theta)
        return a - (back @ self.direction.T).T, self.level + np.cos(theta) @ self.amplitude

    def label(self, x, z, time):
        """The label whose place is (x, z): Newton with the exact Jacobian until nothing changes."""
        a = np.stack([x, z]).astype(float)
        for _ in range(60):
            place, _ = self.surface(a, time)
            theta = self.theta(a, time)
            stretch = self.steepness * self.amplitude * np.cos(theta)
            j = np.eye(2)[:, :, None] - np.einsum("nw,iw,jw->ijn", stretch, self.direction, self.k)
            miss = place - np.stack([x, z])
            determinant = j[0, 0] * j[1, 1] - j[0, 1] * j[1, 0]
            a = a - np.stack([j[1, 1] * miss[0] - j[0, 1] * miss[1],
                              j[0, 0] * miss[1] - j[1, 0] * miss[0]]) / determinant
        return a

    def height(self, x, z, time):
        return self.surface(self.label(x, z, time), time)[1]

    def normal(self, x, z, time, step=1e-5):
        """From heights around the point."""
        across = (self.height(x + step, z, time) - self.height(x - step, z, time)) / (2 * step)
        along = (self.height(x, z + step, time) - self.height(x, z - step, time)) / (2 * step)
        n = np.stack([-across, np.ones_like(across), -along])
        return n / np.linalg.norm(n, axis=0)

    def velocity(self, x, z, time, step=1e-4):
        """Of the particle that is at the surface there: a label that the current takes along."""
        a = self.label(x, z, time)
        drift = np.array(self.current)[:, None] * step
        ahead, up = self.surface(a + drift, time + step)
        behind, down = self.surface(a - drift, time - step)
        return np.stack([ahead[0] - behind[0], up - down, ahead[1] - behind[1]]) / (2 * step)
