import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRestaurant, type Restaurant } from '../support/dishes.ts'
import { openShop, owner, type Shop } from '../support/shop.ts'
import { wcagViolations } from './accessibility.ts'
import { chromiumPath, openBrowser, type Visit } from './browser.ts'
import { pressable, untilShown } from './hands.ts'
import { type Keyboard, keyboardOf } from './keys.ts'

const desktop = { width: 1_440, height: 900 }
const phone = { width: 390, height: 844 }

let shop: Shop
let restaurant: Restaurant
let soup: string
let wine: string
let browser: Awaited<ReturnType<typeof openBrowser>>
let visit: Visit
let keyboard: Keyboard

/** A table's order, as a till sends it to the kitchen; its id. */
async function send(dishes: readonly object[]): Promise<string> {
  const orderId = await restaurant.createOrder({
    tableId: await restaurant.createTable(),
  })
  await restaurant.addDishes(orderId, dishes)
  await restaurant.admin.post(`/orders/${orderId}/fire`, { onScreen: true })
  return orderId
}

describe.skipIf(chromiumPath === undefined)("the kitchen's screen in a browser", () => {
  beforeAll(async () => {
    shop = await openShop({ stream: true })
    restaurant = await openRestaurant(shop)
    const drinks = await restaurant.createCategory()
    soup = await restaurant.createDish('Soup')
    wine = await restaurant.createDish('Wine', drinks)
    await restaurant.admin.post('/printers/configs', {
      printerType: 'BAR',
      printerName: 'taproom',
      templateName: null,
      categoryIds: [drinks],
    })
    browser = await openBrowser()
    visit = await browser.visit(`${shop.url}/kitchen`)
    await visit.page.setViewport(desktop)
    keyboard = await keyboardOf(visit.page)
  })
  afterAll(async () => {
    await browser?.close()
    await shop?.close()
  })

  test('shows what is sent to it as it comes, dishes alike as one', async () => {
    const { page } = visit
    await page.waitForSelector('[name=name]')
    await keyboard.type(owner.name)
    await page.click('[name=pin]')
    await keyboard.type(`${owner.pin}\n`)
    await until('Nothing to make')
    await until('Live')
    const sentMs = Date.now()
    await send([
      { dishId: soup, priceAtOrder: 4.5, notes: 'no nuts' },
      { dishId: soup, priceAtOrder: 4.5, notes: 'no nuts' },
      { dishId: wine, priceAtOrder: 3 },
    ])
    await until('no nuts')
    // Long before it would be read again without the feed.
    expect(Date.now() - sentMs).toBeLessThan(50_000)
    await expect
      .poll(tickets)
      .toEqual([
        expect.stringMatching(
          /^T1\s+0 min[\s\S]*by Ana[\s\S]*2×\s+Soup\s+no nuts\s+1×\s+Wine/,
        ),
      ])
  })

  test('bumps a dish, a ticket, and takes it back', async () => {
    await press('Wine')
    await visit.page.waitForSelector('.row.done')
    await expect.poll(statuses).toEqual(['sent', 'sent', 'done'])
    await press('Bump')
    await until('Nothing to make')
    await expect.poll(statuses).toEqual(['done', 'done', 'done'])
    await press('Done')
    await press('Recall')
    await press('✕')
    await until('no nuts')
    await expect.poll(statuses).toEqual(['sent', 'sent', 'sent'])
  })

  test('bumps by the keys of a bump bar, and by none that a scanner types', async () => {
    await visit.page.click('button[aria-label="This screen"]')
    await press('Keys 1 to 9 bump', 'label')
    await press('✕')
    await (await visit.page.waitForSelector('.row button'))?.focus()
    await keyboard.scan('1234567890128')
    await until('Nothing is scanned here: 1234567890128')
    expect(await statuses()).toEqual(['sent', 'sent', 'sent'])
    await keyboard.press('1')
    await until('Nothing to make')
    await keyboard.press('0')
    await until('no nuts')
    await expect.poll(statuses).toEqual(['sent', 'sent', 'sent'])
  })

  test("shows a station's dishes alone, and how many of each are to be made", async () => {
    const second = await send([{ dishId: soup, priceAtOrder: 4.5 }])
    await press('All day')
    await until('2 tickets')
    await expect.poll(() => text('.all-day')).toMatch(/3\s+Soup\s+1\s+Wine/)
    const [line] = (await restaurant.readCompleteOrder(second)).dishes
    await restaurant.admin.put(`/orders/${second}/dishes/${line?.id}`, {
      status: 'cancelled',
    })
    await until('CANCELLED')
    await visit.page.click('button[aria-label="This screen"]')
    await visit.page.waitForSelector('dialog option:nth-child(2)')
    const station = await visit.page.waitForSelector('dialog select')
    const [, taproom = ''] = await visit.page.$$eval('dialog option', (options) =>
      options.map(({ value }) => value),
    )
    await station?.select(taproom)
    await press('✕')
    await until('1 ticket')
    await expect.poll(tickets).toEqual([expect.not.stringContaining('Soup')])
  })

  test('places a ticket right below the one above it, however high its neighbour is', async () => {
    const high = Array.from({ length: 9 }, (_, at) => ({
      dishId: wine,
      priceAtOrder: 3,
      notes: `note ${at}`,
    }))
    const sent = [await send(high)]
    for (let at = 0; at < 6; at += 1) {
      sent.push(await send([{ dishId: wine, priceAtOrder: 3, notes: `low ${at}` }]))
    }
    await until('8 tickets')
    const places = () =>
      visit.page.$$eval('.ticket', (all) =>
        all.map((each) => {
          const { left, top, bottom } = each.getBoundingClientRect()
          return { left, top, bottom }
        }),
      )
    const gaps = async () => {
      const all = await places()
      return all.flatMap(({ left, top }) => {
        const above = all.filter((each) => each.left === left && each.bottom <= top)
        return above.length === 0
          ? []
          : [top - Math.max(...above.map(({ bottom }) => bottom))]
      })
    }
    await expect.poll(async () => (await gaps()).length).toBeGreaterThan(2)
    await expect.poll(async () => Math.max(...(await gaps()))).toBeLessThan(26)
    for (const id of sent) await restaurant.admin.del(`/orders/${id}`)
    await until('1 ticket')
  })

  test.each([
    ['dark', desktop],
    ['light', phone],
  ] as const)('meets WCAG AA in %s colours on %o', async (theme, viewport) => {
    if (theme === 'light') {
      await visit.page.evaluate(() => localStorage.setItem('kitchen.theme', 'light'))
      await visit.page.reload()
      await until('1 ticket')
    }
    expect(await wcagViolations(visit.page, theme, viewport, '.ticket')).toEqual([])
    const scrollWidth = await visit.page.evaluate(
      () => document.documentElement.scrollWidth,
    )
    expect(scrollWidth).toBe(viewport.width)
  })

  test('says when the shop does not answer, and has caused no error before', async () => {
    expect(visit.problems).toEqual([])
    const hosts = visit.requested.map((url) => new URL(url).host)
    expect(hosts.filter((host) => host !== new URL(shop.url).host)).toEqual([])
    await visit.page.setOfflineMode(true)
    await until('No connection since')
  })

  const statuses = async () => {
    const { body } = await restaurant.admin.get('/orders/kitchen')
    return body[0].lines.map(({ status }: { status: string }) => status)
  }

  const text = (selector: string) =>
    visit.page.$eval(selector, (element) => (element as HTMLElement).innerText)

  const tickets = () =>
    visit.page.$$eval('.ticket', (all) =>
      all.map((ticket) => (ticket as HTMLElement).innerText),
    )

  const press = async (label: string, among = 'button') =>
    (await pressable(visit.page, label, { among })).click()

  const until = (text: string) => untilShown(visit.page, text)
})
