import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProduct } from '../support/products.ts'
import { openShop, owner, type Shop } from '../support/shop.ts'
import { wcagViolations } from './accessibility.ts'
import { chromiumPath, openBrowser, type Visit } from './browser.ts'
import { personMs } from './hands.ts'

const sizes = [
  { width: 390, height: 844 },
  { width: 820, height: 1_180 },
  { width: 1_280, height: 900 },
]
const languages = ['English', 'Español']

/** The sections that each has, and the buttons there that open a dialog. */
const people = {
  owner: {
    login: owner,
    sections: {
      today: [],
      goods: [/^(Add|Añadir)$/, /^(Change prices|Cambiar precios)$/],
      stock: [],
      import: [],
      taxes: [/^(Add a tax|Añadir un impuesto)$/],
      people: [/^(Add a person|Añadir una persona)$/],
      node: [],
      devices: [],
      shop: [/^(Turn on|Activar|Turn off|Desactivar)$/],
      programs: [/^(Add a key|Añadir una clave)$/],
    },
  },
  manager: {
    login: { name: 'Di', pin: '7351' },
    sections: { today: [], goods: [/^(Change prices|Cambiar precios)$/], people: [] },
  },
  cashier: { login: { name: 'Cy', pin: '7351' }, sections: { today: [] } },
} as const satisfies Record<
  string,
  {
    readonly login: { readonly name: string; readonly pin: string }
    readonly sections: Readonly<Record<string, readonly RegExp[]>>
  }
>

let shop: Shop
let browser: Awaited<ReturnType<typeof openBrowser>>

describe.skipIf(chromiumPath === undefined)('every section of the office', () => {
  beforeAll(async () => {
    shop = await openShop()
    const admin = await shop.admin()
    await createProduct(admin, { name: 'Green tea', quantity: 3 })
    // No source of rates answers here, and each refusal would count as a problem of the page
    await admin.pos.config.change({
      body: {
        businessName: 'Corner Shop',
        manualRate: { currency: 'USD', rate: 100_000 },
      },
    })
    const roleOf = async (role: string, permissions: string[]) =>
      (await admin.pos.roles.create({ body: { role, permissions } })).id
    const cashier = await roleOf('Cashier', ['orders_read'])
    const manager = await roleOf('Manager', [
      'orders_read',
      'users_read',
      'products_read',
      'products_update',
    ])
    await admin.pos.users.create({ body: { name: 'Cy', pin: '7351', role: cashier } })
    await admin.pos.users.create({ body: { name: 'Di', pin: '7351', role: manager } })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await shop?.close()
  })

  test.each(Object.entries(people))(
    'meets WCAG AA for the %s in three sizes and two languages, with its dialogs',
    async (_who, { login, sections }) => {
      const visit = await browser.visit(`${shop.url}/office`)
      const { page } = visit
      await page.waitForSelector('[name=name]')
      await page.type('[name=name]', login.name, { delay: personMs })
      await page.type('[name=pin]', login.pin, { delay: personMs })
      await page.keyboard.press('Enter')
      await page.waitForSelector('.section-title')
      for (const language of languages) {
        await chooseLanguage(visit, language)
        for (const [section, dialogs] of Object.entries(sections)) {
          await page.evaluate((id) => {
            location.hash = id
          }, section)
          await page.waitForNetworkIdle()
          for (const size of sizes) {
            const found = await wcagViolations(page, 'light', size, 'main')
            expect(found, `${section} in ${language}`).toEqual([])
            const { scrollWidth } = await page.evaluate(() => ({
              scrollWidth: document.documentElement.scrollWidth,
            }))
            expect(scrollWidth, `${section} at ${size.width}`).toBe(size.width)
            for (const name of dialogs) {
              await click(visit, name)
              await page.waitForSelector('dialog[open]')
              const inDialog = await wcagViolations(page, 'light', size, 'dialog[open]')
              expect(inDialog, `${name} in ${language}`).toEqual([])
              await page.keyboard.press('Escape')
              await page.waitForSelector('dialog', { hidden: true })
            }
          }
        }
      }
      expect(visit.problems).toEqual([])
      await page.evaluate(() => {
        const buttons = [...document.querySelectorAll<HTMLButtonElement>('header button')]
        buttons.find((each) => /^(Log out|Salir)/.test(each.innerText))?.click()
      })
      await page.waitForSelector('[name=pin]')
      await page.close()
    },
    600_000,
  )

  /** The button names the language that the page would have after it. */
  async function chooseLanguage({ page }: Visit, language: string): Promise<void> {
    await page.evaluate((wanted) => {
      const buttons = [...document.querySelectorAll<HTMLButtonElement>('header button')]
      buttons.find((each) => each.innerText === wanted)?.click()
    }, language)
  }

  async function click({ page }: Visit, name: RegExp): Promise<void> {
    const found = await page.waitForFunction(
      (source) => {
        const wanted = new RegExp(source)
        const buttons = [...document.querySelectorAll<HTMLButtonElement>('main button')]
        return buttons.find((each) => wanted.test(each.innerText.trim()))
      },
      {},
      name.source,
    )
    await (
      found as { evaluate: (run: (each: HTMLElement) => void) => Promise<void> }
    ).evaluate((each) => each.click())
  }
})
