#!/usr/bin/env bash
# The same UPC bars are 12 digits in one reader and 13 in two, and UPC-E's 8 become 13.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts \
  zxing-wasm@3.1.4 @zxing/library@0.23.0 @undecaf/zbar-wasm@0.11.0 \
  @bwip-js/node@4.11.4 pngjs@7.0.0
echo 'Packages:' && npm ls --depth 0 | tail -n +2

cat <<'TEXT'
Expected:
  A UPC-A is read as the 12 digits printed below it, a UPC-E as its 8, in every reader.
Behaviour:
  zxing-wasm 3 and ZBar return 13 digits for both: a zero in front, and UPC-E expanded.
  @zxing/library returns 12 for UPC-A, and also for an EAN-13 that begins with 0. A till
  that compares the texts does not find a product whose code came from another reader.
Output:
TEXT

cat >try.mjs <<'JS'
import { readFileSync } from 'node:fs'
import { toBuffer } from '@bwip-js/node'
import { scanImageData } from '@undecaf/zbar-wasm'
import zxing from '@zxing/library'
import { PNG } from 'pngjs'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const wasm = 'node_modules/zxing-wasm/dist/reader/zxing_reader.wasm'
prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasm) } })
const white = { backgroundcolor: 'FFFFFF', paddingwidth: 16, paddingheight: 16 }
const symbols = [
  ['upca', '036000291452'],
  ['ean13', '0036000291452'],
  ['upce', '04252614'],
]
for (const [bcid, text] of symbols) {
  const picture = PNG.sync.read(await toBuffer({ bcid, text, scale: 4, ...white }))
  const { width, height } = picture
  const pixels = { data: new Uint8ClampedArray(picture.data), width, height }
  const [wasmRead] = await readBarcodes(pixels)
  const [zbarRead] = await scanImageData(pixels)
  console.log(`${bcid} ${text}`)
  console.log('  zxing-wasm:', wasmRead.text, wasmRead.format)
  console.log('  ZBar:', zbarRead.decode(), zbarRead.typeName)
  if (bcid === 'upce') continue
  const grey = Uint8ClampedArray.from({ length: width * height }, (_, i) => pixels.data[i * 4])
  const luminance = new zxing.RGBLuminanceSource(grey, width, height)
  const bitmap = new zxing.BinaryBitmap(new zxing.HybridBinarizer(luminance))
  const reader = new zxing.MultiFormatReader()
  console.log('  @zxing/library:', reader.decode(bitmap, new Map()).getText())
}
JS

cat >known.txt <<'TEXT'
upca 036000291452
  zxing-wasm: 0036000291452 EAN13
  ZBar: 0036000291452 ZBAR_EAN13
  @zxing/library: 036000291452
ean13 0036000291452
  zxing-wasm: 0036000291452 EAN13
  ZBar: 0036000291452 ZBAR_EAN13
  @zxing/library: 036000291452
upce 04252614
  zxing-wasm: 0042100005264 UPCE
  ZBar: 0042100005264 ZBAR_EAN13
TEXT

node try.mjs | tee seen.txt
diff known.txt seen.txt || { echo 'The behaviour has changed.' && exit 1; }
