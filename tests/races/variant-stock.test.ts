import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Answer, Client } from '../support/client.ts'
import { createGroup, replaceOptions } from '../support/modifiers.ts'
import {
  bundleFields,
  createProduct,
  part,
  requiredProductFields,
} from '../support/products.ts'
import { refundsOf } from '../support/refunds.ts'
import { scaled } from '../support/scale.ts'
import { cartOf, item } from '../support/selling.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { openTill, type Till } from '../support/till.ts'
import { createVariant } from '../support/variants.ts'

let shop: Shop
let till: Till
let admin: Client
let refunds: ReturnType<typeof refundsOf>
let groupId: string
beforeAll(async () => {
  shop = await openShop()
  till = await openTill(shop)
  admin = till.admin
  refunds = refundsOf(shop, till)
  groupId = await createGroup(admin)
})
afterAll(() => shop.close())

/** Units of variants, by their ids. */
type Units = Readonly<Record<string, number>>

const timesUnits = (units: Units, factor: number): Units =>
  Object.fromEntries(Object.entries(units).map(([id, each]) => [id, each * factor]))

const sumOf = (all: readonly Units[]): Units => {
  const sums: Record<string, number> = {}
  for (const [id, each] of all.flatMap((units) => Object.entries(units))) {
    sums[id] = (sums[id] ?? 0) + each
  }
  return sums
}

const wares = [
  'first',
  'second',
  'last',
  'mug',
  'other mug',
  'cup',
  'set',
  'doll',
] as const

const cart = fc.uniqueArray(
  fc.record({
    ware: fc.constantFrom(...wares),
    quantity: fc.integer({ min: 1, max: 3 }),
  }),
  { selector: ({ ware }) => ware, minLength: 1, maxLength: 3 },
)

const operation = fc.record({
  kind: fc.oneof(
    { weight: 5, arbitrary: fc.constant('sell' as const) },
    { weight: 3, arbitrary: fc.constant('refund' as const) },
    fc.constantFrom('adjust', 'count', 'price', 'switch', 'track', 'create', 'delete'),
  ),
  cart,
  /** Choice among the variants, lines or orders. */
  at: fc.nat(20),
  units: fc.nat(9),
  flag: fc.boolean(),
})
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

/** Operations one after the other, some of them several at the same time. */
const batches = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.tuple(operation) },
    fc.array(operation, { minLength: 2, maxLength: 6 }),
  ),
  { minLength: 3, maxLength: scaled(10, 20) },
)

type SoldLine = { readonly productId: string; readonly takes: Units; left: number }
type SoldOrder = { readonly id: string; readonly lines: SoldLine[] }

/**
 * A shirt, of which a doll's modifier takes the first variant and a set the second, a mug with
 * two variants, and a cup, which the set has, too; with the stock that they should have.
 */
async function openShelf([
  first = 0,
  second = 0,
  third = 0,
  cups = 0,
]: readonly number[]) {
  const shirt = await createProduct(admin, { quantity: first })
  const cup = await createProduct(admin, { quantity: cups })
  const mug = await createProduct(admin, { quantity: cups })
  const option = { name: 'Shirt', productId: shirt }
  const options = await replaceOptions(admin, groupId, option)
  const modified = { trackStock: false, modifierGroupIds: [groupId] }
  const doll = await createProduct(admin, modified)
  const bundled = await createVariant(admin, shirt, { quantity: second })
  const last = await createVariant(admin, shirt, { quantity: third })
  const otherMug = await createVariant(admin, mug, { quantity: third })
  const parts = [{ ...part(shirt, 2), variantId: bundled }, part(cup)]
  const set = await createProduct(admin, bundleFields(...parts))
  const ofShirt = { productId: shirt, isActive: true }
  const ofMug = { productId: mug, isActive: true }
  return {
    shirt,
    mug,
    cup,
    doll,
    bundled,
    set,
    modifiers: [{ groupId, optionId: options.Shirt }],
    /** All variants that there are, those of a product oldest first. */
    stock: new Map<string, Stock>([
      [shirt, { ...ofShirt, units: first }],
      [bundled, { ...ofShirt, units: second }],
      [last, { ...ofShirt, units: third }],
      [mug, { ...ofMug, units: cups }],
      [otherMug, { ...ofMug, units: third }],
      [cup, { productId: cup, units: cups, isActive: true }],
    ]),
    /** True if the shirt's units are counted. */
    isTracked: true,
    orders: [] as SoldOrder[],
  }
}
type Shelf = Awaited<ReturnType<typeof openShelf>>
type Stock = { readonly productId: string; units: number; isActive: boolean }

const variantsIn = ({ stock }: Shelf, productId: string): string[] =>
  [...stock].flatMap(([id, each]) => (each.productId === productId ? [id] : []))

const pick = <T>(all: readonly T[], at: number): T | undefined => all[at % all.length]

