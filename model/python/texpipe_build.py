"""pip's way to the Python module: setuptools for the package, CMake for its extension (pyproject.toml). It builds in build/release, where
the command is built, too; the variable TEXPIPE_BUILD names another build folder."""
import os
import pathlib
import shutil
import subprocess
import sys
import sysconfig

from setuptools.build_meta import *  # noqa: F401,F403  the backend is setuptools' own
from setuptools.command.build_py import build_py
from wheel.bdist_wheel import bdist_wheel

BUILD = pathlib.Path(os.environ.get("TEXPIPE_BUILD", "build/release"))


class BuildWithCMake(build_py):
    def run(self):
        super().run()
        configure = [BUILD] if (BUILD / "CMakeCache.txt").exists() else ["--preset", "release", "-B", BUILD]
        subprocess.run(["cmake", *configure, f"-DPython_EXECUTABLE={sys.executable}"], check=True)
        made = subprocess.run(["cmake", "--build", BUILD, "--target", "texpipe_python"], check=False)
        extension = BUILD / "python/texpipe" / f"_texpipe{sysconfig.get_config_var('EXT_SUFFIX')}"
        if made.returncode != 0 or not extension.exists():
            raise SystemExit("error: the extension is not built; it needs the packages that scripts/install_dependencies.sh installs")
        shutil.copy2(extension, pathlib.Path(self.build_lib) / "texpipe")


class WheelOfThisPython(bdist_wheel):
    def finalize_options(self):
        super().finalize_options()
        self.root_is_pure = False
