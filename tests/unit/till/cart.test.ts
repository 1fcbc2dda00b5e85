import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  add,
  type Cart,
  countOf,
  emptyCart,
  setLinePrice,
  setQuantity,
  without,
} from '../../../pages/till/cart/cart.ts'
import { priceCart, taxesOn } from '../../../pages/till/cart/priced-cart.ts'
import { product } from './products.ts'

const noPrices = {
  modifierGroups: [],
  taxes: [],
  pricesIncludeTax: true,
  smallestCents: 1,
}
const tea = { productId: 'tea' }
const milk = { groupId: 'milk', optionId: 'oat', quantity: 1 }

test('the same goods are one line, and other modifiers another', () => {
  const cart = [tea, { ...tea, choices: [milk] }, tea].reduce(
    (before, item) => add(before, item),
    emptyCart,
  )
  expect(cart.lines.map(({ quantity }) => quantity)).toEqual([2, 1])
  expect(countOf(cart)).toBe(3)
})

test('amounts keyed in are one line where name and amount are the same', () => {
  const keyed = { name: 'Sundries', unitCents: 250 }
  const cart = add(add(add(emptyCart, keyed), keyed), { ...keyed, unitCents: 300 })
  expect(cart.lines.map(({ quantity }) => quantity)).toEqual([2, 1])
})

test('a unit that is added costs what it is listed at, beside a line with another price', () => {
  const cheaper = setLinePrice(add(emptyCart, tea), 0, 150)
  const { lines } = add(add(cheaper, tea), tea)
  expect(lines.map(({ quantity, unitCents }) => [quantity, unitCents])).toEqual([
    [1, 150],
    [2, undefined],
  ])
})

test('a cart whose last line goes keeps no discount and no note for the next customer', () => {
  const cart = { ...add(emptyCart, tea), discountCents: 100, note: 'for Ana' }
  expect(without(cart, 0)).toEqual(emptyCart)
  expect(setQuantity(cart, 0, 0)).toEqual(emptyCart)
})

test('a cart has every unit that was added, in whatever order', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 'c')), (ids) => {
      const cart = ids.reduce((before, id) => add(before, { productId: id }), emptyCart)
      expect(countOf(cart)).toBe(ids.length)
      expect(cart.lines.length).toBe(new Set(ids).size)
    }),
  )
})

test('a line says that too little is in stock, and what a unit was listed at before', () => {
  const products = new Map([
    ['tea', product({ id: 'tea', priceCents: 300, quantity: 2 })],
    ['bag', product({ id: 'bag', quantity: 0, trackStock: false })],
  ])
  const prices = { ...noPrices, products }
  const carts = ['tea', 'tea', 'bag'].reduce(
    (before, productId) => add(before, { productId }, 250),
    emptyCart,
  )
  const leftOf = (cart: Cart) => priceCart(cart, prices).lines.map(({ left }) => left)
  expect(leftOf(carts)).toEqual([undefined, undefined])
  const cheaper = setLinePrice(carts, 0, 100)
  expect(leftOf(add(cheaper, { productId: 'tea' }))).toEqual([2, undefined, 2])
  expect(priceCart(carts, prices).lines[0]).toMatchObject({
    toldCents: 250,
    unitCents: 300,
  })
})

test('a planned rate of tax counts from its day on', () => {
  const nextRate = { ratePercent: 21, fromDay: '2027-01-01' }
  const vat = { id: 'vat', name: 'VAT', ratePercent: 16, isDefault: true, nextRate }
  const cart = add(emptyCart, { name: 'Sundries', unitCents: 1_000 })
  const dueOn = (day: string) => {
    const taxes = taxesOn([vat], day)
    const prices = { ...noPrices, products: new Map(), taxes, pricesIncludeTax: false }
    return priceCart(cart, prices).dueCents
  }
  expect(['2026-12-31', '2027-01-01', '2027-01-02'].map(dueOn)).toEqual([
    1_160, 1_210, 1_210,
  ])
})
