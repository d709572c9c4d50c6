# SPDX-License-Identifier: MIT
# %% [markdown]
# # A sea and a fleet, plotted
#
# A script of cells: editors that know `# %%` run them one by one, and `python3 examples/plot.py [FOLDER]` runs all and
# leaves sea.png, spectrum.png and fleet.png in FOLDER (or here).  It needs matplotlib.

# %%
import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")       # into files; leave it out to see the figures in a notebook
import matplotlib.pyplot as plt
import numpy as np

import flotilla as flo

folder = Path(sys.argv[1] if len(sys.argv) > 1 else ".")
folder.mkdir(parents=True, exist_ok=True)

# %% [markdown]
# ## A sea
# Hs 2 m, Tp 6 s, 200 waves, travelling towards +z and a little to port.  A query takes arrays of any shape.

# %%
sea = flo.Sea.jonswap(2.0, 6.0, components=200, heading=np.radians(20), spreading=8, seed=7)
print(sea.info)

x, z = np.meshgrid(np.linspace(-100, 100, 400), np.linspace(-100, 100, 400))
water = flo.query(sea, x, z, 30.0, normal=True)

figure, axes = plt.subplots(figsize=(8, 6.5), constrained_layout=True)
picture = axes.pcolormesh(x, z, water.height, cmap="viridis", shading="nearest")
light = np.tensordot([0.5, 0.6, 0.62], water.normal, 1)         # what the slopes make of light from one side
axes.imshow(light, extent=(-100, 100, -100, 100), origin="lower", cmap="gray", alpha=0.35)
figure.colorbar(picture, label="height, m")
axes.set(title="The sea after 30 s", xlabel="x, m (port)", ylabel="z, m (forward)", aspect="equal")
axes.invert_xaxis()                                             # from above, with z up, port is to the left
figure.savefig(folder / "sea.png", dpi=100)
plt.close(figure)

# %% [markdown]
# ## Its waves
# Their energies, in bands of frequency, against the JONSWAP formula that they were cut from.

# %%
waves = sea.waves
frequency = waves["angular_frequency"] / (2 * np.pi)
edges = np.linspace(0.08, 0.5, 43)
energy, _ = np.histogram(frequency, edges, weights=waves["amplitude"] ** 2 / 2)

f, peak = np.linspace(0.08, 0.5, 500), 1 / 6.0
sigma = np.where(f <= peak, 0.07, 0.09)
shape = f ** -5.0 * np.exp(-1.25 * (peak / f) ** 4) * 3.3 ** np.exp(-(((f / peak - 1) / sigma) ** 2) / 2)
shape *= (2.0 / 4) ** 2 / (shape.sum() * (f[1] - f[0]))

figure, axes = plt.subplots(figsize=(8, 4), constrained_layout=True)
axes.stairs(energy / np.diff(edges), edges, fill=True, alpha=0.4, label="200 waves")
axes.plot(f, shape, "k", label="JONSWAP, γ = 3.3")
axes.set(xlabel="frequency, Hz", ylabel="m²/Hz", title="Spectrum asked for, and spectrum made")
axes.legend()
figure.savefig(folder / "spectrum.png", dpi=100)
plt.close(figure)

# %% [markdown]
# ## A fleet
# 100 boats of 400 kg with their helms a little over, for a minute.

# %%
points = np.array([[px, 0, pz] for pz in (-1.5, -0.5, 0.5, 1.5) for px in (-0.8, 0.8)])
boat = flo.Hull(mass=400, inertia=[500, 600, 150], center_of_mass=[0, -0.2, 0], points=points,
                buoyancy={"law": "proportional", "reference_depth": 0.4, "bias": 1.5},
                damping={"vertical": 3, "angular": 1}, drag={"quadratic": 0.05, "local": [3, 1, 0.3]},
                thrust={"power": 1200, "position": [0, -0.2, -1.5]},
                steering={"base": 100, "speed": 400, "reference_speed": 5})
home = np.array([[px, 0, pz] for pz in np.linspace(-90, 90, 10) for px in np.linspace(-90, 90, 10)])
fleet = flo.Fleet(sea, flo.Bodies(boat, home))
controls = flo.controls(len(fleet))
controls["throttle"], controls["steer"] = 0.8, np.linspace(-0.08, 0.08, len(fleet))
fleet.control(controls)

track = np.empty((600, len(fleet)), flo.STATE)
for states in track:
    fleet.step(1 / 60, 6)
    fleet.read(out=states)                                      # C writes into the rows of the track
time = 0.1 * np.arange(1, 601)

# %%
w, qx, qy, qz = np.moveaxis(track["orientation"], -1, 0)
roll = np.degrees(np.arctan2(2 * (qx * qy + w * qz), 1 - 2 * (qx * qx + qz * qz)))
pitch = np.degrees(np.arcsin(np.clip(2 * (w * qx - qy * qz), -1, 1)))

figure = plt.figure(figsize=(12, 6.5), constrained_layout=True)
left, *right = figure.subplot_mosaic([["way", "heave"], ["way", "roll"], ["way", "pitch"]],
                                     width_ratios=[1.1, 1]).values()
now = flo.query(sea, x, z, fleet.time)
left.pcolormesh(x, z, now.height, cmap="Blues_r", shading="nearest")
left.plot(track["position"][:, :, 0], track["position"][:, :, 2], color="tab:orange", linewidth=0.8)
left.plot(*track["position"][-1][:, [0, 2]].T, "k.", markersize=4)
left.set(title="Where they went in a minute", xlabel="x, m", ylabel="z, m", aspect="equal", xlim=(100, -100),
         ylim=(-100, 100))
for axes, values, label in zip(right, (track["position"][:, :, 1], roll, pitch), ("heave, m", "roll, °", "pitch, °")):
    axes.plot(time, values[:, 0])
    axes.set(ylabel=label)
right[0].set(title="The first boat")
right[-1].set(xlabel="time, s")
figure.savefig(folder / "fleet.png", dpi=100)
plt.close(figure)
print(f"sea.png, spectrum.png and fleet.png are in {folder.resolve()}")
