import type { Bitmap } from './bitmap.ts'
import { FONT } from './paper.ts'
import { encodeQr } from './qr.ts'
import type { Receipt } from './receipt.ts'
import { paragraph, printedBy } from './rows.ts'
import type { ElementStyle, TemplateElement } from './template.ts'

/** What printers and pictures draw, line by line from the top of the paper. */
export type Line =
  | { kind: 'text'; text: string; style: ElementStyle }
  | { kind: 'qr'; value: string; modules: boolean[][]; style: ElementStyle }
  | { kind: 'picture'; bitmap: Bitmap; style: ElementStyle }
  | { kind: 'feed'; lines: number }
  | { kind: 'cut' }

/** What marks a copy. It stands above the elements of every template. */
export const copyElement: TemplateElement = {
  type: 'TEXT',
  value: '*** COPY ***',
  style: { bold: true, justification: 'CENTER', fontSize: 'NORMAL' },
}

/** Whether a receipt is marked as a copy, whatever else is in its elements. */
export const hasCopyMark = ([first]: readonly TemplateElement[]): boolean =>
  first?.type === copyElement.type && first.value === copyElement.value

/**
 * Lays a receipt out in lines. Every text fits the columns of its font and has printable
 * cp850 characters only. A copy, of a receipt that may have been printed before, is marked at
 * the top.
 */
export function layout(receipt: Receipt, { copy = false } = {}): Line[] {
  const copyMark = copy ? elementLines(copyElement, receipt) : []
  const printed = receipt.elements.flatMap((element) => elementLines(element, receipt))
  return [...copyMark, ...printed, { kind: 'feed', lines: 5 }, { kind: 'cut' }]
}

function elementLines(element: TemplateElement, receipt: Receipt): Line[] {
  const printed = printedBy(element, receipt)
  if ('qr' in printed) return qrLines(printed.qr, element.style)
  if ('bitmap' in printed) {
    return [
      { kind: 'picture', bitmap: printed.bitmap, style: element.style },
      { kind: 'feed', lines: 1 },
    ]
  }
  return textLines(printed.rows, element.style)
}

function textLines(texts: string[], style: ElementStyle): Line[] {
  return texts.map((text) => ({ kind: 'text', text, style }))
}

function qrLines(value: string, style: ElementStyle): Line[] {
  const modules = encodeQr(value)
  if (!modules) return textLines(paragraph(value, FONT[style.fontSize].columns), style)
  return [
    { kind: 'qr', value, modules, style },
    { kind: 'feed', lines: 1 },
  ]
}
