import { describe, expect, it, test } from 'vitest'
import { layout } from '../../../shared/paper/layout/layout.ts'
import type { TicketData } from '../../../shared/paper/layout/receipt.ts'
import { linesOf, receiptOf, textsOf } from './receipts.ts'

const { ticket } = receiptOf([])
const sizes = [
  { fontSize: 'NORMAL', columns: 48 },
  { fontSize: 'LARGE', columns: 24 },
  { fontSize: 'EXTRA_LARGE', columns: 16 },
] as const

function row(item: TicketData['items'][number], fontSize: 'NORMAL' | 'EXTRA_LARGE') {
  const changes = { ticket: { ...ticket, items: [item] } }
  return textsOf(linesOf({ type: 'TABLE_ROW', style: { fontSize } }, changes))
}

describe('one-line elements', () => {
  const types = ['HEADER', 'TEXT', 'FOOTER', 'TABLE_HEADER', 'LINE_BREAK'] as const
  test.each(types)('%s prints its resolved value on one line', (type) => {
    expect(textsOf(linesOf({ type, value: 'Hello {{ticket.tableName}}' }))).toEqual([
      'Hello Table 4',
    ])
  })

  test.each(types)('an empty %s is a blank line', (type) => {
    expect(textsOf(linesOf({ type }))).toEqual([''])
  })

  it('keeps the blanks that align columns', () => {
    const value = 'Item      Qty      Price'
    expect(textsOf(linesOf({ type: 'TABLE_HEADER', value }))).toEqual([value])
  })

  it('copies every style to the line', () => {
    const style = { bold: true, justification: 'RIGHT', fontSize: 'LARGE' } as const
    expect(linesOf({ type: 'TEXT', value: 'x', style })).toEqual([
      { kind: 'text', text: 'x', style },
    ])
  })

  it('prints the line breaks of a value, except one at its end', () => {
    expect(textsOf(linesOf({ type: 'TEXT', value: 'a\r\nb\n\nc\n' }))).toEqual([
      'a',
      'b',
      '',
      'c',
    ])
    expect(textsOf(linesOf({ type: 'LINE_BREAK', value: '\n' }))).toEqual([''])
  })
})

describe('values wider than the paper', () => {
  test.each(sizes)('break at blanks within $columns columns', ({ fontSize, columns }) => {
    const value = 'the quick brown fox jumps over the lazy dog and comes back for more'
    const texts = textsOf(linesOf({ type: 'TEXT', value, style: { fontSize } }))
    expect(texts.length).toBeGreaterThan(1)
    expect(texts.every((text) => text.length <= columns)).toBe(true)
    expect(texts.join(' ')).toBe(value)
  })

  it('breaks a long word at the last column without losing a character', () => {
    const invoice = 'lnbc'.repeat(30)
    const changes = { ticket: { ...ticket, invoice } }
    const texts = textsOf(linesOf({ type: 'TEXT', value: '{{ticket.invoice}}' }, changes))
    expect(texts.map((text) => text.length)).toEqual([48, 48, 24])
    expect(texts.join('')).toBe(invoice)
  })

  it('leaves a value that just fits on one line', () => {
    const value = 'x'.repeat(48)
    expect(textsOf(linesOf({ type: 'TEXT', value }))).toEqual([value])
  })
})

describe('SEPARATOR', () => {
  test.each(sizes)('fills $columns columns at $fontSize', ({ fontSize, columns }) => {
    const style = { fontSize }
    const texts = (value: string) => textsOf(linesOf({ type: 'SEPARATOR', value, style }))
    expect(texts('-')).toEqual(['-'.repeat(columns)])
    expect(texts('=-~')).toEqual(['=-~'.repeat(columns).slice(0, columns)])
  })

  it('is a blank line when its value is empty', () => {
    expect(textsOf(linesOf({ type: 'SEPARATOR' }))).toEqual([''])
  })
})

