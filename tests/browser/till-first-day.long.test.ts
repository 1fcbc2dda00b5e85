import type { ElementHandle, Page } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawn } from '../support/scale.ts'
import { openShop, owner, type Shop } from '../support/shop.ts'
import { wcagViolations } from './accessibility.ts'
import { chromiumPath, openBrowser, type Visit } from './browser.ts'
import { personMs, untilShown } from './hands.ts'
import { waitingQuote } from './kept.ts'

const phone = { width: 390, height: 844, hasTouch: true }
const desktop = { width: 1_280, height: 900 }

/** `npm test` has a store's day by touch and a restaurant's by keyboard. */
const hands = drawn<'touch' | 'keyboard'>(['touch'], ['touch', 'keyboard'])

/** The first day of a store, from the set-up to the Z on paper. */
describe.skipIf(chromiumPath === undefined).each(hands)(
  'the first day of a store, by %s alone',
  (by) => {
    let shop: Shop
    let browser: Awaited<ReturnType<typeof openBrowser>>
    let visit: Visit
    let page: Page

    beforeAll(async () => {
      shop = await openShop({ fresh: true, node: 'direct', agent: true, stream: true })
      browser = await openBrowser()
      visit = await browser.visit(`${shop.url}/till`)
      page = visit.page
      await page.setViewport(by === 'touch' ? phone : desktop)
    })
    afterAll(async () => {
      await browser?.close()
      await shop?.close()
    })

    test('sets the shop up, and shows what was chosen as PIN', async () => {
      await fill('organization', 'Corner Shop')
      await act('Address and tax number (optional)')
      await fill('address', 'Main Street 1\n10115 Berlin')
      await fill('tax-id', 'DE 123')
      expect(await violations('[name=tax-id]')).toEqual([])
      await act('Next')
      await page.waitForSelector('[name=currency]')
      expect(await text('optgroup')).toContain('US Dollar (USD)')
      await page.select('[name=currency]', 'USD')
      await fill('tax-rate', '16')
      await act('Next')
      await fill('name', owner.name)
      await fill('pin', owner.pin)
      expect(await page.$eval('[name=pin]', readType)).toBe('text')
      await act('Hide: Your PIN')
      await expect.poll(() => page.$eval('[name=pin]', readType)).toBe('password')
      await fill('wallet-password', owner.password)
      expect(await violations('form')).toEqual([])
      await act('Open the till')
      await until('No shift is open.')
      expect(await config()).toMatchObject({
        businessAddress: 'Main Street 1\n10115 Berlin',
        businessPhone: null,
        businessTaxId: 'DE 123',
      })
    })

    test('sells for cash before the shift is open, with one request', async () => {
      await act('Coffee')
      if (by === 'touch') await act('Cart')
      await act('Pay $2.50')
      await act('Cash')
      const sent: string[] = []
      page.on('request', (request) => {
        if (request.method() !== 'GET') sent.push(new URL(request.url()).pathname)
      })
      await act('Exact')
      await until('New sale')
      expect(sent).toEqual(['/store/orders/checkout'])
      page.removeAllListeners('request')
      await act('New sale')
    })

    test('opens the shift with what was counted, of which that cash is not the float', async () => {
      await act('Open the shift')
      await until('Cash taken without a shift')
      await until('Count all that is there. $2.50 of it')
      expect(await violations('form')).toEqual([])
      await enter('main .money-field input', '52.5')
      await until('$50.00')
      await act('Open the shift')
      await until('Open since')
      await act('Sell')
      await page.waitForSelector('.tiles')
      await page.waitForFunction(() => !document.body.innerText.includes('No shift'))
    })

    test('is paid over Lightning', async () => {
      await act('Coffee')
      if (by === 'touch') await act('Cart')
      await act('Pay $2.50')
      await act('Bitcoin')
      await page.waitForSelector('.qr')
      const quoteId = await waitingQuote(page)
      const { body } = await (await shop.admin()).get(`/quotes/${quoteId}`)
      await shop.node.pay({ invoice: body.invoice })
      await act('New sale')
    })

    test('finds the sales of today, none of yesterday, and gives one back', async () => {
      await act('Sales')
      await until('Ticket 1')
      await act('The day before')
      await until('Nothing was sold on this day.')
      await act('The day after')
      await act('Ticket 1')
      await act('Refund')
      await act('Give back $2.50')
      await until('Hand over $2.50 in cash.')
      await page.keyboard.press('Escape')
      await page.waitForSelector('dialog', { hidden: true })
    })

    test('adds a printer in the menu, which leads to the rest of the settings', async () => {
      await shop.printers(await shop.admin())
      await act('This till')
      await act('Printers')
      await act('Add a printer')
      await shown('[name=printer]')
      await act('Add a printer')
      await act('Change: customer')
      await press('[value=cash]')
      await act('Save')
      await act('Change: customer')
      await page.waitForSelector('[value=cash]:checked')
      await act('Save')
      await act('Test print: customer')
      await until('The test is being printed.')
      await printed(1)
      expect(await violations('.settings')).toEqual([])
      await act('Connect a computer')
      await shown('[name=agent-name]')
      await act('Connect a computer')
      await until(`lightning-pos-agent enrol ${shop.url}`)
      await act('Remove: Counter')
      await act('Remove Counter now')
      const admin = await shop.admin()
      await expect.poll(async () => (await admin.get('/agents')).body).toHaveLength(1)
      await page.waitForSelector('[aria-label="Remove: Counter"]', { hidden: true })
      await page.keyboard.press('Escape')
      for (const section of ['people', 'shop', 'taxes']) {
        await shown(`dialog [href="/office#${section}"]`)
      }
    })

    test('removes the samples that the shop has, once that is confirmed', async () => {
      await act('Remove the samples')
      await until('8 samples are removed from the shop.')
      expect((await (await shop.admin()).get('/products')).body).toHaveLength(8)
      await press('dialog .check input')
      await act('Remove these 7')
      await page.waitForFunction(() => document.querySelectorAll('dialog').length === 1)
      expect((await (await shop.admin()).get('/products')).body).toHaveLength(1)
      await page.keyboard.press('Escape')
      await page.waitForSelector('dialog', { hidden: true })
    })

    test('prints the X, closes with a count, and prints the Z, also again', async () => {
      await act('Day')
      await until('So far (X report)')
      expect(
        await page.$$eval('.row.total', (rows) =>
          rows.map(({ textContent }) => textContent),
        ),
      ).toEqual(['Should be in the drawer$50.00'])
      await act('Print X report')
      await printed(2)
      await act('Close the shift')
      await enter('dialog .money-field input', '49')
      await act('Close the shift')
      await until('The shift is closed: Z 1')
      await until('$1.00 is missing.')
      expect(await violations('.difference')).toEqual([])
      await act('Print the Z report')
      await printed(3)
      await act('Done')
      await until('Counted at the last close')
      await act('Z 1')
      await until('$1.00 is missing.')
      await act('Print the Z report')
      await printed(4)
      const { body } = await (await shop.admin()).get('/shifts/z-reports')
      expect(body).toMatchObject([
        {
          number: 1,
          initialAmount: 50,
          totalTickets: 2,
          totalSales: 5,
          cashSales: 2.5,
          cashRefunds: 2.5,
          expectedTotal: 50,
          difference: -1,
        },
      ])
    })

    test('leads to the office and back', async () => {
      await page.keyboard.press('Escape')
      await act('This till')
      await act('Office')
      await page.waitForSelector('main .glance')
      await act('Till')
      await page.waitForSelector('.till-header')
    })

    test('leads to no page that is switched off', async () => {
      process.env.OFFICE_PAGE = 'false'
      await page.reload()
      await act('This till')
      await until('Lock after')
      expect(await page.$('a[href="/office"]')).toBeNull()
      process.env.OFFICE_PAGE = 'true'
      process.env.TILL_PAGE = 'false'
      await page.goto(`${shop.url}/office`)
      // Browsers keep a page for a minute
      await page.reload()
      await page.waitForSelector('main .glance')
      expect(await page.$('a[href="/till"]')).toBeNull()
      // The category of the sample that was kept is in use
      const expected = /status of 400/
      expect(visit.problems.filter((each) => !expected.test(each))).toEqual([])
    })

    const config = async () => (await (await shop.admin()).get('/config')).body

    const violations = (ready: string) =>
      wcagViolations(page, 'light', by === 'touch' ? phone : desktop, ready)

    /** Presses a button or a link by the beginning of its name, once it can be pressed. */
    async function act(name: string): Promise<void> {
      const found = await page.waitForFunction(findPressable, {}, name)
      const element = found.asElement() as ElementHandle<HTMLElement>
      if (by === 'touch') return element.tap()
      const isFocused = () => element.evaluate((each) => each === document.activeElement)
      for (let presses = 0; !(await isFocused()); presses += 1) {
        if (presses > 80) throw new Error(`Tab does not get to ${name}`)
        await page.keyboard.press('Tab')
      }
      await page.keyboard.press('Enter')
    }

    async function enter(selector: string, keys: string): Promise<void> {
      const field = await shown(selector)
      if (by === 'touch') await field?.tap()
      await page.keyboard.type(keys, { delay: personMs })
    }

    /** Chooses an option, or a box. */
    async function press(selector: string): Promise<void> {
      await (await shown(selector))?.focus()
      await page.keyboard.press('Space')
    }

    const fill = async (name: string, value: string) =>
      (await shown(`[name=${name}]`))?.type(value, { delay: personMs })

    const shown = (selector: string) => page.waitForSelector(selector, { visible: true })

    const text = (selector: string) =>
      page.$eval(selector, (element) => element.textContent ?? '')

    const until = (text: string) => untilShown(page, text)

    const printed = (count: number) =>
      expect.poll(async () => (await shop.printed()).length).toBe(count)
  },
)

const readType = (field: Element) => (field as HTMLInputElement).type

/** In the page: a button or link of the top dialog, else of the page. */
const findPressable = (name: string) => {
  const place = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
  return [...place.querySelectorAll<HTMLElement>('button, a, summary')].find(
    (each) =>
      !(each as HTMLButtonElement).disabled &&
      each.checkVisibility() &&
      (each.innerText.includes(name) ||
        each.getAttribute('aria-label')?.startsWith(name)),
  )
}
