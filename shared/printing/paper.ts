import type { CodePage } from './code-pages.ts'

/**
 * Paper of 80 mm at 203 dpi: 576 printable dots, 48 characters of 12 x 24 dots. Larger
 * fonts are wider, never higher.
 */
export const PRINT_WIDTH_PX = 576
export const CELL_WIDTH_PX = 12

/** Printers feed 30 dots a line by default: 24 for the character, 6 of space. */
export const LINE_HEIGHT_PX = 30

export const FONT = {
  NORMAL: { widthFactor: 1, columns: 48, qrSizePx: 300 },
  LARGE: { widthFactor: 2, columns: 24, qrSizePx: 360 },
  EXTRA_LARGE: { widthFactor: 3, columns: 16, qrSizePx: 420 },
} as const

/** What rows of text are made for. There are at least two columns, as wide characters need. */
export type Page = { readonly columns: number; readonly codePage: CodePage }
