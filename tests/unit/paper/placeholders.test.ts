import { describe, expect, it, test } from 'vitest'
import { linesOf, receiptOf, textsOf } from './receipts.ts'

const { ticket } = receiptOf([])

describe('placeholders', () => {
  const text = (value: string, changes = {}) =>
    textsOf(linesOf({ type: 'TEXT', value }, changes)).join()

  test.each([
    ['{{ticket.id}}', 'T-7'],
    ['{{ticket.tableName}}', 'Table 4'],
    ['{{ticket.roomName}}', 'Terrace'],
    ['{{ticket.date}}', '2026-11-21'],
    ['{{ticket.total}}', '3.00'],
    ['{{ticket.invoice}}', 'lnbc30u1example'],
    ['{{config.businessName}}', 'Café Ñandú'],
    ['{{config.businessAddress}}', 'Calle de la Luna 7'],
    ['{{config.businessPhone}}', ''],
    ['{{config.businessEmail}}', 'hola@nandu.example'],
    ['{{ticket.waiter}}', '{{ticket.waiter}}'],
  ])('%s prints as "%s"', (placeholder, printed) => {
    expect(text(`<${placeholder}>`)).toBe(`<${printed}>`)
  })

  it('leaves those of the configuration as written without one', () => {
    expect(text('{{config.businessName}} {{ticket.id}}', { config: null })).toBe(
      '{{config.businessName}} T-7',
    )
  })

  it('does not replace placeholders in the values of a ticket', () => {
    const changes = { ticket: { ...ticket, tableName: '{{ticket.id}} $&' } }
    expect(text('{{ticket.tableName}}', changes)).toBe('{{ticket.id}} $&')
  })
})

test.each([
  [0.1 + 0.2, '0.30'],
  [1.005, '1.01'],
  [2.675, '2.68'],
  [0, '0.00'],
  [-0.001, '0.00'],
  [-1.5, '-1.50'],
  [1e-7, '0.00'],
  [10, '10.00'],
  [90071992547409, '90071992547409.00'],
])('the amount %d prints as %s', (total, printed) => {
  const changes = { ticket: { ...ticket, total } }
  expect(textsOf(linesOf({ type: 'TEXT', value: '{{ticket.total}}' }, changes))).toEqual([
    printed,
  ])
})
