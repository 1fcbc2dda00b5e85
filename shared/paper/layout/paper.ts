import type { CodePage } from './code-pages.ts'
import type { NumberForm } from './language.ts'
import type { ElementStyle } from './template.ts'

/** Characters of 12 x 24 dots at 203 dpi. */
export const cellWidthPx = 12
export const cellHeightPx = 24

/** Printers feed 30 dots a line by default: 24 for the character, 6 of space. */
export const lineHeightPx = 30

/** How many times wider than the normal one a font is; none is higher. */
const widthFactors = { NORMAL: 1, LARGE: 2, EXTRA_LARGE: 3 } as const

const qrSizesPx = { NORMAL: 300, LARGE: 360, EXTRA_LARGE: 420 } as const

type FontSize = ElementStyle['fontSize']

/** How large letters are: `size` wins over `fontSize`. */
type TextSize = Pick<ElementStyle, 'fontSize' | 'size'>

/** How many times wider and higher than normal letters are. */
export const scaleOf = ({ fontSize, size }: TextSize) =>
  size === undefined
    ? { width: widthFactors[fontSize], height: 1 }
    : { width: size, height: size }

/** The height of a line of text: printers feed no less than its letters need. */
export const textLinePx = (style: TextSize) =>
  Math.max(lineHeightPx, cellHeightPx * scaleOf(style).height)

/** The printable dots of a line: 576 on paper of 80 mm, 384 of 58 mm. */
export const printWidthPx = (columns: number) => columns * cellWidthPx

/** How many characters of a style fit a line with this many columns. */
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

/** What rows of text are made for. There are at least two columns, as wide characters need. */
export type Page = {
  readonly columns: number
  readonly codePage: CodePage
  /** Whether letters that the code page lacks stay, to be drawn, and are not respelled. */
  readonly keepsLetters?: boolean | undefined
  /** How amounts are written. */
  readonly form?: NumberForm | undefined
}
