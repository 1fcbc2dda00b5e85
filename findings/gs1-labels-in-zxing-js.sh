#!/usr/bin/env bash
# @zxing/library runs the lot and the serial number of a GS1-128 label together.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' >package.json
npm install --silent --no-audit --no-fund --ignore-scripts \
  @zxing/library@0.23.0 @bwip-js/node@4.11.4 pngjs@7.0.0
echo 'Packages:' && npm ls --depth 0 | tail -n +2

cat <<'TEXT'
Expected:
  The same elements read from GS1-128 and from GS1 DataMatrix give the same text, with
  GS (0x1D) where an element of variable length ends.
Behaviour:
  From GS1-128 the separator is dropped, so that lot AB-1 and serial 77 (element 21) become
  lot AB-12177, unless the hint ASSUME_GS1 is given. From DataMatrix it is kept, without a
  hint, and one more is put in front.
Output:
TEXT

cat >try.mjs <<'JS'
import { toBuffer } from '@bwip-js/node'
import zxing from '@zxing/library'
import { PNG } from 'pngjs'

const text = '(01)04006381333931(10)AB-1(21)77'
const white = { backgroundcolor: 'FFFFFF', paddingwidth: 16, paddingheight: 16 }
const symbols = { 'gs1-128': 'CODE_128', gs1datamatrix: 'DATA_MATRIX' }
for (const [bcid, format] of Object.entries(symbols)) {
  const picture = PNG.sync.read(await toBuffer({ bcid, text, scale: 4, ...white }))
  const { width, height } = picture
  const grey = Uint8ClampedArray.from({ length: width * height }, (_, i) => picture.data[i * 4])
  const luminance = new zxing.RGBLuminanceSource(grey, width, height)
  const bitmap = new zxing.BinaryBitmap(new zxing.HybridBinarizer(luminance))
  const hints = new Map([
    [zxing.DecodeHintType.POSSIBLE_FORMATS, [zxing.BarcodeFormat[format]]],
  ])
  const result = new zxing.MultiFormatReader().decode(bitmap, hints)
  console.log(`${format}:`, JSON.stringify(result.getText()))
}
JS

cat >known.txt <<'TEXT'
CODE_128: "010400638133393110AB-12177"
DATA_MATRIX: "\u001d010400638133393110AB-1\u001d2177"
TEXT

node try.mjs | tee seen.txt
diff known.txt seen.txt || { echo 'The behaviour has changed.' && exit 1; }
