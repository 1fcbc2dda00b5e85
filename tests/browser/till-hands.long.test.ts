import type { Page } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, owner, type Shop } from '../support/shop.ts'
import { wcagViolations } from './accessibility.ts'
import { chromiumPath, openBrowser, type Visit } from './browser.ts'
import { personMs, pressable, typeFocused, untilShown } from './hands.ts'

const desktop = { width: 1_280, height: 900 }
const phone = { width: 390, height: 844 }

const cashier = { name: 'Konstantinopolitan', pin: '7351' }
const barcode = '4006381333931'
const longWord = 'Straßenbahnbrezel'

let shop: Shop
let admin: Awaited<ReturnType<Shop['admin']>>
let browser: Awaited<ReturnType<typeof openBrowser>>
let visit: Visit
let page: Page
let tea: string

/** Each test goes on where the one before has stopped. */
describe.skipIf(chromiumPath === undefined)('a till under the hands of a shop', () => {
  beforeAll(async () => {
    shop = await openShop({ stream: true })
    admin = await shop.admin()
    await admin.put('/config', { businessName: 'Corner Shop', verifyAmounts: true })
    tea = await product({ name: 'Tea', priceCents: 250, quantity: 100 })
    await product({ name: 'Pen', priceCents: 150, quantity: 1, barcodes: [barcode] })
    for (let at = 0; at < 70; at += 1) {
      await product({ name: `${longWord} ${at}`, priceCents: 100, quantity: 9 })
    }
    const permissions = ['orders_create', 'products_read', 'orders_read']
    const { id: role } = await admin.pos.roles.create({
      body: { role: 'Cashier', permissions },
    })
    await admin.pos.users.create({ body: { ...cashier, role } })
    browser = await openBrowser()
    visit = await browser.visit(`${shop.url}/till`)
    page = visit.page
    await page.setViewport(desktop)
    await logInByName(owner)
  })
  afterAll(async () => {
    await browser?.close()
    await shop?.close()
  })

  test.each([desktop, phone])(
    'has what is below a long list in reach, and breaks no word, on %o',
    async (viewport) => {
      await page.setViewport(viewport)
      await page.reload()
      expect(await wcagViolations(page, 'light', viewport, '.below-tiles')).toEqual([])
      await until('Show 12 more')
      const seen = await (await pressable(page, 'New product')).isIntersectingViewport()
      expect(seen).toBe(true)
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(width).toBe(viewport.width)
      // The menu, who sells and the shop's name lie in one row
      const bottoms = await page.$$eval(
        '.till-header > h1, .till-header > button',
        (all) => all.map((each) => each.getBoundingClientRect().bottom),
      )
      expect(Math.max(...bottoms) - Math.min(...bottoms)).toBeLessThan(30)
      await search(longWord)
      expect(await page.$$eval('.tile-name', brokenWords)).toEqual([])
      await page.click('.tile')
      if (viewport === phone) await page.click('.show-cart')
      await page.waitForSelector('.cart [aria-label="Empty the cart"]')
      const tops = await page.$$eval('.cart > header button', (all) =>
        all
          .filter((each) => each.checkVisibility())
          .map((each) => each.getBoundingClientRect().top),
      )
      expect(new Set(tops).size).toBe(1)
      await page.click('.cart [aria-label="Empty the cart"]')
      await until('The cart is empty.')
    },
  )

  test('shows the last dialog alone', async () => {
    await page.setViewport(desktop)
    await page.click('[aria-label="This till"]')
    await press('Products')
    await press('Pen')
    await page.waitForSelector('dialog [name=product-name]')
    const seen = await page.$$eval('dialog[open] > header h2', (titles) =>
      titles
        .filter((each) => each.checkVisibility({ visibilityProperty: true }))
        .map(({ innerText }) => innerText),
    )
    expect(seen).toEqual(['Change Pen'])
    for (let open = 3; open > 0; open -= 1) await page.keyboard.press('Escape')
    await page.waitForSelector('dialog', { hidden: true })
  })

  test('names who has a barcode that a new product should get', async () => {
    await page.setViewport(desktop)
    await press('New product')
    await page.type('[name=product-name]', 'Pencil', { delay: personMs })
    await page.type('[name=barcode]', barcode, { delay: personMs })
    await press('Add the product')
    await until(`Pen has the code ${barcode} already.`)
    await page.keyboard.press('Escape')
    await page.waitForSelector('dialog', { hidden: true })
  })

  test('removes nobody from the till before somebody has logged in', async () => {
    await page.click('.who')
    await press('Someone else')
    await logInByName(cashier)
    await page.click('.who')
    await page.waitForSelector('.people')
    expect(await page.$$eval('.person span', brokenWords)).toEqual([])
    await page.click(`[aria-label="Remove ${owner.name} from this till"]`)
    await until(`Only the tile goes: ${owner.name} keeps the account`)
    expect(await wcagViolations(page, 'light', desktop, '.people')).toEqual([])
    await press('Back')
    await until(owner.name)
    await page.click(`[aria-label="Remove ${owner.name} from this till"]`)
    await press(cashier.name)
    await typeFocused(page, `${cashier.pin}\n`)
    await page.waitForSelector('.tile')
    await page.click('.who')
    await page.waitForSelector('.people')
    expect(await page.$(`.person::-p-text(${owner.name})`)).toBeNull()
    await press(cashier.name)
    await typeFocused(page, `${cashier.pin}\n`)
    await page.waitForSelector('.tile')
  })

  test('says when a product is added that too little is left, and at the payment by name', async () => {
    await add('Pen')
    await add('Pen')
    await until('Only 1 left of Pen.')
    await press('Pay $3.00')
    await page.waitForSelector('dialog ::-p-text(Only 1 left of Pen.)')
    await press('Cash')
    await press('Exact')
    // Refused, and still said by name
    await page.waitForSelector('.methods')
    await page.waitForSelector('dialog ::-p-text(Only 1 left of Pen.)')
    await leave()
  })

  test('says what a price was and is, before the payment and when it is refused', async () => {
    await add('Tea')
    await setPrice(300)
    await press('Pay $3.00')
    await page.waitForSelector('dialog ::-p-text(Tea now costs $3.00, not $2.50.)')
    await setPrice(350)
    await press('Cash')
    await press('Exact')
    await page.waitForSelector('dialog ::-p-text(Tea now costs $3.50, not $2.50.)')
    expect(await text('dialog')).toContain('$3.50')
    expect(await text('dialog')).not.toContain('Your role does not permit this.')
    await press('Cash')
    await press('Exact')
    await press('New sale')
    const { body: sales } = await admin.get('/orders/with-payments')
    expect(sales).toMatchObject([{ total: 3.5 }])
  })

  test('says what goes back while a sale waits for the shop', async () => {
    await add('Tea')
    await press('Pay $3.50')
    await press('Cash')
    await page.setOfflineMode(true)
    await press('$5.00')
    await until('The shop does not answer.')
    expect(await text('.change-to-give')).toMatch(/Change to give\s+\$1.50/)
    await page.setOfflineMode(false)
    await press('Go on')
    await expect
      .poll(async () => (await admin.get('/orders/with-payments')).body.length, {
        timeout: 60_000,
      })
      .toBe(2)
  })

  test('says where cash counts that goes back without a shift', async () => {
    await page.click('.who')
    await press('Someone else')
    await logInByName(owner)
    await (await page.waitForSelector('nav a[href="#after"]'))?.click()
    await press('Ticket 1')
    await press('Refund')
    await until('No shift is open: this cash counts in the Z of the next one')
    await press('Back')
    await press('Void this sale')
    await until('No shift is open: this cash counts in the Z of the next one')
  })

  const product = async (fields: object) => {
    const stock = { costCents: 0, minStockThreshold: 0, maxStockThreshold: 0 }
    return (await admin.post('/products', { ...stock, ...fields })).body.id as string
  }

  const setPrice = async (priceCents: number) => {
    const body = { name: 'Tea', priceCents, keepStock: true }
    expect((await admin.put(`/products/${tea}`, body)).status).toBe(200)
  }

  async function logInByName({
    name,
    pin,
  }: {
    name: string
    pin: string
  }): Promise<void> {
    await (await page.waitForSelector('[name=name]'))?.type(name, { delay: personMs })
    await (await page.waitForSelector('[name=pin]'))?.type(`${pin}\n`, {
      delay: personMs,
    })
    await page.waitForSelector('.tile')
  }

  const press = async (label: string) => (await pressable(page, label)).click()

  async function search(words: string): Promise<void> {
    await page.locator('[name=search]').click({ count: 3 })
    await page.keyboard.type(words, { delay: personMs })
    await page.waitForFunction(
      (wanted) => document.querySelector('.tile-name')?.textContent?.includes(wanted),
      {},
      words,
    )
  }

  async function add(name: string): Promise<void> {
    await search(name)
    await page.click('.tile')
  }

  /** Closes the payment and empties the cart. */
  async function leave(): Promise<void> {
    // A sale that was refused a moment ago may still hold the dialog
    const closed = async () => {
      await page.keyboard.press('Escape')
      return page.$('dialog')
    }
    await expect.poll(closed).toBeNull()
    await page.click('[aria-label="Empty the cart"]')
    await until('The cart is empty.')
  }

  const text = (selector: string) =>
    page.$eval(selector, (element) => (element as HTMLElement).innerText)

  const until = (wanted: string) => untilShown(page, wanted)
})

/** In the page: the words that are on more than one line, or wider than their place. */
const brokenWords = (names: Element[]) =>
  names.flatMap((name) => {
    const text = name.firstChild as Text
    const words = [...text.data.matchAll(/\S+/g)].filter(({ 0: word, index }) => {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      return range.getClientRects().length > 1
    })
    return [
      ...words.map(([word]) => word),
      ...(name.scrollWidth > name.clientWidth ? [text.data] : []),
    ]
  })
