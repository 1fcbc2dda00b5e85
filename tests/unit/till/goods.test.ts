import { describe, expect, test } from 'vitest'
import { codesOf } from '../../../pages/parts/scanner/typed-code.ts'
import type { ShopProduct } from '../../../pages/parts/shop-product.ts'
import { find } from '../../../pages/parts/text-search.ts'
import {
  areSatisfied,
  choose,
  defaultChoices,
} from '../../../pages/till/catalogue/choices.ts'
import { searchableMaker } from '../../../pages/till/catalogue/search.ts'
import { findCode } from '../../../pages/till/scanner/find-code.ts'
import { searchableDishes } from '../../../pages/till/sections/tables/menu-search.ts'
import { product } from './products.ts'

describe('search', () => {
  const goods = searchableMaker('en')([
    product({ id: 'cafe', name: 'Café con leche', SKU: 'C-1' }),
    product({ id: 'tea', name: 'Green tea', barcodes: ['4006381333931'] }),
    product({ id: 'gone', name: 'Gone', isAvailable: false }),
  ])
  const found = (query: string) => find(goods, query).map(({ product: { id } }) => id)

  test('lists after any change what a till that starts then lists', () => {
    const listOf = searchableMaker('en')
    const all = ['b', 'a 10', 'a 9', 'c'].map((name) => product({ id: name, name }))
    const [b, ten, nine, c] = all as [ShopProduct, ShopProduct, ShopProduct, ShopProduct]
    for (const products of [
      all,
      [b, ten, { ...nine, quantity: 3 }, c],
      [{ ...b, name: 'd' }, ten, nine, { ...c, isAvailable: false }],
      [b, nine, c, product({ id: 'new', name: 'a 9.5' })],
      all,
    ]) {
      const fresh = searchableMaker('en')(products)
      expect(listOf(products)).toEqual(fresh)
    }
    expect(listOf(all)[0]).toBe(listOf([...all])[0])
  })

  test('finds by words and by what is inside them, beginnings first', () => {
    expect(found('LECHE ca')).toEqual(['cafe'])
    expect(found('te gre')).toEqual(['tea'])
    expect(found('eche')).toEqual(['cafe'])
    expect(found('ee')).toEqual(['tea'])
    expect(found('c')).toEqual(['cafe'])
    expect(found('e')).toEqual(['cafe', 'tea'])
    expect(found('coffee')).toEqual([])
  })

  test('finds by any part of a code', () => {
    expect(found('c-1')).toEqual(['cafe'])
    expect(found('c1')).toEqual(['cafe'])
    expect(found('931')).toEqual(['tea'])
  })

  test.each([
    ['cola', 'Coca-Cola 0,33l'],
    ['coca-cola', 'Coca Cola Zero'],
    ['cocacola', 'Coca Cola Zero'],
    ['0.33', 'Coca-Cola 0,33l'],
    ['oreal', "L'Oréal champú"],
    ['loreal', 'L’Oréal champú'],
    ['nata', 'Leche/Nata'],
    ['m&h', 'M&H'],
    ['integral', 'Pan(integral)'],
    ['cafe', 'Cafe\u0301 solo'],
    ['CAFÉ', 'cafe solo'],
    ['oeufs', 'œufs'],
    ['œufs', 'OEUFS'],
    ['aeble', 'Æbleskiver'],
    ['strasse', 'Straßenfest'],
    ['STRAẞE', 'Strasse'],
    ['smorrebrod', 'Smørrebrød'],
    ['losos', 'Łosoś'],
    ['istanbul', 'İSTANBUL'],
    ['コーヒー', 'ｺｰﾋｰ'],
    ['+', 'Pilates +'],
  ])('%s finds %s, among products and dishes', (query, name) => {
    const dish = { id: 'dish', name, isAvailable: true } as never
    expect(find(searchableMaker('en')([product({ name })]), query)).toHaveLength(1)
    expect(find(searchableDishes([dish]), query)).toHaveLength(1)
  })

  test('shows what is sold now, by name', () => {
    expect(found('')).toEqual(['cafe', 'tea'])
  })
})

