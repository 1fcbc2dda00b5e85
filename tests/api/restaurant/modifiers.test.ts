import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { elementTypes } from '../../../shared/paper/layout/template.ts'
import type { Answer, Client } from '../../support/client.ts'
import { openRestaurant, type Restaurant } from '../../support/dishes.ts'
import { openPrintDesk, type PrintDesk } from '../../support/printing.ts'
import { tender } from '../../support/selling.ts'

let desk: PrintDesk
let restaurant: Restaurant
let admin: Client
let menu: string
beforeAll(async () => {
  desk = await openPrintDesk()
  restaurant = await openRestaurant(desk.shop)
  admin = restaurant.admin
  menu = await restaurant.createCategory()
})
afterAll(() => desk.shop.close())

type Named = { readonly id: string; readonly name: string }

/** A coffee at 3.00 with one milk (oat is 0.50 more) and up to three extras. */
async function openMenu() {
  const create = async (path: string, body: object): Promise<string> => {
    const answer = await admin.post(path, body)
    expect(answer.status).toBe(201)
    return answer.body.id
  }
  const milk = await create('/modifiers', {
    name: 'Milk',
    min: 1,
    max: 1,
    options: [
      { name: 'Whole', isDefault: true },
      { name: 'Oat', priceCents: 50 },
    ],
  })
  const extras = await create('/modifiers', {
    name: 'Extras',
    min: 0,
    max: 3,
    options: [
      { name: 'Shot', priceCents: 80 },
      { name: 'Small cup', priceCents: -500 },
      { name: 'Sold out', isAvailable: false },
    ],
  })
  const coffee = await create('/dishes', {
    name: 'Coffee',
    price: 3,
    categoryId: menu,
    modifierGroupIds: [milk, extras],
  })
  const groups: { id: string; options: Named[] }[] = (await admin.get('/modifiers')).body
  const choose = (groupId: string, name: string, quantity?: number) => ({
    groupId,
    optionId: groups
      .find(({ id }) => id === groupId)
      ?.options.find((option) => option.name === name)?.id,
    ...(quantity !== undefined && { quantity }),
  })
  return { milk, extras, coffee, choose }
}

const order = async (dish: object, client = admin): Promise<Answer> =>
  client.post('/orders/with-dishes', {
    order: { userId: desk.shop.ownerId, status: 'open' },
    dishes: [dish],
  })

const dishesOf = async (id: string) => (await admin.get(`/orders/${id}/dishes`)).body

const whole = { name: 'Whole', priceCents: 0, quantity: 1 }
const oat = { name: 'Oat', priceCents: 50, quantity: 1 }
const shots = { name: 'Shot', priceCents: 80, quantity: 2 }

