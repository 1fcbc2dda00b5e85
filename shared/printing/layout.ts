import type { Bitmap } from './bitmap.ts'
import { FONT } from './paper.ts'
import { paragraph } from './paragraph.ts'
import { codePageOf } from './printer-language.ts'
import { encodeQr } from './qr.ts'
import type { Receipt } from './receipt.ts'
import { printedBy } from './rows.ts'
import type { ElementStyle, TemplateElement } from './template.ts'

/** What printers and pictures draw, line by line from the top of the paper. */
export type Line =
  | { kind: 'text'; text: string; style: ElementStyle }
  | { kind: 'qr'; value: string; modules: boolean[][]; style: ElementStyle }
  | { kind: 'picture'; bitmap: Bitmap; style: ElementStyle }
  | { kind: 'feed'; lines: number }
  | { kind: 'cut' }
  | { kind: 'drawer' }

/** What marks a copy. It stands above the elements of every template. */
export const copyElement: TemplateElement = {
  type: 'TEXT',
  value: '*** COPY ***',
  style: { bold: true, justification: 'CENTER', fontSize: 'NORMAL' },
}

/**
 * Lays a receipt out in lines. Every text fits the columns of its font, in the order in which
 * it stands on paper, and may have characters that its code page lacks. A copy, of a receipt that may have been printed before, is marked at
 * the top.
 */
export function layout(receipt: Receipt, { copy = false } = {}): Line[] {
  const copyMark = copy ? elementLines(copyElement, receipt) : []
  const printed = receipt.elements.flatMap((element) => elementLines(element, receipt))
  return [...copyMark, ...printed, { kind: 'feed', lines: 5 }, { kind: 'cut' }]
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
  return textLines(printed.rows, element.style)
}

function textLines(texts: string[], style: ElementStyle): Line[] {
  return texts.map((text) => ({ kind: 'text', text, style }))
}

function qrLines(value: string, style: ElementStyle, receipt: Receipt): Line[] {
  const modules = encodeQr(value)
  const { columns } = FONT[style.fontSize]
  const page = { columns, codePage: codePageOf(receipt) }
  if (!modules) return textLines(paragraph(value, page), style)
  return [
    { kind: 'qr', value, modules, style },
    { kind: 'feed', lines: 1 },
  ]
}
