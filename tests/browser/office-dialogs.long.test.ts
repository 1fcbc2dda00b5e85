import type { Viewport } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, owner, type Shop } from '../support/shop.ts'
import { wcagViolations } from './accessibility.ts'
import { chromiumPath, openBrowser } from './browser.ts'
import { type OfficeHands, officeHands } from './office-hands.ts'

let shop: Shop
let browser: Awaited<ReturnType<typeof openBrowser>>
let hands: OfficeHands

/** Every dialog that a button of a section opens, and every one that a button of it opens. */
describe.skipIf(chromiumPath === undefined)('the dialogs of the office', () => {
  beforeAll(async () => {
    shop = await openShop({ stream: true })
    const admin = await shop.admin()
    await admin.put('/config', { businessName: 'Corner Shop' })
    await admin.post('/taxes', { name: 'VAT', ratePercent: 16 })
    await admin.post('/categories', { name: 'Tea', type: 'product' })
    await admin.post('/modifiers', { name: 'Milk', min: 0, max: 1, options: [] })
    await admin.post('/products', { name: 'Green tea', priceCents: 300, quantity: 5 })
    await admin.post('/users', { name: 'Bo', pin: '7351', role: null })
    browser = await openBrowser()
    const visit = await browser.visit(`${shop.url}/office`)
    hands = officeHands(visit)
    await hands.logIn(owner)
    await hands.page.waitForSelector('.section-title')
  })
  afterAll(async () => {
    await browser?.close()
    await shop?.close()
  })

  test.each([
    ['light', { width: 1_280, height: 900 }, 'English'],
    ['dark', { width: 390, height: 844 }, 'Español'],
  ] as const)(
    'meet WCAG AA in %s colours on %o, take the focus and give it back',
    async (theme, viewport, language) => {
      const { page, open } = hands
      await page.setViewport({ width: 1_280, height: 900 })
      const button = await page.$(`::-p-xpath(//button[normalize-space()="${language}"])`)
      await button?.evaluate((each) => (each as HTMLElement).click())
      await page.setViewport(viewport)
      const sections = await page.$$eval('nav.sections a', (links) =>
        links.map(({ hash }) => hash.slice(1)),
      )
      const seen: string[] = []
      const faults: string[] = []
      for (const section of sections) {
        await open(section)
        await page.waitForNetworkIdle()
        const tabs = await page.$$eval('.tabs button', ({ length }) => length)
        for (let tab = 0; tab < Math.max(tabs, 1); tab += 1) {
          await page.evaluate((at) => {
            document.querySelectorAll<HTMLElement>('.tabs button')[at]?.click()
          }, tab)
          await page.waitForNetworkIdle()
          const openers = await page.evaluate(buttonsOf, 'main')
          for (const opener of openers) {
            await page.evaluate(focusAndClick, 'main', opener)
            if (!(await hasDialog(1))) continue
            const title = await check(theme, viewport, `${section}: ${opener}`, faults)
            seen.push(title)
            for (const inner of await page.evaluate(buttonsOf, 'dialog[open]')) {
              await page.evaluate(focusAndClick, 'dialog[open]', inner)
              if (!(await hasDialog(2))) continue
              seen.push(await check(theme, viewport, `${title}: ${inner}`, faults))
              await page.keyboard.press('Escape')
              await page.waitForFunction(
                () => document.querySelectorAll('dialog[open]').length < 2,
              )
            }
            await page.keyboard.press('Escape')
            await hands.closed()
            const focused = await page.evaluate(
              () => (document.activeElement as HTMLElement).innerText,
            )
            if (focused !== opener)
              faults.push(`${title} gives the focus to ${focused.slice(0, 40)}`)
          }
        }
      }
      expect(faults).toEqual([])
      expect(new Set(seen).size, seen.join(', ')).toBeGreaterThan(15)
    },
    600_000,
  )

  /** Waits for a dialog, whose content may have to be read first. */
  const hasDialog = (count: number) =>
    hands.page
      .waitForFunction(
        (least) => document.querySelectorAll('dialog[open]').length >= least,
        { timeout: 1_000 },
        count,
      )
      .then(() => true)
      .catch(() => false)

  /** Returns the title of the last dialog, and adds what is wrong with it. */
  async function check(theme: string, viewport: Viewport, at: string, faults: string[]) {
    const found = await wcagViolations(hands.page, theme, viewport, 'dialog[open]')
    faults.push(...found.map((violation) => `${at}: ${violation}`))
    const { title, hasFocus } = await hands.page.evaluate(() => {
      const last = [...document.querySelectorAll('dialog[open]')].at(-1)
      return {
        title: last?.querySelector('h2')?.innerText ?? '',
        hasFocus: last?.contains(document.activeElement) ?? false,
      }
    })
    if (!hasFocus) faults.push(`${at}: the focus is elsewhere`)
    return title
  }
})

/** Texts of the buttons that can be pressed, of a table those of its first row. */
function buttonsOf(place: string): string[] {
  const within = [...document.querySelectorAll(place)].at(-1)
  const all = [...(within?.querySelectorAll<HTMLElement>('button:enabled') ?? [])].filter(
    (each) =>
      each.checkVisibility() &&
      each.innerText.trim() !== '✕' &&
      each.getAttribute('type') !== 'submit' &&
      !each.closest('.tabs, tr:nth-child(n + 2)'),
  )
  return [...new Set(all.map(({ innerText }) => innerText))]
}

function focusAndClick(place: string, text: string): void {
  const within = [...document.querySelectorAll(place)].at(-1)
  const all = [...(within?.querySelectorAll<HTMLElement>('button:enabled') ?? [])]
  const found = all.find(({ innerText }) => innerText === text)
  found?.focus()
  found?.click()
}
