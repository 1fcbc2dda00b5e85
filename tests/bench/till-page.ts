import type { Page } from 'puppeteer-core'
import { openBrowser } from '../browser/browser.ts'
import { addProducts, type BenchShop } from './bench-shop.ts'
import { percentile } from './section.ts'

/** Load of a till's page in a browser; `sales` is the number of sales made. */
export type TillPageFigures = {
  readonly coldMs: number
  readonly keptMs: number
  readonly tapMs: number
  readonly keyMs: number
  readonly sales: number
  readonly saleMs: number
  /** Requests that change something: the number of reads depends on the time. */
  readonly requestsPerSale: number
  readonly heapMb: number
  readonly heapAfterMb: number
}

/** Chromium's slowing of the processor: a phone or tablet of the lower price. */
export const slowing = 4

export const productCount = 2_000

const taps = 20
const sales = 1_000

/** Measures /till in chromium, among many products. Throws without chromium. */
export async function measureTillPage(shop: BenchShop): Promise<TillPageFigures> {
  await addProducts(shop, productCount)
  const browser = await openBrowser()
  try {
    const { page } = await browser.visit(`${shop.url}/till`)
    await page.setViewport({ width: 1_280, height: 900 })
    await logIn(page)
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await page.emulateCPUThrottling(slowing)
    const coldMs = await median(5, () => firstScreenMs(page, true))
    const keptMs = await median(5, () => firstScreenMs(page, false))
    const tapMs = await slowest(taps, (at) => tapMsOf(page, at))
    await page.click('[aria-label="Empty the cart"]')
    await page.waitForSelector('.cart .nothing')
    await page.reload()
    await page.waitForSelector('.tile')
    const query = 'product 1999'
    const keyMs = await slowest(query.length, (at) =>
      keyMsOf(page, query.slice(0, at + 1)),
    )
    await page.emulateCPUThrottling(1)
    await page.reload()
    await page.waitForSelector('.tile')
    // Things that are made once, such as the formats, are no growth.
    await sell(page, 20)
    const heapMb = await heapMbOf(page)
    let requests = 0
    page.on('request', (request) => {
      const isRenewal = request.url().endsWith('/auth/refresh')
      if (request.method() !== 'GET' && !isRenewal) requests += 1
    })
    const startMs = performance.now()
    await sell(page, sales)
    const saleMs = (performance.now() - startMs) / sales
    const heapAfterMb = await heapMbOf(page)
    const requestsPerSale = requests / sales
    const times = { coldMs, keptMs, tapMs, keyMs, saleMs }
    return { ...times, sales, requestsPerSale, heapMb, heapAfterMb }
  } finally {
    await browser.close()
  }
}

async function logIn(page: Page): Promise<void> {
  await page.type('[name=name]', 'Ana')
  await page.type('[name=pin]', '4321')
  await page.keyboard.press('Enter')
  await page.waitForSelector('.tile')
}

/** From the start of the navigation until products are painted. */
async function firstScreenMs(page: Page, isCold: boolean): Promise<number> {
  await page.setCacheEnabled(!isCold)
  await page.setBypassServiceWorker(isCold)
  await page.reload({ waitUntil: 'domcontentloaded' })
  return page.evaluate(async () => {
    const painted = () =>
      new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    while (!document.querySelector('.tile')) await painted()
    await painted()
    return performance.now()
  })
}

/** From the tap on a product until the cart is painted with it. */
const tapMsOf = (page: Page, at: number): Promise<number> =>
  page.evaluate(async (at) => {
    const startMs = performance.now()
    document.querySelectorAll<HTMLElement>('.tile')[at]?.click()
    while (document.querySelectorAll('.cart-line').length <= at) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    await new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    return performance.now() - startMs
  }, at)

/** Measures the time from a key in the search until the results are painted. */
const keyMsOf = (page: Page, query: string): Promise<number> =>
  page.evaluate(async (query) => {
    const field = document.querySelector<HTMLInputElement>('[name=search]')
    const startMs = performance.now()
    if (field) field.value = query
    field?.dispatchEvent(new Event('input', { bubbles: true }))
    await new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    return performance.now() - startMs
  }, query)

/** Sells for cash by the page's own buttons, one sale after the other. */
const sell = (page: Page, count: number): Promise<void> =>
  page.evaluate(async (count) => {
    const tap = async (selector: string, label = '') => {
      const find = () =>
        [...document.querySelectorAll<HTMLButtonElement>(selector)].find(
          (button) => !button.disabled && button.innerText.includes(label),
        )
      for (let button = find(); ; button = find()) {
        if (button) return button.click()
        await new Promise((resolve) => setTimeout(resolve, 2))
      }
    }
    for (let made = 0; made < count; made += 1) {
      await tap('.tile')
      await tap('.pay')
      await tap('dialog button', 'Cash')
      await tap('dialog button', 'Exact')
      await tap('dialog button', 'New sale')
    }
  }, count)

/** The heap of scripts after a collection. */
async function heapMbOf(page: Page): Promise<number> {
  const session = await page.createCDPSession()
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize / 1e6
}

const median = async (times: number, measure: () => Promise<number>) =>
  percentile(await sorted(times, measure), 0.5)

const slowest = async (times: number, measure: (at: number) => Promise<number>) =>
  percentile(await sorted(times, measure), 1)

async function sorted(times: number, measure: (at: number) => Promise<number>) {
  const measured: number[] = []
  for (let at = 0; at < times; at += 1) measured.push(await measure(at))
  return measured.sort((one, other) => one - other)
}
