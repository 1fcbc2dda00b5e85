#!/usr/bin/env bash
# @node-escpos/core sends Chinese bytes for French words unless told otherwise.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts @node-escpos/core@0.6.0
echo 'Packages:' && npm ls --depth 0 | tail -n +2

cat <<'TEXT'
Expected:
  Text goes to the printer in the code page that it starts with, PC437 on most ESC/POS
  printers, or ESC t selects another one first.
Behaviour:
  The encoding is GB18030 by default, and neither ESC t nor FS & is sent: "é" is the two
  bytes A8 A6, which PC437 prints as "¿ª".
Output:
TEXT

cat >try.mjs <<'JS'
import { Printer } from '@node-escpos/core'

const sent = []
const adapter = {
  open: (callback) => callback?.(),
  write: (bytes, callback) => {
    sent.push(Buffer.from(bytes))
    callback?.(null)
  },
  close: (callback) => callback?.(),
}
const printer = new Printer(adapter, {})
await printer.text('Café').flush()
console.log('encoding:', printer.encoding)
console.log('bytes:', Buffer.concat(sent).toString('hex').replaceAll(/../g, '$& ').trim())
JS

cat >known.txt <<'TEXT'
encoding: GB18030
bytes: 43 61 66 a8 a6 0a
TEXT

node try.mjs | tee seen.txt
diff known.txt seen.txt || { echo 'The behaviour has changed.' && exit 1; }
