# SPDX-License-Identifier: MIT
"""Python's side against host/flotilla.h and a C compiler."""

import importlib.metadata
import re
import subprocess
import typing
from pathlib import Path

import pytest

import flotilla as flo
from flotilla import _enums, _records, definitions
from flotilla._native import ffi, lib


def functions(root):
    return re.findall(r"^FLO_API .*?(flo_\w+)\(", (root / "host" / "flotilla.h").read_text(), re.MULTILINE)


def types(kind):
    """The header's types of a kind, but for functions and opaque structs, which cffi must not be asked about."""
    found = []
    for name in ffi.list_types()[0]:
        try:
            if ffi.sizeof(name) and ffi.typeof(name).kind == kind:
                found.append(name)
        except (ffi.error, TypeError, ValueError):
            pass
    return found


def compiled(tmp_path, root, body):
    source, binary = tmp_path / "print.c", tmp_path / "print"
    source.write_text("#include <flotilla.h>\n#include <stdio.h>\nint main(void) {\n" + body + "return 0; }\n")
    try:
        subprocess.run(["cc", "-I", str(root / "host"), str(source), "-o", str(binary)], check=True)
    except FileNotFoundError:
        pytest.skip("there is no C compiler")
    return subprocess.run([str(binary)], check=True, capture_output=True, text=True).stdout


def test_every_function_is_reachable(root):
    names = functions(root)
    assert len(names) >= 40
    for name in names:
        assert callable(getattr(lib, name)), name


def test_every_function_is_used(root):
    text = "".join(path.read_text() for path in Path(flo.__file__).parent.glob("*.py") if path.name != "_ffi.py")
    assert [name for name in functions(root) if not re.search(rf"\.{name}\b", text)] == []


def test_layouts_are_those_of_the_compiler(root, tmp_path):
    names = types("struct")
    assert len(names) > 25
    body = ""
    for name in names:
        body += f'printf("{name} %zu\\n", sizeof({name}));\n'
        for field, _ in ffi.typeof(name).fields:
            body += f'printf("{name}.{field} %zu %zu\\n", offsetof({name}, {field}), sizeof((({name} *)0)->{field}));\n'
    lines = compiled(tmp_path, root, body).split("\n")
    expected = []
    for name in names:
        expected.append(f"{name} {ffi.sizeof(name)}")
        for field, info in ffi.typeof(name).fields:
            expected.append(f"{name}.{field} {info.offset} {ffi.sizeof(info.type)}")
    assert lines[:-1] == expected


def test_dtypes_are_those_layouts():
    for kind, name in ((flo.WAVE, "flo_wave"), (flo.STATE, "flo_body_state"), (flo.CONTROL, "flo_body_control"),
                       (flo.LOAD, "flo_body_load")):
        assert kind.itemsize == ffi.sizeof(name)
        assert [(field, kind.fields[field][1]) for field in kind.names] == \
               [(field, info.offset) for field, info in ffi.typeof(name).fields]


def test_versions_agree(root, tmp_path):
    number = int(compiled(tmp_path, root, 'printf("%d\\n", FLO_VERSION);\n'))
    assert lib.flo_version() == number == flo.VERSION
    assert flo.__version__ == f"{number // 10000}.{number // 100 % 100}.{number % 100}"
    try:
        assert importlib.metadata.version("flotilla") == flo.__version__
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("the package is not installed")


@pytest.mark.parametrize("name", sorted(_enums.BY_TYPE))
def test_enumerations(name):
    theirs = ffi.typeof(name).relements
    ours = _enums.BY_TYPE[name]
    assert sorted(theirs.values()) == sorted(ours)
    for text, value in theirs.items():
        assert text.endswith("_" + ours(value).name)


def test_every_enumeration_is_known():
    assert set(types("enum")) == {*_enums.BY_TYPE, "flo_status"}


def test_statuses():
    assert {text: value for text, value in ffi.typeof("flo_status").relements.items()} == \
           {"FLO_" + status.name: int(status) for status in flo.Status}
    for status in flo.Status:
        assert ffi.string(lib.flo_status_name(status)).decode() == "FLO_" + status.name


@pytest.mark.parametrize("kind, name", [
    (_records.DeviceInfo, "flo_device_info"), (_records.ProfileEntry, "flo_profile_entry"),
    (_records.SeaInfo, "flo_sea_info"), (_records.RecordInfo, "flo_record_info"), (_records.HullInfo, "flo_hull_info"),
    (_records.MeshInfo, "flo_mesh_info"), (_records.Hydrostatics, "flo_hydrostatics"),
    (_records.Summation, "flo_summation"), (_records.Report, "flo_fleet_report")])
def test_records_have_the_members_of_c(kind, name):
    assert list(kind._fields) == [field for field, _ in ffi.typeof(name).fields]


@pytest.mark.parametrize("kind, name", [
    (definitions.Buoyancy, "flo_buoyancy_def"), (definitions.Tuning, "flo_tuning_def"),
    (definitions.Damping, "flo_damping_def"), (definitions.Drag, "flo_drag_def"), (definitions.Push, "flo_push_def"),
    (definitions.AddedMass, "flo_added_mass_def"), (definitions.Thrust, "flo_thrust_def"),
    (definitions.Steering, "flo_steering_def")])
def test_dicts_have_the_members_of_c(kind, name):
    assert list(typing.get_type_hints(kind)) == [field for field, _ in ffi.typeof(name).fields]


def test_everything_public_is_explained():
    for name in flo.__all__:
        thing = getattr(flo, name)
        if not isinstance(thing, type) and not callable(thing):
            continue
        assert thing.__doc__, name
        if not isinstance(thing, type):
            continue
        for member, value in vars(thing).items():
            if not member.startswith("_") and (callable(value) or isinstance(value, (property, classmethod))):
                text = value.__func__.__doc__ if isinstance(value, classmethod) else value.__doc__
                assert text, f"{name}.{member}"
