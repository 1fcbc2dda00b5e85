import { randomUUID } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'puppeteer-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { removeFolder } from '../support/remove-folder.ts'
import { openShop, owner, type Shop } from '../support/shop.ts'
import { methodId, usd } from '../support/till.ts'
import { chromiumPath, openBrowser } from './browser.ts'
import { personMs, pressable, untilShown } from './hands.ts'
import { keptIn, untilDataIsKept, waitingSales } from './kept.ts'

const dayMs = 24 * 60 * 60_000
const desktop = { width: 1_280, height: 900 }

describe.skipIf(chromiumPath === undefined)('what a till keeps in its browser', () => {
  test('keeps sales, carts and people when all of the browser is killed', async () => {
    const shop = await openShopWithGoods()
    const { browser, profile } = await openProfile()
    const page = await openTill(browser, shop)
    await tap(page, 'Bread')
    await tap(page, 'Park')
    await tap(page, 'Coffee')
    await page.setOfflineMode(true)
    await pay(page)
    await untilShown(page, 'The sale is kept')
    await tap(page, 'Go on')
    await tap(page, 'Water')
    await expect
      .poll(() => keptIn(page))
      .toMatchObject({ 'till.cart': { lines: [{ quantity: 1 }] } })
    await browser.kill()

    const { browser: next } = await openProfile(profile)
    const again = await openTill(next, shop)
    await untilShown(again, 'A sale of $2.50 was handed in.')
    await untilShown(again, 'Pay $1.50')
    await untilShown(again, 'Parked (1)')
    expect(await totals(shop)).toEqual([2.5])
    expect(await keptIn(again)).toMatchObject({ 'till.people': [{ name: owner.name }] })
  })

  test('takes over what an earlier release has left, and loses no cart of its own', async () => {
    const shop = await openShopWithGoods()
    const { browser } = await openProfile()
    const page = await openTill(browser, shop)
    await tap(page, 'Water')
    const [bread, coffee] = await Promise.all(['Bread', 'Coffee'].map(idOf(shop)))
    const cartOf = (productId: string | undefined) => ({
      lines: [{ item: { productId }, quantity: 1, discountCents: 0 }],
      discountCents: 0,
      note: '',
    })
    const saleId = randomUUID()
    const sale = {
      saleId,
      madeMs: Date.now(),
      request: {
        to: 'checkout',
        body: {
          userId: shop.ownerId,
          items: [{ productId: coffee, quantity: 1, priceAtOrder: 250 }],
          amount: 2.5,
          saleId,
          tenders: [
            { paymentMethodId: methodId('Cash'), amountCents: 250, givenCents: 250 },
          ],
        },
      },
      totalCents: 250,
      changeCents: 0,
    }
    const left = {
      'till.sales': [sale],
      'till.cart': cartOf(bread),
      'till.parked': [{ id: 'p-1', cart: cartOf(coffee), parkedMs: 1, by: 'Bo' }],
      'till.lock-minutes': 30,
    }
    await page.evaluate((entries) => {
      for (const [key, value] of Object.entries(entries)) {
        localStorage.setItem(key, JSON.stringify(value))
      }
    }, left)
    await page.reload()
    await untilShown(page, 'A sale of $2.50 was handed in.')
    await untilShown(page, 'Pay $1.50')
    await untilShown(page, 'Parked (2)')
    expect(await totals(shop)).toEqual([2.5])
    expect(await keptIn(page)).toMatchObject({ 'till.lock-minutes': 30 })
    expect(
      await page.evaluate(() =>
        Object.keys(localStorage).filter((key) => /till/.test(key)),
      ),
    ).toEqual([])
  })

  test('says that a sale is not kept where the browser has no room', async () => {
    const shop = await openShopWithGoods()
    const { browser } = await openProfile()
    const page = await openTill(browser, shop)
    await tap(page, 'Coffee')
    await setFull(page, true)
    await page.setOfflineMode(true)
    await pay(page)
    await untilShown(page, 'this browser has no room to keep the sale')
    expect(await waitingSales(page)).toEqual([])
    await setFull(page, false)
    await untilShown(page, 'The sale is kept')
    await page.setOfflineMode(false)
    await expect.poll(() => totals(shop)).toEqual([2.5])
  })

  test('opens from what it keeps without the network, and shows what has changed with it', async () => {
    const shop = await openShopWithGoods()
    const { browser } = await openProfile()
    const page = await openTill(browser, shop)
    await page.waitForFunction(async () => (await caches.match('/till')) !== undefined)
    await untilShown(page, '$3.20')
    await untilDataIsKept(page)
    await page.setOfflineMode(true)
    const { pos } = await shop.login()
    const bread = await idOf(shop)('Bread')
    await pos.products.update({
      params: { id: bread as string },
      body: { name: 'Bread', priceCents: 345, keepStock: true },
    })
    await page.reload()
    await untilShown(page, '$3.20')
    await page.setOfflineMode(false)
    await untilShown(page, '$3.45')
  })

  test('shows what others change while nobody touches it, and asks for nothing when they sell', async () => {
    const shop = await openShopWithGoods()
    const { pos } = await shop.login()
    const { browser } = await openProfile()
    const page = await openTill(browser, shop)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const [bread, coffee] = await Promise.all(['Bread', 'Coffee'].map(idOf(shop)))
    await pos.products.update({
      params: { id: bread as string },
      body: { name: 'Rye bread', priceCents: 345, keepStock: true },
    })
    await pos.products.create({ body: { name: 'Milk', priceCents: 99, quantity: 3 } })
    await pos.config.change({ body: { businessName: 'Mill' } })
    await untilShown(page, 'Rye bread')
    await untilShown(page, 'Milk')
    await page.waitForSelector('h1::-p-text(Mill)')
    await pos.products.remove({ params: { id: coffee as string } })
    await page.waitForFunction(() => !document.body.innerText.includes('Coffee'))
    expect(await tilesOf(page)).toEqual(['Milk', 'Rye bread', 'Water'])
    asked.length = 0
    const milk = await idOf(shop)('Milk')
    await pos.storeOrders.checkout({
      body: {
        userId: shop.ownerId,
        items: [{ productId: milk as string, quantity: 3, priceAtOrder: 99 }],
        paymentMethodId: methodId('Cash'),
        currencyId: usd,
        amount: 2.97,
      },
    })
    // Told by the feed
    await untilShown(page, 'none left')
    expect(asked).toEqual([])
    // As a page that reads everything
    const before = await tilesOf(page)
    await page.reload()
    await page.waitForSelector('.tiles')
    expect(await tilesOf(page)).toEqual(before)
  })

  test('has the rate of the next day at midnight, though nobody touches it', async () => {
    const shop = await openShopWithGoods()
    const { pos } = await shop.login()
    const tomorrow = new Date(Date.now() + dayMs).toISOString().slice(0, 10)
    const vat = { name: 'VAT', ratePercent: 20, isDefault: true }
    const { id } = await pos.taxes.create({ body: vat })
    const nextRate = { ratePercent: 25, fromDay: tomorrow }
    await pos.taxes.update({ params: { id }, body: { ...vat, nextRate } })
    const { browser } = await openProfile()
    const page = await openTill(browser, shop)
    await tap(page, 'Bread')
    await untilShown(page, 'VAT 20')
    // Else it locks itself as the clock moves
    await page.evaluate(() => localStorage.setItem('till.lock-minutes', '0'))
    await page.reload()
    await untilShown(page, 'VAT 20')
    await page.evaluate((ms) => {
      const { now } = Date
      Date.now = () => now() + ms
    }, dayMs)
    await untilShown(page, 'VAT 25')
  })

  test('shows its first tiles where they stay, though no shift is open', async () => {
    const shop = await openShopWithGoods()
    const { browser } = await openProfile()
    const { page } = await browser.visit(`${shop.url}/till`)
    await page.evaluate(() => {
      const observer = new MutationObserver(() => {
        const tile = document.querySelector('.tile')
        if (!tile) return
        observer.disconnect()
        Object.assign(window, { firstTop: tile.getBoundingClientRect().top })
      })
      observer.observe(document, { childList: true, subtree: true })
    })
    await logIn(page)
    await untilShown(page, 'No shift is open.')
    const [first, now] = await page.evaluate(() => [
      Reflect.get(window, 'firstTop'),
      document.querySelector('.tile')?.getBoundingClientRect().top,
    ])
    expect(now).toBe(first)
  })

  test('starts again without the network once it was opened', async () => {
    const shop = await openShop({ stream: true })
    const { browser } = await openProfile()
    const { page } = await browser.visit(`${shop.url}/till`)
    await page.waitForFunction(async () => (await caches.match('/till')) !== undefined)
    await shop.close()
    const again = await browser.visit(`${shop.url}/till`)
    await untilShown(again.page, 'The shop does not answer.')
  })
})

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

