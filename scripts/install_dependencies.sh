#!/usr/bin/env bash
# Installs the Debian packages that texpipe needs and this machine lacks. Root or sudo is needed only when something is missing.
#   scripts/install_dependencies.sh [--with-clang] [--with-clang-tools] [--with-gcovr] [--with-yosys] [--with-valgrind] [--with-benchmark] [--with-slurm] [--with-shells] [--with-peers] [--with-capture] [--with-browser] [--with-python] [--with-assembler] [--with-trace-readers] [--with-ocloc] [--with-pocl]
set -euo pipefail

packages=(
  g++ cmake ninja-build pkg-config ccache git
  libsystemc-dev libyaml-cpp-dev nlohmann-json3-dev libcli11-dev libfmt-dev libpng-dev zlib1g-dev libssl-dev libsqlite3-dev libzstd-dev libminizip-dev libcpp-httplib-dev libprotozero-dev libdrm-dev libvulkan-dev
  catch2 librapidcheck-dev python3 pybind11-dev python3-dev python3-numpy
)
# Verilator is optional: without it, asking for RTL gives exit code 8.
[ "${WITHOUT_VERILATOR:-}" = 1 ] || packages+=(verilator)
for option in "$@"; do
  case "$option" in
    --with-clang) packages+=(clang libclang-rt-14-dev) ;;
    --with-clang-tools) packages+=(clang-format clang-tidy) ;;
    --with-gcovr) packages+=(gcovr) ;;
    --with-yosys) packages+=(yosys) ;;
    --with-valgrind) packages+=(valgrind) ;;
    --with-benchmark) packages+=(libbenchmark-dev) ;;
    --with-browser) packages+=(chromium) ;;
    --with-python) packages+=(python3-pip python3-setuptools python3-wheel python3-scipy python3-matplotlib python3-pandas python3-nbclient python3-ipykernel) ;;
    --with-assembler) packages+=(libigc-tools) ;;  # iga64, Intel's assembler
    --with-ocloc) packages+=(intel-opencl-icd) ;;  # ocloc, Intel's offline compiler
    --with-pocl) packages+=(pocl-opencl-icd python3-pyopencl) ;;  # OpenCL on the CPU, which a kernel is compared with
    --with-trace-readers) packages+=(protobuf-compiler python3-protobuf) ;;
    --with-slurm) packages+=(slurm-wlm munge parallel) ;;
    --with-shells) packages+=(fish zsh) ;;  # whose completion is tested
    --with-capture) packages+=(mesa-vulkan-drivers glslang-tools libgl1-mesa-dri xvfb vulkan-tools mesa-utils glmark2-x11 ffmpeg python3-pil) ;;  # programs to record
    --with-peers) packages+=(mesa-vulkan-drivers libvulkan-dev glslang-tools) ;;
    *) echo "error: unknown option $option" >&2; exit 2 ;;
  esac
done

missing=()
for package in "${packages[@]}"; do
  dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

echo "installing: ${missing[*]}"
as_root=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || { echo "error: root or sudo is needed to install: ${missing[*]}" >&2; exit 1; }
  as_root=(sudo)
fi
"${as_root[@]}" apt-get update -q
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}"
