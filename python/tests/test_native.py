# SPDX-License-Identifier: MIT
"""How the C library is found, and what is refused."""

import os
import shutil
import subprocess
import sys

import pytest

import flotilla as flo


def imported(**environment):
    """What a new interpreter says that imports the package: (status, text)."""
    program = "import flotilla; print(flotilla.library_path)"
    clean = {name: value for name, value in os.environ.items() if name != "FLOTILLA_LIBRARY"}
    done = subprocess.run([sys.executable, "-c", program], env={**clean, **environment}, capture_output=True, text=True)
    return done.returncode, done.stdout.strip() if done.returncode == 0 else done.stderr


@pytest.fixture
def other(tmp_path):
    """A library that says that it is version 0.1.0."""
    if not shutil.which("cc"):
        pytest.skip("there is no C compiler")
    source, library = tmp_path / "other.c", tmp_path / "other" / "libflotilla.so"
    library.parent.mkdir()
    source.write_text("int flo_version(void) { return 100; }\n")
    subprocess.run(["cc", "-shared", "-fPIC", str(source), "-o", str(library)], check=True)
    return library


def test_a_file_and_a_folder(tmp_path):
    library = tmp_path / "libflotilla.so"
    library.symlink_to(os.path.abspath(flo.library_path))
    assert imported(FLOTILLA_LIBRARY=str(library)) == (0, str(library))
    assert imported(FLOTILLA_LIBRARY=str(tmp_path)) == (0, str(library))


def test_an_installed_one_by_pkg_config(tmp_path):
    if not shutil.which("pkg-config"):
        pytest.skip("there is no pkg-config")
    library = tmp_path / "libflotilla.so"
    library.symlink_to(os.path.abspath(flo.library_path))
    (tmp_path / "flotilla.pc").write_text(f"libdir={tmp_path}\nName: flotilla\nDescription: -\nVersion: 1\n")
    assert imported(FLOTILLA_LIBRARY="installed", PKG_CONFIG_PATH=str(tmp_path)) == (0, str(library))


def test_an_installed_one_by_the_linker(tmp_path):
    major, minor, _ = flo.__version__.split(".")
    name = f"libflotilla.so.{major}.{minor}" if major == "0" else f"libflotilla.so.{major}"
    (tmp_path / name).symlink_to(os.path.abspath(flo.library_path))
    assert imported(FLOTILLA_LIBRARY="installed", LD_LIBRARY_PATH=str(tmp_path), PKG_CONFIG_LIBDIR=str(tmp_path)) == \
           (0, name)


def test_another_version_is_refused(other):
    status, text = imported(FLOTILLA_LIBRARY=str(other))
    assert status == 1
    assert f"ImportError: {other} is flotilla 0.1.0, but this package was made for {flo.__version__}; " in text


def test_what_is_no_library_is_refused(tmp_path):
    (tmp_path / "libflotilla.so").write_text("no library")
    status, text = imported(FLOTILLA_LIBRARY=str(tmp_path))
    assert status == 1 and "ImportError: flotilla's C library is not to be had.  Tried:" in text
    assert str(tmp_path / "libflotilla.so") in text


def test_what_is_not_there(tmp_path):
    status, text = imported(FLOTILLA_LIBRARY=str(tmp_path))
    assert status == 1 and f"FLOTILLA_LIBRARY is {tmp_path}, a folder without libflotilla.so" in text
    status, text = imported(FLOTILLA_LIBRARY=str(tmp_path / "gone.so"))
    assert status == 1 and "gone.so" in text and "make install" in text
