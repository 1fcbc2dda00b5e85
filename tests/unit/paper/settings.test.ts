import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  numberedPage,
  type PrinterCodePage,
} from '../../../shared/paper/layout/code-pages.ts'
import { bytesOf, escPos } from '../../../shared/paper/layout/commands.ts'
import { formatPrice } from '../../../shared/paper/layout/language.ts'
import { inCopies, type Line, layout } from '../../../shared/paper/layout/layout.ts'
import type { CodePage } from '../../../shared/paper/layout/print-settings.ts'
import {
  defaultSettings,
  PrintSettings,
} from '../../../shared/paper/layout/print-settings.ts'
import type { PrintedTicket } from '../../../shared/paper/layout/receipt.ts'
import type { TemplateElement } from '../../../shared/paper/layout/template.ts'
import { linesOf, receiptOf, textsOf } from './receipts.ts'

const settings = (changes: Partial<PrintSettings>): PrintSettings => ({
  ...defaultSettings,
  ...changes,
})
const linesWith = (changes: Partial<PrintSettings>) =>
  layout(receiptOf([{ type: 'TEXT', value: 'A' }], { settings: settings(changes) }))
const toEscPos = (lines: Line[], codePage: CodePage = 'cp850') =>
  bytesOf(lines, codePage, escPos)
const hexOf = (lines: Line[]) => Buffer.from(toEscPos(lines)).toString('hex')
const kinds = (lines: Line[]) => lines.map(({ kind }) => kind)

test('a job without settings has those of earlier clouds', () => {
  const silent = layout(receiptOf([{ type: 'TOTAL_ROW' }]))
  expect(silent).toEqual(
    layout(receiptOf([{ type: 'TOTAL_ROW' }], { settings: settings({}) })),
  )
})

test('a value that this release does not know is the default', () => {
  const later = { columns: 64, codePage: 'cp932', cut: 'perforated', copies: 2, scent: 1 }
  expect(PrintSettings.parse(later)).toEqual(settings({ copies: 2 }))
})

describe('bytes', () => {
  test.each([
    ['full', '1d5600'],
    ['partial', '1d5601'],
    ['none', '0a0a0a0a0a'],
  ] as const)('cut: %s', (cut, end) => {
    expect(hexOf(linesWith({ cut }))).toMatch(new RegExp(`${end}$`))
  })

  test('the feed before the cut is as long as the printer needs it', () => {
    expect(hexOf(linesWith({ feed: 2 }))).toMatch(/410a0a0a1d5600$/)
  })

  test.each([
    [384, 32],
    [420, 35],
    [512, 42],
    [576, 48],
    [640, 53],
  ] as const)(
    'paper of %i dots has %i columns, whatever columns say',
    (dots, columns) => {
      const text = 'x'.repeat(60)
      const [line] = layout(
        receiptOf([{ type: 'TEXT', value: text }], { settings: settings({ dots }) }),
      )
      expect(line).toMatchObject({ kind: 'text', text: text.slice(0, columns) })
    },
  )

  test.each([
    ['citizen', 'cp858', 'cp858'],
    ['citizen', 'cp852', 'cp852'],
    ['citizen', 'cp866', 'cp866'],
    ['hp', 'cp850', 'cp850'],
    ['hp', 'cp858', 'cp858'],
    ['hp', 'cp852', 'cp852'],
    ['hp', 'cp866', 'cp866'],
    ['hp', 'wpc1252', 'windows1252'],
  ] as const)('%s numbers %s as another encoder says', (maker, page, name) => {
    const options = { language: 'esc-pos', codepageMapping: maker } as const
    const other = new ReceiptPrinterEncoder(options).initialize().codepage(name).text('a')
    const [, number] = /1b74(..)/.exec(Buffer.from(other.encode()).toString('hex')) ?? []
    const { codePageNumber } = numberedPage(`${maker}-${page}` as PrinterCodePage)
    expect(codePageNumber).toBe(Number.parseInt(number ?? '', 16))
  })

  test('drawer and buzzer come first, and once for all copies', () => {
    const lines = inCopies(linesWith({ openDrawer: true, buzzer: true }), 3)
    const one = ['text', 'feed', 'cut']
    expect(kinds(lines)).toEqual(['drawer', 'buzzer', ...one, ...one, ...one])
    expect(hexOf(lines)).toMatch(/^1b401c2e1b7402(1b700019fa)(1b420202)1b61/)
  })

  test.each([
    ['cp850', '02', 'a4a59e2e'],
    ['cp858', '13', 'a4a59e2e'],
    ['wpc1252', '10', 'f1d1d72e'],
  ] as const)('letters of %s', (codePage, table, letters) => {
    const bytes = toEscPos(linesOf({ type: 'TEXT', value: 'ñÑ×.' }), codePage)
    const hex = Buffer.from(bytes).toString('hex')
    expect(hex).toMatch(new RegExp(`^1b401c2e1b74${table}`))
    expect(hex).toContain(letters)
  })

  test('no letter of cp850 becomes a command in another code page', () => {
    const value = String.fromCodePoint(...Array.from({ length: 0x2600 }, (_, at) => at))
    for (const codePage of ['cp858', 'wpc1252'] as const) {
      const [line] = linesOf({
        type: 'TEXT',
        value: `│─┼█ıƒ‗${value.slice(0xa0, 0x100)}`,
      })
      const [, text = ''] = Buffer.from(toEscPos(line ? [line] : [], codePage))
        .toString('latin1')
        .split('\x1d!\0')
      expect(text.slice(0, -1)).toMatch(/^[\x20-\xff]+$/)
    }
  })
})

