import type { HTTPRequest } from 'puppeteer-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openShop, owner, type Shop } from '../support/shop.ts'
import { openTill, type Till } from '../support/till.ts'
import { wcagViolations } from './accessibility.ts'
import { chromiumPath, openBrowser, type Visit } from './browser.ts'
import { personMs, pressable, untilShown } from './hands.ts'
import { keptIn, waitingSales } from './kept.ts'

const desktop = { width: 1_280, height: 900 }

let shop: Shop
let till: Till
let coffee: string
type Browser = Awaited<ReturnType<typeof openBrowser>>
/** Each browser is a device of its own. */
let browsers: Browser[]
let office: Visit
let bar: Visit
let door: Visit

describe.skipIf(chromiumPath === undefined)('a shop with tills', () => {
  beforeAll(async () => {
    shop = await openShop({ options: { TILLS: 'true' }, stream: true })
    till = await openTill(shop)
    await till.admin.pos.config.change({ body: { businessName: 'Corner Shop' } })
    await till.admin.put('/base-currency', { acronym: 'USD' })
    coffee = await till.createProduct(100)
    browsers = [await openBrowser(), await openBrowser()]
    const visits = await Promise.all(
      browsers.map((browser) => browser.visit(`${shop.url}/till`)),
    )
    ;[bar, door] = visits as [Visit, Visit]
  })
  afterAll(async () => {
    for (const browser of browsers ?? []) await browser.close()
    await shop?.close()
  })
  afterEach(() => {
    // A device that is no till is told so
    const expected = /status of 40[01349]/
    for (const { problems } of [bar, door])
      expect(problems.filter((problem) => !expected.test(problem))).toEqual([])
  })

  test('makes a device a till with one tap, or goes on without', async () => {
    await logIn(bar)
    await press(bar, 'Use the name “Till 1”')
    await bar.page.waitForSelector('.series')
    expect(await shownIn(bar, '.till-header h1')).toBe('Corner Shop A')
    await logIn(door)
    await untilShown(door.page, 'Use the name “Till 2”')
    expect(await wcagViolations(door.page, 'light', desktop, '.offer form')).toEqual([])
    await press(door, 'Go on without')
    await press(door, 'Coffee')
    expect(await sellFor(door)).not.toContain('Receipt')
    // Whoever has declined finds it among the settings
    await door.page.locator('[aria-label="This till"]').click()
    await press(door, 'Make this device a till')
    await door.page.locator('[name="till-name"]').fill('Door')
    await press(door, 'Use the name “Door”')
    await untilShown(door.page, 'This device is till B, Door.')
    await door.page.keyboard.press('Escape')
    const tills = (await till.admin.get('/tills')).body
    expect(tills).toMatchObject([
      { name: 'Till 1', series: 'A' },
      { name: 'Door', series: 'B' },
    ])
  })

  test('gives each sale the next number, also after one that was refused', async () => {
    await openShift(bar, '20')
    await sell(bar)
    expect(await sellFor(bar)).toContain('Receipt A-1')
    await sell(bar)
    await press(bar, 'Pay $2.50')
    await press(bar, 'Cash')
    const stock = (quantity: number) =>
      till.admin.post('/products/stock', [{ productId: coffee, quantity }])
    const left = await till.stockOf(coffee)
    // Meanwhile somebody has sold all
    expect((await stock(-left)).status).toBe(200)
    await press(bar, '$2.50')
    await bar.page.waitForSelector('dialog [role=alert]')
    expect((await stock(left)).status).toBe(200)
    await bar.page.keyboard.press('Escape')
    expect(await sellFor(bar)).toContain('Receipt A-2')
    await sell(door)
    expect(await sellFor(door)).toContain('Receipt B-1')
  })

  test('is looked after in /office', async () => {
    const away = await shop.admin()
    const { id } = (await away.post('/tills', { name: 'Away' })).body
    const cart = till.cart(coffee, 1, { number: 3 })
    expect((await away.post('/store/orders/checkout', cart)).status).toBe(201)
    office = await (browsers[0] as Browser).visit(`${shop.url}/office#tills`)
    const { page } = office
    await untilShown(page, 'Missing: C-1 – C-2')
    expect(await wcagViolations(page, 'light', desktop, '.list')).toEqual([])
    const drawers = () =>
      page.$$eval('tbody tr', (rows) => rows.map((row) => row.innerText))
    const expected = async (name: string) =>
      (await drawers()).find((row) => row.includes(name))?.match(/\$[\d.]+$/)?.[0]
    expect(await expected('A Till 1')).toBe('$25.00')

    await press(office, 'A Till 1')
    await page.select('[name=to]', (await till.admin.get('/tills')).body[1].id)
    await typeInto(page, 'Amount', '5')
    await typeInto(page, 'Reason', 'change')
    await press(office, 'Move $5.00')
    await untilShown(page, '$5.00 was moved.')
    await expect.poll(() => expected('B Door')).toBe('$7.50')
    expect(await expected('A Till 1')).toBe('$20.00')
    await press(office, 'B Door')
    await typeInto(page, 'Counted', '7')
    await press(office, 'Keep the count: $7.00')
    await untilShown(page, 'The count is kept')

    await press(office, 'C Away')
    await (await pressable(page, 'C-1', { among: 'label' })).click()
    await press(office, 'Confirm one number as unused')
    await untilShown(page, 'Missing: C-2')
    await press(office, 'C Away')
    await press(office, 'End this till')
    await press(office, 'End it now')
    await untilShown(page, 'Away has ended.')
    const [, , gone] = (await till.admin.get('/tills')).body
    expect(gone).toMatchObject({ id, revokedAt: expect.any(String) })
  })

  test('shows what its drawer should hold, and counts all drawers at the close', async () => {
    const { page } = bar
    await page.goto(`${shop.url}/till#day`)
    await untilShown(page, 'Till A, Till 1: so far')
    const sums = await shownIn(bar, 'main.day')
    // The float and two coffees, less what was moved; then the whole shop
    expect(sums).toMatch(/the drawer\s+\$20\.00[\s\S]*the drawer\s+\$32\.50/)
    await press(bar, 'Close the shift')
    await typeInto(page, 'In the drawer', '20')
    await typeInto(page, 'Cash in no till', '2.50')
    await typeInto(page, 'Drawer of C, Away', '2.50')
    await press(bar, 'Close the shift: ')
    await untilShown(page, 'the drawer of Door is not counted')
    await typeInto(page, 'Drawer of B, Door', '7')
    await press(bar, 'Close the shift: ')
    await untilShown(page, 'The shift is closed: Z 1')
    const [z] = (await till.admin.get('/shifts/z-reports')).body
    expect(z).toMatchObject({ finalAmount: 32, difference: -0.5 })
    expect(z.byTill).toMatchObject([
      { series: null, countedCash: 2.5, difference: 0 },
      { series: 'A', countedCash: 20, difference: 0, firstNumber: 1, lastNumber: 2 },
      { series: 'B', countedCash: 7, difference: -0.5 },
      { series: 'C', missing: [{ from: 2, to: 2 }], unused: [{ number: 1 }] },
    ])
  })

  test('opens with what each drawer held at the last count', async () => {
    const { page } = bar
    await page.reload()
    await untilShown(page, 'Counted at the last close')
    await pressable(page, 'Drawer of B, Door', { among: 'label' })
    const held = await page.$$eval('.drawers label', (labels) =>
      labels.map(({ innerText, control }) => [
        innerText,
        (control as HTMLInputElement).value,
      ]),
    )
    expect(held).toEqual([
      ['Drawer of B, Door', '$7.00'],
      ['Drawer of C, Away', '$2.50'],
      ['Cash in no till', '$2.50'],
    ])
    expect(await shownIn(bar, '.rows')).toMatch(/last close\s+\$20\.00/)
    await page.type('main.day input', '20', { delay: personMs })
    await press(bar, 'Open the shift: $32.00')
    await untilShown(page, 'Close the shift')
    const { id, initialAmount } = (await till.admin.get('/shifts/open')).body
    expect(initialAmount).toBe(32)
    const { byTill } = (await till.admin.get(`/shifts/${id}/breakdown`)).body
    expect(byTill).toMatchObject([
      { series: null, expectedTotal: 2.5 },
      { series: 'A', expectedTotal: 20 },
      { series: 'B', expectedTotal: 7 },
      { series: 'C', expectedTotal: 2.5 },
    ])
  })

  test('names each sale as its receipt does, and finds it by that', async () => {
    const { page } = bar
    await page.goto(`${shop.url}/till#after`)
    await untilShown(page, 'Ticket B-1')
    await untilShown(page, 'Ticket C-3')
    await page.type('[name=number]', 'c-3', { delay: personMs })
    await expect.poll(() => page.$$eval('.sales li', (rows) => rows.length)).toBe(1)
    await press(bar, 'Ticket C-3')
    await press(bar, 'Refund')
    await untilShown(page, 'Refund: Ticket C-3')
    await page.keyboard.press('Escape')
  })

  test('gives no number twice, when a window hears late how its till was before', async () => {
    const other = await (browsers[0] as Browser).visit(`${shop.url}/till`)
    await other.page.waitForSelector('.series')
    const before = await bar.page.evaluate(async () => (await fetch('/tills/me')).text())
    const sold = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    await other.page.setRequestInterception(true)
    const respond = async (request: HTTPRequest) => {
      if (!request.url().endsWith('/tills/me')) return request.continue()
      asked.resolve()
      await sold.promise
      return request.respond({ contentType: 'application/json', body: before })
    }
    other.page.on('request', (request) => void respond(request))
    await other.page.reload()
    await asked.promise
    await sell(bar)
    expect(await sellFor(bar)).toContain('Receipt A-3')
    const heard = other.page.waitForResponse((each) => each.url().endsWith('/tills/me'))
    sold.resolve()
    await heard
    await sell(other)
    expect(await sellFor(other)).toContain('Receipt A-4')
    await other.page.close()
  })

  test('hands in a sale whose number is too far above the last', async () => {
    const { page } = bar
    const own = (await keptIn(page))['till.own'] as object
    await page.evaluate(
      (value) =>
        new Promise<void>((resolve) => {
          indexedDB.open('lightning-pos').onsuccess = ({ target }) => {
            const { result: database } = target as IDBOpenDBRequest
            const transaction = database.transaction('kept', 'readwrite')
            transaction.objectStore('kept').put(value, 'till.own')
            transaction.oncomplete = () => {
              database.close()
              resolve()
            }
          }
        }),
      // As if other windows had sold what waits in them
      { ...own, lastNumber: 1_500 },
    )
    await page.reload()
    await sell(bar)
    // Handed in, as no checkout may pass over so many
    expect(await sellFor(bar)).toContain('Receipt A-1501')
    await expect.poll(() => waitingSales(page), { timeout: 60_000 }).toEqual([])
    const { body } = await till.admin.get('/store/orders?receiptNumber=A-1501')
    expect(body).toMatchObject([{ receiptNumber: 'A-1501' }])
  })

  test('lists a sale to look at in /office, says why, and keeps that it was seen', async () => {
    const copy = await shop.admin()
    await copy.post('/tills', { name: 'Twice' })
    const sale = () =>
      copy.post('/store/orders/checkout', till.cart(coffee, 1, { number: 1 }))
    expect((await sale()).body.receiptNumber).toBe('D-1')
    const { orderId, receiptNumber } = (await sale()).body
    const { page } = office
    await page.goto(`${shop.url}/office#reports`)
    await press(office, 'Product')
    await press(office, 'Coffee')
    await untilShown(page, 'To look at')
    await untilShown(page, 'D-1')
    await press(office, receiptNumber)
    await untilShown(page, 'Its number was taken')
    await press(office, 'Seen')
    await untilShown(page, `Seen by ${owner.name}`)
    const [found] = (
      await till.admin.get(`/orders/with-payments?receiptNumber=${receiptNumber}`)
    ).body
    expect(found).toMatchObject({ id: orderId, flagsReviewed: { userName: owner.name } })
  })
})

