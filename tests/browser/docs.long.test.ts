import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { groups } from '../../functions/all.ts'
import { openShop, owner, type Shop } from '../support/shop.ts'
import { openTill } from '../support/till.ts'
import { chromiumPath, openBrowser, type Visit } from './browser.ts'

let shop: Shop
let browser: Awaited<ReturnType<typeof openBrowser>>
let visit: Visit

describe.skipIf(chromiumPath === undefined)('the docs page in a browser', () => {
  beforeAll(async () => {
    shop = await openShop({ options: { DOCS_PAGE: 'true' } })
    const till = await openTill(shop)
    await till.createProduct(5, 'Green tea')
    browser = await openBrowser()
    visit = await browser.visit(`${shop.url}/docs`)
    await visit.page.waitForSelector('.opblock-tag')
  })
  afterAll(async () => {
    await browser?.close()
    await shop?.close()
  })

  test('lists every group', async () => {
    const shown = await visit.page.$$eval('.opblock-tag', (tags) =>
      tags.map((tag) => tag.dataset.tag),
    )
    expect(new Set(shown)).toEqual(new Set(groups.map(({ name }) => name)))
  })

  test('"try it" logs in and then lists products with the cookies of the login', async () => {
    const login = await tryOut('auth', 'authLogin', owner)
    expect(login.status).toBe('200')
    const list = await tryOut('products', 'productsList')
    expect(list.status).toBe('200')
    expect(list.body).toContain('Green tea')
  })

  test('has caused no error, and no request to another host', () => {
    expect(visit.problems).toEqual([])
    const hosts = visit.requested.map((url) => new URL(url).origin)
    expect(hosts.length).toBeGreaterThan(5)
    expect(hosts.filter((host) => host !== shop.url)).toEqual([])
  })

  /** Opens an operation of a group, executes it, and reads the answer from the page. */
  async function tryOut(tag: string, operationId: string, body?: object) {
    const { page } = visit
    const operation = `#operations-${tag}-${operationId}`
    await page.click(`#operations-tag-${tag}`)
    await (await page.waitForSelector(`${operation} .opblock-summary-control`))?.click()
    if (body) {
      const field = `${operation} textarea.body-param__text`
      await page.waitForSelector(field)
      // Selecting all and inserting at once renders the page once, and not for each letter.
      await page.focus(field)
      await page.keyboard.down('Control')
      await page.keyboard.press('KeyA')
      await page.keyboard.up('Control')
      await page.keyboard.sendCharacter(JSON.stringify(body))
    }
    await (await page.waitForSelector(`${operation} button.execute`))?.click()
    const answer = `${operation} .live-responses-table .response`
    await page.waitForSelector(answer)
    return page.$eval(answer, (row) => ({
      status: row.querySelector('.response-col_status')?.textContent?.trim().slice(0, 3),
      body: row.querySelector('.response-col_description')?.textContent,
    }))
  }
})
