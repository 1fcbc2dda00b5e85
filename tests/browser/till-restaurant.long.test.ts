import type { ElementHandle, Viewport } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGroup, replaceOptions } from '../support/modifiers.ts'
import { drawn } from '../support/scale.ts'
import { openShop, owner, type Shop } from '../support/shop.ts'
import { wcagViolations } from './accessibility.ts'
import { chromiumPath, openBrowser, type Visit } from './browser.ts'
import { personMs, pressable, typeFocused, untilShown } from './hands.ts'
import { waitingQuote } from './kept.ts'

const desktop = { width: 1_440, height: 900 }
const tablet = { width: 820, height: 1_180, hasTouch: true }
const phone = { width: 390, height: 844 }

const waiter = { name: 'Bo', pin: '7351' }

let shop: Shop
let admin: Awaited<ReturnType<Shop['admin']>>
let browser: Awaited<ReturnType<typeof openBrowser>>
let visit: Visit
/** Way in which buttons are pressed. */
let by: 'mouse' | 'touch' | 'keyboard'

const hasBrowser = chromiumPath !== undefined

/** `npm test` has a restaurant's day by keyboard and a store's by touch. */
const byKeyboard = ['keyboard', desktop] as const
const hands = drawn<readonly ['touch' | 'keyboard', Viewport]>(
  [byKeyboard],
  [['touch', tablet], byKeyboard],
)

