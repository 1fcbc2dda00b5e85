import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ElementHandle } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProduct } from '../support/products.ts'
import { openShop, owner, type Shop } from '../support/shop.ts'
import { wcagViolations } from './accessibility.ts'
import { chromiumPath, openBrowser, type Visit } from './browser.ts'
import { personMs, untilShown } from './hands.ts'

const desktop = { width: 1_280, height: 900 }
const phone = { width: 390, height: 844 }

let shop: Shop
let admin: Awaited<ReturnType<Shop['admin']>>
let teaId: string
let mugId: string
let browser: Awaited<ReturnType<typeof openBrowser>>
let visit: Visit
const folder = mkdtempSync(join(tmpdir(), 'pos-import-'))

describe.skipIf(chromiumPath === undefined)("the owner's stock in a browser", () => {
  beforeAll(async () => {
    shop = await openShop()
    admin = await shop.admin()
    teaId = await createProduct(admin, {
      name: 'Green tea',
      SKU: 'TEA-1',
      quantity: 3,
      minStockThreshold: 5,
      maxStockThreshold: 20,
    })
    mugId = await createProduct(admin, { name: 'Mug', quantity: 7 })
    const contact = { contact: 'Bea', phone: '', email: '', address: '' }
    await admin.post('/suppliers', { name: 'Mill', ...contact })
    browser = await openBrowser()
    visit = await browser.visit(`${shop.url}/office#stock`)
    await visit.page.setViewport(desktop)
    await visit.page.waitForSelector('[name=name]')
    await visit.page.type('[name=name]', owner.name, { delay: personMs })
    await visit.page.type('[name=pin]', owner.pin, { delay: personMs })
    await visit.page.keyboard.press('Enter')
    await untilShown(visit.page, 'Scan what has arrived')
  })
  afterAll(async () => {
    await browser?.close()
    await shop?.close()
    rmSync(folder, { recursive: true })
  })

  test('books what has arrived, by its code, with its cost and supplier', async () => {
    await visit.page.select('[name=supplier]', await supplierId())
    await pick('TEA-1')
    await pick('TEA-1')
    await type('units Green tea', '12')
    await (await labelled('Cost of Green tea')).click()
    await visit.page.keyboard.type('1.10', { delay: personMs })
    await press('Book')
    await untilShown(visit.page, '12 × Green tea')
    await press('Book')
    await untilShown(visit.page, 'The stock is booked.')
    await expect.poll(() => tea()).toMatchObject({ quantity: 15, costCents: 110 })
  })

  test('shows what differs from a count before it is booked, and keeps what is sold since', async () => {
    await press('Count')
    await pick('green')
    await type('units Green tea', '13')
    expect(await textOf('.stock-line')).not.toContain('should be')
    await (await labelled('Show how many there should be')).click()
    await untilShown(visit.page, 'should be 15')
    await press('Compare')
    await untilShown(visit.page, '-2')
    await admin.post('/products/stock', [{ productId: teaId, quantity: -1 }])
    await press('Book')
    await visit.page.waitForSelector('dialog', { hidden: true })
    expect(await tea()).toMatchObject({ quantity: 12 })
  })

  test('corrects with a reason, once that is confirmed', async () => {
    await press('Correct')
    await pick('tea')
    await type('how-many', '9')
    await press('Book')
    await untilShown(visit.page, '12 become 3. Broken or spoilt.')
    await press('Book')
    await visit.page.waitForSelector('dialog', { hidden: true })
    expect(await tea()).toMatchObject({ quantity: 3 })
  })

  test('compares a count with the book of its entry, whatever is sold before the comparison', async () => {
    await press('Count')
    await pick('mug')
    await type('units Mug', '7')
    await visit.page.waitForNetworkIdle()
    // A look at something else, which loses nothing
    await press('Receive')
    await visit.page.evaluate(() => {
      location.hash = 'today'
    })
    await untilShown(visit.page, 'Taken today')
    await visit.page.evaluate(() => {
      location.hash = 'stock'
    })
    await press('Count')
    await visit.page.waitForSelector('[name="units Mug"]')
    await admin.post('/products/stock', [{ productId: mugId, quantity: -3 }])
    await press('Compare')
    await untilShown(visit.page, 'All is as it should be')
    await press('Back')
    await type('units Mug', '5')
    await press('Compare')
    await untilShown(visit.page, '+1')
    await press('Book')
    await visit.page.waitForSelector('dialog', { hidden: true })
    expect(await mug()).toMatchObject({ quantity: 5 })
  })

  test('books what has arrived once, though answers are lost and it is booked again', async () => {
    const network = await visit.page.createCDPSession()
    let lost = ''
    network.on('Fetch.requestPaused', ({ requestId, request: { method } }) => {
      const isLost = method === lost
      const errorReason = 'ConnectionReset'
      if (isLost) void network.send('Fetch.failRequest', { requestId, errorReason })
      else void network.send('Fetch.continueRequest', { requestId })
    })
    const patterns = [{ urlPattern: '*/products/*', requestStage: 'Response' as const }]
    await network.send('Fetch.enable', { patterns })
    const untilTrouble = () =>
      visit.page.waitForSelector('dialog[open] .trouble:not(:empty)')
    await press('Receive')
    await pick('mug')
    await type('units Mug', '12')
    await (await labelled('Cost of Mug')).click()
    await visit.page.keyboard.type('2.10', { delay: personMs })
    await press('Book')
    await untilShown(visit.page, '12 × Mug')
    lost = 'POST'
    await press('Book')
    await untilTrouble()
    expect(await mug()).toMatchObject({ quantity: 17 })
    lost = 'PUT'
    await press('Book')
    await expect.poll(async () => (await mug()).costCents).toBe(210)
    await untilTrouble()
    lost = ''
    await press('Book')
    await untilShown(visit.page, 'The stock is booked.')
    await network.detach()
    expect(await mug()).toMatchObject({ quantity: 17, costCents: 210 })
  })

  test('lists what is to be ordered, and who changed the units of a product and why', async () => {
    await press('To order')
    await expect.poll(() => textOf('.list')).toMatch(/Green tea\s+3\s+5\s+17/)
    await press('History')
    await pick('TEA-1')
    await untilShown(visit.page, 'Green tea: the last 90 days')
    const history = await textOf('.list')
    expect(history).toMatch(/Ana\s+3 → 15\s+Received from Mill/)
    expect(history).toMatch(/Ana\s+14 → 12\s+Counted/)
    expect(history).toMatch(/Ana\s+12 → 3\s+Broken or spoilt/)
  })

  test.each([
    ['light', desktop],
    ['dark', phone],
  ] as const)('meets WCAG AA in %s colours on %o', async (theme, viewport) => {
    expect(await wcagViolations(visit.page, theme, viewport, '.list')).toEqual([])
    const width = await visit.page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBe(viewport.width)
  })

  test('checks a file before it imports it, with all that is refused', async () => {
    await visit.page.setViewport(desktop)
    await visit.page.evaluate(() => {
      location.hash = 'import'
    })
    await untilShown(visit.page, 'First it is only checked')
    const file = join(folder, 'products.csv')
    writeFileSync(
      file,
      'Nombre;Precio;Color\nCake;3,50;\nGreen tea;4,00;\nNothing;dear;red\nLess;;\nMore;;\n',
    )
    const field = await visit.page.waitForSelector('input[name=file]')
    await (field as ElementHandle<HTMLInputElement>).uploadFile(file)
    await untilShown(visit.page, 'These columns are not known: Color.')
    await press('Check')
    await untilShown(visit.page, 'Rows that are refused, and why')
    const outcome = await textOf('.import-outcome')
    expect(outcome).toMatch(/Added\s+1[\s\S]*Refused\s+3/)
    expect(outcome).toMatch(/Price\s+a number such as 2.50, not below 0\s+4\n/)
    expect(outcome).toMatch(/Price\s+is missing\s+5, 6/)
    expect(outcome).toMatch(/Cake\s+2\s+new, \$3\.50/)
    expect(outcome).toMatch(/Green tea\s+3\s+Price: .* → .*4\.00/)
    expect((await admin.get('/products')).body).toHaveLength(2)
    await press('Import 2')
    await untilShown(visit.page, '3 rows are refused and left out.')
    await press('Import 2')
    await untilShown(visit.page, 'The import is done.')
    const { body } = await admin.get('/products')
    expect(body).toHaveLength(3)
    expect(await tea()).toMatchObject({ priceCents: 400, quantity: 3 })
    const violations = await wcagViolations(visit.page, 'light', phone, '.import-outcome')
    expect(violations).toEqual([])
  })

  const tea = async () => (await admin.get(`/products/${teaId}`)).body

  const mug = async () => (await admin.get(`/products/${mugId}`)).body

  const supplierId = async () => (await admin.get('/suppliers')).body[0].id

  const textOf = (selector: string) =>
    visit.page.$eval(selector, (each) => (each as HTMLElement).innerText)

  /** Types a code or a word into the search, and takes the first that is found. */
  async function pick(words: string): Promise<void> {
    const field = await visit.page.waitForSelector('.search-pick input')
    await field?.type(words, { delay: personMs })
    await visit.page.keyboard.press('Enter')
  }

  async function type(name: string, text: string): Promise<void> {
    const field = await visit.page.waitForSelector(`[name="${name}"]`)
    await field?.click({ count: 3 })
    await field?.type(text, { delay: personMs })
  }

  async function labelled(label: string): Promise<ElementHandle<HTMLElement>> {
    const found = await visit.page.waitForFunction(
      (wanted) =>
        [...document.querySelectorAll('label')].find((each) => each.innerText === wanted),
      {},
      label,
    )
    return found.asElement() as ElementHandle<HTMLElement>
  }

  async function press(label: string): Promise<void> {
    const found = await visit.page.waitForFunction(
      (wanted) => {
        const place = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
        const all = [...place.querySelectorAll<HTMLButtonElement>('button:enabled')]
        return all.find((each) => each.innerText === wanted)
      },
      {},
      label,
    )
    await (found.asElement() as ElementHandle<HTMLElement>).evaluate((each) =>
      each.click(),
    )
  }
})
