import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { create } from 'qrcode'
import { describe, expect, onTestFinished, test } from 'vitest'
import { removeFolder } from '../support/remove-folder.ts'
import { openShop, owner, type Shop } from '../support/shop.ts'
import { wcagViolations } from './accessibility.ts'
import { chromiumPath, openBrowser } from './browser.ts'
import { pressable, untilShown } from './hands.ts'
import { keyboardOf } from './keys.ts'

const pen = '4006381333931'
const ink = '5012345678900'
const desktop = { width: 1_280, height: 900 }

describe.skipIf(chromiumPath === undefined)('codes at the till', () => {
  test('are sold by any scanner, wherever the focus is', async () => {
    const { page, keyboard } = await openTill(await openShopWithGoods())
    const paysCents = async (cents: number) =>
      untilShown(page, `Pay $${(cents / 100).toFixed(2)}`)
    await keyboard.scan(pen)
    await paysCents(150)
    await keyboard.scan(pen, { suffix: 'Tab' })
    await paysCents(300)
    await keyboard.scan(pen, { suffix: '', gapMs: 60 })
    await paysCents(450)
    // With Caps Lock, and where another layout makes signs of its digits
    await keyboard.scan('PEN-BLUE-7')
    await paysCents(600)
    await keyboard.scanKeys(
      Array.from(pen, (digit) => ({
        key: 'à&é"\'(-è_ç'[Number(digit)] ?? '',
        code: `Digit${digit}`,
      })),
    )
    await paysCents(750)
    await Promise.all(Array.from({ length: 10 }, () => keyboard.scan(pen, { gapMs: 0 })))
    await paysCents(2_250)
    await page.click('[name=search]')
    await keyboard.type('ink')
    await keyboard.scan(pen)
    await paysCents(2_400)
    expect(await page.$eval('[name=search]', readValue)).toBe('ink')
    // Codes that are short or begin with the key of the search, which now holds the focus
    await keyboard.scan('A/1')
    await paysCents(2_500)
    await page.focus('.who')
    await keyboard.press('/')
    await page.waitForFunction(() => document.activeElement?.matches('[name=search]'))
    await page.focus('.who')
    await keyboard.scan('A/1', { suffix: '' })
    await paysCents(2_600)
    // A part of a code, quickly: nothing is sold that only contains it
    await page.click('[name=search]')
    await page.$eval('[name=search]', (field) => (field as HTMLInputElement).select())
    await keyboard.scan('40063')
    await untilShown(page, 'Nothing has the code 40063.')
    await paysCents(2_600)
    await page.click('[name=note]')
    await keyboard.type('thanks')
    await keyboard.scan(pen)
    await paysCents(2_750)
    expect(await page.$eval('[name=note]', readValue)).toBe('thanks')
  })

  test('ask which is meant of two products that share a number, in every spelling', async () => {
    const shop = await openShopWithGoods()
    const { pos } = await shop.login()
    await pos.products.create({
      body: { name: 'Soap', priceCents: 300, quantity: 9, barcodes: ['036000291452'] },
    })
    // As the SKU of another: those are compared as they are written
    await pos.products.create({
      body: { name: 'Soap bar', priceCents: 500, quantity: 9, SKU: '0036000291452' },
    })
    const { page, keyboard } = await openTill(shop)
    await keyboard.scan('00036000291452')
    await untilShown(page, 'Pay $3.00')
    await keyboard.scan('0036000291452')
    await untilShown(page, 'Which of them is it?')
    for (const [theme, viewport] of looks) {
      expect(await wcagViolations(page, theme, viewport, '.dialog .catalogue')).toEqual(
        [],
      )
    }
    await keyboard.scan(pen)
    await untilShown(page, `Finish this first: ${pen}`)
    await (await pressable(page, 'Soap bar')).click()
    await untilShown(page, 'Pay $8.00')
    await page.waitForSelector('dialog', { hidden: true })
  })

  test('type no sum, press nothing, and begin the next cart once it is sold', async () => {
    const shop = await openShopWithGoods()
    const { page, keyboard } = await openTill(shop)
    const tap = async (label: string) => (await pressable(page, label)).click()
    await keyboard.scan(pen)
    await tap('Pay $1.50')
    await keyboard.scan(ink)
    await untilShown(page, `Finish the payment first: ${ink}`)
    await tap('Cash')
    await page.waitForSelector('.cash input:focus')
    for (const suffix of ['Enter', 'Tab', ''] as const)
      await keyboard.scan(ink, { suffix })
    await keyboard.scan('A/1')
    await untilShown(page, 'Finish the payment first: A/1')
    expect(await page.$eval('.cash input', readValue)).toBe('$0.00')
    for (const [theme, viewport] of looks) {
      expect(await wcagViolations(page, theme, viewport, 'form.cash')).toEqual([])
    }
    await page.setViewport(desktop)
    expect((await admin(shop).get('/orders/with-payments')).body).toBe('No orders found')
    await page.click('.cash input')
    await keyboard.type('500\n')
    await untilShown(page, 'Change to give')
    await keyboard.scan(ink)
    await untilShown(page, 'Pay $7.00')
    await page.click('.cart-line')
    await page.click('[name=quantity]')
    await keyboard.scan(pen)
    await untilShown(page, `Finish this first: ${pen}`)
    expect(await page.$eval('[name=quantity]', readValue)).toBe('1')
    await keyboard.press('Escape')
    await page.evaluate(() => {
      location.hash = '#day'
    })
    await page.waitForSelector('.day .money-field input:focus')
    await keyboard.type('25')
    await keyboard.scan(ink)
    await untilShown(page, `Not sold: ${ink}.`)
    expect(await page.$eval('.day .money-field input', readValue)).toMatch(
      /^\$?25(\.00)?$/,
    )
    expect((await admin(shop).get('/shifts/open')).status).toBe(204)
    await page.click('.who')
    await tap(owner.name)
    await page.waitForSelector('.pin-pad')
    await keyboard.scan(ink)
    await untilShown(page, `Log in first: ${ink}`)
    expect(await page.$eval('.pin-pad input', readValue)).toBe('')
    for (const [theme, viewport] of looks) {
      expect(await wcagViolations(page, theme, viewport, '.pin-pad')).toEqual([])
    }
    await keyboard.type(`${owner.pin}\n`)
    await page.waitForSelector('.till')
  })

  test('fill the field that is made for them, and do not send its form', async () => {
    const { page, keyboard } = await openTill(await openShopWithGoods())
    await (await pressable(page, 'New product')).click()
    await page.click('[name=product-name]')
    await keyboard.type('Cap')
    await page.click('[name=barcode]')
    await keyboard.scan('7501055300075')
    await page.waitForFunction(
      () =>
        document.querySelector<HTMLInputElement>('[name=barcode]')?.value ===
        '7501055300075',
    )
    await page.waitForSelector('dialog [name=barcode]')
  })

  test("fill the field for a customer's invoice, and do not pay it", async () => {
    const shop = await openShop({ node: 'direct', stream: true })
    onTestFinished(() => shop.close())
    const client = await shop.login()
    const terms = { description: 'Tea', amountSat: 900, externalId: 'till-1' }
    const { body } = await client.post('/wallet/createinvoice', terms)
    await shop.node.pay({ invoice: body.serialized })
    const { page, keyboard } = await openTill(shop, { ready: '.sell' })
    await page.evaluate(() => {
      location.hash = '#after'
    })
    await (await pressable(page, 'Pay back')).click()
    await page.click('[name=entered]')
    const invoice = (await shop.node.invoice({ amountSat: 900 })).body.serialized
    await keyboard.scan(invoice)
    await page.waitForFunction(
      (wanted) =>
        document.querySelector<HTMLInputElement>('[name=entered]')?.value === wanted,
      {},
      invoice,
    )
    await page.waitForSelector('dialog [name=entered]')
    expect((await client.get('/payments/unmatched')).body).toHaveLength(1)
  })

  test('are not what a program types, which goes on in another field', async () => {
    const shop = await openShop({ stream: true })
    onTestFinished(() => shop.close())
    const browser = await openBrowser()
    onTestFinished(() => browser.close())
    const { page } = await browser.visit(`${shop.url}/till`)
    await page.waitForSelector('[name=name]:focus')
    await page.type('[name=name]', owner.name)
    await page.type('[name=pin]', owner.pin)
    await page.keyboard.press('Enter')
    await page.waitForSelector('.sell')
  })

  test('are seen by the camera, with a reader from the own host, loaded when first used', async () => {
    const shop = await openShopWithGoods()
    const { page, requested } = await openTill(shop, { film: await filmOf(pen) })
    const ofReader = () => requested.filter((url) => /reader-/.test(url))
    expect(ofReader()).toEqual([])
    await page.click('[aria-label="Scan with the camera"]')
    await untilShown(page, 'Pay $1.50')
    await page.waitForSelector('dialog', { hidden: true })
    expect(ofReader().map((url) => new URL(url).origin)).toEqual([shop.url, shop.url])
  })
})

