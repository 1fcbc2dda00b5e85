import type { Page } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, owner, type Shop } from '../support/shop.ts'
import { openTill } from '../support/till.ts'
import { wcagViolations } from './accessibility.ts'
import { chromiumPath, openBrowser, type Visit } from './browser.ts'
import { personMs, pressable, untilShown } from './hands.ts'
import { waitingQuote } from './kept.ts'

const landscape = { width: 1_280, height: 800 }
const portrait = { width: 800, height: 1_280 }

let shop: Shop
let browser: Awaited<ReturnType<typeof openBrowser>>
let display: Visit
let till: Page

/** Two windows of one browser, as on a till with a second screen. */
describe.skipIf(chromiumPath === undefined)('the customer display in a browser', () => {
  beforeAll(async () => {
    shop = await openShop({ node: 'direct', stream: true })
    const { admin } = await openTill(shop)
    await admin.pos.config.change({ body: { businessName: 'Corner Shop' } })
    await admin.put('/base-currency', { acronym: 'USD' })
    await admin.pos.products.create({
      body: { name: 'Candle', priceCents: 700, quantity: 50 },
    })
    browser = await openBrowser()
    display = await browser.visit(`${shop.url}/till#display`)
    await display.page.setViewport(landscape)
  })
  afterAll(async () => {
    await browser?.close()
    await shop?.close()
  })

  test('says what to do while no till is open', async () => {
    await untilShown(display.page, 'Open the till in another window')
    expect(await violations('light', landscape)).toEqual([])
    till = (await browser.visit(`${shop.url}/till`)).page
    await till.setViewport(landscape)
    await till.waitForSelector('[name=name]')
    await till.type('[name=name]', owner.name, { delay: personMs })
    await till.type('[name=pin]', owner.pin, { delay: personMs })
    await till.keyboard.press('Enter')
    await untilShown(display.page, 'Corner Shop')
  })

  test('shows the cart as it is filled, and ignores what is not of the till', async () => {
    await tap('Candle')
    await tap('Candle')
    await untilShown(display.page, '2×')
    expect(await text()).toMatch(/Corner Shop\s+2×\s+Candle\s+\$14.00\s+Total\s+\$14.00/)
    await till.evaluate(() => {
      const channel = new BroadcastChannel('till-display')
      channel.postMessage({ shopName: 'Other', lines: [{ name: 'Candle', price: 1 }] })
    })
    expect(await text()).toContain('$14')
    expect(await violations('light', landscape)).toEqual([])
    expect(await violations('dark', portrait)).toEqual([])
  })

  test('shows the invoice with the time left, then thanks', async () => {
    await tap('Pay $14')
    await tap('Bitcoin')
    await untilShown(display.page, 'Valid for')
    expect(await text()).toMatch(/Scan to pay[\s\S]*sat/)
    const code = () => {
      const [shown] = [...document.querySelectorAll('.qr path')]
      return shown?.getAttribute('d')
    }
    const shown = await till.evaluate(code)
    expect(shown).toMatch(/^M/)
    await expect.poll(() => display.page.evaluate(code)).toBe(shown)
    for (const viewport of [landscape, portrait]) {
      expect(await violations('light', viewport)).toEqual([])
    }
    await shop.node.pay({ invoice: await invoice() })
    await untilShown(display.page, 'Thank you!')
    await tap('New sale')
  })

  test('says the change of a sale for cash, while the next customer waits', async () => {
    await tap('Candle')
    await tap('Pay $7')
    await tap('Cash')
    await tap('$20')
    await untilShown(display.page, 'Your change')
    expect(await text()).toMatch(/Received \$20.00\s+Your change\s+\$13.00/)
    expect(await violations('dark', landscape)).toEqual([])
    await tap('New sale')
    expect(await text()).toContain('$13')
    await tap('Candle')
    await untilShown(display.page, '1×')
  })

  test('opens from the menu in the language of the till, and is cleared with it', async () => {
    await till.bringToFront()
    await till.click('button[aria-label="This till"]')
    await tap('Español')
    await untilShown(display.page, 'Candle')
    const popup = new Promise<Page | null>((resolve) => till.once('popup', resolve))
    await tap('Pantalla del cliente')
    const opened = await popup
    await untilShown(opened as Page, '1×')
    await opened?.close()
    await till.close()
    await expect.poll(text).toBe('Corner Shop')
  })

  test('asks the shop for nothing but its page, and has caused no error', () => {
    expect(display.problems).toEqual([])
    const paths = display.requested.map((url) => new URL(url).pathname)
    expect(paths.filter((path) => !path.startsWith('/till'))).toEqual([])
  })

  const text = () => display.page.evaluate(() => document.body.innerText.trim())

  async function violations(theme: string, viewport: typeof landscape) {
    const { page } = display
    await page.bringToFront()
    const found = await wcagViolations(page, theme, viewport, 'main')
    await picture(`display-${theme}-${viewport.width}-${Date.now()}`)
    const { scrollWidth, scrollHeight } = await page.evaluate(
      () => document.documentElement,
    )
    const isLarger = scrollWidth > viewport.width || scrollHeight > viewport.height
    return isLarger ? [...found, 'larger than the screen'] : found
  }

  /** A picture of the display, for people, where they ask for it. */
  async function picture(name: string): Promise<void> {
    const folder = process.env.POS_PICTURES
    if (folder) await display.page.screenshot({ path: `${folder}/${name}.png` })
  }

  async function tap(label: string): Promise<void> {
    await till.bringToFront()
    await (await pressable(till, label)).click()
  }

  /** The invoice that is shown, by the quote of the sale that waits for it. */
  async function invoice(): Promise<string> {
    const admin = await shop.login()
    const quoteId = await waitingQuote(till)
    return (await admin.get(`/quotes/${quoteId}`)).body.invoice
  }
})
