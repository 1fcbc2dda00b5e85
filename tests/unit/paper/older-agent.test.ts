import { describe, expect, it, test } from 'vitest'
import {
  kitchenTemplate,
  receiptTemplate,
} from '../../../shared/paper/layout/built-in.ts'
import { layout } from '../../../shared/paper/layout/layout.ts'
import { receiptForAgent } from '../../../shared/paper/layout/older-agent.ts'
import {
  columnsWithin,
  defaultSettings,
} from '../../../shared/paper/layout/print-settings.ts'
import {
  type PrintedTicket,
  type Receipt,
  TicketData,
} from '../../../shared/paper/layout/receipt.ts'
import { sampleTicket } from '../../../shared/paper/layout/sample.ts'
import { elementTypes, firstElementTypes } from '../../../shared/paper/layout/template.ts'
import { PrintJob } from '../../../shared/paper/queue/print-job.ts'
import { linesOf, receiptOf, textsOf } from './receipts.ts'

const sale = {
  ...receiptOf([]),
  elements: [...receiptTemplate.in.en],
  ticket: sampleTicket,
}

describe('an agent that reports no element types', () => {
  const older = receiptForAgent(sale, null)

  it('gets only types, ticket fields and placeholders of the first release', () => {
    const known: readonly string[] = firstElementTypes
    expect(older.elements.filter(({ type }) => !known.includes(type))).toEqual([])
    expect(TicketData.strict().parse(older.ticket)).toEqual(older.ticket)
    const placeholders = JSON.stringify(older.elements).match(/{{.*?}}/g) ?? []
    expect(placeholders.filter((each) => !/businessName|ticket.id/.test(each))).toEqual(
      [],
    )
  })

  it('gets no settings: it prints 48 columns', () => {
    const settings = { ...defaultSettings, columns: 32 as const }
    expect(receiptForAgent({ ...sale, settings }, null)).toEqual(older)
  })

  it('prints the texts that others print', () => {
    const types = receiptForAgent(sale, firstElementTypes)
    expect(textsOf(layout(older))).toEqual(textsOf(layout(types)))
    expect(textsOf(layout(older))).toContain('Receipt 1042')
  })

  it('gets a kitchen ticket without a price', () => {
    const items = [
      { quantity: 2, name: 'Risotto ai funghi porcini', price: null, comments: ['hot'] },
    ]
    const ticket: PrintedTicket = { ...sampleTicket, items, total: null }
    const order = { ...sale, elements: [...kitchenTemplate.in.en], ticket }
    expect(textsOf(layout(receiptForAgent(order, null)))).toEqual(textsOf(layout(order)))
  })

  it('does not replace a value that looks like a placeholder', () => {
    const details = { cashier: '{{ticket.id}}' }
    const elements = receiptOf([{ type: 'TEXT', value: '{{ticket.cashier}}' }]).elements
    const receipt = { ...sale, elements, ticket: { ...sampleTicket, details } }
    expect(textsOf(layout(receiptForAgent(receipt, null)))).toEqual(['{{ticket.id}}'])
  })
})

test('an agent gets the types that it reports and no others', () => {
  const types = elementTypes.filter((type) => type !== 'TAX_ROWS')
  const { elements } = receiptForAgent(sale, types)
  expect(elements).toEqual(sale.elements.filter(({ type }) => type !== 'TAX_ROWS'))
})

describe('what the data lack', () => {
  const { details: _, ...ticket } = sampleTicket

  const ofSales = elementTypes
    .slice(firstElementTypes.length)
    .filter((type) => type !== 'ITEM_ROWS' && type !== 'KITCHEN_ROWS')

  it.each(ofSales)('%s prints nothing', (type) => {
    expect(linesOf({ type }, { ticket })).toEqual([])
  })

  it('leaves out lines whose later placeholders are blank', () => {
    const value = 'Receipt {{ticket.number}}\nTax ID {{config.businessTaxId}}'
    expect(linesOf({ type: 'TEXT', value }, { ticket })).toEqual([])
    expect(textsOf(linesOf({ type: 'TEXT', value }, { ticket: sampleTicket }))).toEqual([
      'Receipt 1042',
    ])
  })
})

test('a tip and a discount of 0 that a sale has are printed, unknown ones are not', () => {
  const value =
    'Tip {{ticket.tip}}\nDiscount {{ticket.discount}}\nChange {{ticket.change}}'
  const printed = (details: object) =>
    textsOf(linesOf({ type: 'TEXT', value }, { ticket: { ...sampleTicket, details } }))
  expect(printed({ tip: 0, discount: 0 })).toEqual(['Tip 0.00', 'Discount 0.00'])
  expect(printed({})).toEqual([])
  const rows = { ...sampleTicket, details: { tip: 0, discount: 0, subtotal: 21.3 } }
  expect(linesOf({ type: 'TIP_ROW' }, { ticket: rows })).toEqual([])
  expect(linesOf({ type: 'DISCOUNT_ROWS' }, { ticket: rows })).toEqual([])
})

