import { type CodePage, canEncode } from './code-pages.ts'
import type { Line } from './layout.ts'
import { textBitmap } from './text-bitmap.ts'
import { readUnifont } from './unifont.ts'

/** The lines of a receipt with each text that the code page lacks as a picture of it. */
export async function drawForeignText(
  lines: Line[],
  codePage: CodePage,
): Promise<Line[]> {
  const isForeign = (line: Line) =>
    line.kind === 'text' && !canEncode(line.text, codePage)
  if (!lines.some(isForeign)) return lines
  const font = await readUnifont()
  return lines.map((line) =>
    line.kind === 'text' && isForeign(line)
      ? {
          kind: 'picture',
          bitmap: textBitmap(line.text, line.style, font),
          style: line.style,
        }
      : line,
  )
}
