#!/usr/bin/env bash
# A GS1 QR code read by jsQR has percent signs where the element separators are.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts \
  jsqr@1.4.0 @undecaf/zbar-wasm@0.11.0 @bwip-js/node@4.11.4 pngjs@7.0.0
echo 'Packages:' && npm ls --depth 0 | tail -n +2

cat <<'TEXT'
Expected:
  In a GS1 QR code the separator FNC1 is read as the character GS (0x1D), and a percent sign
  as one percent sign (ISO/IEC 18004 on the alphanumeric mode after FNC1), as ZBar does.
Behaviour:
  jsQR returns the separator as "%" and a percent sign as "%%", and nothing in its result
  says that the code is GS1: the lot 50%OFF and the serial number cannot be told apart
  without taking the text apart again.
Output:
TEXT

cat >try.mjs <<'JS'
import { toBuffer } from '@bwip-js/node'
import { scanImageData } from '@undecaf/zbar-wasm'
import jsQR from 'jsqr'
import { PNG } from 'pngjs'

const text = '(01)04006381333931(10)50%OFF(21)77'
const white = { backgroundcolor: 'FFFFFF', paddingwidth: 16, paddingheight: 16 }
const { data, width, height } = PNG.sync.read(
  await toBuffer({ bcid: 'gs1qrcode', text, scale: 4, ...white }),
)
const pixels = new Uint8ClampedArray(data)
const read = jsQR(pixels, width, height)
console.log('jsQR:', JSON.stringify(read.data), read.chunks.map(({ type }) => type).join())
const [symbol] = await scanImageData({ data: pixels, width, height })
console.log('ZBar:', JSON.stringify(symbol.decode()))
JS

cat >known.txt <<'TEXT'
jsQR: "01040063813339311050%%OFF%2177" numeric,alphanumeric
ZBar: "01040063813339311050%OFF\u001d2177"
TEXT

node try.mjs | tee seen.txt
diff known.txt seen.txt || { echo 'The behaviour has changed.' && exit 1; }
