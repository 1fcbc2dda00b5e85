import { type Bitmap, bytesPerRow, dotsOf, isBlackAt } from './bitmap.ts'
import type { Line } from './layout.ts'
import { CELL_WIDTH_PX, FONT, LINE_HEIGHT_PX, PRINT_WIDTH_PX } from './paper.ts'
import type { ElementStyle } from './template.ts'

const PAPER_WIDTH_PX = 640
const SIDE_MARGIN_PX = (PAPER_WIDTH_PX - PRINT_WIDTH_PX) / 2
const TOP_MARGIN_PX = 48

const BASELINE_PX = 22

// A character of DejaVu Sans Mono is 1233/2048 em wide: at this size, one cell of 12 px.
const FONT_SIZE_PX = (CELL_WIDTH_PX * 2048) / 1233

const INK = '#1c1c1c'

/** The printed paper as an SVG document, one pixel per dot. */
export function toSvg(lines: Line[]): string {
  const drawn: string[] = []
  let y = TOP_MARGIN_PX
  for (const line of lines) {
    if (line.kind === 'text') drawn.push(drawText(line.text, line.style, y))
    if (line.kind === 'qr') drawn.push(drawQr(line.modules, line.style, y))
    if (line.kind === 'picture') drawn.push(drawBitmap(line.bitmap, line.style, y))
    y += heightPx(line)
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${PAPER_WIDTH_PX} ${y}"`,
    ` width="${PAPER_WIDTH_PX}" height="${y}" fill="${INK}" xml:space="preserve"`,
    ` font-family="'DejaVu Sans Mono', monospace" font-size="${FONT_SIZE_PX.toFixed(3)}">`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    ...drawn,
    '</svg>',
  ].join('')
}

function heightPx(line: Line): number {
  switch (line.kind) {
    case 'text':
      return LINE_HEIGHT_PX
    case 'qr':
      return FONT[line.style.fontSize].qrSizePx
    case 'picture':
      return line.bitmap.heightPx
    case 'feed':
      return line.lines * LINE_HEIGHT_PX
    case 'cut':
    case 'drawer':
      return 0
  }
}

function drawText(text: string, style: ElementStyle, y: number): string {
  if (text.trim() === '') return ''
  const { widthFactor } = FONT[style.fontSize]
  const widthPx = text.length * CELL_WIDTH_PX
  const x = leftEdgePx(widthPx * widthFactor, style)
  const weight = style.bold ? ' font-weight="bold"' : ''
  const place = `translate(${x} ${y + BASELINE_PX}) scale(${widthFactor} 1)`
  const fit = `textLength="${widthPx}" lengthAdjust="spacingAndGlyphs"`
  return `<text transform="${place}" ${fit}${weight}>${escapeXml(text)}</text>`
}

function drawQr(modules: boolean[][], style: ElementStyle, y: number): string {
  const { qrSizePx } = FONT[style.fontSize]
  const place = `translate(${leftEdgePx(qrSizePx, style)} ${y})`
  const scale = `scale(${qrSizePx / modules.length})`
  const squares = modules.flatMap((row, rowIndex) =>
    row.map((isDark, column) => (isDark ? `M${column} ${rowIndex}h1v1h-1z` : '')),
  )
  const path = `<path shape-rendering="crispEdges" d="${squares.join('')}"`
  return `${path} transform="${place} ${scale}"/>`
}

/** One shape for each run of black dots in a row, as wide as the run. */
function drawBitmap(bitmap: Bitmap, style: ElementStyle, y: number): string {
  const dots = dotsOf(bitmap)
  const runs: string[] = []
  for (let row = 0; row < bitmap.heightPx; row++) {
    const start = row * bytesPerRow(bitmap.widthPx)
    let from = -1
    for (let x = 0; x <= bitmap.widthPx; x++) {
      const isBlack = x < bitmap.widthPx && isBlackAt(dots, start, x)
      if (isBlack && from < 0) from = x
      if (isBlack || from < 0) continue
      runs.push(`M${from} ${row}h${x - from}v1h${from - x}z`)
      from = -1
    }
  }
  const left = Math.floor(leftEdgePx(bitmap.widthPx, style))
  const path = `<path shape-rendering="crispEdges" d="${runs.join('')}"`
  return `${path} transform="translate(${left} ${y})"/>`
}

function leftEdgePx(widthPx: number, style: ElementStyle): number {
  const slackPx = PRINT_WIDTH_PX - widthPx
  const indentPx = { LEFT: 0, CENTER: slackPx / 2, RIGHT: slackPx }[style.justification]
  return SIDE_MARGIN_PX + indentPx
}

function escapeXml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}
