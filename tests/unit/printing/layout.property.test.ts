import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toEscPos } from '../../../shared/printing/escpos.ts'
import { lineCount, textBytes } from '../../../shared/printing/extent.ts'
import { type Line, layout } from '../../../shared/printing/layout.ts'
import { resolvePlaceholders } from '../../../shared/printing/placeholders.ts'
import type { PrintedTicket } from '../../../shared/printing/printed-ticket.ts'
import type { Receipt } from '../../../shared/printing/receipt.ts'
import { TemplateElement } from '../../../shared/printing/template.ts'
import { linesOf, textsOf } from './receipts.ts'

const [LF, ESC, GS] = [0x0a, 0x1b, 0x1d]
const COLUMNS = { NORMAL: 48, LARGE: 24, EXTRA_LARGE: 16 }

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 120 }),
  fc.string({ unit: fc.constantFrom('\x1b', '←', '\n', ' ', '§', '€', 'é', 'W', '🍕') }),
  fc.constantFrom(
    '{{ticket.tableName}}',
    '{{config.businessPhone}}',
    '{{ticket.cashier}}',
  ),
)
const price = fc.double({ min: -9e13, max: 9e13, noNaN: true })
const nullableText = fc.option(text)

const receipt: fc.Arbitrary<Receipt> = fc.record({
  elements: fc.array(
    fc.record({
      type: fc.constantFrom(...TemplateElement.shape.type.options),
      value: text,
      style: fc.record({
        bold: fc.boolean(),
        justification: fc.constantFrom('LEFT', 'CENTER', 'RIGHT'),
        fontSize: fc.constantFrom('NORMAL', 'LARGE', 'EXTRA_LARGE'),
      }),
    }),
    { maxLength: 5 },
  ),
  ticket: fc.record({
    ticketId: text,
    tableName: text,
    roomName: text,
    date: text,
    items: fc.array(
      fc.record({
        quantity: fc.maxSafeInteger(),
        name: text,
        price,
        comments: fc.array(text, { maxLength: 3 }),
      }),
      { maxLength: 3 },
    ),
    total: price,
    invoice: nullableText,
    details: fc.record(
      {
        number: fc.nat(),
        cashier: text,
        subtotal: price,
        discount: price,
        tip: price,
        taxes: fc.array(
          fc.record({ name: text, ratePercent: fc.nat(), net: price, tax: price }),
          {
            maxLength: 2,
          },
        ),
        tenders: fc.array(
          fc.record({ method: text, amount: price, satoshis: fc.nat() }),
          {
            maxLength: 2,
          },
        ),
        refunds: fc.array(fc.record({ date: text, method: text, amount: price }), {
          maxLength: 2,
        }),
        summaries: fc.array(
          fc.record({
            title: text,
            rows: fc.array(fc.record({ label: text, value: fc.oneof(text, price) }), {
              maxLength: 2,
            }),
          }),
          { maxLength: 2 },
        ),
      },
      { requiredKeys: [] },
    ),
  }),
  config: fc.option(
    fc.record({
      businessName: nullableText,
      businessAddress: nullableText,
      businessPhone: nullableText,
      businessEmail: nullableText,
    }),
  ),
})

const laterTexts = (
  type: string,
  {
    taxes = [],
    tenders = [],
    refunds = [],
    summaries = [],
  }: PrintedTicket['details'] & {},
) =>
  ({
    TAX_ROWS: taxes.map(({ name }) => name),
    TENDER_ROWS: tenders.map(({ method }) => method),
    REFUND_ROWS: refunds.flatMap(({ date, method }) => [date, method]),
    SUMMARY_ROWS: summaries.flatMap(({ title, rows }) => [
      title,
      ...rows.flatMap(({ label, value }) => [label, String(value)]),
    ]),
  })[type] ?? []

const isTooWide = (line: Line) =>
  line.kind === 'text' && line.text.length > COLUMNS[line.style.fontSize]

test('no line is wider than the paper, whatever the template and ticket', () => {
  fc.assert(
    fc.property(receipt, fc.boolean(), (printed, copy) => {
      expect(layout(printed, { copy }).filter(isTooWide)).toEqual([])
    }),
  )
})

test('no control character reaches a line', () => {
  fc.assert(
    fc.property(receipt, (printed) => {
      expect(textsOf(layout(printed)).join('')).not.toMatch(/\p{C}/u)
    }),
  )
})

test('no text reaches the printer as a command', () => {
  fc.assert(
    fc.property(text, (value) => {
      const lines = linesOf({ type: 'TEXT', value })
      const bytes = [...toEscPos(lines)]
      const count = (wanted: number) => bytes.filter((byte) => byte === wanted).length
      expect(count(ESC)).toBe(2 + 2 * lines.length)
      expect(count(GS)).toBe(lines.length)
      expect(count(LF)).toBe(lines.length)
    }),
  )
})

const heightInLines = (line: Line) => {
  if (line.kind !== 'qr') return line.kind === 'feed' ? line.lines : 1
  return { NORMAL: 10, LARGE: 12, EXTRA_LARGE: 14 }[line.style.fontSize]
}

test('lineCount is the number of lines of the layout', () => {
  fc.assert(
    fc.property(receipt, (printed) => {
      const lines = layout(printed).slice(0, -2).map(heightInLines)
      expect(lineCount(printed, Infinity)).toBe(
        lines.reduce((sum, each) => sum + each, 0),
      )
    }),
  )
})

test('textBytes is the number of bytes once placeholders are replaced', () => {
  fc.assert(
    fc.property(receipt, ({ elements, ...source }) => {
      const items = source.ticket.items.flatMap(({ name, comments }) => [
        name,
        ...(comments ?? []),
      ])
      const texts = elements.flatMap(({ type, value }) => [
        resolvePlaceholders(value, source) ?? '',
        ...(type === 'TABLE_ROW' ? items : []),
        ...(type === 'QRCODE' ? [source.ticket.invoice ?? ''] : []),
        ...laterTexts(type, source.ticket.details ?? {}),
      ])
      const bytes = texts.reduce((sum, each) => sum + Buffer.byteLength(each), 0)
      expect(textBytes({ elements, ...source }, Infinity)).toBe(bytes)
    }),
  )
})