test('amounts of the later placeholders add up in cents', () => {
  const text = (value: string) =>
    textsOf(linesOf({ type: 'TEXT', value }, { ticket: sampleTicket })).join()
  expect(text('{{ticket.tax}} {{ticket.subtotal}} {{ticket.discount}}')).toBe(
    '1.18 21.30 2.13',
  )
  expect(text('{{ticket.given}} {{ticket.change}} {{ticket.tip}}')).toBe(
    '20.00 10.00 1.00',
  )
  expect(
    text('{{ticket.paymentMethod}} {{ticket.satoshis}} {{ticket.exchangeRate}}'),
  ).toBe('BTC, Cash 11145 91250.00 EUR')
})

/** Element types of release 0.3.1. */
const earlierTypes = elementTypes.filter(
  (type) => !['ITEM_ROWS', 'KITCHEN_ROWS', 'TIP_SUGGESTION_ROWS'].includes(type),
)

test('an agent of release 0.3.1 prints the same texts in another language', () => {
  const items = sampleTicket.items.map((item, at) => ({
    ...item,
    taxLetters: 'AB'[at % 2],
    ...(at === 2 && { discount: 1.13 }),
  }))
  for (const language of ['en', 'es'] as const) {
    const details = { ...sampleTicket.details, language }
    const receipt = {
      ...sale,
      elements: [...receiptTemplate.in[language]],
      ticket: { ...sampleTicket, items, details },
    }
    const older = receiptForAgent(receipt, earlierTypes)
    expect(older.elements.map(({ type }) => type)).not.toContain('ITEM_ROWS')
    expect(JSON.stringify(older.elements)).not.toMatch(/{{ticket\.time/)
    // Such an agent knows neither language nor item letters, and no size
    const known = {
      ...older,
      elements: older.elements.map(
        ({ style: { size: _size, ...style }, ...element }) => ({
          ...element,
          style,
        }),
      ),
      ticket: { ...older.ticket, details: { ...sampleTicket.details } },
    }
    const texts = (printed: string[]) => printed.map((text) => text.trim()).join('\n')
    expect(texts(textsOf(layout(known)))).toContain(language === 'es' ? '20,17' : '20.17')
    expect(texts(textsOf(layout(known)))).toContain('Café Ñandú')
    expect(texts(textsOf(layout(known)))).toContain(
      language === 'es' ? 'Entregado' : 'Given',
    )
  }
})

/** The receipt as an agent of release 0.3.1 reads it, which knows no dots, size or letters. */
function readEarlier(receipt: Receipt): Receipt {
  const {
    keepsLetters: _,
    settings = defaultSettings,
    ...read
  } = PrintJob.parse({
    ...receiptForAgent(receipt, earlierTypes),
    id: 'job',
    printerName: 'front',
    templateName: 'Receipt',
    createdAtMs: 0,
    expiresAtMs: 1,
  })
  return { ...read, settings: { ...settings, dots: null } }
}

test.each([384, 420, 512, 576, 640] as const)(
  'an agent of release 0.3.1 breaks no row on paper of %i dots',
  (dots) => {
    const total = { ...sampleTicket, total: 12_345_678.9 }
    for (const ticket of [sampleTicket, total]) {
      const elements = receiptTemplate.in.en.map((element) =>
        element.type === 'TOTAL_ROW' ? { ...element, value: 'TOTAL' } : element,
      )
      const items = ticket.items.map((item) => ({ ...item, name: `Cœur ${item.name}` }))
      const settings = { ...defaultSettings, dots, columns: columnsWithin(dots) }
      const receipt = { ...sale, elements, ticket: { ...ticket, items }, settings }
      const older = readEarlier({ ...receipt, keepsLetters: true })
      // Laid out once for all agents that know no dots
      const { keepsLetters: _, ...respelled } = {
        ...receipt,
        keepsLetters: true as const,
      }
      const expected = layout({ ...respelled, settings: { ...settings, dots: null } })
      expect(textsOf(layout(older))).toEqual(textsOf(expected))
    }
  },
)

test('a receipt of a thousand items is several texts for an agent of release 0.3.1', () => {
  const items = Array.from({ length: 950 }, (_, at) => ({
    quantity: 1,
    name: `Item ${at}`,
    price: 1,
    comments: ['as it comes'],
  }))
  const receipt = { ...sale, ticket: { ...sampleTicket, items } }
  expect(textsOf(layout(readEarlier(receipt)))).toEqual(textsOf(layout(receipt)))
})
