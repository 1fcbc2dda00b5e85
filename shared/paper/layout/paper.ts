import type { CodePage } from './code-pages.ts'
import type { NumberForm } from './language.ts'
import type { ElementStyle } from './template.ts'

/** Characters of 12 x 24 dots at 203 dpi. */
export const cellWidthPx = 12
export const cellHeightPx = 24

/** Printers feed 30 dots a line by default: 24 for the character, 6 of space. */
export const lineHeightPx = 30

/** Width of each font as a multiple of the normal one; none is higher. */
const widthFactors = { NORMAL: 1, LARGE: 2, EXTRA_LARGE: 3 } as const

const qrSizesPx = { NORMAL: 300, LARGE: 360, EXTRA_LARGE: 420 } as const

type FontSize = ElementStyle['fontSize']

/** Size of letters: `size` wins over `fontSize`. */
type TextSize = Pick<ElementStyle, 'fontSize' | 'size'>

/** Returns width and height of letters as multiples of the normal ones. */
export const scaleOf = ({ fontSize, size }: TextSize) =>
  size === undefined
    ? { width: widthFactors[fontSize], height: 1 }
    : { width: size, height: size }

/** The height of a line of text: printers feed no less than its letters need. */
export const textLinePx = (style: TextSize) =>
  Math.max(lineHeightPx, cellHeightPx * scaleOf(style).height)

/** The printable dots of a line: 576 on paper of 80 mm, 384 of 58 mm. */
export const printWidthPx = (columns: number) => columns * cellWidthPx

/** Returns the number of characters of a style that fit a line with this many columns. */
export const columnsOf = (style: TextSize, columns: number) =>
  Math.floor(columns / scaleOf(style).width)

/** The side of a QR code, which is no wider than the paper. */
export const qrSizePx = (fontSize: FontSize, columns: number) =>
  Math.min(qrSizesPx[fontSize], printWidthPx(columns))

/** The style with the next narrower letters; undefined for normal ones. */
export function narrowerStyle(style: ElementStyle): ElementStyle | undefined {
  const { size, fontSize } = style
  if (size !== undefined) return size > 1 ? { ...style, size: size - 1 } : undefined
  if (fontSize === 'NORMAL') return undefined
  return { ...style, fontSize: fontSize === 'EXTRA_LARGE' ? 'LARGE' : 'NORMAL' }
}

/**
 * Page that rows of text are made for. It has at least two columns, as wide characters need.
 */
export type Page = {
  readonly columns: number
  readonly codePage: CodePage
  /** True if letters that the code page lacks are kept, to be drawn, and not respelled. */
  readonly keepsLetters?: boolean | undefined
  /** Form of amounts. */
  readonly form?: NumberForm | undefined
}