describe('modifiers of dishes', () => {
  it('are kept with the names and prices they had, in the order of the groups', async () => {
    const { milk, extras, coffee, choose } = await openMenu()
    const dish = { dishId: coffee, priceAtOrder: 5.1 }
    const modifiers = [choose(extras, 'Shot', 2), choose(milk, 'Oat')]
    const { body } = await order({ ...dish, modifiers })
    const once = [choose(extras, 'Shot'), ...modifiers.slice(1), choose(extras, 'Shot')]
    const path = `/orders/${body.id}/dishes`
    expect((await admin.post(path, [{ ...dish, modifiers: once }])).status).toBe(201)
    const options = [{ name: 'Cow', isDefault: true }]
    expect((await admin.put(`/modifiers/${milk}`, { options })).status).toBe(200)
    expect(await dishesOf(body.id)).toMatchObject([
      { priceAtOrder: 5.1, modifiers: [oat, shots] },
      { priceAtOrder: 5.1, modifiers: [oat, shots] },
    ])
    expect(await order({ ...dish, modifiers })).toMatchObject({
      status: 400,
      body: { message: 'Invalid modifiers: Milk' },
    })
  })

  it('are the defaults, at the price that is sent, for tills that send none', async () => {
    const { coffee } = await openMenu()
    const { body } = await order({ dishId: coffee, priceAtOrder: 3 })
    expect(await dishesOf(body.id)).toMatchObject([
      { priceAtOrder: 3, modifiers: [whole] },
    ])
    const { milk } = await openMenu()
    const costly = { name: 'Soy', isDefault: true, priceCents: 300 }
    expect((await admin.put(`/modifiers/${milk}`, { options: [costly] })).status).toBe(
      200,
    )
    const juice = await admin.post('/dishes', {
      name: 'Juice',
      price: 3,
      categoryId: menu,
      modifierGroupIds: [milk],
    })
    const below = await order({ dishId: juice.body.id, priceAtOrder: 3 })
    expect((await admin.get('/audit?kind=price')).body.at(-1)).toMatchObject({
      subjectId: below.body.id,
      after: { lines: [{ priceCents: 300, menuCents: 600 }] },
    })
    const plain = await order({ dishId: await restaurant.createDish(), priceAtOrder: 1 })
    expect(await dishesOf(plain.body.id)).toEqual([
      expect.not.objectContaining({ modifiers: expect.anything() }),
    ])
  })

  it('are refused unless each group is satisfied by options that are available', async () => {
    const { milk, extras, coffee, choose } = await openMenu()
    const other = await openMenu()
    const oatMilk = choose(milk, 'Oat')
    const { body } = await order({ dishId: coffee, priceAtOrder: 3 })
    const before = await dishesOf(body.id)
    for (const [modifiers, group] of [
      [[], 'Milk'],
      [[oatMilk, choose(milk, 'Whole')], 'Milk'],
      [[choose(milk, 'Oat', 2)], 'Milk'],
      [[choose(milk, 'Oat', 0)], 'Milk'],
      [[choose(milk, 'Oat', 0.5), choose(milk, 'Oat', 0.5)], 'Milk'],
      [[oatMilk, choose(extras, 'Shot', 4)], 'Extras'],
      [[oatMilk, choose(extras, 'Sold out')], 'Extras'],
      [[oatMilk, { groupId: extras, optionId: oatMilk.optionId }], 'Extras'],
      [[oatMilk, other.choose(other.extras, 'Shot')], 'Extras'],
      [[oatMilk, { groupId: 'none', optionId: 'none' }], 'unknown group'],
    ] as const) {
      const refused = { status: 400, body: { message: `Invalid modifiers: ${group}` } }
      const dish = { dishId: coffee, priceAtOrder: 9, modifiers }
      expect(await order(dish)).toMatchObject(refused)
      expect(await admin.post(`/orders/${body.id}/dishes`, [dish])).toMatchObject(refused)
      const line = `/orders/${body.id}/dishes/${before[0].id}`
      expect(await admin.put(line, { modifiers })).toMatchObject(refused)
    }
    for (const wrong of ['x', [{}], Array(201).fill(oatMilk)]) {
      const dish = { dishId: coffee, priceAtOrder: 9, modifiers: wrong }
      const { status, body: text } = await order(dish)
      expect([status, text]).toEqual([400, 'Failed to add dishes to order'])
    }
    expect(await dishesOf(body.id)).toEqual(before)
  })

  it('change with their line, whose price stays what is sent', async () => {
    const { milk, coffee, choose } = await openMenu()
    const { body } = await order({ dishId: coffee, priceAtOrder: 3 })
    const [{ id }] = await dishesOf(body.id)
    const path = `/orders/${body.id}/dishes/${id}`
    const modifiers = [choose(milk, 'Oat')]
    expect((await admin.put(path, { modifiers, priceAtOrder: 3.5 })).status).toBe(200)
    expect((await admin.put(path, { notes: 'hot' })).status).toBe(200)
    expect(await dishesOf(body.id)).toMatchObject([
      { priceAtOrder: 3.5, modifiers: [oat], notes: 'hot' },
    ])
  })

  it('count in the price that verifyAmounts expects, where they were sent', async () => {
    const { milk, extras, coffee, choose } = await openMenu()
    const waiter = await desk.shop.userWith('orders_create', 'orders_update')
    const config = (await admin.get('/config')).body
    await admin.put('/config', { ...config, verifyAmounts: true })
    const refused = { status: 403, body: { message: 'Permission required' } }
    const ordered = { status: 201 }
    const dish = { dishId: coffee, priceAtOrder: 3.5, modifiers: [choose(milk, 'Oat')] }
    const { body, ...answer } = await order(dish, waiter)
    expect(answer).toMatchObject(ordered)
    expect(await order({ ...dish, priceAtOrder: 3.49 }, waiter)).toMatchObject(refused)
    // Below 0 nothing is due
    const cheap = [choose(milk, 'Whole'), choose(extras, 'Small cup')]
    const free = { dishId: coffee, priceAtOrder: 0, modifiers: cheap }
    expect(await order(free, waiter)).toMatchObject(ordered)
    expect(await order({ dishId: coffee, priceAtOrder: 3 }, waiter)).toMatchObject(
      ordered,
    )
    const [{ id }] = await dishesOf(body.id)
    const path = `/orders/${body.id}/dishes/${id}`
    const more = [choose(milk, 'Oat'), choose(extras, 'Shot')]
    for (const change of [
      { priceAtOrder: 3.49 },
      { modifiers: more },
      { modifiers: more, priceAtOrder: 4.29 },
    ]) {
      expect(await waiter.put(path, change)).toMatchObject(refused)
    }
    expect((await waiter.put(path, { modifiers: more, priceAtOrder: 4.3 })).status).toBe(
      200,
    )
    await admin.put('/config', { ...config, verifyAmounts: false })
  })

  it('stay with dishes that are split off, merged and moved', async () => {
    const { milk, coffee, choose } = await openMenu()
    const dish = { dishId: coffee, priceAtOrder: 3.5, modifiers: [choose(milk, 'Oat')] }
    const { body } = await order(dish)
    await restaurant.addDishes(body.id, [{ dishId: coffee, priceAtOrder: 3 }])
    const [{ id }] = await dishesOf(body.id)
    const split = await admin.post(`/orders/${body.id}/split`, { dishIds: [id] })
    const part = split.body.id
    expect(await dishesOf(part)).toMatchObject([{ id, modifiers: [oat] }])
    const tableId = await restaurant.createTable()
    expect((await admin.put(`/orders/${part}/table`, { tableId })).status).toBe(200)
    expect((await admin.post(`/orders/${body.id}/merge`, { orderId: part })).status).toBe(
      200,
    )
    expect(await dishesOf(body.id)).toMatchObject([
      { modifiers: [whole] },
      { id, modifiers: [oat] },
    ])
  })
})

