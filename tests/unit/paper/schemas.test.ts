import { describe, expect, it, test } from 'vitest'
import { TicketData } from '../../../shared/paper/layout/receipt.ts'
import { TemplateInput } from '../../../shared/paper/layout/template.ts'

describe('TemplateInput', () => {
  it('applies the defaults of an element', () => {
    const elements = [{ type: 'TEXT' }, { type: 'HEADER', style: { bold: true } }]
    expect(TemplateInput.parse({ name: 'Bar', elements })).toEqual({
      name: 'Bar',
      elements: [
        {
          type: 'TEXT',
          value: '',
          style: { bold: false, justification: 'LEFT', fontSize: 'NORMAL' },
        },
        {
          type: 'HEADER',
          value: '',
          style: { bold: true, justification: 'LEFT', fontSize: 'NORMAL' },
        },
      ],
    })
  })

  test.each([
    { name: ' ', elements: [] },
    { elements: [] },
    { name: 'Bar' },
    { name: 'Bar', elements: [{}] },
    { name: 'Bar', elements: [{ type: 'IMAGE' }] },
    { name: 'Bar', elements: [{ type: 'TEXT', value: 7 }] },
    { name: 'Bar', elements: [{ type: 'TEXT', style: { fontSize: 'HUGE' } }] },
  ])('rejects %j', (input) => {
    expect(TemplateInput.safeParse(input).success).toBe(false)
  })
})

describe('TicketData', () => {
  const ticket = { ticketId: '', tableName: '', roomName: '', date: '', total: 0 }
  const item = { quantity: 1, name: 'Tea', price: 2.5 }

  test.each([
    { ...ticket, items: [] },
    { ...ticket, items: [item], invoice: null },
    { ...ticket, items: [{ ...item, comments: ['hot'] }], invoice: 'lnbc1' },
    { ...ticket, items: [{ ...item, quantity: -1, price: -2.5 }], total: -2.5 },
  ])('accepts %j', (input) => {
    expect(TicketData.parse(input)).toEqual(input)
  })

  test.each([
    ticket,
    { ...ticket, items: [{ ...item, quantity: 1.5 }] },
    { ...ticket, items: [{ ...item, comments: 'hot' }] },
    { ...ticket, items: [], total: Number.POSITIVE_INFINITY },
    { ...ticket, items: [], total: 1e21 },
    { ...ticket, items: [], date: null },
    { ...ticket, items: [], invoice: 5 },
  ])('rejects %j', (input) => {
    expect(TicketData.safeParse(input).success).toBe(false)
  })
})