/** Each test goes on where the one before has stopped, as a restaurant's day does. */
describe.skipIf(!hasBrowser).each(hands)(
  "a restaurant's first day by %s",
  (hand, viewport) => {
    beforeAll(async () => {
      by = hand
      shop = await openShop({ fresh: true, node: 'direct', agent: true, stream: true })
      browser = await openBrowser()
      visit = await browser.visit(`${shop.url}/till`)
      await visit.page.setViewport(viewport)
    })
    afterAll(async () => {
      await browser?.close()
      await shop?.close()
    })

    test('begins with an empty system, which becomes a restaurant with tables', async () => {
      const { page } = visit
      await fill('organization', 'La Mesa')
      await (by === 'keyboard'
        ? page.keyboard.press('Tab').then(() => page.keyboard.press('ArrowDown'))
        : page.locator('.choice ::-p-text(Restaurant)').click())
      await press('Next')
      await page.locator('[name=currency]').wait()
      await page.select('[name=currency]', 'USD')
      await page.select('[name=time-zone]', 'America/Mexico_City')
      await fill('tax-rate', '16')
      await press('Next')
      await fill('name', owner.name)
      await fill('pin', owner.pin)
      await fill('wallet-password', owner.password)
      await press('Open the till')
      await press('Make the tables')
      await page.waitForSelector('.place-name::-p-text(10)')
      admin = await shop.admin()
      expect(await admin.pos.tables.list()).toHaveLength(10)
    })

    test('opens the shift with the cash that was counted', async () => {
      await press('Day', 'a')
      await until('No shift is open')
      await typeFocused(visit.page, '100')
      await press('Open the shift')
      await until('Open since')
    })

    test('takes an order at a table, with modifiers and a note', async () => {
      await addWaiter()
      await admin.pos.config.change({
        body: { businessName: 'La Mesa', businessType: 'restaurant', tipsEnabled: true },
      })
      await shop.printers(admin)
      const front = { printerType: 'CUSTOMER', printerName: 'customer' }
      await admin.post('/printers/set', front)
      const extras = await createGroup(admin)
      await replaceOptions(admin, extras, { name: 'Cheese', priceCents: 150 })
      const burger = (await admin.pos.dishes.list()).find(({ name }) => name === 'Burger')
      const modifierGroupIds = [extras]
      await admin.put(`/dishes/${burger?.id}`, { ...burger, modifierGroupIds })
      await logIn(waiter)
      await pressTable('4')
      await press('Burger')
      await press('Cheese')
      await visit.page.type('dialog [name=notes]', 'well done', { delay: personMs })
      await picture('restaurant-dish')
      await press('Order it')
      await until('“well done”')
      await press('Lemonade')
      await press('Lemonade')
      await until('Pay $20.00')
      const { dishes } = await openOrder()
      expect(dishes[0]).toMatchObject({
        priceAtOrder: 13,
        notes: 'well done',
        modifiers: [{ name: 'Cheese', priceCents: 150, quantity: 1 }],
      })
      expect(await tableNamed('4')).toMatchObject({ status: 'occupied' })
    })

    test('has the kitchen make it', async () => {
      await press('Send to kitchen')
      await until('no printer is set up for the kitchen')
      const till = visit
      visit = await browser.visit(`${shop.url}/kitchen`)
      await until('well done')
      await press('Bump')
      await until('Nothing to make')
      // A page that is closed sends nothing more
      await expect
        .poll(async () => (await openOrder()).dishes.map(({ status }) => status))
        .not.toContain('sent')
      await visit.page.close()
      visit = till
      await visit.page.bringToFront()
      await until('ready')
    })

    test("cancels a dish with a colleague's PIN", async () => {
      await press('Espresso')
      await until('Pay $22.20')
      await press('not sent')
      await press('Cancel one')
      await approve()
      await until('Pay $20.00')
    })

    test('splits the bill by taps, and settles one part in cash', async () => {
      await press('Split')
      await press('Lemonade')
      await picture('restaurant-split')
      await press('Make a bill of $3.50')
      await press('Pay $3.50')
      await displays('Lemonade')
      await press('Cash')
      await press('Exact')
      await press('New sale')
      await until('Pay $16.50')
      expect(await tableNamed('4')).toMatchObject({ status: 'occupied' })
    })

    test('moves the guests, and merges another bill with theirs', async () => {
      await press('Move')
      await press('7')
      await until('Table 7')
      expect(await tableNamed('4')).toMatchObject({ status: 'available' })
      await press('Tables')
      await pressTable('1')
      await press('Lemonade')
      await until('Pay $3.50')
      await press('Merge')
      await press('Table 7')
      await until('Pay $20.00')
      expect(await tableNamed('7')).toMatchObject({ status: 'available' })
    })

    test('prints the bill, and is paid over Lightning with a tip', async () => {
      await press('Print bill')
      await printed(1)
      await press('Pay $20.00')
      await until('The kitchen was not sent these')
      await picture('restaurant-unfired')
      await press('Send them, then pay')
      await press('10 %')
      await press('Bitcoin')
      await visit.page.waitForSelector('.qr')
      const quoteId = await waitingQuote(visit.page)
      const { invoice } = (await admin.get(`/quotes/${quoteId}`)).body
      await shop.node.pay({ invoice })
      await press('New sale')
      await until('Free')
      expect(await tableNamed('1')).toMatchObject({ status: 'available' })
    })

    test('lists the sales of the day with their tables, and asks for none by itself', async () => {
      const { page, requested } = visit
      const before = requested.length
      await press('Sales', 'a')
      await until('Table 4')
      expect(
        await page.$$eval('.sale .what', (shown) =>
          shown.map((each) => each.textContent),
        ),
      ).toEqual(['Table 1', 'Table 4'])
      const paths = requested.slice(before).map((url) => new URL(url).pathname)
      expect(
        paths.filter((path) => /^\/(orders|tables)\/[\da-f]{8}-/.test(path)),
      ).toEqual([])
      expect(await wcagViolations(page, 'light', viewport, '.sale')).toEqual([])
    })

    test('reads the X, closes with a count, and has the Z on paper', async () => {
      await logIn(owner)
      await press('Day', 'a')
      await press('Print X report')
      await printed(2)
      await press('Close the shift')
      await until('Count what is in the drawer.')
      await typeFocused(visit.page, '103.5')
      await press('Close the shift')
      await until('The drawer is right.')
      await press('Print the Z report')
      await printed(3)
      const [shift] = (await admin.get('/shifts/report?period=day')).body.shifts
      expect((await admin.get(`/shifts/${shift.id}/breakdown`)).body).toMatchObject({
        totalSales: 23.5,
        totalTips: 2,
        cashSales: 3.5,
        expectedTotal: 103.5,
        difference: 0,
        totalTickets: 2,
      })
    })

    test('has caused no error', () => {
      // Refusals of a waiter, and sessions that have ended
      const expected = /status of 40[13]/
      expect(visit.problems.filter((problem) => !expected.test(problem))).toEqual([])
    })
  },
)

