import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canEncode, codePages } from '../../../shared/paper/layout/code-pages.ts'
import { lineCount, textBytes } from '../../../shared/paper/layout/extent.ts'
import { type Line, layout } from '../../../shared/paper/layout/layout.ts'
import {
  hasLaterPlaceholder,
  resolvePlaceholders,
} from '../../../shared/paper/layout/placeholders.ts'
import {
  codePageOf,
  columnsOnPaper,
  type PrintSettings,
  paperColumns,
} from '../../../shared/paper/layout/print-settings.ts'
import type { PrintedTicket, Receipt } from '../../../shared/paper/layout/receipt.ts'
import { receiptBytes } from '../../../shared/paper/layout/render.ts'
import { TemplateElement } from '../../../shared/paper/layout/template.ts'
import { textColumns } from '../../../shared/paper/layout/text-rows.ts'
import { printEscPos } from '../../support/printers/escpos-printer.ts'
import type { Printed } from '../../support/printers/paper.ts'
import { printStarPrnt } from '../../support/printers/starprnt-printer.ts'
import { textsOf } from './receipts.ts'

const columnsOf = { NORMAL: 48, LARGE: 24, EXTRA_LARGE: 16 }

const plain = ['\x1b', '←', '\n', ' ', '§', '€', 'é', 'W', '🍕', '寿', 'ж', '7', '(']

/** Half an emoji, marks, joiners, a control of direction, right-to-left letters, no glyph. */
const difficult = ['\ud83c', '\udf55', '\u0301', '\u20e3', '\ufe0f', '\u0e49'].concat([
  '\u200d',
  '\u200c',
  '\u202e',
  '\u2067',
  'ل',
  'ا',
  'ش',
  'ש',
  '\u{20000}',
])

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 120 }),
  fc.string({ unit: fc.constantFrom(...plain, ...difficult) }),
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
  line.kind === 'text' && textColumns(line.text) > columnsOf[line.style.fontSize]

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

const settings: fc.Arbitrary<PrintSettings> = fc.record({
  columns: fc.constantFrom(...paperColumns),
  dots: fc.constantFrom(null, 384, 420, 512, 576, 640),
  language: fc.constantFrom('escpos', 'starprnt'),
  codePage: fc.constantFrom(...codePages),
  codePageNumber: fc.constant(null),
  feed: fc.nat({ max: 20 }),
  cut: fc.constantFrom('full', 'partial', 'none'),
  openDrawer: fc.boolean(),
  buzzer: fc.boolean(),
  copies: fc.nat({ max: 2 }).map((more) => more + 1),
  goodbyeSeconds: fc.constant(null),
})

/** The text of a line; else what it is. */
const shown = (each: Printed): string =>
  each.kind === 'text' ? `text ${each.text}` : each.kind

test('a printer prints each line of any text, and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(receipt, settings, async (any, settings) => {
      const printed = { ...any, settings }
      const print = settings.language === 'starprnt' ? printStarPrnt : printEscPos
      const expected = layout(printed).flatMap((line) => {
        if (line.kind === 'feed') return Array<string>(line.lines).fill('text ')
        if (line.kind === 'qr') return ['picture']
        if (line.kind !== 'text') return [line.kind]
        return [
          canEncode(line.text, codePageOf(settings)) ? `text ${line.text}` : 'picture',
        ]
      })
      const others = expected.filter((kind) => kind !== 'drawer' && kind !== 'buzzer')
      const copies = Array<string[]>(settings.copies - 1).fill(others)
      const bytes = await receiptBytes(printed)
      expect(print(bytes, columnsOnPaper(settings)).map(shown)).toEqual([
        ...expected,
        ...copies.flat(),
      ])
    }),
    { numRuns: 40 },
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

const itemTypes = new Set<string>(['TABLE_ROW', 'ITEM_ROWS', 'KITCHEN_ROWS'])

test('textBytes is the number of bytes once placeholders are replaced, or more', () => {
  fc.assert(
    fc.property(receipt, ({ elements, ...source }) => {
      const items = source.ticket.items.flatMap(({ name, comments }) => [
        name,
        ...(comments ?? []),
      ])
      const texts = elements.flatMap(({ type, value }) => [
        resolvePlaceholders(value, source) ?? '',
        ...(itemTypes.has(type) ? items : []),
        ...(type === 'QRCODE' ? [source.ticket.invoice ?? ''] : []),
        ...laterTexts(type, source.ticket.details ?? {}),
      ])
      const bytes = texts.reduce((sum, each) => sum + Buffer.byteLength(each), 0)
      const counted = textBytes({ elements, ...source }, Infinity)
      // Lines without data are counted and left out
      const isWhole = !elements.some(({ value }) => hasLaterPlaceholder(value))
      if (isWhole) expect(counted).toBe(bytes)
      else expect(counted).toBeGreaterThanOrEqual(bytes)
    }),
  )
})
