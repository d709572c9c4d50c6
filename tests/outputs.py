# SPDX-License-Identifier: MIT
#
# What tests/test_outputs.sh asks of files that a run left, with NumPy, meshio and, for the page, Chromium: none of it
# shares code with what wrote them.  usage: python3 outputs.py CASE ARGUMENT...
import csv
import glob
import json
import os
import re
import subprocess
import sys
import zlib
from xml.etree import ElementTree

import numpy as np

COLUMNS = {"position": "x y z", "orientation": "qw qx qy qz", "velocity": "vx vy vz", "angular_velocity": "wx wy wz",
           "force": "fx fy fz", "torque": "tx ty tz"}


def table(folder):
    """bodies.csv as text, by column: every number is compared as that which was meant."""
    with open(folder + "/bodies.csv") as file:
        rows = list(csv.DictReader(file))
    return {name: np.array([float(row[name]) for row in rows]) for name in rows[0]}


def npy(folder):
    a = np.load(folder + "/bodies.npy", mmap_mode="r")
    assert isinstance(a, np.memmap) and not a.flags["OWNDATA"] and a.flags["ALIGNED"] and a.ndim == 2, "no plain map"
    t = table(folder)
    assert a.size == len(t["step"]) and (a["body"] == np.arange(a.shape[1])).all()
    assert a["position"].dtype == np.float64 and a["velocity"].dtype == np.float32
    for name, columns in COLUMNS.items():
        for i, column in enumerate(columns.split()):
            got = a[name][..., i].ravel()
            assert (got == t[column].astype(got.dtype)).all(), column
    for name in ("step", "time", "body", "submerged"):
        got = a[name].ravel()
        assert (got == t[name].astype(got.dtype)).all(), name
    assert np.shares_memory(a["position"], a), "a field is a copy"


def listed(folder, kind):
    root = ElementTree.parse(folder + "/" + kind + ".pvd").getroot()
    assert root.get("type") == "Collection"
    return [(float(d.get("timestep")), folder + "/" + d.get("file")) for d in root.iter("DataSet")]


def rotation(q):
    w, x, y, z = np.asarray(q, float)
    v = np.array([x, y, z])
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.outer(v, v) * 2 + (w * w - v @ v) * np.eye(3) + 2 * w * cross


def vtu(folder):
    import meshio
    a = np.load(folder + "/bodies.npy")
    frames = listed(folder, "bodies")
    assert len(frames) == len(a) == len(glob.glob(folder + "/bodies-*.vtu")) > 2
    for frame, (time, name) in zip(a, frames):
        m = meshio.read(name)
        assert time == frame["time"][0] == m.field_data["TimeValue"][0] and m.field_data["step"][0] == frame["step"][0]
        assert (m.points == frame["position"]).all() and m.points.dtype == np.float64
        assert [block.type for block in m.cells] == ["vertex"]
        for field in ("orientation", "velocity", "angular_velocity", "force", "torque", "submerged", "body"):
            assert (m.point_data[field].reshape(frame[field].shape) == frame[field]).all(), field
        for b, q in enumerate(frame["orientation"]):
            axes = np.stack([m.point_data[n][b] for n in ("port", "up", "forward")], 1)
            assert np.abs(axes - rotation(q)).max() < 1e-6, "axes"


def hulls(folder, size):
    """A hull that is a box of this size: its corners where the pose puts them."""
    import meshio
    half = np.array([float(s) for s in size.split(",")]) / 2
    a = np.load(folder + "/bodies.npy")
    for frame, (time, name) in zip(a, listed(folder, "hulls")):
        m = meshio.read(name)
        assert time == frame["time"][0] and len(m.points) == 8 * len(frame) and len(m.cells[0].data) == 12 * len(frame)
        for b, row in enumerate(frame):
            own = (m.points[8 * b:8 * b + 8] - row["position"]) @ rotation(row["orientation"])
            assert np.abs(np.abs(own) - half).max() < 2e-6 * half.max(), "corners"
            assert (m.point_data["body"][8 * b:8 * b + 8] == b).all()
        corners = m.points[m.cells[0].data]
        volume = np.einsum("ij,ij->i", corners[:, 0] - frame["position"].mean(0), np.cross(
            corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])).sum() / 6
        assert abs(volume / (8 * half.prod() * len(frame)) - 1) < 1e-5, "its triangles face outwards"


