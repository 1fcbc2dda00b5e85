#!/usr/bin/env bash
# Four of seven printer libraries send the Code 128 "No-123" in a form that printers drop.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps \
  escpos@2.5.2 @node-escpos/core@0.6.0 @react-thermal-printer/printer@0.19.0 \
  @tillpos/xml-escpos-helper@0.3.1 node-thermal-printer@4.6.1 \
  @point-of-sale/receipt-printer-encoder@4.0.1 esc-pos-encoder@3.0.0
echo 'Packages:' && npm ls --depth 0 | tail -n +2

cat <<'TEXT'
Expected:
  A library's method for Code 128 takes the text. In ESC/POS that is GS k I, a byte with the
  length, the code set ({B for text) and the text; without a code set in front the printer
  drops the command and prints the rest as text, as the printers' manuals say of CODE128.
Behaviour:
  @react-thermal-printer/printer and @tillpos/xml-escpos-helper leave the code set out.
  escpos and @node-escpos/core do too, and leave the length out as well if it is below 16:
  they turn "6" into bytes as hexadecimal, which needs two digits. The printer takes the N
  for a length of 78. Only with {B in front and 16 characters or more is it right.
Output:
TEXT

cat >try.mjs <<'JS'
import { Printer } from '@node-escpos/core'
import encoder from '@point-of-sale/receipt-printer-encoder'
import { getPrinter } from '@react-thermal-printer/printer'
import tillpos from '@tillpos/xml-escpos-helper'
import oldEncoder from 'esc-pos-encoder'
import escpos from 'escpos'
import nodeThermal from 'node-thermal-printer'

async function collect(print) {
  const sent = []
  await print({
    open: (callback) => callback?.(),
    write: (bytes, callback) => {
      sent.push(Buffer.from(bytes))
      callback?.(null)
    },
    close: (callback) => callback?.(),
  })
  return Buffer.concat(sent)
}
const size = { width: 2, height: 60 }
const writers = {
  escpos: (code) =>
    collect((to) => new escpos.Printer(to, {}).barcode(code, 'CODE128', size).flush()),
  '@node-escpos/core': (code) =>
    collect(async (to) => (await new Printer(to, {}).barcode(code, 'CODE128', size)).flush()),
  '@react-thermal-printer/printer': (code) =>
    getPrinter({ type: 'epson' }).barcode(code, 'CODE128').getData(),
  '@tillpos/xml-escpos-helper': (code) => {
    const options = 'system="CODE_128" width="DOT_375" font="A" distance="50"'
    const document = `<document><barcode ${options}>${code}</barcode></document>`
    return tillpos.EscPos.getBufferFromTemplate(document, {})
  },
  'node-thermal-printer': (code) => {
    const printer = new nodeThermal.ThermalPrinter({ type: 'epson', interface: 'tcp://127.0.0.1' })
    printer.code128(code)
    return printer.getBuffer()
  },
  'receipt-printer-encoder': (code) =>
    new encoder({ language: 'esc-pos' }).barcode(code, 'code128', { height: 60 }).encode(),
  'esc-pos-encoder': (code) => new oldEncoder().barcode(code, 'code128', 60).encode(),
}
/** The bytes after GS k I up to the end of the text. */
function data(bytes, code) {
  const text = Buffer.from(bytes).toString('latin1')
  const start = text.indexOf('\x1dkI') + 3
  const sent = text.slice(start, text.indexOf(code, start) + code.length)
  return sent.replace(/[^ -~]/g, (byte) => `<${byte.charCodeAt(0)}>`)
}
for (const [name, write] of Object.entries(writers)) {
  console.log(`${name}: ${data(await write('No-123'), 'No-123')}`)
}
const long = '{BORDER-2026-0123'
console.log(`escpos: ${data(await writers.escpos(long), long)}`)
JS

cat >known.txt <<'TEXT'
escpos: No-123
@node-escpos/core: No-123
@react-thermal-printer/printer: <6>No-123
@tillpos/xml-escpos-helper: <6>No-123
node-thermal-printer: <8>{BNo-123
receipt-printer-encoder: <8>{BNo-123
esc-pos-encoder: <8>{BNo-123
escpos: <17>{BORDER-2026-0123
TEXT

node --no-warnings try.mjs | tee seen.txt
diff known.txt seen.txt || { echo 'The behaviour has changed.' && exit 1; }