/** Returns a ware as a cart sends it, and the units that each of it takes. */
function wareOf(shelf: Shelf, ware: Operation['cart'][number]['ware']) {
  const { shirt, mug, cup, doll, bundled, set, modifiers } = shelf
  const variant = (productId: string, variantId = '') => ({
    sent: item(productId, variantsIn(shelf, productId).length > 1 ? { variantId } : {}),
    takes: { [variantId]: 1 },
    isActive: shelf.stock.get(variantId)?.isActive === true,
  })
  const [shirts, mugs] = [variantsIn(shelf, shirt), variantsIn(shelf, mug)]
  const others = { isActive: true }
  switch (ware) {
    case 'first':
      return variant(shirt, shirt)
    case 'second':
      return variant(shirt, bundled)
    case 'last':
      return variant(shirt, shirts.at(-1))
    case 'mug':
      return variant(mug, mugs[0])
    case 'other mug':
      return variant(mug, mugs.at(-1))
    case 'cup':
      return { ...others, sent: item(cup), takes: { [cup]: 1 } }
    case 'set':
      return { ...others, sent: item(set), takes: { [bundled]: 2, [cup]: 1 } }
    case 'doll':
      return { ...others, sent: item(doll, { modifiers }), takes: { [shirt]: 1 } }
  }
}

/** Keeps the units of existing variants that are counted. */
const countedOf = ({ stock, shirt, isTracked }: Shelf, units: Units): Units =>
  Object.fromEntries(
    Object.entries(units).filter(([id]) => {
      const productId = stock.get(id)?.productId
      return productId !== undefined && (isTracked || productId !== shirt)
    }),
  )

/** Effect of an accepted operation on the stock and the shelf. */
type Effect = {
  readonly answer: Answer
  /** True if it is accepted when it is alone. */
  readonly isDue: boolean
  readonly moved?: Units
  /** Units that a variant has anew. */
  readonly counted?: Units
  readonly follow?: () => void
}

async function sell(shelf: Shelf, cart: Operation['cart']): Promise<Effect> {
  const named = cart.map(({ ware, quantity }) => ({ ...wareOf(shelf, ware), quantity }))
  // The last variant of a product may be its second
  const sold = [
    ...new Map(named.map((each) => [JSON.stringify(each.sent), each])).values(),
  ]
  const lines = sold.map(({ sent, takes, quantity }) => ({
    productId: sent.productId,
    takes: countedOf(shelf, takes),
    left: quantity,
  }))
  const needs = sumOf(lines.map(({ takes, left }) => timesUnits(takes, left)))
  const isInStock = Object.entries(needs).every(
    ([id, units]) => units <= (shelf.stock.get(id)?.units ?? 0),
  )
  const items = sold.map(({ sent, quantity }) => ({ ...sent, quantity }))
  const answer = await till.checkout(cartOf(till, items, 500))
  return {
    answer,
    isDue: isInStock && sold.every(({ isActive }) => isActive),
    moved: timesUnits(needs, -1),
    follow: () => shelf.orders.push({ id: answer.body.orderId, lines }),
  }
}

/** Refunds a unit of a line that was sold, if there is any. */
async function refund(shelf: Shelf, at: number): Promise<Effect | undefined> {
  const sold = shelf.orders.flatMap(({ id, lines }) =>
    lines.map((line, place) => ({ id, line, place })),
  )
  const one = pick(sold, at)
  if (!one) return undefined
  const { productId, takes, left } = one.line
  const items = [{ productId, quantity: 1, line: one.place }]
  return {
    answer: await refunds.refund(one.id, { items }),
    isDue: left > 0,
    moved: countedOf(shelf, takes),
    follow: () => {
      one.line.left -= 1
    },
  }
}

async function adjust(shelf: Shelf, at: number, quantity: number): Promise<Effect> {
  const [variantId, { productId, units, isActive }] = pick([...shelf.stock], at) as [
    string,
    Stock,
  ]
  const isPlain = variantsIn(shelf, productId).length === 1
  const delta = { productId, ...(!isPlain && { variantId }), quantity }
  const moved = countedOf(shelf, { [variantId]: quantity })
  return {
    answer: await admin.post('/products/stock', [delta]),
    isDue: isActive && units + (moved[variantId] ?? 0) >= 0,
    moved,
  }
}

