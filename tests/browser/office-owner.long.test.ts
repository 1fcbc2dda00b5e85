import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, owner, type Shop } from '../support/shop.ts'
import { wcagViolations } from './accessibility.ts'
import { chromiumPath, openBrowser, type Visit } from './browser.ts'
import { personMs, pressable, untilShown } from './hands.ts'

const desktop = { width: 1_280, height: 900 }
const phone = { width: 390, height: 844 }

let shop: Shop
let admin: Awaited<ReturnType<Shop['admin']>>
let browser: Awaited<ReturnType<typeof openBrowser>>
let visit: Visit

/** Each test goes on where the one before has stopped. */
describe.skipIf(chromiumPath === undefined)('an owner in the office', () => {
  beforeAll(async () => {
    shop = await openShop({ stream: true })
    admin = await shop.admin()
    await admin.put('/config', {
      businessName: 'Corner Shop',
      timezone: 'America/Mexico_City',
    })
    browser = await openBrowser()
    visit = await browser.visit(`${shop.url}/office`)
    await visit.page.setViewport(desktop)
    await logIn(owner)
    await until('Taken today')
  })
  afterAll(async () => {
    await browser?.close()
    await shop?.close()
  })

  test('adds a tax, and plans its next rate', async () => {
    await open('taxes')
    await press('Add a tax')
    await fill('tax-name', 'IVA')
    await fill('tax-rate', '116')
    await press('Add a tax')
    await until('Write a rate from 0 to 100')
    await fill('tax-rate', '16')
    await press('Add a tax')
    await until('for everything that names no other')
    await press('IVA')
    await fill('tax-rate', '17,5')
    await press('From a day on', 'label')
    await press('Save')
    await until('has 17.5 %, and 16 % until then')
    await press('Save')
    await until('17.5 % from')
    expect((await admin.get('/taxes')).body).toMatchObject([
      { name: 'IVA', ratePercent: 16, isDefault: true, nextRate: { ratePercent: 17.5 } },
    ])
    await press('IVA')
    await press('Keep the present rate')
    await press('Keep the present rate')
    await expect
      .poll(async () => (await admin.get('/taxes')).body[0].nextRate)
      .toBeUndefined()
    await closed()
    await press('The tax is added to prices', 'label')
    await until('the tax comes on top of a price')
    expect((await admin.get('/config')).body.pricesIncludeTax).toBe(true)
    await press('Save')
    await expect
      .poll(async () => (await admin.get('/config')).body.pricesIncludeTax)
      .toBe(false)
    await closed()
  })

  test('adds a colleague, renames, logs out, gives a PIN, and removes', async () => {
    await open('people')
    await press('Add a person')
    await fill('person-name', 'Bo')
    await fill('person-pin', '7351')
    await press('Waiter', 'label')
    await press('Add a person')
    await until('Bo')
    const till = await shop.login({ name: 'Bo', pin: '7351' })
    expect((await till.get('/orders')).status).toBe(200)
    await press('Bo')
    await fill('person-name', 'Bob')
    await press('Save')
    await until('Bo is called Bob from now on')
    await press('Save')
    await until('Bob')
    expect((await till.post('/auth/refresh')).status).toBe(200)
    const phone = shop.anonymous()
    const phoneHeaders = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/120.0' }
    await phone.post('/auth/login', { name: 'Bob', pin: '7351' }, phoneHeaders)
    await press('Bob')
    await press('Devices that are logged in')
    await until('Chrome, Android')
    await press('Log out')
    await until('is logged out on this device within a minute')
    await press('Log out')
    await visit.page.waitForFunction(
      () => !document.body.innerText.includes('Chrome, Android'),
    )
    expect((await phone.post('/auth/refresh')).status).toBe(401)
    expect((await till.post('/auth/refresh')).status).toBe(200)
    await visit.page.keyboard.press('Escape')
    await press('Log out everywhere')
    await until('goes on with the same PIN')
    await press('Log out everywhere')
    await until('Bob is logged out everywhere.')
    expect((await till.post('/auth/refresh')).status).toBe(401)
    await press('Bob')
    await press('Give a new PIN')
    await fill('person-pin', '9642')
    await press('Give a new PIN')
    await closed()
    await shop.login({ name: 'Bob', pin: '9642' })
    await press('Bob')
    await press('Remove from the shop')
    await until('A tile that is removed from the lock screen of a till removes nobody')
    await press('Remove from the shop')
    await closed()
    const { body } = await admin.get('/users')
    expect(body.map(({ name }: { name: string }) => name)).toEqual([owner.name])
  })

  test('makes a role of what it may do, says what a change gives and takes', async () => {
    await press('Roles')
    await press('Add a role')
    await press('Kitchen')
    await press('Add a role')
    await until('Changes orders, and says which dish is ready.')
    await press('Add a role')
    await until('4 permissions')
    await press('Kitchen')
    await press('Gives money back, and voids sales.', 'label')
    await press('Sees the categories.', 'label')
    await press('Save')
    const said = await visit.page.$$eval('.sentences', (lists) =>
      lists.map(({ textContent }) => textContent),
    )
    expect(said).toEqual(['Gives money back, and voids sales.', 'Sees the categories.'])
    await press('Save')
    await closed()
    const { body: roles } = await admin.get('/roles')
    const { id } = roles.find(({ role }: { role: string }) => role === 'Kitchen')
    const { body } = await admin.get(`/roles/${id}/permissions`)
    expect(body.map(({ name }: { name: string }) => name)).toEqual([
      'dish_read',
      'orders_read',
      'orders_refund',
      'orders_update',
    ])
  })

  test('finds who did what, by kind and by words', async () => {
    await press('Who did what')
    await until('entries')
    await visit.page.select('[name=kind]', 'tax')
    await expect.poll(() => text('.trail')).not.toContain('Role')
    expect(await text('.trail')).toMatch(/Ana\s+Tax\s+IVA\s+[\s\S]*rate: 16/)
    await visit.page.select('[name=kind]', '')
    await fill('search', 'Kitchen')
    await expect
      .poll(() => text('.trail'))
      .toMatch(
        /Role\s+Kitchen[\s\S]*\+ Gives money back, and voids sales\. − Sees the cat/,
      )
    expect(await text('.trail')).not.toContain('IVA')
    const rows = Array.from({ length: 30 }, (_, at) => `Cup ${at},1,5`).join('\n')
    const { id } = await admin.pos.importRuns.create({ body: { kind: 'products' } })
    await admin.send('PUT', `/import/runs/${id}/parts/1`, `name,price,quantity\n${rows}`)
    await expect
      .poll(async () => (await admin.get(`/import/runs/${id}`)).body.status)
      .toBe('done')
    await visit.page.reload()
    await press('Who did what')
    await expect.poll(() => text('.trail')).toMatch(/Show \d+ entries/)
    expect(await text('.trail')).not.toContain('Cup 29')
    await press('Show ')
    await expect.poll(() => text('.trail')).toContain('Cup 29')
  })

  test('changes the shop, and turns a safeguard on that says its theft', async () => {
    await open('shop')
    const before = (await admin.get('/config')).body
    await fill('tax-id', 'MX 1')
    await press('Receipts bear a QR code', 'label')
    await fill('organization', 'Corner Café')
    // Another device changes what this one leaves as it is
    await admin.put('/config', { businessName: 'Corner Shop', businessEmail: 'a@b.mx' })
    await press('Save')
    await until('Saved.')
    await until('Corner Café')
    await fill('tip-percentages', '10, 10')
    await press('Save', 'button', 1)
    await until('Write percentages above 0')
    await fill('tip-percentages', '10, 15')
    await visit.page.select('[name=rounding]', '50')
    await press('Save', 'button', 1)
    await until('rounded to $0.50 from now on')
    await press('Save')
    await closed()
    await press('Turn on')
    await until('its cashier shares the difference with the customer')
    await press('Turn on')
    await closed()
    await expect
      .poll(async () => (await admin.get('/config')).body)
      .toMatchObject({
        ...before,
        businessName: 'Corner Café',
        businessEmail: 'a@b.mx',
        businessTaxId: 'MX 1',
        receiptPage: true,
        tipPercentages: '10, 15',
        cashRoundingCents: 50,
        verifyAmounts: true,
      })
  })

  test.each([
    ['light', desktop, 'Español'],
    ['dark', phone, 'English'],
  ] as const)(
    'meets WCAG AA in %s colours on %o, and has room for its words',
    async (theme, viewport, language) => {
      await visit.page.setViewport(desktop)
      await press(language)
      await visit.page.setViewport(viewport)
      for (const section of ['taxes', 'people', 'shop']) {
        await open(section)
        const ready = 'main :is(.section-bar, form)'
        expect(await wcagViolations(visit.page, theme, viewport, ready), section).toEqual(
          [],
        )
        const width = await visit.page.evaluate(
          () => document.documentElement.scrollWidth,
        )
        expect(width, section).toBe(viewport.width)
      }
      expect(visit.problems).toEqual([])
    },
  )

  test('says which setting is refused and why, and keeps all as it was', async () => {
    await open('shop')
    const before = (await admin.get('/config')).body
    await visit.page.$eval('[name=receipt-footer]', (field) => {
      const area = field as HTMLTextAreaElement
      area.value = 'x'.repeat(501)
      area.dispatchEvent(new Event('input', { bubbles: true }))
    })
    await press('Save')
    await until('“Last lines; blank for a thank-you” was refused, nothing was saved')
    await until('500 characters at most')
    expect((await admin.get('/config')).body).toEqual(before)
  })

  test("has the shop's day in its header, which begins when the shop says so", async () => {
    // Where it is about three at night
    const ahead = ((3 - new Date().getUTCHours() + 36) % 24) - 12
    const timezone = `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
    await admin.put('/config', {
      businessName: 'Night Café',
      timezone,
      dayStartsAt: '12:00',
    })
    // The feed tells the open page
    await until('Night Café')
    const shopDay = () =>
      new Intl.DateTimeFormat('en-US', {
        weekday: 'long',
        day: 'numeric',
        timeZone: 'UTC',
      })
        .formatToParts(Date.now() + (ahead - 12) * 3_600_000)
        .find(({ type }) => type === 'weekday')?.value
    await expect.poll(async () => (await text('.day')).split(',')[0]).toBe(shopDay())
  })

  test('shows a cashier no section but the day, and a manager who works here', async () => {
    const roleOf = async (role: string, permissions: string[]) =>
      (await admin.pos.roles.create({ body: { role, permissions } })).id
    const cashier = await roleOf('Cashier', ['orders_read'])
    const manager = await roleOf('Manager', ['orders_read', 'users_read'])
    await admin.pos.users.create({ body: { name: 'Cy', pin: '7351', role: cashier } })
    await admin.pos.users.create({ body: { name: 'Di', pin: '7351', role: manager } })
    await visit.page.setViewport(desktop)
    await press('Log out')
    await logIn({ name: 'Cy', pin: '7351' })
    await until('Last orders')
    await until('Your role does not include Shop')
    expect(await visit.page.$$('nav.sections a')).toEqual([])
    await press('Log out')
    await logIn({ name: 'Di', pin: '7351' })
    await visit.page.waitForSelector('[href="#people"]')
    await open('people')
    await until('Cy')
    expect(await text('main')).not.toMatch(/Add a person|Roles|Who did what/)
  })

  async function logIn({ name, pin }: { readonly name: string; readonly pin: string }) {
    await visit.page.waitForSelector('[name=name]')
    await fill('name', name)
    await fill('pin', pin)
    await visit.page.keyboard.press('Enter')
  }

  const open = async (section: string) => {
    await visit.page.evaluate((name) => {
      location.hash = name
    }, section)
    await visit.page.waitForSelector(`nav [href="#${section}"][aria-current]`)
    await visit.page.waitForSelector('main :is(.section-bar, form)')
  }

  async function fill(name: string, value: string) {
    const places = await visit.page.waitForFunction(
      (wanted) =>
        [...document.querySelectorAll(`[name="${wanted}"]`)]
          .filter((each) => each.checkVisibility())
          .at(-1),
      {},
      name,
    )
    const field = places.asElement()
    await field?.evaluate((each) => (each as HTMLInputElement).select())
    await field?.type(value, { delay: personMs })
  }

  const closed = () => visit.page.waitForFunction(() => !document.querySelector('dialog'))

  const press = async (label: string, among = 'button', at = 0) =>
    (await pressable(visit.page, label, { among, at })).click()

  const until = (wanted: string) => untilShown(visit.page, wanted)

  const text = (selector: string) =>
    visit.page.$eval(selector, (element) => (element as HTMLElement).innerText)
})
