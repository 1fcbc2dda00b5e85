import type * as z from 'zod'
import type { Line } from '../../../shared/paper/layout/layout.ts'
import { layout } from '../../../shared/paper/layout/layout.ts'
import type { Receipt } from '../../../shared/paper/layout/receipt.ts'
import { TemplateElement } from '../../../shared/paper/layout/template.ts'

export type ElementInput = z.input<typeof TemplateElement>

/** A small sale; what a test is about is passed in. */
export function receiptOf(
  elements: ElementInput[],
  changes: Partial<Receipt> = {},
): Receipt {
  return {
    elements: elements.map((element) => TemplateElement.parse(element)),
    ticket: {
      ticketId: 'T-7',
      tableName: 'Table 4',
      roomName: 'Terrace',
      date: '2026-11-21',
      items: [{ quantity: 2, name: 'Coffee', price: 3 }],
      total: 3,
      invoice: 'lnbc30u1example',
    },
    config: {
      businessName: 'Café Ñandú',
      businessAddress: 'Calle de la Luna 7',
      businessPhone: null,
      businessEmail: 'hola@nandu.example',
    },
    ...changes,
  }
}

/** Returns the lines of one element, without the feeds and the cut that end every receipt. */
export function linesOf(element: ElementInput, changes: Partial<Receipt> = {}): Line[] {
  return layout(receiptOf([element], changes)).slice(0, -2)
}

export const textsOf = (lines: Line[]) =>
  lines.flatMap((line) => (line.kind === 'text' ? [line.text] : []))
