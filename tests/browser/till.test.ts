import type { Page, Viewport } from 'puppeteer-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { nodeStateKey } from '../../shared/agents/node-state.ts'
import { updateIfHolds } from '../../shared/platform/dynamodb/transact.ts'
import { upsert } from '../../shared/platform/dynamodb/write.ts'
import { later } from '../support/clock.ts'
import { openShop, owner, type Shop } from '../support/shop.ts'
import { wcagViolations } from './accessibility.ts'
import { chromiumPath, openBrowser, type Visit } from './browser.ts'
import { personMs, pressable, typeFocused, untilShown } from './hands.ts'
import { keptIn, waitingQuote, waitingSales } from './kept.ts'

const phone = { width: 390, height: 844, hasTouch: true }
/** Without touch: a change of that loads the page again. */
const narrow = { width: 390, height: 844 }
const desktop = { width: 1_280, height: 900 }

let shop: Shop
let browser: Awaited<ReturnType<typeof openBrowser>>
let visit: Visit
let page: Page

/** Each test goes on where the one before has stopped, as a shop's day does. */
describe.skipIf(chromiumPath === undefined)('the till in a browser', () => {
  beforeAll(async () => {
    shop = await openShop({ fresh: true, node: 'direct', stream: true })
    browser = await openBrowser()
    visit = await browser.visit(`${shop.url}/till`)
    page = visit.page
  })
  afterAll(async () => {
    await browser?.close()
    await shop?.close()
  })
  afterEach(() => {
    const expected = /status of 40[13]|ERR_INTERNET_DISCONNECTED|^failed: /
    expect(visit.problems.filter((problem) => !expected.test(problem))).toEqual([])
  })

  test('sets up a new shop and sells, by touch alone', async () => {
    await page.setViewport(phone)
    await fill('organization', 'Corner Shop')
    await tap('Next')
    await choose('currency', 'USD')
    await choose('time-zone', 'America/Mexico_City')
    await fill('tax-rate', '16')
    await tap('Next')
    await fill('name', owner.name)
    await fill('pin', owner.pin)
    await fill('wallet-password', owner.password)
    await tap('Open the till')
    await tap('Croissant')
    await tap('Croissant')
    await tap('Coffee')
    await tap('Cart · 3 items')
    await until('VAT 16 % included')
    await tap('Pay $6.10')
    await tap('Cash')
    await tap('$20.00')
    await until('Change to give')
    expect(await text('.done')).toMatch(
      /Sold\s+\$6.10\s+Cash\s+\$20.00\s+Change to give\s+\$13.90/,
    )
    await tap('New sale')
    const admin = await shop.login()
    expect((await admin.get('/config')).body).toMatchObject({
      timezone: 'America/Mexico_City',
      verifyAmounts: true,
      restrictPrinters: true,
    })
    expect(await sales()).toMatchObject([{ total: 6.1, paymentMethod: 'Cash' }])
  })

  test('changes the person in two taps, and sells by keyboard alone', async () => {
    await page.setViewport(desktop)
    await page.locator('.who').click()
    await until('Who sells?')
    // A locked till has no session.
    expect(await page.evaluate(() => fetch('/users/me').then((me) => me.status))).toBe(
      401,
    )
    await tabTo(owner.name)
    await page.keyboard.press('Enter')
    await page.waitForSelector('.pin-pad')
    await typeFocused(page, '9999')
    await page.keyboard.press('Enter')
    await until('This name and PIN do not go together.')
    await typeFocused(page, owner.pin)
    await page.keyboard.press('Enter')
    await page.waitForSelector('.tiles')
    await page.keyboard.press('/')
    await typeFocused(page, 'sandw')
    await page.keyboard.press('Enter')
    await tabTo('Pay $4.80')
    await page.keyboard.press('Enter')
    await tabTo('Cash')
    await page.keyboard.press('Enter')
    await page.waitForSelector('form.cash')
    // Nobody gives 5,000.00 for 4.80
    await typeFocused(page, '5000')
    await until('That cannot be the amount.')
    await page.keyboard.press('Enter')
    await page.keyboard.down('Control')
    await page.keyboard.press('a')
    await page.keyboard.up('Control')
    await typeFocused(page, '10')
    await until('Change $5.20')
    await page.keyboard.press('Enter')
    await until('Change to give')
    await page.keyboard.press('Enter')
    await page.waitForSelector('dialog[open]', { hidden: true })
    await until('The cart is empty.')
    expect(await totals()).toEqual([4.8, 6.1])
  })

  test('keeps the cart over a reload, and parks it', async () => {
    await tap('Bread')
    await page.reload()
    await until('Pay $3.20')
    await tap('Park')
    await page.setViewport(narrow)
    await tap('Parked (1)')
    await tap('Go on')
    await until('Pay $3.20')
    await tap('Park')
    await page.setViewport(desktop)
    await tap('Water')
    await tap('Parked (1)')
    await tap('Go on')
    await until('Pay $3.20')
    await tap('Parked (1)')
    await tap('Delete')
    await page.keyboard.press('Escape')
  })

  test('opens a dialog before the next key can come', async () => {
    const isOpen = await page.evaluate(async () => {
      const buttons = [...document.querySelectorAll('button')]
      buttons.find(({ innerText }) => innerText.includes('Pay $'))?.click()
      // Nothing but microtasks
      for (let n = 0; n < 20; n += 1) await Promise.resolve()
      return document.querySelector('dialog[open]') !== null
    })
    expect(isOpen).toBe(true)
    await page.keyboard.press('Escape')
    await page.waitForSelector('dialog', { hidden: true })
  })

  test('takes a discount and three tenders for one sale, the last two of equal shares', async () => {
    await page.locator('.cart-line').click()
    await tap('10 %')
    await tap('Apply')
    await until('Pay $2.88')
    expect(await text('.cart')).not.toContain('needs approval')
    await tap('Pay $2.88')
    await tap('Pay a part')
    await typeFocused(page, '1.88')
    await tap('Credit card')
    await fill('reference', 'T-1')
    await tap('$1.88 received')
    await until('Left to pay')
    await tap('Pay a part')
    await tap('1/2')
    await tap('Debit card')
    await tap('$0.50 received')
    await until('Left to pay')
    await tap('Cash')
    await tap('Exact')
    await until('New sale')
    await tap('New sale')
    const [sale] = await sales()
    expect(sale).toMatchObject({ total: 2.88, discountAmount: 32 })
    expect(
      sale.tenders.map(({ amountCents }: { amountCents: number }) => amountCents),
    ).toEqual([188, 50, 50])
  })

  test('sells what a scanner types, wherever the focus is', async () => {
    const admin = await shop.login()
    await admin.pos.products.create({
      body: { name: 'Candle', priceCents: 700, quantity: 5, barcodes: ['4006381333931'] },
    })
    await page.focus('.who')
    await scan('4006381333931')
    await until('Pay $7.00')
  })

  test('is paid over Lightning the moment the payment arrives', async () => {
    // Said before somebody tries in vain; the node may be back when they do
    const lost = { askedAtMs: Date.now(), peerLostSinceMs: Date.now() }
    await updateIfHolds(upsert(nodeStateKey, { set: lost }))
    await pay('Bitcoin')
    await until('The Lightning node has lost its line')
    await updateIfHolds(upsert(nodeStateKey, { remove: ['peerLostSinceMs'] }))
    await shop.node.pay({ invoice: await invoice() })
    await until('New sale')
    await tap('New sale')
    await until('The cart is empty.')
    expect(await sales()).toMatchObject([{ total: 7, paymentMethod: 'BTC' }, {}, {}, {}])
  })

  test('sells once what was paid while the till was away, and no invoice twice', async () => {
    await tap('Coffee')
    await pay('Bitcoin')
    const shown = await invoice()
    await page.setOfflineMode(true)
    await shop.node.pay({ invoice: shown })
    await page.setOfflineMode(false)
    await until('New sale')
    await tap('New sale')
    await page.reload()
    await until('The cart is empty.')
    expect(await totals()).toHaveLength(5)
  })

  test('finds the sale of a payment that came after the page was killed', async () => {
    await tap('Coffee')
    await pay('Bitcoin')
    const shown = await invoice()
    await kill()
    await shop.node.pay({ invoice: shown })
    await open()
    await until('A sale of $2.50 was handed in.')
    await until('The cart is empty.')
    expect(await totals()).toHaveLength(6)
  })

  test('sells once when the page is killed between payment and answer', async () => {
    await tap('Bread')
    const network = await page.createCDPSession()
    const isAnswered = new Promise((resolve) =>
      network.once('Fetch.requestPaused', resolve),
    )
    await network.send('Fetch.enable', {
      patterns: [{ urlPattern: '*/checkout', requestStage: 'Response' }],
    })
    await pay('Cash')
    await tap('Exact')
    // The shop has sold it, and the till never hears of it.
    await isAnswered
    await kill()
    expect(await totals()).toHaveLength(7)
    await open()
    await until('A sale of $3.20 was handed in.')
    expect(await totals()).toHaveLength(7)
  })

  test('charges a card that is held to the phone; its reader is a stub', async () => {
    const tapCard = await shop.node.card({ balanceSat: 1_000_000 })
    await page.evaluate(
      (said) => {
        class Reader extends EventTarget {
          scan = async () => {
            const data = new DataView(new TextEncoder().encode(said).buffer)
            const reading = new Event('reading')
            Object.assign(reading, { message: { records: [{ data }] } })
            setTimeout(() => this.dispatchEvent(reading), 20)
          }
        }
        Object.assign(globalThis, { NDEFReader: Reader })
      },
      await tapCard(),
    )
    await tap('Water')
    await pay('Bitcoin')
    await tap('Card by NFC')
    await until('New sale')
    await tap('New sale')
    expect((await totals()).slice(0, 2)).toEqual([1.5, 3.2])
  })

  test('shows another invoice before one expires, and sells one that it no longer shows', async () => {
    await tap('Water')
    // A quote that is made now has a second left until it is renewed.
    await page.evaluate(() => {
      const { now } = Date
      Object.assign(globalThis, { keptNow: now })
      Date.now = () => now() + 594_000
    })
    await pay('Bitcoin')
    // By now another may be shown
    const first = await invoice(0)
    await expect.poll(async () => (await waitingSales(page)).length).toBeGreaterThan(1)
    await page.evaluate(() => {
      Date.now = (globalThis as unknown as { keptNow: () => number }).keptNow
    })
    await expect.poll(() => invoice()).not.toBe(first)
    const before = await totals()
    await shop.node.pay({ invoice: first })
    await until('New sale')
    await tap('New sale')
    expect(await totals()).toEqual([1.5, ...before])
    await expect.poll(() => waitingSales(page)).toEqual([])
  })

  test('sells what was paid in time, though its quote has expired when it hears of it', async () => {
    await tap('Water')
    await pay('Bitcoin')
    const shown = await invoice()
    const before = await totals()
    await page.setOfflineMode(true)
    await shop.node.pay({ invoice: shown })
    await later(11, async () => {
      await page.setOfflineMode(false)
      await until('New sale')
    })
    await tap('New sale')
    const inOrder = (sums: readonly number[]) =>
      [...sums].sort((one, other) => one - other)
    expect(inOrder(await totals())).toEqual(inOrder([...before, 1.5]))
  })

  test('adds a product that a search has not found, and sells it', async () => {
    await page.keyboard.press('/')
    await typeFocused(page, 'Honey')
    await until('Nothing is called “Honey”.')
    await tap('New product')
    expect(await violations('light', narrow, '.money-field')).toEqual([])
    expect(await violations('dark', desktop, '.money-field')).toEqual([])
    await page.click('.money-field input')
    await typeFocused(page, '6.5')
    await fill('barcode', '7501055300075')
    await fill('stock', '4')
    await tap('Add the product')
    await tap('Honey')
    await until('Pay $6.50')
    await tap('Park')
    const { body } = await (await shop.login()).get('/products')
    expect(body.find(({ name }: { name: string }) => name === 'Honey')).toMatchObject({
      priceCents: 650,
      quantity: 4,
      trackStock: true,
      barcodes: ['7501055300075'],
    })
  })

  test('changes a product and nothing else of it, and takes it off sale', async () => {
    const admin = await shop.login()
    const { body: all } = await admin.get('/products')
    const { id } = all.find(({ name }: { name: string }) => name === 'Honey')
    const change = (body: object) =>
      admin.pos.products.update({
        params: { id },
        body: { name: 'Honey', priceCents: 650, ...body },
      })
    await change({ quantity: 4, description: 'Local', maxStockThreshold: 20 })
    await page.click('[aria-label="This till"]')
    await tap('Products')
    await fill('catalogue-search', 'hon')
    expect(await violations('light', narrow, '.catalogue')).toEqual([])
    await tap('Honey')
    await fill('product-name', ' jar')
    await page.click('.money-field input')
    await page.keyboard.type('7,25')
    await fill('sku', 'H-1')
    await fill('barcodes', ' 123456')
    await fill('low', '2')
    expect(await violations('light', narrow, '[name=low]')).toEqual([])
    expect(await violations('dark', desktop, '[name=low]')).toEqual([])
    // Meanwhile another till sells one
    await change({ quantity: 3, costCents: 300 })
    await tap('Save')
    await until('Honey jar')
    const kept = (await admin.get(`/products/${id}`)).body
    expect(kept).toMatchObject({
      name: 'Honey jar',
      priceCents: 725,
      SKU: 'H-1',
      barcodes: ['7501055300075', '123456'],
      minStockThreshold: 2,
      maxStockThreshold: 20,
      quantity: 3,
      costCents: 300,
      description: 'Local',
    })
    await tap('Honey jar')
    await (await page.waitForSelector('[name=is-sold]'))?.click()
    await tap('Save')
    await until('off sale')
    expect((await admin.get(`/products/${id}`)).body).toEqual({
      ...kept,
      version: kept.version + 1,
      isAvailable: false,
    })
    await page.keyboard.press('Escape')
    await page.waitForFunction(() => document.querySelectorAll('dialog').length === 1)
    await page.keyboard.press('Escape')
    await page.waitForSelector('dialog', { hidden: true })
    // The search of before finds it no more
    await until('Nothing is called “Honey”.')
  })

  test('offers samples again to an owner without products', async () => {
    const admin = await shop.login()
    for (const { id } of (await admin.get('/products')).body) {
      await admin.del(`/products/${id}`)
    }
    await page.reload()
    await until('There are no products yet.')
    expect(await violations('light', desktop, '.nothing')).toEqual([])
    await tap('Add sample products')
    await until('Croissant')
  })

  test('lets a cashier in by name and PIN, who sells and has no settings', async () => {
    const { pos } = await shop.admin()
    const permissions = ['orders_create', 'products_read', 'shifts_read']
    const { id: role } = await pos.roles.create({
      body: { role: 'Cashier', permissions },
    })
    await pos.users.create({ body: { name: 'Bo', pin: '7351', role } })
    await page.click('.who')
    await tap('Someone else')
    await page.waitForSelector('[name=name]')
    await fill('name', 'Bo')
    await fill('pin', '7351')
    await page.keyboard.press('Enter')
    await until('Please ask a colleague to open it.')
    await tap('Water')
    await pay('Cash')
    await tap('Exact')
    await until('New sale')
    await tap('New sale')
    expect(await text('main')).not.toContain('New product')
    await page.click('[aria-label="This till"]')
    await until('Lock after')
    expect(await text('dialog')).not.toMatch(/People|Printers|Taxes|Office|samples/)
    await page.keyboard.press('Escape')
    await page.click('.who')
    await tap(owner.name)
    await typeFocused(page, `${owner.pin}\n`)
    await page.waitForSelector('.tiles')
  })

  test('keeps its own files to open without the network, and no response of the API', async () => {
    const paths = await page.evaluate(async () => {
      await navigator.serviceWorker.ready
      const kept = await (await caches.open('till')).keys()
      return kept.map(({ url }) => new URL(url).pathname)
    })
    expect(paths).toContain('/till')
    expect(paths.length).toBeGreaterThan(4)
    expect(paths.filter((path) => !path.startsWith('/till'))).toEqual([])
  })

  test('keeps no secret in the browser', async () => {
    const inStorages = await page.evaluate(async () => {
      const databases = await indexedDB.databases()
      return JSON.stringify([localStorage, sessionStorage, databases])
    })
    const kept = inStorages + JSON.stringify(await keptIn(page))
    expect(kept).toContain(owner.name)
    expect(kept).not.toContain(owner.pin)
    expect(kept).not.toContain(owner.password)
    expect(kept).not.toMatch(/eyJ|token|lnbc/i)
  })

  test.each([
    ['light', desktop],
    ['dark', desktop],
    ['light', phone],
  ] as const)('meets WCAG AA in %s colours on %o', async (theme, viewport) => {
    expect(await violations(theme, viewport, '.tiles')).toEqual([])
    await tap('Coffee')
    if (viewport === phone) await tap('Cart ·')
    await page.locator('.cart-line').click()
    expect(await violations(theme, viewport, '.stepper')).toEqual([])
    await tap('Apply')
    await tap('Pay $')
    expect(await violations(theme, viewport, '.methods')).toEqual([])
    await tap('Cash')
    expect(await violations(theme, viewport, 'form.cash')).toEqual([])
    await page.keyboard.press('Escape')
    if (viewport === phone) await tap('Cart ·')
    await page.click('[aria-label="Empty the cart"]')
    await expect.poll(() => keptIn(page)).toMatchObject({ 'till.cart': { lines: [] } })
    await page.reload()
  })

  test("follows the system's colours from the first moment", async () => {
    const { identifier } = await page.evaluateOnNewDocument(() => {
      const real = matchMedia
      let reads = 0
      // Dark from the second time on that the page asks, without an event
      const changing = (query: string) =>
        Object.defineProperty(real(query), 'matches', { get: () => reads++ > 0 })
      Object.assign(globalThis, { matchMedia: changing })
    })
    await page.reload()
    await page.waitForSelector('[data-theme=dark]')
    await page.removeScriptToEvaluateOnNewDocument(identifier)
    await page.reload()
  })

  test('locks with people as tiles, which meet WCAG AA, too', async () => {
    await page.locator('.who').click()
    await until('Who sells?')
    expect(await violations('light', phone, '.people')).toEqual([])
    await tap(owner.name)
    expect(await violations('dark', phone, '.pin-pad')).toEqual([])
  })

  const violations = async (theme: string, viewport: Viewport, ready: string) => {
    const found = await wcagViolations(page, theme, viewport, ready)
    const { scrollWidth } = await page.evaluate(() => document.documentElement)
    return scrollWidth > viewport.width ? [...found, 'wider than the screen'] : found
  }

  async function kill(): Promise<void> {
    await page.close()
  }

  async function open(): Promise<void> {
    visit = await browser.visit(`${shop.url}/till`)
    page = visit.page
    await page.setViewport(desktop)
  }

  /** Types a code as fast as a scanner, however busy the machine is. */
  const scan = (code: string) =>
    page.evaluate(
      (keys) => {
        for (const key of keys) {
          document.activeElement?.dispatchEvent(
            new KeyboardEvent('keydown', { key, bubbles: true }),
          )
        }
      },
      [...Array.from(code), 'Enter'],
    )

  async function tap(label: string): Promise<void> {
    const button = await pressable(page, label)
    if (page.viewport()?.hasTouch) await button.tap()
    else await button.click()
  }

  /** Moves the focus with Tab until it is on something with this text. */
  async function tabTo(label: string): Promise<void> {
    for (let presses = 0; presses < 60; presses += 1) {
      await page.keyboard.press('Tab')
      const focused = await page.evaluate(
        () => (document.activeElement as HTMLElement | null)?.innerText ?? '',
      )
      if (focused.includes(label)) return
    }
    throw new Error(`Tab does not get to ${label}`)
  }

  async function fill(name: string, value: string): Promise<void> {
    const field = await page.waitForSelector(`[name=${name}]`)
    await field?.type(value, { delay: personMs })
  }

  const choose = async (name: string, value: string) => {
    await page.waitForSelector(`[name=${name}]`)
    await page.select(`[name=${name}]`, value)
  }

  async function pay(method: string): Promise<void> {
    await tap('Pay $')
    await tap(method)
  }

  /** The invoice that the page shows, or an earlier one of this sale. */
  async function invoice(at = -1): Promise<string> {
    await page.waitForSelector('.qr')
    const quoteId = await waitingQuote(page, at)
    const admin = await shop.login()
    return (await admin.get(`/quotes/${quoteId}`)).body.invoice
  }

  const text = (selector: string) =>
    page.$eval(selector, (element) => (element as HTMLElement).innerText)

  const until = (text: string) => untilShown(page, text)

  const sales = async () => {
    const admin = await shop.login()
    return (await admin.get('/orders/with-payments')).body
  }

  const totals = async () => (await sales()).map(({ total }: { total: number }) => total)
})
