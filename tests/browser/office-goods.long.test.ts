import type { ElementHandle } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, owner, type Shop } from '../support/shop.ts'
import { wcagViolations } from './accessibility.ts'
import { chromiumPath, openBrowser, type Visit } from './browser.ts'
import { personMs, pressable, untilShown } from './hands.ts'

const desktop = { width: 1_280, height: 900 }
const phone = { width: 390, height: 844 }

let shop: Shop
let admin: Awaited<ReturnType<Shop['admin']>>
let browser: Awaited<ReturnType<typeof openBrowser>>
let visit: Visit

describe.skipIf(chromiumPath === undefined)("the owner's catalogue in a browser", () => {
  beforeAll(async () => {
    shop = await openShop()
    admin = await shop.admin()
    await admin.put('/config', { businessName: 'Corner Shop' })
    browser = await openBrowser()
    visit = await browser.visit(`${shop.url}/office#goods`)
    await visit.page.setViewport(desktop)
    await logIn(visit, owner.name, owner.pin)
    await untilShown(visit.page, 'There is nothing yet.')
  })
  afterAll(async () => {
    await browser?.close()
    await shop?.close()
  })

  test('adds a category and two products one after another, with prices as they are written', async () => {
    const { body: reduced } = await admin.post('/taxes', { name: 'Low', ratePercent: 4 })
    await visit.page.reload()
    await press('Categories')
    await press('Add')
    await type('category-name', 'Tea')
    await press('Save')
    await visit.page.waitForSelector('dialog', { hidden: true })
    await press('Products')
    await press('Add')
    await type('product-name', 'Green tea')
    await typeMoney('Price', 'free')
    await press('Save')
    await untilShown(visit.page, 'That cannot be the amount.')
    await typeMoney('Price', '3')
    await typeMoney('Cost', '1,20')
    await visit.page.select('[name=tax]', reduced.id)
    await (await pressable(visit.page, 'Tea', { among: 'label' })).click()
    await type('barcodes', '4006381333931')
    await type('units', '12')
    await type('low', '4')
    await press('Save and next')
    await untilShown(visit.page, 'Green tea is saved.')
    // The next one is of the same category, and its tax is again that of all
    await type('product-name', 'Black tea')
    await typeMoney('Price', '2.50')
    await press('Save')
    await visit.page.waitForSelector('dialog', { hidden: true })
    await untilShown(visit.page, '2 found')
    const { body: products } = await admin.get('/products')
    const [green, black] = ['Green tea', 'Black tea'].map((wanted) =>
      products.find(({ name }: { name: string }) => name === wanted),
    )
    expect(green).toMatchObject({
      priceCents: 300,
      costCents: 120,
      quantity: 12,
      minStockThreshold: 4,
      barcodes: ['4006381333931'],
      taxId: reduced.id,
    })
    expect(black).toMatchObject({
      priceCents: 250,
      categoryIds: green.categoryIds,
      taxId: null,
    })
    expect(green.categoryIds).toHaveLength(1)
  })

  test('gives a product variants by its options, each with its own price', async () => {
    await press('Add')
    await type('product-name', 'Shirt')
    await typeMoney('Price', '20')
    await (await pressable(visit.page, 'Sizes, colours', { among: 'summary' })).click()
    await press('Add what differs')
    await type('option-0', 'Size')
    await type('values-0', 'M, L')
    await visit.page.waitForSelector('[name="barcodes L"]')
    await typeMoney('Price', '22', 1)
    await type('barcodes L', 'SHIRT-L')
    await press('Save')
    await visit.page.waitForSelector('dialog', { hidden: true })
    const shirt = await productOf('Shirt')
    expect(shirt.options).toMatchObject([
      { name: 'Size', values: [{ value: 'M' }, { value: 'L' }] },
    ])
    expect(shirt.variants).toMatchObject([
      { priceCents: 2_000, isActive: true, barcodes: [] },
      { priceCents: 2_200, isActive: true, barcodes: ['SHIRT-L'] },
    ])
  })

  test('tells one of two owners who change one product, and shows it as it is now', async () => {
    await open('Green tea')
    const green = await productOf('Green tea')
    const others = { name: 'Sencha', priceCents: 400, keepStock: true }
    expect((await admin.put(`/products/${green.id}`, others)).status).toBe(200)
    await typeMoney('Price', '5')
    await press('Save')
    await untilShown(visit.page, 'Somebody else has changed this product')
    expect((await productOf('Sencha')).priceCents).toBe(400)
    await press('Show it as it is now')
    await untilShown(visit.page, 'Change Sencha')
    await typeMoney('Price', '5')
    await untilShown(visit.page, 'Price: $4.00 → $5.00')
    await press('Save')
    await visit.page.waitForSelector('dialog', { hidden: true })
    expect((await productOf('Sencha')).priceCents).toBe(500)
  })

  test('copies a product, and deletes one once that is confirmed', async () => {
    await open('Sencha')
    await press('Copy')
    await press('Save')
    await untilShown(visit.page, 'Sencha (copy) is saved.')
    expect(await productOf('Sencha (copy)')).toMatchObject({
      priceCents: 500,
      barcodes: [],
      quantity: 0,
    })
    await open('Sencha (copy)')
    await press('Delete')
    await untilShown(visit.page, 'Delete Sencha (copy)?')
    await press('Delete')
    await visit.page.waitForSelector('dialog', { hidden: true })
    await untilShown(visit.page, '3 found')
    expect(await productOf('Sencha (copy)')).toBeUndefined()
  })

  test('deletes a category once that is confirmed, and says why not', async () => {
    await press('Categories')
    await open('Tea')
    await press('Delete')
    await untilShown(visit.page, 'Delete Tea?')
    await press('Delete')
    await untilShown(visit.page, 'Something is still in this category.')
    await press('Back')
    await visit.page.keyboard.press('Escape')
    await visit.page.waitForSelector('dialog', { hidden: true })
    await press('Products')
  })

  test('shows what prices become, and changes those of all', async () => {
    await press('Change prices')
    await type('percent', '1')
    await visit.page.select('[name=ending]', '0.99')
    await untilShown(visit.page, 'The ending makes 3 lower than now')
    await type('percent', '10')
    await visit.page.select('[name=ending]', '0.99')
    await untilShown(visit.page, 'Change 4 prices')
    await press('Change 4 prices')
    await visit.page.waitForSelector('dialog', { hidden: true })
    expect((await productOf('Sencha')).priceCents).toBe(599)
    expect((await productOf('Black tea')).priceCents).toBe(299)
    expect((await productOf('Shirt')).variants).toMatchObject([
      { priceCents: 2_199 },
      { priceCents: 2_399 },
    ])
  })

  test('draws only the rows of a long list that are seen', async () => {
    const header = 'name,price\n'
    const rows = Array.from({ length: 300 }, (_, at) => `Article ${at},1.00`).join('\n')
    const { body: run } = await admin.post('/import/runs', { kind: 'products' })
    await admin.send('PUT', `/import/runs/${run.id}/parts/1`, header + rows)
    await expect
      .poll(async () => (await admin.get(`/import/runs/${run.id}`)).body.status)
      .toBe('done')
    await visit.page.reload()
    await untilShown(visit.page, '303 found')
    const drawn = () => visit.page.$$eval('.list tbody tr', ({ length }) => length)
    expect(await drawn()).toBeLessThan(100)
    await visit.page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await untilShown(visit.page, 'Shirt')
    expect(await drawn()).toBeLessThan(100)
    await type('search', 'article 299')
    await untilShown(visit.page, '1 found')
  })

  test.each([
    ['light', desktop],
    ['dark', phone],
  ] as const)(
    'meets WCAG AA in %s colours on %o, its form too',
    async (theme, viewport) => {
      const list = await wcagViolations(visit.page, theme, viewport, '.list')
      await open('Article 299')
      const form = await wcagViolations(visit.page, theme, viewport, 'dialog form')
      await visit.page.keyboard.press('Escape')
      expect([...list, ...form]).toEqual([])
      const width = await visit.page.evaluate(() => document.documentElement.scrollWidth)
      expect(width).toBe(viewport.width)
    },
  )

  test('is reached by keyboard from the navigation, whose heading is heard first', async () => {
    await visit.page.setViewport(phone)
    await visit.page.focus('nav.sections > button')
    await visit.page.keyboard.press('Enter')
    await visit.page.focus('nav.sections a[href="#today"]')
    await visit.page.keyboard.press('Enter')
    await untilShown(visit.page, 'Taken today')
    const focused = () => visit.page.evaluate(() => document.activeElement?.textContent)
    expect(await focused()).toBe('Today')
    expect(await visit.page.title()).toBe('Today · Corner Shop')
  })

  test('shows a cashier no section that is not theirs', async () => {
    const role = await admin.post('/roles', { role: 'Counter' })
    await admin.put(`/roles/${role.body.id}/permissions`, {
      permissions: ['products_read', 'orders_read', 'orders_create'],
    })
    await admin.post('/users', { name: 'Bea', pin: '9876', role: role.body.id })
    const context = await browser.visit(`${shop.url}/office#goods`)
    await press('Log out', context)
    await logIn(context, 'Bea', '9876')
    await context.page.waitForSelector('.section-title')
    expect(await context.page.$eval('.section-title', (each) => each.textContent)).toBe(
      'Today',
    )
    expect(await context.page.$('nav.sections')).toBeNull()
  })

  async function logIn({ page }: Visit, name: string, pin: string): Promise<void> {
    await page.waitForSelector('[name=name]')
    await page.type('[name=name]', name, { delay: personMs })
    await page.type('[name=pin]', pin, { delay: personMs })
    await page.keyboard.press('Enter')
  }

  async function press(label: string, { page } = visit): Promise<void> {
    // "Save" is not "Save and next"
    const found = await page.waitForFunction(
      (wanted) => {
        const place = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
        const all = [...place.querySelectorAll<HTMLButtonElement>('button:enabled')]
        const begins = all.filter((each) => each.innerText.startsWith(wanted))
        return all.find((each) => each.innerText === wanted) ?? begins[0]
      },
      {},
      label,
    )
    await (found.asElement() as ElementHandle<HTMLElement>).evaluate((each) =>
      each.click(),
    )
  }

  /** Types into a field instead of what is in it. */
  async function type(name: string, text: string): Promise<void> {
    const field = await visit.page.waitForSelector(`[name="${name}"]`)
    await field?.click({ count: 3 })
    await field?.type(text, { delay: personMs })
  }

  /** Types an amount into the field of this label, the nth of the dialog. */
  async function typeMoney(label: string, text: string, at = 0): Promise<void> {
    const found = await pressable(visit.page, label, { among: '.money-field label', at })
    await found.click()
    await visit.page.keyboard.type(text, { delay: personMs })
  }

  async function open(name: string): Promise<void> {
    await visit.page.waitForFunction(
      (wanted) =>
        [...document.querySelectorAll<HTMLElement>('.list th button')].some(
          (each) => each.innerText === wanted,
        ),
      {},
      name,
    )
    await visit.page.evaluate((wanted) => {
      const buttons = [...document.querySelectorAll<HTMLElement>('.list th button')]
      buttons.find((each) => each.innerText === wanted)?.click()
    }, name)
    await untilShown(visit.page, `Change ${name}`)
  }

  async function productOf(name: string) {
    const { body } = await admin.get('/products')
    return body.find((product: { name: string }) => product.name === name)
  }
})
