#!/usr/bin/env bash
# openCashDrawer() of node-thermal-printer sends two halves of a command: one drawer opens, not two.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts node-thermal-printer@4.6.1
echo 'Packages:' && npm ls --depth 0 | tail -n +2

cat <<'TEXT'
Expected:
  For drawers at both pins: ESC p 0 t1 t2, then ESC p 1 t1 t2, ten bytes in all. ESC p takes
  the times of the pulse, t1 and t2, from the two bytes after the pin.
Behaviour:
  Six bytes without any times. The printer takes the second command's ESC and p as the times
  of the first (54 ms on, 224 ms off), never sees a second command, and 01 is left over as
  data.
Output:
TEXT

cat >try.mjs <<'JS'
import { printer as Printer } from 'node-thermal-printer'

const printer = new Printer({ type: 'epson', interface: 'tcp://127.0.0.1' })
printer.openCashDrawer()
console.log(printer.getBuffer().toString('hex').replaceAll(/../g, '$& ').trim())
JS

cat >known.txt <<'TEXT'
1b 70 00 1b 70 01
TEXT

node try.mjs | tee seen.txt
diff known.txt seen.txt || { echo 'The behaviour has changed.' && exit 1; }
