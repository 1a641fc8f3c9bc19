#!/usr/bin/env bash
# Installs what is missing, builds the command, and runs the main job: the study first_look, into out/first_look. RTL is a plug-in that
# scripts/build.sh builds, and the command loads where a study asks for it.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/install_dependencies.sh
scripts/build.sh --without-rtl release texpipe
exec build/release/texpipe run configs/studies/first_look.yaml --out out/first_look --force "$@"