def sea(folder, flotilla, scene, inversion):
    """Heights and normals as flotilla query has them."""
    import meshio
    a = np.load(folder + "/bodies.npy")
    time, name = listed(folder, "sea")[-1]
    m = meshio.read(name)
    assert time == a["time"][-1, 0] and m.cells[0].type == "quad" and len(m.points) == 101 * 101
    pick = np.arange(0, len(m.points), 97)
    lines = "".join("%r,%r\n" % (float(x), float(z)) for x, _, z in m.points[pick])
    out = subprocess.run([flotilla, "query", scene, "--time", repr(time), "--points", "-", "--inversion", inversion],
                         input=lines, capture_output=True, text=True, check=True).stdout
    rows = np.array([[float(v) for v in line.split(",")] for line in out.split("\n")[1:] if line])
    assert np.abs(rows[:, 2] - m.points[pick, 1]).max() == 0, "heights"
    assert (rows[:, 3:6].astype("f4") == m.point_data["normal"][pick]).all(), "normals"
    assert np.ptp(m.points[:, 1]) > 0.1, "there are waves"
    quads = m.points[m.cells[0].data]
    assert (np.cross(quads[:, 1] - quads[:, 0], quads[:, 2] - quads[:, 0])[:, 1] > 0).all(), "it faces up"
    middle = a["position"][-1].mean(0)
    assert np.abs((m.points.min(0) + m.points.max(0))[[0, 2]] / 2 - middle[[0, 2]]).max() < 1e-6, "about the fleet"


TYPES = {"Float32": "<f4", "Float64": "<f8", "Int32": "<i4", "Int64": "<i8", "UInt8": "u1"}


def raw(name):
    """Arrays of a file with raw appended data, read by hand."""
    with open(name, "rb") as file:
        data = file.read()
    start, end = data.index(b"<AppendedData"), data.rindex(b"</AppendedData>")
    root = ElementTree.fromstring(data[:start] + b"</VTKFile>")
    assert root.get("header_type") == "UInt64" and root.get("byte_order") == "LittleEndian"
    begin, found, used = data.index(b"_", start) + 1, {}, 0
    for d in root.iter("DataArray"):
        if d.get("format") != "appended":
            continue
        at = begin + int(d.get("offset"))
        size = int(np.frombuffer(data, "<u8", 1, at)[0])
        found[d.get("Name")] = np.frombuffer(data[at + 8:at + 8 + size], TYPES[d.get("type")])
        used += 8 + size
    assert data[begin + used:end].strip() == b"", "what is not listed"
    return root, found


def vtp(one, other):
    """The same numbers as in the .vtu files."""
    names = sorted(glob.glob(one + "/*.vtp"))
    assert len(names) > 3 and not glob.glob(one + "/*.vtu")
    for name in names:
        root, arrays = raw(name)
        _, others = raw(other + "/" + os.path.basename(name)[:-3] + "vtu")
        assert root.get("type") == "PolyData" and set(arrays) == set(others) - {"types"}
        piece = next(root.iter("Piece"))
        cells = int(piece.get("NumberOfVerts") or piece.get("NumberOfPolys"))
        assert int(piece.get("NumberOfPoints")) * 3 == len(arrays["points"]) and cells == len(arrays["offsets"])
        for key in arrays:
            assert (arrays[key] == others[key]).all(), name + " " + key


def vtk(folder):
    """As the library itself reads it."""
    from vtkmodules.util.numpy_support import vtk_to_numpy
    from vtkmodules.vtkIOXML import vtkXMLPolyDataReader
    a = np.load(folder + "/bodies.npy")
    for kind in ("bodies", "hulls", "sea"):
        for frame, (_, name) in zip(a, listed(folder, kind)):
            reader = vtkXMLPolyDataReader()
            reader.SetFileName(name)
            reader.Update()
            data = reader.GetOutput()
            points = vtk_to_numpy(data.GetPoints().GetData())
            assert reader.GetErrorCode() == 0 and len(points) > 0
            if kind == "bodies":
                assert (points == frame["position"]).all() and data.GetNumberOfVerts() == len(frame)
                assert (vtk_to_numpy(data.GetPointData().GetArray("torque")) == frame["torque"]).all()
            else:
                assert data.GetNumberOfPolys() > 0


def progress(name):
    """JSON lines, twice a second, and a last one that is the end."""
    with open(name) as file:
        lines = [json.loads(line) for line in file if line.startswith("{")]
    keys = ["what", "done", "total", "per_second", "seconds", "seconds_left"]
    assert lines and all(list(line) == keys for line in lines)
    end = lines[-1]
    assert end["done"] == end["total"] and end["seconds_left"] == 0, end
    for before, line in zip(lines, lines[1:]):
        if line["what"] == before["what"]:
            assert line["done"] >= before["done"] and line["seconds"] > before["seconds"], (before, line)


def terminal(*command):
    """A terminal gets a line after a second, which goes away; not with --quiet."""
    import pty
    seen = {}
    for quiet in (False, True):
        ours, theirs = pty.openpty()
        child = subprocess.Popen([*command, *(["--quiet"] if quiet else [])], stdout=subprocess.DEVNULL, stderr=theirs)
        os.close(theirs)
        text = b""
        while True:
            try:
                piece = os.read(ours, 4096)
            except OSError:
                break
            if not piece:
                break
            text += piece
        assert child.wait() == 0
        seen[quiet] = text
    assert re.search(rb"steps \d+ of \d+, \d+ %, .* a second, .* left", seen[False]), seen[False][:200]
    assert seen[False].rstrip(b"\r\n").endswith(b"\r\x1b[K"), seen[False][-60:]
    assert seen[True] == b"", seen[True]


# ---- the page -------------------------------------------------------------------------------------------------------

