import type { Bitmap } from './bitmap.ts'
import { qrSizePx } from './paper.ts'
import { defaultSettings } from './print-settings.ts'
import { encodeQr, qrText } from './qr.ts'
import type { Receipt } from './receipt.ts'
import { pageOf, paperOf, printedBy, styleOn } from './rows.ts'
import type { ElementStyle, TemplateElement } from './template.ts'
import { paragraph } from './text-rows.ts'

/** What printers and pictures draw, line by line from the top of the paper. */
export type Line =
  | { kind: 'text'; text: string; style: ElementStyle }
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

/** What marks a copy. It is printed above the elements of every template. */
export const copyElement: TemplateElement = {
  type: 'TEXT',
  value: '*** COPY ***',
  style: { bold: true, justification: 'CENTER', fontSize: 'NORMAL' },
}

/** What marks a ticket that a program wrote: it proves no sale. */
export const notSaleElement: TemplateElement = {
  ...copyElement,
  value: '*** not a receipt of a sale ***',
}

/** Whether a receipt is marked as a copy, whatever else is in its elements. */
export const hasCopyMark = ([first]: readonly TemplateElement[]): boolean =>
  first?.type === copyElement.type && first.value === copyElement.value

/**
 * Lays a receipt out in lines. Every text fits the columns of its font, in the order in which
 * it appears on paper, and may have characters that its code page lacks. A copy, of a receipt
 * that may have been printed before, is marked at the top.
 */
export function layout(receipt: Receipt, { copy = false } = {}): Line[] {
  const { openDrawer, buzzer, cut } = receipt.settings ?? defaultSettings
  const copyMark = copy ? elementLines(copyElement, receipt) : []
  const printed = receipt.elements.flatMap((element) => elementLines(element, receipt))
  return [
    ...(openDrawer ? [{ kind: 'drawer' } as const] : []),
    ...(buzzer ? [{ kind: 'buzzer' } as const] : []),
    ...copyMark,
    ...printed,
    { kind: 'feed', lines: 5 },
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

function textLines(texts: string[], style: ElementStyle): Line[] {
  return texts.map((text) => ({ kind: 'text', text, style }))
}

function qrLines(text: string, style: ElementStyle, receipt: Receipt): Line[] {
  const { fontSize } = style
  const value = qrText(text)
  const modules = encodeQr(value)
  if (!modules) return textLines(paragraph(text, pageOf(receipt, fontSize)), style)
  return [
    { kind: 'qr', value, modules, sizePx: qrSizePx(fontSize, paperOf(receipt)), style },
    { kind: 'feed', lines: 1 },
  ]
}
