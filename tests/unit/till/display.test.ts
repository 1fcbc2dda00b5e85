import { expect, test } from 'vitest'
import {
  add,
  emptyCart,
  setLineDiscount,
  setQuantity,
} from '../../../pages/till/cart/cart.ts'
import { priceCart } from '../../../pages/till/cart/priced-cart.ts'
import { paying } from '../../../pages/till/payment/paying.ts'
import { readShown } from '../../../pages/till/payment/shown.ts'

const money = (cents: number) => `$${(cents / 100).toFixed(2)}`
const prices = {
  products: new Map(),
  modifierGroups: [],
  taxes: [],
  pricesIncludeTax: true,
  smallestCents: 1,
}
const goods = setQuantity(add(emptyCart, { name: 'Sundries', unitCents: 250 }), 0, 2)
const priced = priceCart(
  { ...setLineDiscount(goods, 0, 100), discountCents: 40, note: 'for Ana' },
  prices,
)
const payment = {
  title: undefined,
  bought: priced,
  totalCents: 400,
  tipCents: 40,
  leftCents: 400,
  done: undefined,
}

test('a customer sees lines less their discounts, and the rest down to the total', () => {
  expect(paying(priced, undefined, undefined, money)).toEqual({
    lines: [{ name: 'Sundries', details: '', quantity: 2, price: '$4.00' }],
    sums: { discount: '$0.40', total: '$3.60' },
  })
  expect(paying(priced, payment, undefined, money).sums).toEqual({
    discount: '$0.40',
    tip: '$0.40',
    total: '$4.00',
  })
})

test("a table's bill shows its dishes and what is paid of it, not the cart that waits", () => {
  const soup = {
    name: 'Soup',
    details: ['Bread'],
    quantity: 2,
    discountCents: 0,
    totalCents: 500,
  }
  const bought = {
    lines: [soup],
    discountCents: 0,
    addedTaxCents: 50,
    prepaidCents: 150,
  }
  const bill = { ...payment, title: 'T1', bought, leftCents: 100, tipCents: 0 }
  expect(paying(priced, bill, undefined, money)).toEqual({
    title: 'T1',
    lines: [{ name: 'Soup', details: 'Bread', quantity: 2, price: '$5.00' }],
    sums: { tax: '$0.50', total: '$5.50', left: '$1.00' },
  })
})

test('what is sent never has the note of a cart', () => {
  expect(JSON.stringify(paying(priced, payment, undefined, money))).not.toContain('Ana')
})

const shown = { shopName: 'Corner Shop', ...paying(priced, payment, undefined, money) }
const invoice = { code: 'LIGHTNING:LNBC1', amount: '40 sat', untilMs: 1_790_000_000_000 }

test.each([
  { shopName: 'Corner Shop', lines: [] },
  shown,
  { ...shown, invoice },
  { shopName: 'Corner Shop', lines: [], done: { given: '$5.00', change: undefined } },
])('reads what the till sends: %j', (message) => {
  expect(readShown(structuredClone(message))).toEqual(message)
})

test.each([
  undefined,
  null,
  'display opened',
  {},
  { shopName: 'Other' },
  { shopName: 1, lines: [] },
  { shopName: 'Other', lines: [{ name: 'Tea', details: '', quantity: 'x', price: '1' }] },
  { shopName: 'Other', lines: [], sums: { total: 1 } },
  { shopName: 'Other', lines: [], sums: null },
  { shopName: 'Other', lines: [], logoUrl: {} },
  { shopName: 'Other', lines: [], invoice: { ...invoice, code: ['x'] } },
  { shopName: 'Other', lines: [], done: true },
])('ignores another message: %j', (message) => {
  expect(readShown(message)).toBeUndefined()
})