async function typeInto(page: Visit['page'], label: string, text: string) {
  const field = await page.waitForSelector(`dialog ::-p-aria([name="${label}"])`)
  await field?.click({ count: 3 })
  await field?.type(text, { delay: personMs })
}

async function logIn({ page }: Visit) {
  await page.setViewport(desktop)
  await page.waitForSelector('[name=name]')
  await page.type('[name=name]', owner.name, { delay: personMs })
  await page.type('[name=pin]', owner.pin, { delay: personMs })
  await page.keyboard.press('Enter')
}

const press = async ({ page }: Visit, label: string) =>
  (await pressable(page, label)).click()

const shownIn = ({ page }: Visit, selector: string) =>
  page.$eval(selector, (each) => (each as HTMLElement).innerText)

async function openShift(visit: Visit, float: string) {
  await visit.page.goto(`${shop.url}/till#day`)
  await visit.page.waitForSelector('main.day input')
  await visit.page.type('main.day input', float, { delay: personMs })
  await press(visit, 'Open')
  await untilShown(visit.page, 'Close')
}

async function sell(visit: Visit) {
  await visit.page.goto(`${shop.url}/till#sell`)
  await press(visit, 'Coffee')
}

/** Takes the money of the cart in cash; what the page says then. */
async function sellFor(visit: Visit) {
  await press(visit, 'Pay $2.50')
  await press(visit, 'Cash')
  await press(visit, '$2.50')
  await visit.page.waitForSelector('.done')
  const said = await shownIn(visit, '.done')
  await press(visit, 'New sale')
  return said
}
