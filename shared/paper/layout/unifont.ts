import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { readVendoredFile } from '../../vendored-file.ts'

const fontFile = '#fonts/unifont.bin'

/** The font and its licence, which are copied next to a bundle that prints. */
export const unifontFiles = [fontFile, '#fonts/unifont-license.txt']

/** A glyph of 16 rows, each of one or two bytes; the highest bit is the leftmost pixel. */
export type Glyph = { readonly widthPx: 8 | 16; readonly rows: Uint8Array }

/** The glyph of a character; undefined when the font has none. */
export type Font = (character: string) => Glyph | undefined

const rows = 16

let font: Promise<Font> | undefined

/** GNU Unifont. It is read for the first text that needs it, and cached. */
export function readUnifont(): Promise<Font> {
  font ??= readVendoredFile(fontFile)
    .then((file) => promisify(brotliDecompress)(file))
    .then(fontOf)
  return font
}

type Run = {
  readonly first: number
  readonly count: number
  readonly rowBytes: number
  /** First byte of its glyphs. */
  readonly start: number
}

/** Reads the number of runs, the runs, and the glyphs, as infra/receipt-font.ts packs them. */
function fontOf(bytes: Buffer): Font {
  const runs: Run[] = []
  const count = bytes.readUInt32LE(0)
  let start = 4 + count * 12
  for (let at = 4; runs.length < count; at += 12) {
    const run = {
      first: bytes.readUInt32LE(at),
      count: bytes.readUInt32LE(at + 4),
      rowBytes: bytes.readUInt32LE(at + 8),
      start,
    }
    runs.push(run)
    start += run.count * run.rowBytes * rows
  }
  return (character) => {
    const codePoint = character.codePointAt(0) ?? 0
    const run = runAt(runs, codePoint)
    if (!run || codePoint >= run.first + run.count) return undefined
    const size = run.rowBytes * rows
    const at = run.start + (codePoint - run.first) * size
    return {
      widthPx: run.rowBytes === 1 ? 8 : 16,
      rows: bytes.subarray(at, at + size),
    }
  }
}

/** The last run that begins at a code point or before it. */
function runAt(runs: readonly Run[], codePoint: number): Run | undefined {
  let [from, to] = [0, runs.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((runs[middle]?.first ?? 0) <= codePoint) from = middle + 1
    else to = middle
  }
  return runs[from - 1]
}