describe('modifiers on paper and in reports', () => {
  it('are all on kitchen tickets, and on bills if they cost; each choice is a line', async () => {
    const { milk, extras, coffee, choose } = await openMenu()
    await desk.clear()
    await desk.agent.post('/agents/report', {
      printers: ['oven', 'front'].map((name) => ({ name, kind: 'network' })),
      version: '1.0.0',
      elementTypes,
    })
    await desk.createPrinter({ printerName: 'oven', templateName: null })
    const front = { printerName: 'front', printerType: 'CUSTOMER', templateName: null }
    await desk.createPrinter(front)
    const same = {
      dishId: coffee,
      priceAtOrder: 5.1,
      modifiers: [choose(milk, 'Oat'), choose(extras, 'Shot', 2)],
    }
    const { body } = await order(same)
    await restaurant.addDishes(body.id, [
      same,
      { ...same, modifiers: [choose(milk, 'Whole')], notes: 'hot' },
      { ...same, modifiers: [choose(milk, 'Oat')] },
    ])
    expect((await admin.post(`/orders/${body.id}/fire`, {})).status).toBe(200)
    const [kitchen] = await desk.agent.takeJobs()
    const name = 'Coffee'
    expect(kitchen?.ticket.items).toEqual([
      { quantity: 2, name, price: null, comments: ['Oat', '2 x Shot'] },
      { quantity: 1, name, price: null, comments: ['Whole', 'hot'], notes: 'hot' },
      { quantity: 1, name, price: null, comments: ['Oat'] },
    ])
    const print = { printerType: 'CUSTOMER', orderId: body.id }
    expect((await admin.post('/printers/print', print)).status).toBe(200)
    const [bill] = await desk.agent.takeJobs()
    expect(bill?.ticket.items).toEqual([
      {
        quantity: 2,
        name,
        price: 10.2,
        comments: ['2 x 5.10', 'Oat 0.50', '2 x Shot 1.60'],
      },
      { quantity: 1, name, price: 5.1 },
      { quantity: 1, name, price: 5.1, comments: ['Oat 0.50'] },
    ])
  })

  it('are counted by name in reports, and named in the export', async () => {
    const { milk, extras, coffee, choose } = await openMenu()
    const dish = {
      dishId: coffee,
      priceAtOrder: 5.1,
      modifiers: [choose(milk, 'Oat'), choose(extras, 'Shot', 2)],
    }
    const { body } = await order(dish)
    await restaurant.addDishes(body.id, [dish, { dishId: coffee, priceAtOrder: 3 }, dish])
    const [{ id }] = await dishesOf(body.id)
    await admin.put(`/orders/${body.id}/dishes/${id}`, { status: 'cancelled' })
    const settled = await admin.post(`/orders/${body.id}/settle`, {
      userId: desk.shop.ownerId,
      tenders: [tender('Cash', 1_320)],
    })
    expect(settled.status).toBe(200)
    const report = (await admin.get('/reports')).body
    expect(report.modifiers).toEqual([
      { name: 'Oat', quantity: 2, totalCents: 100 },
      { name: 'Shot', quantity: 4, totalCents: 320 },
      { name: 'Whole', quantity: 1, totalCents: 0 },
    ])
    expect(report.sales).toMatchObject([
      { modifiers: [oat, shots] },
      { modifiers: [whole] },
      { modifiers: [oat, shots] },
    ])
    const csv: string = (await admin.get('/reports/export?type=sales')).body
    const cells = csv.trim().split('\r\n')
    expect(cells[0]).toMatch(/,currency,modifiers,/)
    expect(cells[1]).toMatch(/,USD,"Oat, 2 x Shot",/)
    expect(cells[2]).toMatch(/,USD,Whole,/)
  })
})

describe('a dish that is not available', () => {
  it('is refused for new lines, while orders keep it', async () => {
    const dishId = await restaurant.createDish('Oysters')
    const { body } = await order({ dishId, priceAtOrder: 9 })
    const fields = { name: 'Oysters', price: 9, categoryId: menu }
    const change = (isAvailable?: boolean) =>
      admin.put(`/dishes/${dishId}`, { ...fields, isAvailable })
    expect((await change(false)).status).toBe(200)
    expect((await change()).status).toBe(200)
    expect((await admin.get(`/dishes/${dishId}`)).body.isAvailable).toBe(false)
    const refused = {
      status: 400,
      body: {
        message: 'Dish is not available: Oysters',
        code: 'checkout_product_not_available',
      },
    }
    const lines = [{ dishId, priceAtOrder: 9 }]
    expect(await order(lines[0] ?? {})).toMatchObject(refused)
    expect(await restaurant.addDishes(body.id, lines)).toMatchObject(refused)
    const [{ id }] = await dishesOf(body.id)
    const path = `/orders/${body.id}/dishes/${id}`
    expect((await admin.put(path, { notes: 'six' })).status).toBe(200)
    await change(true)
    expect((await order(lines[0] ?? {})).status).toBe(201)
  })
})
