#!/usr/bin/env bash
# Makes model/pages/assets/echarts.min.js: the parts of Apache ECharts that the pages use, in one file. Needs Node.js with npm and
# the network; only who changes echarts_entry.js or the version runs it.
set -euo pipefail
assets=$(cd "$(dirname "$0")/../model/pages/assets" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init -y >/dev/null
npm install --no-audit --no-fund --save-exact echarts@6.1.0 esbuild@0.28.2 >/dev/null
cp "$assets/echarts_entry.js" entry.js
{
  echo "/*! Apache ECharts 6.1.0, https://echarts.apache.org, Apache License 2.0 (LICENSE.echarts); zrender, BSD 3-clause; built by scripts/build_echarts.sh */"
  ./node_modules/.bin/esbuild entry.js --bundle --minify --format=iife --global-name=texpipeCharts --target=es2019 --charset=ascii \
    --legal-comments=none --log-level=error
} > "$assets/echarts.min.js"
{
  cat node_modules/echarts/NOTICE; echo; cat node_modules/echarts/LICENSE; echo; echo "zrender:"; echo; cat node_modules/zrender/LICENSE
} > "$assets/LICENSE.echarts"
wc -c "$assets/echarts.min.js"