describe('TABLE_ROW', () => {
  it('puts quantity and name left, the price right', () => {
    expect(row({ quantity: 2, name: 'Coffee', price: 3 }, 'NORMAL')).toEqual([
      `2x Coffee${' '.repeat(35)}3.00`,
    ])
  })

  test.each([
    { name: 'abcdefgh', text: '1x abcdefgh 9.50', why: 'fits with one blank' },
    { name: 'abcdefghi', text: '1x abcdefgh 9.50', why: 'is one too long' },
    { name: 'abcdefg', text: '1x abcdefg  9.50', why: 'is one shorter' },
  ])('cuts the left part so that one blank remains: $why', ({ name, text }) => {
    expect(row({ quantity: 1, name, price: 9.5 }, 'EXTRA_LARGE')).toEqual([text])
  })

  it('prints each comment under its item and wraps long ones', () => {
    const comments = ['no nuts, allergic: clean the grill before', 'to go']
    expect(
      row({ quantity: 1, name: 'Toast', price: 4, comments }, 'EXTRA_LARGE'),
    ).toEqual([
      '1x Toast    4.00',
      '  - no nuts,',
      '    allergic:',
      '    clean the',
      '    grill before',
      '  - to go',
    ])
  })

  it('keeps a name with line breaks on its row', () => {
    const item = { quantity: 1, name: 'a\nb', price: 1 }
    expect(row(item, 'EXTRA_LARGE')).toEqual(['1x a b      1.00'])
  })

  it('never cuts the digits of a price', () => {
    const item = { quantity: 1, name: 'Yacht', price: 12345678901234.56 }
    expect(row(item, 'EXTRA_LARGE').join('')).toContain('12345678901234.56')
  })

  it('prints nothing without items', () => {
    const changes = { ticket: { ...ticket, items: [] } }
    expect(linesOf({ type: 'TABLE_ROW' }, changes)).toEqual([])
  })
})

describe('TOTAL_ROW', () => {
  test.each(sizes)('draws a line of $columns columns, then shows the total', (size) => {
    const { fontSize, columns } = size
    const texts = (value: string) =>
      textsOf(linesOf({ type: 'TOTAL_ROW', value, style: { fontSize } }))
    expect(texts('')).toEqual([
      '-'.repeat(columns),
      `TOTAL${'3.00'.padStart(columns - 5)}`,
    ])
    expect(texts('Sum')).toEqual([
      '-'.repeat(columns),
      `Sum${'3.00'.padStart(columns - 3)}`,
    ])
  })
})

describe('QRCODE', () => {
  it('shows the value, else the invoice, then feeds one line', () => {
    const value = 'https://nandu.example/{{ticket.id}}'
    expect(linesOf({ type: 'QRCODE', value })).toMatchObject([
      { kind: 'qr', value: 'https://nandu.example/T-7' },
      { kind: 'feed', lines: 1 },
    ])
    expect(linesOf({ type: 'QRCODE', value: ' ' })).toMatchObject([
      { kind: 'qr', value: 'lnbc30u1example' },
      { kind: 'feed', lines: 1 },
    ])
  })

  test.each([null, undefined, '', ' '])(
    'is left out when the invoice is %j',
    (invoice) => {
      const { invoice: _, ...rest } = ticket
      const changes = { ticket: invoice === undefined ? rest : { ...rest, invoice } }
      expect(linesOf({ type: 'QRCODE' }, changes)).toEqual([])
    },
  )

  it('has up to 2,331 bytes, as error correction M allows', () => {
    const value = 'a'.repeat(2331)
    expect(linesOf({ type: 'QRCODE', value })).toMatchObject([{ value }, { lines: 1 }])
  })

  it('prints a value that is too long for a symbol as text', () => {
    const value = 'a'.repeat(2332)
    const lines = linesOf({ type: 'QRCODE', value, style: { fontSize: 'LARGE' } })
    expect(lines.every((line) => line.kind === 'text')).toBe(true)
    expect(textsOf(lines).join('')).toBe(value)
  })

  it('has a white margin of one module', () => {
    const [line] = linesOf({ type: 'QRCODE', value: 'x' })
    if (line?.kind !== 'qr') throw new Error('no QR line')
    expect(line.modules).toHaveLength(21 + 2)
    expect(line.modules[0]).not.toContain(true)
    expect(line.modules[1]?.slice(0, 9)).toEqual([false, ...Array(7).fill(true), false])
  })
})

describe('the receipt as a whole', () => {
  it('prints elements in order, feeds five lines and cuts', () => {
    const lines = layout(
      receiptOf([
        { type: 'HEADER', value: 'first' },
        { type: 'FOOTER', value: 'last' },
      ]),
    )
    expect(textsOf(lines)).toEqual(['first', 'last'])
    expect(lines.slice(-2)).toEqual([
      { kind: 'feed', lines: 5 },
      { kind: 'cut', isPartial: false },
    ])
  })

  it('marks a copy at the top', () => {
    const lines = layout(receiptOf([{ type: 'HEADER', value: 'first' }]), { copy: true })
    expect(textsOf(lines)).toEqual(['*** COPY ***', 'first'])
  })
})