const looks = [
  ['light', desktop],
  ['dark', desktop],
] as const

const readValue = (field: Element) => (field as HTMLInputElement).value

/** Somebody who may read everything. */
const admin = (shop: Shop) => ({
  get: async (path: string) => (await shop.login()).get(path),
})

async function openShopWithGoods(): Promise<Shop> {
  const shop = await openShop({ stream: true })
  onTestFinished(() => shop.close())
  const { pos } = await shop.login()
  for (const body of [
    { name: 'Pen', priceCents: 150, SKU: 'pen-blue-7', barcodes: [pen] },
    { name: 'Ink', priceCents: 700, barcodes: [ink] },
    { name: 'Clip', priceCents: 100, SKU: 'A/1' },
  ]) {
    await pos.products.create({ body: { ...body, quantity: 1_000 } })
  }
  return shop
}

async function openTill(
  shop: Shop,
  { film, ready = '.tiles' }: { readonly film?: string; readonly ready?: string } = {},
) {
  const browser = await openBrowser({ ...(film !== undefined && { film }) })
  onTestFinished(() => browser.close())
  const visit = await browser.visit(`${shop.url}/till`)
  const { page } = visit
  const keyboard = await keyboardOf(page)
  await page.setViewport(desktop)
  await page.waitForSelector('[name=name]:focus')
  await keyboard.type(owner.name)
  await page.click('[name=pin]')
  await keyboard.type(`${owner.pin}\n`)
  await page.waitForSelector(ready)
  return { ...visit, keyboard }
}
/** A film of one picture, in which a QR code has this text. */
async function filmOf(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pos-film-'))
  onTestFinished(() => removeFolder(folder))
  const [width, height, scale, margin] = [640, 480, 12, 40]
  const { modules } = create(text)
  const bright = Buffer.alloc(width * height, 235)
  for (let y = 0; y < modules.size * scale; y += 1) {
    for (let x = 0; x < modules.size * scale; x += 1) {
      const isDark = modules.get(Math.floor(y / scale), Math.floor(x / scale))
      if (isDark) bright[(y + margin) * width + x + margin] = 16
    }
  }
  const colours = Buffer.alloc((width * height) / 2, 128)
  const film = join(folder, 'film.y4m')
  await writeFile(film, [
    `YUV4MPEG2 W${width} H${height} F10:1 Ip C420jpeg\n`,
    'FRAME\n',
    bright,
    colours,
  ])
  return film
}
