import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { removeFolder } from '../support/remove-folder.ts'
import { openShop, owner, type Shop } from '../support/shop.ts'
import { openTill } from '../support/till.ts'
import { chromiumPath, openBrowser } from './browser.ts'
import { personMs, pressable, untilShown } from './hands.ts'
import { keptIn, waitingSales } from './kept.ts'

const desktop = { width: 1_280, height: 900 }

let shop: Shop
let till: Awaited<ReturnType<typeof openTill>>
let coffee: string

describe.skipIf(chromiumPath === undefined)('a till without the internet', () => {
  beforeAll(async () => {
    shop = await openShop({ options: { TILLS: 'true' }, stream: true })
    till = await openTill(shop)
    await till.admin.put('/base-currency', { acronym: 'USD' })
    coffee = await till.createProduct(1_000)
  })
  afterAll(() => shop?.close())

  test('sells on, shows each receipt, and hands all in when it is back', async () => {
    const { browser } = await openProfile()
    const { page, series } = await openDevice(browser)
    expect(await sellFor(page)).toContain(`Receipt ${series}-1`)
    await page.setOfflineMode(true)
    await untilShown(page, 'The internet is away.')
    expect(await sellFor(page)).toContain(`Receipt ${series}-2`)
    await untilShown(page, 'One sale of $2.50 is not handed in yet')
    await press(page, 'Coffee')
    await press(page, 'Pay $2.50')
    const lightning = await page.waitForSelector('.methods .lightning')
    expect(
      await lightning?.evaluate((each) => (each as HTMLButtonElement).disabled),
    ).toBe(true)
    await untilShown(page, 'needs the internet')
    await press(page, 'Credit card')
    await press(page, '$2.50 received')
    await page.waitForSelector('.done')
    await press(page, 'Show the receipt')
    await untilShown(page, `Receipt ${series}-3`)
    await page.waitForSelector('svg.qr')
    await press(page, 'New sale')
    await untilShown(page, '2 sales of $5.00 are not handed in yet')
    // Meanwhile the shop has changed its prices, and has no coffee
    await till.admin.pos.products.update({
      params: { id: coffee },
      body: { name: 'Coffee', priceCents: 400, keepStock: true },
    })
    await page.setOfflineMode(false)
    await untilShown(page, '2 sales of $5.00 were handed in.')
    expect(await waitingSales(page)).toEqual([])
    expect(await soldIn(series)).toEqual({
      [`${series}-1`]: 250,
      [`${series}-2`]: 250,
      [`${series}-3`]: 250,
    })
    await expect
      .poll(async () => (await tillOf(series)).waitingSales, { timeout: 30_000 })
      .toBe(0)
    await till.admin.pos.products.update({
      params: { id: coffee },
      body: { name: 'Coffee', priceCents: 250, keepStock: true },
    })
  })

  test('keeps a sale whose answer is lost under its number, also when all is killed', async () => {
    const { browser, profile } = await openProfile()
    const { page, series } = await openDevice(browser)
    await page.setRequestInterception(true)
    page.on('request', (request) => {
      const isSale = /checkout$|sync.sales$/.test(request.url())
      if (!isSale) return void request.continue()
      // It gets there, and nobody hears of it
      void page
        .cookies()
        .then((all) => {
          const cookie = all.map(({ name, value }) => `${name}=${value}`).join('; ')
          const headers = { ...request.headers(), cookie }
          const body = request.postData() ?? ''
          return fetch(request.url(), { method: 'POST', headers, body })
        })
        .finally(() => void request.abort())
    })
    expect(await sellFor(page)).toContain(`Receipt ${series}-1`)
    expect(await waitingSales(page)).toHaveLength(1)
    await browser.kill()
    const { browser: next } = await openProfile(profile)
    const { page: again } = await next.visit(`${shop.url}/till`)
    // A browser that is killed early has lost its session, too
    await again.waitForSelector('.till, [name=name], .people')
    if (!(await again.$('.till'))) await logIn(again)
    await again.waitForSelector('.tiles')
    await expect.poll(() => waitingSales(again), { timeout: 60_000 }).toEqual([])
    expect(await soldIn(series)).toEqual({ [`${series}-1`]: 250 })
    expect(await sellFor(again)).toContain(`Receipt ${series}-2`)
  })

  test('leaves no goods of a sale in the cart whose page was closed while it was sent', async () => {
    const { browser, profile } = await openProfile()
    const { page, series } = await openDevice(browser)
    await page.waitForFunction(async () => (await caches.match('/till')) !== undefined)
    await page.locator('.who').click()
    await press(page, owner.name)
    await typePin(page, owner.pin)
    await page.waitForSelector('.tiles')
    await expect
      .poll(async () => Object.keys(await keptIn(page)))
      .toContain('till.selling-key')
    await page.setRequestInterception(true)
    page.on('request', (request) => {
      // Its answer never comes
      if (!request.url().endsWith('checkout')) void request.continue()
    })
    await press(page, 'Coffee')
    await press(page, 'Pay')
    await press(page, 'Cash')
    await press(page, 'Exact')
    await expect.poll(() => waitingSales(page)).toHaveLength(1)
    await browser.close()

    const { browser: next } = await openProfile(profile)
    const { page: again } = await next.visit('about:blank')
    await again.setOfflineMode(true)
    await again.setViewport(desktop)
    await again.goto(`${shop.url}/till`)
    // Whoever was logged in is found again, or logs in by the PIN
    await again.waitForSelector('.tiles, .people')
    if (!(await again.$('.tiles'))) {
      await press(again, owner.name)
      await typePin(again, owner.pin)
    }
    await again.waitForSelector('.tiles')
    await again.waitForFunction(() => !document.querySelector('.cart-line'))
    expect(await waitingSales(again)).toHaveLength(1)
    await again.setOfflineMode(false)
    await expect.poll(() => waitingSales(again), { timeout: 60_000 }).toEqual([])
    expect(await soldIn(series)).toEqual({ [`${series}-1`]: 250 })
  })

  test('starts cold, and people log in by their PINs, five times at most', async () => {
    const { browser, profile } = await openProfile()
    const { page, series } = await openDevice(browser)
    await page.waitForFunction(async () => (await caches.match('/till')) !== undefined)
    // Whoever logs in at a till gets a key
    await page.locator('.who').click()
    await press(page, owner.name)
    await typePin(page, owner.pin)
    await page.waitForSelector('.tiles')
    await expect
      .poll(async () => Object.keys(await keptIn(page)))
      .toContain('till.selling-key')
    expect(await sellFor(page)).toContain(`Receipt ${series}-1`)
    await page.setOfflineMode(true)
    await page.locator('.who').click()
    await press(page, owner.name)
    await typePin(page, '0000')
    await untilShown(page, 'This name and PIN do not go together.')
    await browser.close()

    const { browser: next } = await openProfile(profile)
    const blank = await next.visit('about:blank')
    await blank.page.setOfflineMode(true)
    const again = blank.page
    await again.setViewport(desktop)
    await again.goto(`${shop.url}/till`)
    await press(again, owner.name)
    await typePin(again, owner.pin)
    await again.waitForSelector('.tiles')
    expect(await sellFor(again)).toContain(`Receipt ${series}-2`)
    await again.locator('.who').click()
    await untilShown(again, 'One sale of $2.50 is not handed in yet')
    await press(again, owner.name)
    await typePin(again, owner.pin)
    await again.waitForSelector('.tiles')
    await again.setOfflineMode(false)
    await untilShown(again, 'A sale of $2.50 was handed in.')
    expect(await soldIn(series)).toEqual({ [`${series}-1`]: 250, [`${series}-2`]: 250 })
    const [proven] = (
      await till.admin.get(`/orders/with-payments?receiptNumber=${series}-2`)
    ).body
    expect(proven.flags ?? []).not.toContain('user_not_on_till')

    await again.setOfflineMode(true)
    await again.locator('.who').click()
    for (let tries = 0; tries < 5; tries += 1) {
      await press(again, owner.name)
      await typePin(again, '0000')
      await untilShown(
        again,
        tries < 4 ? 'do not go together' : 'cannot log you in without it',
      )
      await press(again, 'Back')
    }
  })
})