describe.skipIf(!hasBrowser)('the till of a restaurant', () => {
  beforeAll(async () => {
    by = 'mouse'
    shop = await openShop({ stream: true })
    admin = await shop.admin()
    await admin.pos.config.change({
      body: { businessName: 'La Mesa', businessType: 'restaurant' },
    })
    await admin.put('/base-currency', { acronym: 'USD' })
    browser = await openBrowser()
    visit = await browser.visit(`${shop.url}/till`)
    await visit.page.setViewport(desktop)
    await fill('name', owner.name)
    await fill('pin', `${owner.pin}\n`)
  })
  afterAll(async () => {
    await browser?.close()
    await shop?.close()
  })

  test('gets its dishes at the till, and more tables', async () => {
    await picture('restaurant-first')
    await press('Make the tables')
    await visit.page.waitForSelector('.place-name::-p-text(10)')
    await press('Add tables')
    await press('Make the tables')
    await pressTable('11')
    await newDish('Burger', '11.5', 'Mains')
    await newDish('Lemonade', '3.2', 'Drinks')
    expect(await admin.pos.dishes.list()).toMatchObject([
      { name: 'Burger', price: 11.5 },
      { name: 'Lemonade', price: 3.2 },
    ])
    expect(await admin.get('/categories?type=dish')).toMatchObject({
      body: [{ name: 'Mains' }, { name: 'Drinks' }],
    })
    await press('Tables')
  })

  test('changes a dish and nothing else of it, and takes it off the menu', async () => {
    const group = await createGroup(admin)
    const { id: categoryId } = await admin.pos.categories.create({
      body: { name: 'Soups', type: 'dish' },
    })
    const body = { name: 'Stew', price: 5, categoryId, modifierGroupIds: [group] }
    const { id } = await admin.pos.dishes.create({ body })
    await visit.page.click('[aria-label="This till"]')
    await press('Dishes')
    await press('Stew')
    await fill('dish-name', ' of the day')
    await visit.page.click('dialog .money-field input')
    await visit.page.keyboard.type('7.25', { delay: personMs })
    expect(
      await wcagViolations(visit.page, 'light', desktop, '[name=is-served]'),
    ).toEqual([])
    await press('Save')
    await until('Stew of the day')
    const kept = await admin.pos.dishes.one({ params: { id } })
    expect(kept).toMatchObject({ ...body, name: 'Stew of the day', price: 7.25 })
    await press('Stew of the day')
    await (await visit.page.waitForSelector('[name=is-served]'))?.click()
    await press('Save')
    await until('off sale')
    expect(await admin.pos.dishes.one({ params: { id } })).toEqual({
      ...kept,
      isAvailable: false,
    })
    await visit.page.keyboard.press('Escape')
    await visit.page.waitForFunction(
      () => document.querySelectorAll('dialog').length === 1,
    )
    await visit.page.keyboard.press('Escape')
    await visit.page.waitForSelector('dialog', { hidden: true })
  })

  test('takes orders without a table', async () => {
    await press('Without a table')
    await press('New order')
    await press('Lemonade')
    await until('Pay $3.20')
    expect((await openOrder()).order).toMatchObject({ tableId: null, total: 3.2 })
    await press('Cancel order')
    await press('Cancel order')
    await until('New order')
    await press('Dining room')
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
    const { order, dishes } = await openOrder()
    const another = [{ dishId: dishes[0]?.dishId ?? '', priceAtOrder: 3.2 }]
    const params = { id: order.id }
    await admin.pos.orders.addDishes({ params, body: another })
    await until('Pay $6.40')
    await admin.pos.orders.remove({ params })
    await until('This bill is no longer open')
    await press('Tables', 'a')
    await visit.page.waitForSelector('.place.free::-p-text(3)')
    const { id: tableId } = (await tableNamed('3')) ?? {}
    const body = { userId: shop.ownerId, tableId, status: 'open' }
    await admin.post('/orders/with-dishes', { order: body, dishes: another })
    await visit.page.waitForSelector('.place.taken::-p-text(3)')
  })

  test('has a colleague approve what a trainee may not do', async () => {
    await addWaiter({ name: 'Tom', pin: '9753' }, [])
    await logIn({ name: 'Tom', pin: '9753' })
    await pressTable('5')
    await press('Lemonade')
    await press('Lemonade')
    await until('Pay $6.40')
    const { order, dishes } = await openOrder()
    const params = { id: order.id }
    await admin.pos.printers.fire({ params, body: { onScreen: true } })
    const dishIds = dishes.map(({ id }) => id)
    await admin.pos.orders.progress({ params, body: { dishIds, status: 'done' } })
    await press('ready')
    await until('It is ready: why is it cancelled?')
    expect(await visit.page.$('dialog button:disabled::-p-text(Cancel one)')).toBeTruthy()
    await fill('why', 'fell down')
    await press('Cancel one')
    await approve()
    await until('Pay $3.20')
    await press('Pay $3.20')
    await press('Cash')
    await press('Exact')
    await approve()
    // On a slow network the tables are not read again by the next tap
    const network = await visit.page.createCDPSession()
    const patterns = [{ urlPattern: '*/orders/status/open' }]
    await network.send('Fetch.enable', { patterns })
    await press('New sale')
    await pressTable('5')
    await press('Lemonade')
    await until('Pay $3.20')
    await network.detach()
    await press('Cancel order')
    await press('Cancel order')
    await approve()
    await visit.page.waitForSelector('.place.free::-p-text(5)')
    const { body: cancelled } = await admin.get('/audit?kind=cancellation')
    expect(cancelled).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ after: { reason: 'fell down' } }),
      ]),
    )
    const { body: entries } = await admin.get('/audit?kind=approval')
    expect(entries.map(({ after }: { after: object }) => after)).toMatchObject([
      { permission: 'orders_delete' },
      { permission: 'orders_settle' },
      { permission: 'orders_delete' },
    ])
  })

  test('gives a discount by percent or as a sum, with a colleague where it has to be', async () => {
    await logIn(owner)
    await addWaiter()
    await pressTable('6')
    await press('Burger')
    await press('Discount')
    await press('20 %')
    await press('Apply')
    await until('Pay $9.20')
    await press('Burger')
    await until('Pay $18.40')
    await visit.page.reload()
    await logIn(waiter)
    await pressTable('6')
    await until('Pay $18.40')
    // Another till takes it off, and this one shows it
    const { order } = await openOrder()
    await admin.pos.bills.discount({ params: { id: order.id }, body: {} })
    await until('Pay $23.00')
    await press('Discount')
    await press('50 %')
    await picture('restaurant-discount')
    await press('Apply')
    await approve()
    await until('Pay $11.50')
    await press('Pay $11.50')
    await press('Pay without sending')
    await press('Cash')
    await press('Exact')
    await press('New sale')
    const [sale] = await admin.pos.orders.withPayments({ query: {} })
    expect(sale).toMatchObject({ total: 11.5, discountAmount: 1_150 })
    await logIn(owner)
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
    // Refusals of a trainee, and the order that was deleted elsewhere
    const expected = /status of 40[34]/
    expect(visit.problems.filter((problem) => !expected.test(problem))).toEqual([])
  })
})

