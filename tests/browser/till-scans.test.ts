import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { create } from 'qrcode'
import { describe, expect, onTestFinished, test } from 'vitest'
import { removeFolder } from '../support/remove-folder.ts'
import { openShop, owner, type Shop } from '../support/shop.ts'
import { chromiumPath, openBrowser } from './browser.ts'
import { untilShown } from './hands.ts'

const pen = '4006381333931'

describe.skipIf(chromiumPath === undefined)('codes at the till', () => {
  test('sells what the camera sees, by a reader from its own host, loaded when first used', async () => {
    const shop = await openShopWithGoods()
    const { page, requested } = await openTill(shop, await filmOf(pen))
    const ofReader = () => requested.filter((url) => /reader-/.test(url))
    expect(ofReader()).toEqual([])
    await page.click('[aria-label="Scan with the camera"]')
    await untilShown(page, 'Pay $1.50')
    await page.waitForSelector('dialog', { hidden: true })
    expect(ofReader().map((url) => new URL(url).origin)).toEqual([shop.url, shop.url])
  })
})

async function openShopWithGoods(): Promise<Shop> {
  const shop = await openShop()
  onTestFinished(() => shop.close())
  const admin = await shop.login()
  await admin.pos.products.create({
    body: { name: 'Pen', priceCents: 150, quantity: 1_000, barcodes: [pen] },
  })
  return shop
}

async function openTill(shop: Shop, film?: string) {
  const browser = await openBrowser({ ...(film !== undefined && { film }) })
  onTestFinished(() => browser.close())
  const visit = await browser.visit(`${shop.url}/till`)
  const { page } = visit
  await page.setViewport({ width: 1_280, height: 900 })
  await (await page.waitForSelector('[name=name]'))?.type(owner.name)
  await (await page.waitForSelector('[name=pin]'))?.type(`${owner.pin}\n`)
  await page.waitForSelector('.tiles')
  return visit
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
