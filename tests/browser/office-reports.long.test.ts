import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProduct } from '../support/products.ts'
import { openShop, owner, type Shop } from '../support/shop.ts'
import { methodId, usd } from '../support/till.ts'
import { wcagViolations } from './accessibility.ts'
import { chromiumPath, openBrowser, type Visit } from './browser.ts'
import { personMs, pressable, untilShown } from './hands.ts'

const desktop = { width: 1_280, height: 900 }
const phone = { width: 390, height: 844 }

let shop: Shop
let admin: Awaited<ReturnType<Shop['admin']>>
let browser: Awaited<ReturnType<typeof openBrowser>>
let visit: Visit
const folder = mkdtempSync(join(tmpdir(), 'pos-reports-'))

const press = async (label: string) => (await pressable(visit.page, label)).click()

/** The row of a table by the text of its heading: what its cells show. */
const rowOf = (name: string) =>
  visit.page.$$eval(
    'tbody tr',
    (rows, wanted) =>
      rows
        .map((row) => [...row.children].map((cell) => (cell as HTMLElement).innerText))
        .find(([first]) => first?.split('\n')[0] === wanted)
        ?.slice(1),
    name,
  )

const money = (major: number) => `$${major.toFixed(2)}`

/** Downloads a file by a button, and returns it once all of it is there. */
async function downloaded(label: string, ending: string): Promise<Buffer> {
  const before = new Set(readdirSync(folder))
  await press(label)
  let name: string | undefined
  await expect
    .poll(() => {
      name = readdirSync(folder).find(
        (each) => !before.has(each) && each.endsWith(ending),
      )
      return name
    })
    .toBeDefined()
  return readFileSync(join(folder, name ?? ''))
}

async function logIn(to: Visit, { name, pin }: { name: string; pin: string }) {
  await to.page.waitForSelector('[name=name]')
  await to.page.type('[name=name]', name, { delay: personMs })
  await to.page.type('[name=pin]', pin, { delay: personMs })
  await to.page.keyboard.press('Enter')
}

