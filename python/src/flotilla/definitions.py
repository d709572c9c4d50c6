# SPDX-License-Identifier: MIT
"""The dicts that `Sea` and `Hull` take, for type checkers and for people: names, units, defaults."""

from ._definitions import AddedMass, Box, Buoyancy, Damping, Drag, MeshShape, Push, Steering, Thrust, Tuning
from ._sea import Cut, StillWater

__all__ = ["AddedMass", "Box", "Buoyancy", "Cut", "Damping", "Drag", "MeshShape", "Push", "Steering",
           "StillWater", "Thrust", "Tuning"]