async function openShopWithGoods(): Promise<Shop> {
  const shop = await openShop({ stream: true })
  onTestFinished(() => shop.close())
  const admin = await shop.login()
  for (const [name, priceCents] of [
    ['Bread', 320],
    ['Coffee', 250],
    ['Water', 150],
  ] as const) {
    await admin.pos.products.create({ body: { name, priceCents, quantity: 100 } })
  }
  return shop
}

/** Opens the till and logs in, where it is locked. */
async function openTill(
  browser: Awaited<ReturnType<typeof openBrowser>>,
  shop: Shop,
): Promise<Page> {
  const { page } = await browser.visit(`${shop.url}/till`)
  await page.setViewport(desktop)
  await page.waitForSelector('.till, .people, [name=name]')
  if (!(await page.$('.till'))) await logIn(page)
  await page.waitForSelector('.tiles')
  return page
}

async function logIn(page: Page): Promise<void> {
  await page.waitForSelector('.people, [name=name]')
  const name = await page.$('[name=name]')
  if (name) await name.type(owner.name, { delay: personMs })
  else await tap(page, owner.name)
  const pin = await page.waitForSelector('[type=password]')
  await pin?.type(`${owner.pin}\n`, { delay: personMs })
}

async function pay(page: Page): Promise<void> {
  await tap(page, 'Pay $')
  await tap(page, 'Cash')
  await tap(page, 'Exact')
}

/**
 * Has each put succeed and then its transaction abort, as in a browser without room; a stub, as
 * chromium keeps small records over any quota.
 */
const setFull = (page: Page, isFull: boolean) =>
  page.evaluate((full) => {
    type Put = (
      this: IDBObjectStore,
      ...input: Parameters<IDBObjectStore['put']>
    ) => IDBRequest<IDBValidKey>
    const store = IDBObjectStore.prototype as IDBObjectStore & { real?: Put }
    const real: Put = store.real ?? Reflect.get(store, 'put')
    store.real = real
    store.put = function put(...input) {
      const request = real.apply(this, input)
      if (full) request.addEventListener('success', () => this.transaction.abort())
      return request
    }
  }, isFull)

const tap = async (page: Page, label: string) => (await pressable(page, label)).click()

const tilesOf = (page: Page) =>
  page.$$eval('.tile-name', (names) => names.map(({ textContent }) => textContent))

const idOf = (shop: Shop) => async (name: string) => {
  const { body } = await (await shop.login()).get('/products')
  return body.find((product: { name: string }) => product.name === name)?.id as string
}

const totals = async (shop: Shop) => {
  const { body } = await (await shop.login()).get('/orders/with-payments')
  return body.map(({ total }: { total: number }) => total)
}
