import type { CodePage } from './code-pages.ts'
import type { PaperColumns } from './print-settings.ts'
import type { FractionDigits } from './receipt.ts'
import type { ElementStyle } from './template.ts'

/** Characters of 12 x 24 dots at 203 dpi. Larger fonts are wider, never higher. */
export const cellWidthPx = 12

/** Printers feed 30 dots a line by default: 24 for the character, 6 of space. */
export const lineHeightPx = 30

/** How many times wider than the normal one a font is. */
export const widthFactors = { NORMAL: 1, LARGE: 2, EXTRA_LARGE: 3 } as const

const qrSizesPx = { NORMAL: 300, LARGE: 360, EXTRA_LARGE: 420 } as const

type FontSize = ElementStyle['fontSize']

/** The printable dots of a line: 576 on paper of 80 mm, 384 of 58 mm. */
export const printWidthPx = (columns: PaperColumns) => columns * cellWidthPx

/** How many characters of a font fit a line with this many columns. */
export const columnsOf = (fontSize: FontSize, columns: PaperColumns) =>
  Math.floor(columns / widthFactors[fontSize])

/** The side of a QR code, which is no wider than the paper. */
export const qrSizePx = (fontSize: FontSize, columns: PaperColumns) =>
  Math.min(qrSizesPx[fontSize], printWidthPx(columns))

/** The next narrower font; undefined for the normal one. */
export const narrowerFont = (fontSize: FontSize): FontSize | undefined =>
  fontSize === 'EXTRA_LARGE' ? 'LARGE' : fontSize === 'LARGE' ? 'NORMAL' : undefined

/** What rows of text are made for. There are at least two columns, as wide characters need. */
export type Page = {
  readonly columns: number
  readonly codePage: CodePage
  /** The decimals of amounts; two where it is absent. */
  readonly fractionDigits?: FractionDigits | undefined
}