async function run(
  shelf: Shelf,
  { kind, cart, at, units, flag }: Operation,
): Promise<Effect | undefined> {
  const { stock, shirt, cup, bundled } = shelf
  const ids = [...stock.keys()].filter((id) => id !== cup)
  const id = pick(ids, at) ?? ''
  const { productId = '' } = stock.get(id) ?? {}
  const path = `/products/${productId}/variants`
  const change = (fields: object) => admin.put(`${path}/${id}`, fields)
  switch (kind) {
    case 'sell':
      return sell(shelf, cart)
    case 'refund':
      return refund(shelf, at)
    case 'adjust':
      return adjust(shelf, at, units - 4)
    case 'count':
      return {
        answer: await change({ quantity: units }),
        isDue: true,
        counted: { [id]: units },
      }
    case 'switch':
      return { answer: await change({ isActive: flag }), isDue: true }
    case 'track': {
      const fields = { ...requiredProductFields, trackStock: flag }
      return { answer: await admin.put(`/products/${shirt}`, fields), isDue: true }
    }
    case 'create': {
      const answer = await admin.post(path, { priceCents: 1, quantity: units })
      const follow = () => stock.set(answer.body.id, { productId, units, isActive: true })
      return { answer, isDue: true, follow }
    }
    case 'delete': {
      const isNamed = id === shirt || id === bundled
      const isLast = variantsIn(shelf, productId).length === 1
      return {
        answer: await admin.del(`${path}/${id}`),
        isDue: !isNamed && !isLast,
        follow: () => stock.delete(id),
      }
    }
    case 'price':
      return { answer: await change({ priceCents: units }), isDue: true }
  }
}

type Shown = {
  readonly id: string
  readonly quantity: number
  readonly isActive: boolean
}

/** Compares the stock with what it should be after operations at the same time. */
async function check(
  shelf: Shelf,
  effects: readonly Effect[],
  batch: readonly Operation[],
) {
  const { shirt, mug, cup, stock } = shelf
  // The counted sales are not visible
  const isUnclear = batch.length > 1 && batch.some(({ kind }) => kind === 'track')
  const orders = shelf.orders.length
  for (const { follow } of effects) follow?.()
  if (isUnclear) shelf.orders.length = orders
  const shown: Shown[] = (
    await Promise.all(
      [shirt, mug, cup].map((id) => admin.get(`/products/${id}/variants`)),
    )
  ).flatMap(({ body }) => body)
  expect(shown.map(({ id }) => id).sort()).toEqual([...stock.keys()].sort())
  for (const { id, quantity, isActive } of shown) {
    const each = stock.get(id) as Stock
    const moves = effects.map(({ moved }) => moved?.[id] ?? 0)
    const counts = effects.flatMap(({ counted }) => counted?.[id] ?? [])
    const from = counts.length > 0 ? counts : [each.units]
    const isOpen = isUnclear || counts.length > 0
    const sum = (units: readonly number[]) => units.reduce((one, other) => one + other, 0)
    const [taken, added] = [
      moves.filter((units) => units < 0 || !isOpen),
      moves.filter((units) => units > 0 || !isOpen),
    ]
    expect(quantity).toBeGreaterThanOrEqual(Math.max(0, Math.min(...from) + sum(taken)))
    expect(quantity).toBeLessThanOrEqual(Math.max(...from) + sum(added))
    each.units = quantity
    each.isActive = isActive
  }
  shelf.isTracked = (await admin.get(`/products/${shirt}`)).body.trackStock
}

it('no unit of a variant is lost or invented, whatever sells, returns, counts and edits it', {
  timeout: 300_000,
}, async () => {
  const stocks = fc.tuple(fc.nat(9), fc.nat(9), fc.nat(9), fc.nat(9))
  await fc.assert(
    fc.asyncProperty(stocks, batches, async (start, all) => {
      const shelf = await openShelf(start)
      for (const batch of all) {
        const given = await Promise.all(batch.map((operation) => run(shelf, operation)))
        const effects = given.filter((effect) => effect !== undefined)
        const accepted = effects.filter(({ answer }) => answer.status < 300)
        if (batch.length === 1) {
          for (const { answer, isDue } of effects) {
            expect(answer.status < 300, JSON.stringify([batch, answer.body])).toBe(isDue)
          }
        }
        await check(shelf, accepted, batch)
      }
    }),
    { numRuns: scaled(5, 60) },
  )
})

it('twice as many buyers of a variant, by itself, in a bundle and as a modifier, take all of its units', async () => {
  const units = scaled(20, 100)
  const shelf = await openShelf([units])
  const shirts = { ...part(shelf.shirt), variantId: shelf.shirt }
  const pair = await createProduct(admin, bundleFields(shirts))
  const items = [
    item(shelf.shirt, { variantId: shelf.shirt }),
    item(pair),
    item(shelf.doll, { modifiers: shelf.modifiers }),
  ]
  const answers = await Promise.all(
    Array.from({ length: 2 * units }, (_, at) =>
      till.checkout(cartOf(till, [items[at % items.length] ?? {}], 250)),
    ),
  )
  const sold = answers.filter(({ status }) => status === 201)
  expect(sold).toHaveLength(units)
  const { body } = await admin.get(`/products/${shelf.shirt}/variants`)
  expect(body.map(({ quantity }: Shown) => quantity)).toEqual([0, 0, 0])
  const returned = await Promise.all(
    sold.map((answer) => refunds.refund(answer.body.orderId)),
  )
  expect(returned.every(({ status }) => status === 200)).toBe(true)
  const [first] = (await admin.get(`/products/${shelf.shirt}/variants`)).body
  expect(first.quantity).toBe(units)
})
