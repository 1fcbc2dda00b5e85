import { describe, expect, test } from 'vitest'
import { withDiscount } from '../../../pages/till/sections/tables/bill-discounts.ts'
import {
  billsWithoutTable,
  type Floor,
  placesIn,
} from '../../../pages/till/sections/tables/floor.ts'
import { newLines, unitCentsOf } from '../../../pages/till/sections/tables/new-lines.ts'
import { payableBill } from '../../../pages/till/sections/tables/payable-bill.ts'
import {
  canSplit,
  type Picks,
  pickedCents,
  pickedIds,
  tap,
} from '../../../pages/till/sections/tables/picks.ts'
import { rowsOf, sumsOf } from '../../../pages/till/sections/tables/rows.ts'
import type {
  Dish,
  ModifierGroup,
  OrderDish,
  RestaurantOrder,
  Table,
} from '../../../shared/client/api.ts'

const soup: Dish = {
  id: 'soup',
  name: 'Soup',
  price: 4.5,
  categoryId: 'starters',
  taxId: null,
  isAvailable: true,
  modifierGroupIds: ['extras'],
  course: null,
}
const extras: ModifierGroup = {
  id: 'extras',
  name: 'Extras',
  min: 0,
  max: 3,
  options: [
    { id: 'bread', name: 'Bread', priceCents: 75, isDefault: false, isAvailable: true },
    { id: 'none', name: 'Half', priceCents: -900, isDefault: false, isAvailable: true },
  ],
}
const line = (changes: Partial<OrderDish>): OrderDish => ({
  id: 'line',
  orderId: 'order',
  dishId: 'soup',
  priceAtOrder: 4.5,
  notes: null,
  status: 'pending',
  shouldPrepare: true,
  course: null,
  ...changes,
})
const table = (changes: Partial<Table>): Table => ({
  id: 'table',
  name: '1',
  status: 'available',
  spaceId: 'room',
  orderId: null,
  ...changes,
})
const order = (changes: Partial<RestaurantOrder>): RestaurantOrder => ({
  id: 'order',
  userId: 'ana',
  tableId: null,
  status: 'open',
  total: 0,
  createdAt: '2026-01-01T12:00:00Z',
  ...changes,
})

describe('the floor', () => {
  const floor: Floor = {
    spaces: [{ id: 'room', name: 'Room' }],
    tables: [
      table({ id: 't10', name: '10' }),
      table({ id: 't2', name: '2', status: 'reserved' }),
      table({ id: 'other', name: '3', spaceId: 'terrace' }),
    ],
    orders: [
      order({ id: 'new', tableId: 't10' }),
      order({ id: 'old', tableId: 't10' }),
      order({ id: 'bar' }),
      order({ id: 'lost', tableId: 'deleted' }),
    ],
  }

  test('has the tables of a room by name, taken where a bill is open', () => {
    expect(
      placesIn(floor, 'room').map(({ table, state, bills }) => [
        table.name,
        state,
        ...bills.map(({ id }) => id),
      ]),
    ).toEqual([
      ['2', 'reserved'],
      ['10', 'taken', 'old', 'new'],
    ])
  })

  test('loses no bill whose table is gone', () => {
    expect(billsWithoutTable(floor).map(({ id }) => id)).toEqual(['lost', 'bar'])
  })
})

describe('what is ordered', () => {
  test('costs its modifiers, too, and never less than nothing', () => {
    const two = { groupId: 'extras', optionId: 'bread', quantity: 2 }
    expect(unitCentsOf(soup, [extras], [two])).toBe(600)
    const half = { groupId: 'extras', optionId: 'none', quantity: 1 }
    expect(unitCentsOf(soup, [extras], [half])).toBe(0)
    const wanted = { quantity: 2, groups: [extras], choices: [two], notes: ' hot ' }
    const lines = newLines(soup, wanted)
    expect(lines).toHaveLength(2)
    expect(lines[0]).toEqual({
      dishId: 'soup',
      priceAtOrder: 6,
      modifiers: [two],
      notes: 'hot',
    })
  })
})

describe('a bill', () => {
  const bread = { name: 'Bread', priceCents: 75, quantity: 1 }
  const rows = rowsOf(
    {
      dishes: [
        line({ id: '1' }),
        line({ id: '2', modifiers: [bread], priceAtOrder: 5.25 }),
        line({ id: '3' }),
        line({ id: '4', status: 'cancelled' }),
      ],
      failed: ['3'],
    },
    [soup],
  )

  test('has what is alike in one row', () => {
    expect(rows.map(({ ids, isFailed, details }) => [ids, isFailed, details])).toEqual([
      [['1', '3'], true, []],
      [['2'], false, ['Bread']],
      [['4'], false, []],
    ])
  })

  test('comes to what is not cancelled, with added tax and without what is paid', () => {
    const vat = { id: 'vat', name: 'VAT', ratePercent: 10, isDefault: true }
    const terms = { taxes: [vat], pricesIncludeTax: false, smallestCents: 1 }
    const sums = (discountCents: number) =>
      sumsOf(rows, { discountCents, prepaidCents: 500 }, terms)
    expect(sums(0)).toEqual({
      costCents: 1425,
      discountCents: 0,
      addedTaxCents: 143,
      prepaidCents: 500,
      dueCents: 1068,
    })
    // The tax is on what the discount leaves
    expect(sums(425)).toMatchObject({ addedTaxCents: 100, dueCents: 600 })
  })

  test('has its discount until it is not open any more', () => {
    expect(withDiscount({ old: 100, open: 50 }, 'new', 70, new Set(['open']))).toEqual({
      open: 50,
      new: 70,
    })
    expect(withDiscount({ open: 50 }, 'open', 0, new Set(['open']))).toEqual({})
  })

  test('is settled by its order, whatever pays it', () => {
    const sums = {
      costCents: 950,
      discountCents: 50,
      addedTaxCents: 0,
      prepaidCents: 0,
      dueCents: 900,
    }
    const facts = { orderId: 'order', title: '1', needs: undefined }
    const bill = payableBill({ ...facts, rows, sums }, 'ana')
    expect(bill.bought).toMatchObject({
      discountCents: 50,
      lines: [
        { name: 'Soup', quantity: 2, totalCents: 900 },
        { name: 'Soup', details: ['Bread'], quantity: 1, totalCents: 525 },
      ],
    })
    expect(bill.quote({ tipCents: 100, paidCents: 400 })).toEqual({
      kind: 'order',
      orderId: 'order',
      tipAmount: 1,
      paidCents: 400,
    })
    const sale = { to: 'settle', orderId: 'order' }
    expect(bill.sale('sale', 0, [])).toEqual({
      ...sale,
      body: { saleId: 'sale', userId: 'ana', tipAmount: 0, tenders: [] },
    })
    expect(bill.quoteSale('sale', 'quote', [])).toEqual({
      ...sale,
      body: { saleId: 'sale', quoteId: 'quote', userId: 'ana' },
    })
  })

  test('is split by taps, of which something stays', () => {
    const [soups, withBread] = rows
    if (!soups || !withBread) throw new Error('no rows')
    let picks: Picks = new Map()
    expect(canSplit(picks, rows)).toBe(false)
    picks = tap(tap(picks, soups), withBread)
    expect(pickedIds(picks, rows)).toEqual(['1', '2'])
    expect(pickedCents(picks, rows)).toBe(975)
    expect(canSplit(picks, rows)).toBe(true)
    picks = tap(picks, soups)
    expect(canSplit(picks, rows)).toBe(false)
    picks = tap(picks, soups)
    expect(pickedIds(picks, rows)).toEqual(['2'])
  })
})
