import { methodIds, sold } from './sales.ts'
import { type Demo, expectEqual, expectFields, result, step, waitFor } from './steps.ts'

/** By their SKUs, a second import changes them and adds none. */
const table = `SKU,name,price,quantity
TE-1,Té verde,3.50,12
TE-2,Té negro,3.20,12
MIEL,Miel,6.90,8
`

/** Imports three products from a table, as a spreadsheet saves it. */
export async function importTable({ pos }: Demo): Promise<void> {
  step('Importing three products from a CSV')
  const { id } = await pos.importRuns.create({ body: { kind: 'products' } })
  await pos.importRuns.putPart({ params: { id, n: '1' }, body: table })
  const { refused, parts } = await waitFor('the import', async () => {
    const run = await pos.importRuns.one({ params: { id } })
    return run.status === 'done' ? run : undefined
  })
  expectEqual('rows', [parts[0]?.rowsDone, refused], [3, []])
  result('Té verde, Té negro and Miel are on the shelf')
}

/** Sells a T-shirt, a coffee and a keyed-in amount, for cash that is rounded to 0.05. */
export async function sellByChoice(demo: Demo): Promise<void> {
  const { pos, userId } = demo
  const shirt = await addShirt(demo)
  const coffee = await addCoffee(demo)
  step('Selling a T-shirt, a coffee and an alteration, whose price is keyed in')
  const items = [
    { ...shirt, quantity: 1, priceAtOrder: 1_600 },
    { ...coffee, quantity: 1, priceAtOrder: 320 },
    { name: 'Arreglo de bajos', quantity: 1, priceAtOrder: 733 },
  ]
  const [cash = ''] = await methodIds(demo, 'Cash')
  const tenders = [{ paymentMethodId: cash, amountCents: 2_655, givenCents: 3_000 }]
  const body = { userId, items, amount: 26.53, tenders }
  const { businessName } = await pos.config.show()
  await pos.config.change({ body: { businessName, cashRoundingCents: 5 } })
  const sale = sold(
    expectFields(await pos.storeOrders.checkout({ body }), { changeCents: 345 }),
  )
  await pos.config.change({ body: { businessName, cashRoundingCents: 0 } })
  const params = { id: sale.orderId }
  const { items: lines } = expectFields(await pos.storeOrders.one({ params }), {
    roundingCents: 2,
  })
  const names = lines.map(({ productName }) => productName)
  expectEqual('lines', names, ['Camiseta (M)', 'Café', 'Arreglo de bajos'])
  const { variants } = await pos.products.one({ params: { id: shirt.productId } })
  const left = variants.map(({ quantity }) => quantity)
  expectEqual('stock of each size', left, [5, 4])
  result(
    `order ${sale.orderId}: 26.53, of which cash paid 26.55; one T-shirt less in size M`,
  )
}

/** A T-shirt in two sizes. Returns the larger one as a line names it. */
async function addShirt({ pos }: Demo) {
  step('Adding a T-shirt in two sizes')
  const { id: productId } = await pos.products.create({
    body: { name: 'Camiseta', priceCents: 1_500, quantity: 5 },
  })
  const params = { id: productId }
  const values = [{ value: 'S' }, { value: 'M' }]
  await pos.products.createOption({ params, body: { name: 'Talla', values } })
  const [size] = await pos.products.options({ params })
  const [small = '', medium = ''] = size?.values.map(({ id }) => id) ?? []
  await pos.products.updateVariant({
    params: { id: productId, variantId: productId },
    body: { optionValueIds: [small] },
  })
  const { id: variantId } = await pos.products.createVariant({
    params,
    body: { priceCents: 1_600, quantity: 5, optionValueIds: [medium] },
  })
  result('Camiseta: 5 in size S at 15.00, 5 in size M at 16.00')
  return { productId, variantId }
}

const groups = [
  { name: 'Leche', min: 0, max: 1, option: { name: 'Leche de avena', priceCents: 40 } },
  { name: 'Extras', min: 0, max: 2, option: { name: 'Café extra', priceCents: 60 } },
] as const

/** A coffee with modifiers. Returns one with oat milk and an extra shot as a line names it. */
async function addCoffee({ pos }: Demo) {
  step('Adding a coffee with a choice of milk and extras')
  const known = await pos.modifiers.list()
  for (const { option, ...group } of groups) {
    if (known.some(({ name }) => name === group.name)) continue
    await pos.modifiers.create({ body: { ...group, options: [option] } })
  }
  const chosen = (await pos.modifiers.list()).filter(({ name }) =>
    groups.some((group) => group.name === name),
  )
  const modifierGroupIds = chosen.map(({ id }) => id)
  const { id: productId } = await pos.products.create({
    body: {
      name: 'Café',
      priceCents: 220,
      quantity: 0,
      trackStock: false,
      modifierGroupIds,
    },
  })
  result('Café: 2.20, oat milk 0.40, an extra shot 0.60; its stock is not counted')
  const modifiers = chosen.flatMap(({ id: groupId, options: [option] }) =>
    option ? [{ groupId, optionId: option.id }] : [],
  )
  return { productId, modifiers }
}