type Browser = Awaited<ReturnType<typeof openBrowser>>

/** A browser with a profile of its own, or with that of one that was killed. */
async function openProfile(known?: string) {
  const profile = known ?? (await mkdtemp(join(tmpdir(), 'pos-profile-')))
  const browser = await openBrowser({ profile })
  onTestFinished(async () => {
    await browser.close()
    await removeFolder(profile)
  })
  return { browser, profile }
}

/** Opens the till in a browser, and makes that a till of the shop. */
async function openDevice(browser: Browser) {
  const { page } = await browser.visit(`${shop.url}/till`)
  await page.setViewport(desktop)
  await logIn(page)
  await press(page, 'Use the name')
  const series = await page.waitForSelector('.series')
  await page.waitForSelector('.tiles')
  return { page, series: (await series?.evaluate((each) => each.textContent)) ?? '' }
}

async function typePin(page: Page, pin: string) {
  const field = await page.waitForSelector('[type=password]')
  await field?.type(`${pin}\n`, { delay: personMs })
}

async function logIn(page: Page) {
  await page.waitForSelector('[name=name], .people')
  const name = await page.$('[name=name]')
  if (name) await name.type(owner.name, { delay: personMs })
  else await press(page, owner.name)
  await typePin(page, owner.pin)
}

const press = async (page: Page, label: string) => (await pressable(page, label)).click()

/** Sells a coffee for cash; what the page says then. */
async function sellFor(page: Page) {
  await press(page, 'Coffee')
  await press(page, 'Pay $2.50')
  await press(page, 'Cash')
  await press(page, '$2.50')
  await page.waitForSelector('.done')
  const said = await page.$eval('.done', (each) => (each as HTMLElement).innerText)
  await press(page, 'New sale')
  return said
}

const tillOf = async (series: string) =>
  (await till.admin.pos.tills.list()).find((each) => each.series === series) ?? {
    waitingSales: undefined,
  }

/** The totals of a till's sales by their receipt numbers. */
async function soldIn(series: string): Promise<Record<string, number>> {
  const { body } = await till.admin.get('/store/orders')
  return Object.fromEntries(
    body
      .filter((order: { series?: string }) => order.series === series)
      .map(({ receiptNumber, total }: { receiptNumber: string; total: number }) => [
        receiptNumber,
        total,
      ]),
  )
}
