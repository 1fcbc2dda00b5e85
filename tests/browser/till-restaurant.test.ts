import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGroup, replaceOptions } from '../support/modifiers.ts'
import { openShop, owner, type Shop } from '../support/shop.ts'
import { wcagViolations } from './accessibility.ts'
import { chromiumPath, openBrowser, type Visit } from './browser.ts'

const desktop = { width: 1_440, height: 900 }
const phone = { width: 390, height: 844 }

let shop: Shop
let admin: Awaited<ReturnType<Shop['admin']>>
let browser: Awaited<ReturnType<typeof openBrowser>>
let visit: Visit

describe.skipIf(chromiumPath === undefined)('the till of a restaurant', () => {
  beforeAll(async () => {
    shop = await openShop({ stream: true })
    admin = await shop.admin()
    await admin.pos.config.change({
      body: { businessName: 'La Mesa', businessType: 'restaurant', tipsEnabled: true },
    })
    await admin.put('/base-currency', { acronym: 'USD' })
    const extras = await createGroup(admin)
    await replaceOptions(admin, extras, { name: 'Cheese', priceCents: 150 })
    const mains = await categoryOf('Mains')
    await dishOf('Burger', 11.5, mains, [extras])
    await dishOf('Caesar salad', 7.8, mains)
    await dishOf('Lemonade', 3.2, await categoryOf('Drinks'))
    browser = await openBrowser()
    visit = await browser.visit(`${shop.url}/till`)
    await visit.page.setViewport(desktop)
    visit.page.setDefaultTimeout(10_000)
    await visit.page.waitForSelector('[name=name]')
    await visit.page.type('[name=name]', owner.name)
    await visit.page.type('[name=pin]', owner.pin)
    await visit.page.keyboard.press('Enter')
  })
  afterAll(async () => {
    await browser?.close()
    await shop?.close()
  })

  test('begins with a first room', async () => {
    await until('There are no tables yet.')
    await picture('restaurant-first')
    await press('Make the tables')
    await visit.page.waitForSelector('.place-name::-p-text(10)')
    expect(await admin.pos.tables.list()).toHaveLength(10)
  })

  test('takes an order at a table, with a modifier and a note', async () => {
    await pressTable('4')
    await press('Burger')
    await press('Cheese')
    await visit.page.type('dialog [name=notes]', 'well done')
    await picture('restaurant-dish')
    await press('Order it')
    await until('“well done”')
    await press('Lemonade')
    await press('Lemonade')
    await until('Pay $19.40')
    const [order] = await admin.pos.orders.ofStatus({ params: { status: 'open' } })
    const { dishes } = await complete(order?.id)
    expect(dishes).toHaveLength(3)
    expect(dishes[0]).toMatchObject({
      priceAtOrder: 13,
      notes: 'well done',
      modifiers: [{ name: 'Cheese', priceCents: 150, quantity: 1 }],
    })
    expect(await tableNamed('4')).toMatchObject({ status: 'occupied' })
  })

  test('sends it to the kitchen, and says that only the screen has it', async () => {
    await press('Send to kitchen')
    await until('no printer is set up for the kitchen')
    await until('in the kitchen')
    await picture('restaurant-order')
    const [ticket] = await admin.pos.orders.inKitchen()
    expect(ticket?.lines).toHaveLength(3)
  })

  test('cancels a dish, which the kitchen still sees', async () => {
    await press('Caesar salad')
    await until('not sent')
    await press('Send to kitchen')
    await until('Pay $27.20')
    await (
      await visit.page.waitForSelector('.cart-line.sent::-p-text(Caesar salad)')
    )?.click()
    await press('Cancel one')
    await until('Pay $19.40')
    const [ticket] = await admin.pos.orders.inKitchen()
    const cancelled = ticket?.lines.filter(({ status }) => status === 'cancelled')
    expect(cancelled).toMatchObject([{ name: 'Caesar salad' }])
  })

  test('splits the bill by taps, and settles one part after the other', async () => {
    await press('Split')
    await press('Lemonade')
    await picture('restaurant-split')
    await press('Make a bill of $3.20')
    await until('Pay $3.20')
    await press('Pay $3.20')
    await press('Cash')
    await press('Exact')
    await until('Sold')
    await press('New sale')
    await until('Pay $16.20')
    await picture('restaurant-rest')
    expect(await tableNamed('4')).toMatchObject({ status: 'occupied' })
  })

  test('moves the guests, and merges another bill with theirs', async () => {
    await press('Move')
    await press('7')
    await until('Table 7')
    expect(await tableNamed('4')).toMatchObject({ status: 'available' })
    await visit.page.click('.back')
    await pressTable('1')
    await press('Lemonade')
    await until('Pay $3.20')
    await press('Merge')
    await press('Table 7')
    await until('Pay $19.40')
    expect(await admin.pos.orders.ofStatus({ params: { status: 'open' } })).toHaveLength(
      1,
    )
    expect(await tableNamed('7')).toMatchObject({ status: 'available' })
  })

  test('pays what is left by card, with a tip', async () => {
    await press('Pay $19.40')
    await press('10 %')
    await press('Credit card')
    await press('$21.34 received')
    await until('Sold')
    await press('New sale')
    await until('Free')
    const sales = await admin.pos.orders.withPayments({ query: {} })
    expect(sales.map(({ total, tipAmount }) => [total, tipAmount])).toEqual([
      [21.34, 1.94],
      [3.2, 0],
    ])
    expect(await tableNamed('1')).toMatchObject({ status: 'available' })
  })

  test('takes orders without a table', async () => {
    await press('Without a table')
    await press('New order')
    await press('Lemonade')
    await until('Pay $3.20')
    const [order] = await admin.pos.orders.ofStatus({ params: { status: 'open' } })
    expect(order).toMatchObject({ tableId: null, total: 3.2 })
  })

  test('shows what another till does as it happens', async () => {
    // Nothing is read regularly, so that the feed alone can tell
    await visit.page.evaluateOnNewDocument(() => {
      const every = setInterval
      const patched = (act: () => void, ms: number) => every(act, ms < 10_000 ? ms : 1e9)
      Object.assign(globalThis, { setInterval: patched })
    })
    await visit.page.reload()
    await pressTable('3')
    await press('Lemonade')
    await until('Pay $3.20')
    const [order] = await admin.pos.orders.ofStatus({ params: { status: 'open' } })
    const [line] = (await complete(order?.id)).dishes
    const another = [{ dishId: line?.dishId ?? '', priceAtOrder: 3.2 }]
    const params = { id: order?.id ?? '' }
    await admin.pos.orders.addDishes({ params, body: another })
    await until('Pay $6.40')
    await admin.pos.orders.remove({ params })
    await until('This bill is no longer open')
    await visit.page.click('.back')
    await visit.page.waitForSelector('.place.free::-p-text(3)')
    const body = { userId: shop.ownerId, tableId: await idOfTable('3'), status: 'open' }
    await admin.post('/orders/with-dishes', { order: body, dishes: another })
    await visit.page.waitForSelector('.place.taken::-p-text(3)')
  })

  test('has a colleague approve what a trainee may not do', async () => {
    const role = await roleOf('spaces_read', 'tables_read')
    await admin.pos.users.create({ body: { name: 'Tom', pin: '7351', role } })
    await logIn('Tom', '7351')
    await pressTable('5')
    await press('Lemonade')
    await press('Lemonade')
    await until('Pay $6.40')
    const [order] = await admin.pos.orders.ofStatus({ params: { status: 'open' } })
    const params = { id: order?.id ?? '' }
    await admin.pos.printers.fire({ params, body: { onScreen: true } })
    await until('in the kitchen')
    await visit.page.click('.cart-line')
    await press('Cancel one')
    await approve()
    await until('Pay $3.20')
    await press('Pay $3.20')
    await press('Cash')
    await press('Exact')
    await approve()
    await until('Sold')
    await press('New sale')
    await pressTable('5')
    await press('Lemonade')
    await press('Cancel order')
    await press('Cancel order')
    await approve()
    await visit.page.waitForSelector('.place.free::-p-text(5)')
    const { body: entries } = await admin.get('/audit?kind=approval')
    expect(entries.map(({ after }: { after: object }) => after)).toMatchObject([
      { permission: 'orders_delete' },
      { permission: 'orders_settle' },
      { permission: 'orders_delete' },
    ])
  })

  test('gives a discount by percent or as a sum, with a colleague where it has to be', async () => {
    await logIn(owner.name, owner.pin)
    await admin.pos.users.create({
      body: {
        name: 'Eva',
        pin: '9876',
        role: await roleOf('orders_update', 'spaces_read', 'tables_read'),
      },
    })
    await pressTable('6')
    await press('Burger')
    await press('Order it')
    await press('Discount')
    await press('20 %')
    await press('Apply')
    await until('Pay $9.20')
    await visit.page.reload()
    await logIn('Eva', '9876')
    await pressTable('6')
    await press('Pay $9.20')
    await press('Cash')
    await press('Exact')
    await approve()
    await until('Sold')
    await press('New sale')
    const [sale] = await admin.pos.orders.withPayments({ query: {} })
    expect(sale).toMatchObject({ total: 9.2, discountAmount: 230 })
    await logIn(owner.name, owner.pin)
  })

  test.each([
    ['light', desktop],
    ['dark', desktop],
    ['light', phone],
    ['dark', phone],
  ] as const)('keeps to WCAG AA (%s, %o)', async (theme, viewport) => {
    await visit.page.evaluate((name) => localStorage.setItem('office.theme', name), theme)
    await visit.page.reload()
    expect(await wcagViolations(visit.page, theme, viewport, '.places')).toEqual([])
    await picture(`restaurant-floor-${theme}-${viewport.width}`)
    await pressTable('2')
    if (viewport === desktop) await press('Lemonade')
    await until('not sent')
    expect(await wcagViolations(visit.page, theme, viewport, '.bill-actions')).toEqual([])
    await picture(`restaurant-order-${theme}-${viewport.width}`)
    if (viewport === desktop) return
    await press('Dishes')
    await until('Burger')
    expect(await wcagViolations(visit.page, theme, viewport, '.goods')).toEqual([])
    await picture(`restaurant-dishes-${theme}`)
  })

  test('has caused no error', () => {
    // What a trainee may not do, and the order that was deleted elsewhere
    const expected = /status of 40[34]/
    expect(visit.problems.filter((problem) => !expected.test(problem))).toEqual([])
  })

  const categoryOf = async (name: string) =>
    (await admin.pos.categories.create({ body: { name, type: 'dish' } })).id

  const dishOf = (
    name: string,
    price: number,
    categoryId: string,
    modifierGroupIds: string[] = [],
  ) => admin.pos.dishes.create({ body: { name, price, categoryId, modifierGroupIds } })

  const complete = (id = '') => admin.pos.orders.complete({ params: { id } })

  const tableNamed = async (name: string) =>
    (await admin.pos.tables.list()).find((table) => table.name === name)

  const idOfTable = async (name: string) => (await tableNamed(name))?.id ?? ''

  const roleOf = async (...permissions: string[]) => {
    const all = ['orders_read', 'orders_create', 'dish_read', 'categories_read']
    const body = { role: permissions.join(), permissions: [...all, ...permissions] }
    return (await admin.pos.roles.create({ body })).id
  }

  /** Lets somebody else use the till. */
  async function logIn(name: string, pin: string): Promise<void> {
    const { page } = visit
    await page.locator('.who').click()
    await page.waitForSelector('.people')
    if ((await page.$(`.person::-p-text(${name})`)) === null) {
      await press('Someone else')
      await page.locator('[name=name]').fill(name)
      await page.locator('[name=pin]').fill(pin)
      await page.keyboard.press('Enter')
    } else {
      await press(name)
      await page.waitForSelector('.pin-pad')
      await page.keyboard.type(`${pin}\n`)
    }
    await page.waitForSelector('.places')
  }

  /** The owner enters the PIN for somebody else. */
  async function approve(): Promise<void> {
    await press(owner.name)
    await visit.page.waitForSelector('.pin-pad')
    await visit.page.keyboard.type(`${owner.pin}\n`)
    await visit.page.waitForSelector('.pin-pad', { hidden: true })
  }

  async function pressTable(name: string): Promise<void> {
    const selector = `.place > .place-name::-p-text(${name})`
    await (await visit.page.waitForSelector(selector))?.click()
  }

  /** Presses a button by its text, in the dialog if one is open. */
  async function press(label: string): Promise<void> {
    const { page } = visit
    const selector = `button::-p-text(${label})`
    await page.waitForSelector(selector)
    const found = await page.$$(selector)
    const isCovered = (await page.$('dialog')) !== null
    await found.at(isCovered ? -1 : 0)?.click()
  }

  async function until(text: string): Promise<void> {
    const shows = (wanted: string) => document.body.innerText.includes(wanted)
    await visit.page.waitForFunction(shows, { timeout: 10_000 }, text)
  }

  /** A picture of the page, for people, where they ask for it. */
  async function picture(name: string): Promise<void> {
    const folder = process.env.POS_PICTURES
    if (folder) await visit.page.screenshot({ path: `${folder}/${name}.png` })
  }
})