test('a code is that of a product or of one of its variants', () => {
  const variant = { id: 'blue', SKU: 'S-BLUE', barcodes: ['20'] }
  const shirt = product({
    id: 'shirt',
    SKU: 'S',
    hasVariants: true,
    variants: [variant] as never,
  })
  const tea = product({ id: 'tea', barcodes: ['10'] })
  expect(findCode([shirt, tea], ['10'])).toMatchObject([{ product: { id: 'tea' } }])
  expect(findCode([shirt, tea], ['20'])).toMatchObject([{ variantId: 'blue' }])
  expect(findCode([shirt, tea], ['30'])).toEqual([])
})

test('an article number is found in every spelling, and by the end of its digits', () => {
  const soap = product({ id: 'soap', barcodes: ['036000291452'] })
  const blue = { id: 'blue', SKU: null, barcodes: ['04252614'] }
  const shirt = product({ id: 'shirt', hasVariants: true, variants: [blue] as never })
  const ids = (code: string) =>
    findCode([shirt, soap], [code]).map((each) => each.variantId ?? each.product.id)
  for (const code of ['036000291452', '0036000291452', '00036000291452']) {
    expect(ids(code)).toEqual(['soap'])
    expect(ids(`]C101${code.padStart(14, '0')}10A7`)).toEqual(['soap'])
    const listed = find(searchableMaker('en')([soap]), code)
    expect(listed).toHaveLength(1)
  }
  expect(ids('0042100005264')).toEqual(['blue'])
  expect(ids('036000291453')).toEqual([])
  // Products of an earlier release may share one
  const bar = product({ id: 'bar', barcodes: ['0036000291452'] })
  expect(findCode([soap, bar], ['036000291452'])).toHaveLength(2)
})

test('a code is found whole, in other capitals, and where the layout makes signs of digits', () => {
  const tea = product({ id: 'tea', SKU: 'tea-1', barcodes: ['4006'] })
  const two = [product({ id: 'ab', SKU: 'ab' }), product({ id: 'AB', SKU: 'AB' })]
  const found = (...codes: string[]) => findCode([tea, ...two], codes)[0]?.product.id
  expect(found('TEA-1')).toBe('tea')
  expect(found('tea')).toBeUndefined()
  expect([found('ab'), found('AB'), found('Ab')]).toEqual(['ab', 'AB', undefined])
  const pressed = [
    { key: "'", code: 'Digit4', shiftKey: false },
    { key: 'à', code: 'Digit0', shiftKey: false },
    { key: 'à', code: 'Numpad0', shiftKey: false },
    { key: '-', code: 'Digit6', shiftKey: false },
  ]
  expect(codesOf(pressed)).toEqual(["'àà-", '4006'])
  expect(found(...codesOf(pressed))).toBe('tea')
})

describe('modifiers', () => {
  const option = (id: string, isDefault = false) => ({
    id,
    name: id,
    priceCents: 0,
    isDefault,
    isAvailable: true,
  })
  const milk = {
    id: 'milk',
    name: 'Milk',
    min: 1,
    max: 1,
    options: [option('whole', true), option('oat')],
  }
  const toppings = {
    id: 'toppings',
    name: 'Toppings',
    min: 0,
    max: 2,
    options: [option('a'), option('b'), option('c')],
  }

  test('begin with the defaults, and another one of a group of one takes its place', () => {
    const choices = choose(defaultChoices([milk]), milk, 'oat', 1)
    expect(choices).toEqual([{ groupId: 'milk', optionId: 'oat', quantity: 1 }])
    expect(areSatisfied([milk], choices)).toBe(true)
    expect(areSatisfied([milk], choose(choices, milk, 'oat', 0))).toBe(false)
  })

  test('are no more than the group allows', () => {
    const two = choose([], toppings, 'a', 2)
    expect(choose(two, toppings, 'b', 1)).toEqual(two)
    expect(choose(two, toppings, 'a', 1)).toHaveLength(1)
  })
})