const openOrder = async () => {
  const [order] = await admin.pos.orders.ofStatus({ params: { status: 'open' } })
  return admin.pos.orders.complete({ params: { id: order?.id ?? '' } })
}

const tableNamed = async (name: string) =>
  (await admin.pos.tables.list()).find((table) => table.name === name)

const always = ['orders_read', 'orders_create', 'dish_read', 'categories_read']

/** Somebody who takes orders, and may do this besides. */
async function addWaiter(
  { name, pin } = waiter,
  permissions = ['orders_update', 'orders_settle'],
): Promise<void> {
  const { id: role } = await admin.pos.roles.create({
    body: {
      role: `for ${name}`,
      permissions: [...always, 'spaces_read', 'tables_read', ...permissions],
    },
  })
  await admin.pos.users.create({ body: { name, pin, role } })
}

/** Lets somebody else use the till. */
async function logIn({ name, pin }: { name: string; pin: string }): Promise<void> {
  const { page } = visit
  await page.locator('.who').click()
  await page.waitForSelector('.people')
  if ((await page.$(`.person::-p-text(${name})`)) === null) {
    await press('Someone else')
    await fill('name', name)
    await fill('pin', `${pin}\n`)
  } else {
    await press(name)
    await page.waitForSelector('.pin-pad')
    await typeFocused(page, `${pin}\n`)
  }
  await page.waitForSelector('.till')
}