describe('a QR code', () => {
  const data = 'pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqf'
  const qrOf = (value: string, columns: 32 | 42 | 48 = 48) =>
    linesOf(
      { type: 'QRCODE', value, style: { fontSize: 'EXTRA_LARGE' } },
      { settings: settings({ columns }) },
    ).find((line) => line.kind === 'qr')

  test.each(['lnbc20m1', 'lntb1', 'lnbcrt500u1', 'lightning:lnbc1'])(
    'of an invoice (%s…) is upper-case and has fewer modules',
    (start) => {
      const qr = qrOf(`${start}${data.repeat(4)}`)
      expect(qr?.value).toBe(`${start}${data.repeat(4)}`.toUpperCase())
      expect(qr?.modules.length).toBeLessThan(
        qrOf(`x${start}${data.repeat(4)}`)?.modules.length ?? 0,
      )
    },
  )

  test.each([
    `bitcoin:bc1q?lightning=lnbc1${data}`,
    `lightning:lnbc1${data}?x=1`,
    `Pay lnbc1${data}`,
    `LNBC1${data}`,
    'lnbc1exampleinvoice',
    'https://example.com/lnbc1',
  ])('of %s is left as it is', (value) => {
    expect(qrOf(value)?.value).toBe(value)
  })

  test('is no wider than the paper', () => {
    const sizes = ([32, 42, 48] as const).map((columns) => qrOf('x', columns)?.sizePx)
    expect(sizes).toEqual([384, 420, 420])
  })
})

const price = fc.double({ min: -9e12, max: 9e12, noNaN: true })
const amounts = fc.record({
  items: fc.array(fc.record({ quantity: fc.nat(99), name: fc.string(), price })),
  total: price,
  details: fc.record({
    subtotal: price,
    discount: price,
    addedTax: price,
    tip: price,
    taxes: fc.array(
      fc.record({
        name: fc.string(),
        ratePercent: fc.nat(99),
        net: fc.double({ min: -9e8, max: 9e8, noNaN: true }),
        tax: fc.double({ min: -9e8, max: 9e8, noNaN: true }),
      }),
    ),
    tenders: fc.array(fc.record({ method: fc.string(), amount: price, given: price })),
    refunds: fc.array(
      fc.record({ date: fc.string(), method: fc.string(), amount: price }),
    ),
  }),
})
const amountTypes = [
  'TABLE_ROW',
  'TOTAL_ROW',
  'DISCOUNT_ROWS',
  'TIP_ROW',
  'TAX_ROWS',
  'TENDER_ROWS',
  'REFUND_ROWS',
] as const

/** The amounts that an element of this type prints. */
function pricesOf(type: TemplateElement['type'], ticket: PrintedTicket): number[] {
  const { subtotal = 0, discount = 0, tip = 0 } = ticket.details ?? {}
  const { taxes = [], tenders = [], refunds = [] } = ticket.details ?? {}
  if (type === 'TABLE_ROW') return ticket.items.map((item) => item.price ?? 0)
  if (type === 'TOTAL_ROW') return [ticket.total ?? 0]
  if (type === 'DISCOUNT_ROWS') return discount === 0 ? [] : [subtotal, -discount]
  if (type === 'TIP_ROW') return tip === 0 ? [] : [tip]
  if (type === 'TAX_ROWS') return taxes.flatMap(({ net, tax }) => [net, tax])
  if (type === 'TENDER_ROWS')
    return tenders.flatMap((each) => [each.amount, each.given ?? 0])
  return refunds.map(({ amount }) => -amount)
}

test('on narrower paper every line fits, and no price wraps at any font size', () => {
  fc.assert(
    fc.property(
      amounts,
      fc.constantFrom(...amountTypes),
      fc.constantFrom('NORMAL', 'LARGE', 'EXTRA_LARGE'),
      fc.constantFrom(32, 42),
      (fields, type, fontSize, columns) => {
        const { ticket } = receiptOf([])
        const printed = { ...ticket, ...fields }
        const lines = linesOf(
          { type, style: { fontSize } },
          { ticket: printed, settings: settings({ columns }) },
        )
        const factor = { NORMAL: 1, LARGE: 2, EXTRA_LARGE: 3 }
        for (const line of lines) {
          if (line.kind !== 'text') continue
          expect(line.text.length * factor[line.style.fontSize]).toBeLessThanOrEqual(
            columns,
          )
        }
        const words = textsOf(lines).flatMap((text) => text.split(' '))
        const whole = pricesOf(type, printed).map((price) => formatPrice(price))
        expect(whole.filter((each) => !words.includes(each))).toEqual([])
      },
    ),
    { numRuns: 200 },
  )
})

test('a payment method is printed by its name, whatever that is', () => {
  const { ticket } = receiptOf([])
  const tenders = ['__proto__', 'constructor'].map((method) => ({ method, amount: 1 }))
  const printed = { ...ticket, details: { tenders } }
  const texts = textsOf(linesOf({ type: 'TENDER_ROWS' }, { ticket: printed })).join(' ')
  expect(texts).toMatch(/__proto__ +1\.00 constructor +1\.00/)
})