CHROMIUM = ["chromium", "--headless", "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
            "--hide-scrollbars", "--window-size=1000,700", "--enable-logging=stderr", "--virtual-time-budget=1500"]

PROBE = """<script>
const f = window.flotilla, m = f.moment(TIME);
const places = f.run.bodies.map((b, i) => [b[0], ...f.whereabouts(i, m)[0].map((v, k) => v + f.run.origin[k]),
  ...f.quaternion(i, m)]);
const water = POINTS.map(([x, z, t]) => f.water(x, z, t));
document.body.appendChild(document.createElement('pre')).textContent = 'probe' + JSON.stringify({ water, places });
</script></body></html>"""


def browse(page, *arguments):
    done = subprocess.run([*CHROMIUM, *arguments, "file://" + os.path.abspath(page)], capture_output=True, text=True,
                          timeout=120)
    wrong = [line for line in done.stderr.split("\n") if "CONSOLE" in line]
    assert not wrong, wrong
    return done.stdout


def pixels(name):
    """A PNG of 8 bits a channel without interlace, as [rows, columns, channels]."""
    with open(name, "rb") as file:
        data = file.read()
    at, packed = 8, b""
    while at < len(data):
        size, kind = int.from_bytes(data[at:at + 4], "big"), data[at + 4:at + 8]
        if kind == b"IHDR":
            width, height = (int.from_bytes(data[at + 8 + i:at + 12 + i], "big") for i in (0, 4))
            channels = {2: 3, 6: 4}[data[at + 17]]
        packed += data[at + 8:at + 8 + size] if kind == b"IDAT" else b""
        at += size + 12
    lines = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(height, -1)
    out = np.zeros((height + 1, (width + 1) * channels), np.int64)
    for y, line in enumerate(lines):
        row, above = out[y + 1], out[y]
        for i, value in enumerate(line[1:].tolist(), channels):
            a, b, c = row[i - channels], above[i], above[i - channels]
            if line[0] == 1:
                value += a
            elif line[0] == 2:
                value += b
            elif line[0] == 3:
                value += (a + b) // 2
            elif line[0] == 4:
                p, q, r = abs(b - c), abs(a - c), abs(a + b - 2 * c)
                value += a if p <= q and p <= r else b if q <= r else c
            row[i] = value & 255
    return out[1:, channels:].reshape(height, width, channels)


def page(folder, flotilla, scene, inversion):
    """The page's own water and places are those of the run; what it draws is a picture; nothing complains.

    Heights: the library sums the waves in single precision, 1.2e-7 of a height of 1 m a rounding; 3e-6 m are 25 of
    them, and it is 2e-7 m off.  Attitudes: the page has them as 16-bit numbers, so each part is 1.5e-5 off and as much
    again where it is made a unit quaternion anew; 1e-4 is three times that, and places, in single precision, are well
    within.  The picture has some 15000 colours and 20000 points of boats, an empty canvas with its texts and buttons
    500 and 900: the bounds are between, as another renderer may shade otherwise.
    """
    a = np.load(folder + "/bodies.npy")
    with open(folder + "/play.html") as file:
        text = file.read()
    assert len(text) < 20e6 and not re.search(r"(src|href)=|https?:|import\s*\(|fetch\(", text.split("@")[0]), "links"
    random = np.random.default_rng(7)
    points = [[float(v) for v in (random.uniform(-200, 200), random.uniform(-200, 200), random.uniform(-5, 50))]
              for _ in range(25)]
    frame = a[len(a) // 2]
    probe = PROBE.replace("TIME", repr(float(frame["time"][0]))).replace("POINTS", json.dumps(points))
    with open(folder + "/probe.html", "w") as file:
        file.write(text.replace("</body></html>", probe))
    found = json.loads(re.search(r"<pre>probe(.*?)</pre>", browse(folder + "/probe.html", "--dump-dom"), re.S)[1])
    for (x, z, t), height in zip(points, found["water"]):
        out = subprocess.run([flotilla, "query", scene, "--time", repr(t), "--points", "-", "--inversion", inversion],
                             input="%r,%r\n" % (x, z), capture_output=True, text=True, check=True).stdout
        assert abs(float(out.split("\n")[1].split(",")[2]) - height) < 3e-6, (x, z, t, height, out)
    assert len(found["places"]) == a.shape[1]
    for body, *place in found["places"]:
        assert np.abs(place[:3] - frame["position"][body]).max() < 1e-4, "places"
        assert np.abs(place[3:] - frame["orientation"][body]).max() < 1e-4, "attitudes"
    browse(folder + "/play.html", "--screenshot=" + folder + "/page.png")
    picture = pixels(folder + "/page.png")[:, :, :3]
    colours = len(np.unique(picture.reshape(-1, 3), axis=0))
    assert colours > 3000, "%d colours: the canvas is blank" % colours
    orange = (picture[:, :, 0] > picture[:, :, 2] + 60).sum()
    assert orange > 4000, "%d points of boats" % orange


if __name__ == "__main__":
    globals()[sys.argv[1]](*sys.argv[2:])
