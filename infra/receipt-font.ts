import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

/*
 * `npm run receipt-font -- <file.hex>...`: packs the glyphs of GNU Unifont for receipts, and
 * writes down which of them are two columns wide. A line of a file is a code point and the
 * rows of its glyph, 16 rows of 8 or 16 pixels, all hexadecimal: `0041:0000...`. A later file
 * replaces the glyphs of the ones before.
 */
const root = join(import.meta.dirname, '..')

/** Ideographs of planes 2 and 3, most of which have no glyph, are two columns wide. */
const otherWide = [0x20000, 0x3fffd] as const

const isPrinted = (codePoint: number) => !/\p{C}/u.test(String.fromCodePoint(codePoint))
const isMark = (codePoint: number) => /\p{M}/u.test(String.fromCodePoint(codePoint))

type Run = { readonly first: number; readonly rowBytes: number; glyphs: Buffer[] }

function readGlyphs(files: readonly string[]): Map<number, Buffer> {
  const lines = files.flatMap((file) => readFileSync(file, 'utf8').trim().split('\n'))
  const glyphs = lines.map((line) => {
    const [codePoint = '', rows = ''] = line.split(':')
    return [Number.parseInt(codePoint, 16), Buffer.from(rows, 'hex')] as const
  })
  const printed = glyphs.filter(([codePoint]) => isPrinted(codePoint))
  return new Map(printed.sort(([a], [b]) => a - b))
}

/** Runs of characters that follow one another, with glyphs of one width. */
function runsOf(glyphs: ReadonlyMap<number, Buffer>): Run[] {
  const runs: Run[] = []
  for (const [codePoint, glyph] of glyphs) {
    const run = runs.at(-1)
    const rowBytes = glyph.length / 16
    const continues =
      run?.rowBytes === rowBytes && codePoint === run.first + run.glyphs.length
    if (run && continues) run.glyphs.push(glyph)
    else runs.push({ first: codePoint, rowBytes, glyphs: [glyph] })
  }
  return runs
}

/** The number of runs, then first, count and bytes a row of each, then all glyphs. */
function packed(runs: readonly Run[]): Buffer {
  const header = Uint32Array.from([
    runs.length,
    ...runs.flatMap(({ first, glyphs, rowBytes }) => [first, glyphs.length, rowBytes]),
  ])
  const all = Buffer.concat([
    Buffer.from(header.buffer),
    ...runs.flatMap(({ glyphs }) => glyphs),
  ])
  return brotliCompressSync(all, {
    params: {
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: all.length,
    },
  })
}

/**
 * Ranges of characters of two columns. A range goes on over characters that are not printed
 * or have no column of their own.
 */
function wideRanges(glyphs: ReadonlyMap<number, Buffer>): [number, number][] {
  const ranges: [number, number][] = []
  let isOpen = false
  for (let codePoint = 0x20; codePoint < otherWide[0]; codePoint++) {
    if (!isPrinted(codePoint) || isMark(codePoint)) continue
    const isWide = glyphs.get(codePoint)?.length === 32
    const range = ranges.at(-1)
    if (isWide && isOpen && range) range[1] = codePoint
    else if (isWide) ranges.push([codePoint, codePoint])
    isOpen = isWide
  }
  return [...ranges, [...otherWide]]
}

/** Distances from the end of one range to the start of the next, and to its end. */
function rangesSource(ranges: readonly (readonly [number, number])[]): string {
  let last = 0
  const numbers = ranges.flatMap(([from, to]) => {
    const pair = [from - last, to - from]
    last = to
    return pair
  })
  const words = numbers.map((number) => number.toString(36)).join(' ')
  const lines = words.match(/.{1,80}(?: |$)/g) ?? []
  return [
    '// Written by `npm run receipt-font`.',
    '',
    '/**',
    ' * Characters that are two columns wide: for each range of them the distance of its start',
    ' * from the end of the one before, then the distance of its end from its start, base 36.',
    ' */',
    'export const wideRanges =',
    ...lines.map((line, at) => `  '${line}'${at < lines.length - 1 ? ' +' : ''}`),
    '',
  ].join('\n')
}

const glyphs = readGlyphs(process.argv.slice(2))
const printing = join(root, 'shared/paper/layout')
writeFileSync(join(printing, 'fonts/unifont.bin'), packed(runsOf(glyphs)))
writeFileSync(join(printing, 'wide-ranges.ts'), rangesSource(wideRanges(glyphs)))