/** The owner enters the PIN for somebody else. */
async function approve(): Promise<void> {
  await press(owner.name)
  await visit.page.waitForSelector('.pin-pad')
  await typeFocused(visit.page, `${owner.pin}\n`)
  await visit.page.waitForSelector('.pin-pad', { hidden: true })
}

async function newDish(name: string, price: string, category: string): Promise<void> {
  const { page } = visit
  await press('New dish')
  await fill('dish-name', name)
  await page.locator('.money-field input').click()
  await page.keyboard.type(price, { delay: personMs })
  await page.locator('[name=dish-category]').click({ count: 3 })
  await page.keyboard.type(category, { delay: personMs })
  await press('Add the dish')
  await page.waitForSelector(`.tile-name::-p-text(${name})`)
}

/** Presses a table on the floor, whose state stands below its name. */
const pressTable = (name: string) => press(`${name}\n`)

/** Presses a button by a part of its text, in the dialog if one is open, once it can be. */
async function press(label: string, among = 'button'): Promise<void> {
  const button = await pressable(visit.page, label, { among })
  // The opened view is there two frames later; the click of a touch comes after the
  // touch.
  const isDrawn = button.evaluate(
    (each) =>
      new Promise((resolve) => {
        const later = () => requestAnimationFrame(() => requestAnimationFrame(resolve))
        each.addEventListener('click', later, { once: true })
      }),
  )
  if (by === 'touch') await button.tap()
  else if (by === 'mouse') await button.click()
  else await enter(button)
  await isDrawn
}

/** Moves the focus to a button with Tab, and presses Enter. */
async function enter(button: ElementHandle<Element>): Promise<void> {
  const { keyboard } = visit.page
  for (let presses = 0; presses < 100; presses += 1) {
    if (await button.evaluate((each) => each === document.activeElement)) {
      return keyboard.press('Enter')
    }
    await keyboard.press('Tab')
  }
  throw new Error('Tab does not get there')
}

async function fill(name: string, value: string): Promise<void> {
  const field = await visit.page.waitForSelector(`[name=${name}]`)
  await field?.type(value, { delay: personMs })
}

const until = (text: string) => untilShown(visit.page, text)

/** Waits until so much paper has come out of the printer. */
const printed = (count: number) =>
  expect.poll(async () => (await shop.printed()).length).toBe(count)

/** Waits until the customer display, a window beside the till's, shows a text. */
async function displays(text: string): Promise<void> {
  const { page } = await browser.visit(`${shop.url}/till#display`)
  await page.waitForSelector(`.bought ::-p-text(${text})`)
  await page.close()
  await visit.page.bringToFront()
}

/** A picture of the page, for people, where they ask for it. */
async function picture(name: string): Promise<void> {
  const folder = process.env.POS_PICTURES
  if (folder) await visit.page.screenshot({ path: `${folder}/${name}-${by}.png` })
}
