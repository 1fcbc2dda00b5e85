#!/usr/bin/env bash
# leftRight() of node-thermal-printer glues the price to a long name: 2021 and 3.50 print as
# 20213.50.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts node-thermal-printer@4.6.1
echo 'Packages:' && npm ls --depth 0 | tail -n +2

cat <<'TEXT'
Expected:
  Where a name leaves no room for the price, leftRight() cuts the name, wraps it, or at least
  puts a space between them.
Behaviour:
  The line is longer than the paper is wide, nothing separates the two, and the printer
  breaks the line anywhere.
Output:
TEXT

cat >try.mjs <<'JS'
import { printer as Printer } from 'node-thermal-printer'

const printer = new Printer({ type: 'epson', interface: 'tcp://127.0.0.1', width: 42 })
printer.leftRight('Riesling 2021', '3.50')
printer.leftRight('Riesling trocken, Hanglage am Fluss, 2021', '3.50')
for (const line of printer.getBuffer().toString('latin1').trim().split('\n'))
  console.log(line.length, JSON.stringify(line))
JS

cat >known.txt <<'TEXT'
42 "Riesling 2021                         3.50"
45 "Riesling trocken, Hanglage am Fluss, 20213.50"
TEXT

node try.mjs | tee seen.txt
diff known.txt seen.txt || { echo 'The behaviour has changed.' && exit 1; }
