import type { Bitmap } from './bitmap.ts'
import { receiptLanguages, wordsOf } from './language.ts'
import { qrSizePx } from './paper.ts'
import { defaultSettings } from './print-settings.ts'
import { encodeQr, qrText } from './qr.ts'
import type { Receipt } from './receipt.ts'
import { type PrintedRow, pageOf, paperOf, printedBy, styleOn } from './rows.ts'
import type { ElementStyle, TemplateElement } from './template.ts'
import { paragraph } from './text-rows.ts'

/** Lines that printers and pictures draw, from the top of the paper. */
export type Line =
  | { kind: 'text'; text: string; style: ElementStyle; inverse?: true }
  | {
      kind: 'qr'
      value: string
      modules: boolean[][]
      sizePx: number
      style: ElementStyle
    }
  | { kind: 'picture'; bitmap: Bitmap; style: ElementStyle }
  | { kind: 'feed'; lines: number }
  | { kind: 'cut'; isPartial: boolean }
  | { kind: 'drawer' }
  | { kind: 'buzzer' }

/** A line that says what a paper is, above the elements of its template. */
export const mark = (value: string): TemplateElement => ({
  type: 'TEXT',
  value,
  style: { bold: true, justification: 'CENTER', fontSize: 'NORMAL' },
})

/** Returns the mark of a ticket's copy, in its language. */
export const copyMark = ({ details }: Receipt['ticket']): TemplateElement =>
  mark(wordsOf(details?.language).copy)

const copyMarks: readonly string[] = receiptLanguages.map(
  (language) => wordsOf(language).copy,
)

/** True if a receipt is marked as a copy, whatever else is in its elements. */
export const hasCopyMark = ([first]: readonly TemplateElement[]): boolean =>
  first?.type === 'TEXT' && copyMarks.includes(first.value)

/**
 * Lays a receipt out in lines. Every text fits the columns of its font, in the order in which
 * it appears on paper, and may have characters that its code page lacks. A copy, of a receipt
 * that may have been printed before, is marked at the top.
 */
export function layout(receipt: Receipt, { copy = false } = {}): Line[] {
  const { openDrawer, buzzer, cut } = receipt.settings ?? defaultSettings
  // A reprint of it keeps the drawer shut, too
  if (receipt.drawerOnly) return openDrawer && !copy ? [{ kind: 'drawer' }] : []
  const marked = copy ? elementLines(copyMark(receipt.ticket), receipt) : []
  const printed = receipt.elements.flatMap((element) => elementLines(element, receipt))
  return [
    ...(openDrawer && !copy ? [{ kind: 'drawer' } as const] : []),
    ...(buzzer && !copy ? [{ kind: 'buzzer' } as const] : []),
    ...marked,
    ...printed,
    { kind: 'feed', lines: (receipt.settings ?? defaultSettings).feed },
    ...(cut === 'none' ? [] : [{ kind: 'cut', isPartial: cut === 'partial' } as const]),
  ]
}

/** The copies of a receipt, one below the other; drawer and buzzer are for the first. */
export function inCopies(lines: Line[], copies: number): Line[] {
  const others = lines.filter(({ kind }) => kind !== 'drawer' && kind !== 'buzzer')
  return [...lines, ...Array.from({ length: copies - 1 }, () => others).flat()]
}

function elementLines(element: TemplateElement, receipt: Receipt): Line[] {
  const printed = printedBy(element, receipt)
  if ('qr' in printed) return qrLines(printed.qr, element.style, receipt)
  if ('bitmap' in printed) {
    return [
      { kind: 'picture', bitmap: printed.bitmap, style: element.style },
      { kind: 'feed', lines: 1 },
    ]
  }
  return textLines(printed.rows, styleOn(element, receipt))
}

function textLines(rows: PrintedRow[], style: ElementStyle): Line[] {
  return rows.map((row) => {
    if (typeof row === 'string') return { kind: 'text', text: row, style }
    const { text, bold, inverse } = row
    return {
      kind: 'text',
      text,
      style: bold ? { ...style, bold } : style,
      ...(inverse && { inverse }),
    }
  })
}

function qrLines(text: string, style: ElementStyle, receipt: Receipt): Line[] {
  const { fontSize } = style
  const value = qrText(text)
  const modules = encodeQr(value)
  if (!modules) return textLines(paragraph(text, pageOf(receipt, style)), style)
  return [
    { kind: 'qr', value, modules, sizePx: qrSizePx(fontSize, paperOf(receipt)), style },
    { kind: 'feed', lines: 1 },
  ]
}