describe.skipIf(chromiumPath === undefined)('looking back in a browser', () => {
  beforeAll(async () => {
    shop = await openShop()
    admin = await shop.admin()
    await admin.post('/taxes', { name: 'VAT', ratePercent: 16, isDefault: true })
    const { body: category } = await admin.post('/categories', {
      name: 'Drinks',
      type: 'product',
    })
    const product = { quantity: 99, categoryIds: [category.id] }
    const tea = await createProduct(admin, {
      ...product,
      name: 'Green tea',
      priceCents: 250,
      costCents: 90,
    })
    const mug = await createProduct(admin, {
      ...product,
      name: '=Mug',
      priceCents: 1_200,
      categoryIds: [],
      costCents: 0,
    })
    const shift = await admin.post('/shifts', {
      userId: shop.ownerId,
      shiftDate: String(Date.now()),
      startTime: String(Date.now()),
      endTime: null,
      notes: '',
      initialAmount: 50,
      finalAmount: null,
    })
    const sell = async (items: object[], tenders: object[], changes: object = {}) => {
      const { status, body } = await admin.post('/store/orders/checkout', {
        userId: shop.ownerId,
        items,
        tenders,
        amount: 0,
        ...changes,
      })
      expect(status, JSON.stringify(body)).toBe(201)
      return body.orderId as string
    }
    const item = (productId: string, priceAtOrder: number, quantity = 1) => ({
      productId,
      priceAtOrder,
      quantity,
    })
    const by = (name: string, amountCents: number) => ({
      paymentMethodId: methodId(name),
      currencyId: usd,
      amountCents,
    })
    await sell([item(tea, 250, 2)], [by('Cash', 500)], { amount: 5 })
    const mixed = await sell(
      [item(tea, 250), item(mug, 1_200)],
      [by('Cash', 450), by('Debit Card', 950)],
      { amount: 14, discountAmount: 150, tipAmount: 1 },
    )
    await sell([item(mug, 1_200)], [by('Debit Card', 1_200)], { amount: 12 })
    const back = await admin.post(`/store/orders/${mixed}/refund`, {
      items: [{ productId: tea, quantity: 1, priceAtOrder: 250 }],
      paymentMethodId: methodId('Cash'),
      reason: 'cold',
    })
    expect(back.status, JSON.stringify(back.body)).toBe(200)
    const coins = { type: 'in', amount: 1.25, reason: 'Coins' }
    await admin.post(`/shifts/${shift.body.id}/cash`, coins)
    await admin.post(`/shifts/${shift.body.id}/close`, { finalAmount: 57 })
    browser = await openBrowser()
    visit = await browser.visit(`${shop.url}/office#reports`)
    const session = await visit.page.createCDPSession()
    await session.send('Browser.setDownloadBehavior', {
      behavior: 'allow',
      downloadPath: folder,
    })
    await visit.page.setViewport(desktop)
    await logIn(visit, owner)
    await untilShown(visit.page, 'At full prices')
  })
  afterAll(async () => {
    await browser?.close()
    await shop?.close()
    rmSync(folder, { recursive: true })
  })

  test('shows the sums of the day as its Z has them, and what its goods cost', async () => {
    const [z] = (await admin.get('/shifts/z-reports')).body
    expect(await rowOf('At full prices')).toContain(money(z.totalGross))
    expect(await rowOf('Discounts')).toContain(`-${money(z.totalDiscounts)}`)
    expect(await rowOf('Sold')).toContain(money(z.totalSales))
    expect(await rowOf('Tips')).toContain(money(z.totalTips))
    expect(await rowOf('Refunds (1)')).toContain(`-${money(z.totalRefunds)}`)
    expect(await rowOf('of it VAT 16 %')).toContain(money(z.taxes[0].taxCents / 100))
    expect(await rowOf('Cost of what was sold')).toContain(money(1.8))
    await press('Payment method')
    await untilShown(visit.page, 'Gone back')
    for (const { name, total, net } of z.byPaymentMethod) {
      if (total > 0)
        expect(await rowOf(name)).toEqual(
          expect.arrayContaining([money(total), money(net)]),
        )
    }
  })

  test('opens the sales behind a figure, and of each its payments, refunds and receipt', async () => {
    await press('Product')
    await press('Green tea')
    await untilShown(visit.page, '2 sales')
    await press('2')
    await untilShown(visit.page, 'cold')
    await untilShown(visit.page, 'no printer for receipts is switched on')
    const shown = await visit.page.$$eval('dialog[open]', (all) => all.at(-1)?.innerText)
    for (const text of ['Cash', '$4.50', 'Debit Card', '$9.50'])
      expect(shown).toContain(text)
    await visit.page.waitForSelector('dialog .paper img')
    await press('Refund')
    await visit.page.waitForSelector('[name=reason]')
    expect(
      await visit.page.$$eval('dialog[open]', (all) => all.at(-1)?.innerText),
    ).toMatch(/By debit card\s+up to \$9.50\s+In cash\s+up to \$11.76/)
    await visit.page.type('[name=reason]', 'chipped', { delay: personMs })
    await press('Give back $9.50')
    await untilShown(visit.page, 'chipped')
    const { refunds } = (await admin.get('/orders/with-payments')).body.find(
      ({ number }: { number: number }) => number === 2,
    )
    expect(refunds).toMatchObject([
      { amountCents: 224 },
      { amountCents: 950, paymentMethod: 'Debit Card', reason: 'chipped' },
    ])
    await visit.page.keyboard.press('Escape')
    await visit.page.keyboard.press('Escape')
    await visit.page.waitForSelector('dialog', { hidden: true })
    await untilShown(visit.page, 'Refunds (2)')
  })

  test('compares with the period before, and goes to it', async () => {
    await visit.page.select('[name=period]', 'month')
    await untilShown(visit.page, 'This period')
    await press('‹')
    await untilShown(visit.page, 'Nothing was sold in this period.')
    const cells = await rowOf('Sold')
    expect(cells?.slice(0, 2)).toEqual(['$0.00', '$0.00'])
    await press('›')
    await untilShown(visit.page, 'Green tea')
  })

  test('downloads what is on the screen, and the files for the accountant', async () => {
    const csv = (await downloaded('CSV', '.csv')).toString('utf8')
    const [header, ...rows] = parse(csv, { bom: true }) as string[][]
    const gross = header?.indexOf('At full prices') ?? -1
    expect(rows.map((row) => [row[0], row[gross]])).toEqual([
      ["'=Mug", '24.00'],
      ['Green tea', '7.50'],
    ])
    await press('For the accountant')
    await untilShown(visit.page, 'Every line sold')
    const files = unzipSync(
      new Uint8Array(await downloaded("Download the accountant's file", '.xlsx')),
    )
    const sheet = (at: number) => strFromU8(files[`sheet${at}.xml`] ?? new Uint8Array())
    expect(strFromU8(files['workbook.xml'] ?? new Uint8Array())).toContain('Z reports')
    expect(sheet(1)).toContain('Green tea')
    expect(sheet(1)).toContain('<v>12.00</v>')
    expect(sheet(4)).toContain('cold')
    expect(sheet(5)).toContain('<v>57.00</v>')
  })

  test('shows Zs and shifts with the difference of the drawer', async () => {
    await press('Shifts and Zs')
    await untilShown(visit.page, 'Z 1')
    const [z] = (await admin.get('/shifts/z-reports')).body
    const difference = `-${money(-z.difference)}`
    expect(await rowOf('Z 1')).toContain(difference)
    await press('Z 1')
    await untilShown(visit.page, 'Should be in the drawer')
    await untilShown(visit.page, 'Coins')
    const shown = await visit.page.$eval('dialog[open]', (dialog) => dialog.innerText)
    expect(shown).toContain(money(z.expectedTotal))
    expect(shown).toContain(difference)
    await visit.page.keyboard.press('Escape')
  })

  test('is for everybody to use, in Spanish and on a phone', async () => {
    await press('Sales')
    await untilShown(visit.page, 'At full prices')
    expect(await wcagViolations(visit.page, 'light', desktop, '.sums')).toEqual([])
    await press('Español')
    await untilShown(visit.page, 'A precio completo')
    expect(await wcagViolations(visit.page, 'dark', phone, '.sums')).toEqual([])
    const isWide = await visit.page.evaluate(
      () => document.documentElement.scrollWidth > innerWidth,
    )
    expect(isWide).toBe(false)
  })

  test('says so to those who may not see what the shop earns', async () => {
    const role = (await admin.post('/roles', { role: 'Accountant' })).body.id
    await admin.put(`/roles/${role}/permissions`, { permissions: ['reports_export'] })
    await admin.pos.users.create({ body: { name: 'Cy', pin: '7351', role } })
    await visit.page.setViewport(desktop)
    await press('Salir')
    await logIn(visit, { name: 'Cy', pin: '7351' })
    await untilShown(visit.page, 'Su rol no incluye lo que gana la tienda.')
    expect(await visit.page.$('.sums')).toBeNull()
  })
})
