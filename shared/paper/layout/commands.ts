import type { Bitmap } from './bitmap.ts'
import { type CodePage, encode } from './code-pages.ts'
import type { Line } from './layout.ts'
import { qrBitmap } from './qr-bitmap.ts'
import type { ElementStyle } from './template.ts'

const lf = 0x0a
export const bel = 0x07
export const esc = 0x1b
export const fs = 0x1c
export const gs = 0x1d

/** The commands of a printer language, as bytes. */
export type Commands = {
  /** Resets the printer and selects a code page of single bytes. */
  readonly start: (codePage: CodePage) => readonly number[]
  /** The alignment of texts and pictures that follow. */
  readonly align: (justification: ElementStyle['justification']) => readonly number[]
  /** Weight and width of texts that follow. */
  readonly font: (style: ElementStyle) => readonly number[]
  readonly raster: (bitmap: Bitmap) => readonly number[]
  readonly cut: { readonly full: readonly number[]; readonly partial: readonly number[] }
  readonly openDrawer: readonly number[]
  readonly soundBuzzer: readonly number[]
}

/**
 * The bytes that print the lines of a receipt. A character of a text that the code page lacks
 * prints as `?`; `drawForeignText` leaves none.
 */
export function bytesOf(
  lines: readonly Line[],
  codePage: CodePage,
  commands: Commands,
): Uint8Array {
  const parts = lines.map((line) => lineBytes(line, codePage, commands))
  const all = [commands.start(codePage), ...parts]
  return Uint8Array.from(Buffer.concat(all.map((bytes) => Uint8Array.from(bytes))))
}

function lineBytes(
  line: Line,
  codePage: CodePage,
  { align, font, raster, cut, openDrawer, soundBuzzer }: Commands,
): readonly number[] {
  switch (line.kind) {
    case 'text': {
      const { style, text } = line
      return [
        ...align(style.justification),
        ...font(style),
        ...encode(text, codePage),
        lf,
      ]
    }
    case 'qr': {
      const bitmap = qrBitmap(line.modules, line.sizePx)
      return [...align(line.style.justification), ...raster(bitmap)]
    }
    case 'picture':
      return [...align(line.style.justification), ...raster(line.bitmap)]
    case 'feed':
      return Array<number>(line.lines).fill(lf)
    case 'cut':
      return line.isPartial ? cut.partial : cut.full
    case 'drawer':
      return openDrawer
    case 'buzzer':
      return soundBuzzer
  }
}
