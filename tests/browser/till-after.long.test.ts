import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBills } from '../support/bills.ts'
import { receivePayment } from '../support/selling.ts'
import { openShop, owner, type Shop } from '../support/shop.ts'
import { staffOf } from '../support/staff.ts'
import { methodId, openTill, type Till } from '../support/till.ts'
import { wcagViolations } from './accessibility.ts'
import { chromiumPath, openBrowser, type Visit } from './browser.ts'
import { personMs, pressable, typeFocused, untilShown } from './hands.ts'

const desktop = { width: 1_280, height: 800 }
const phone = { width: 390, height: 844 }

let shop: Shop
let till: Till
let cashier: { name: string; pin: string }
let manager: { name: string; pin: string }
let browser: Awaited<ReturnType<typeof openBrowser>>
let visit: Visit

describe.skipIf(chromiumPath === undefined)('the till after its sales', () => {
  beforeAll(async () => {
    shop = await openShop({ agent: true, stream: true })
    till = await openTill(shop)
    await till.admin.pos.config.change({ body: { businessName: 'Corner Shop' } })
    await till.admin.put('/base-currency', { acronym: 'USD' })
    const staff = await staffOf(shop)
    const role = await staff.createRoleWith(
      'orders_read',
      'orders_create',
      'products_read',
      'categories_read',
      'shifts_read',
      'shifts_create',
      'payments_read',
    )
    cashier = (await staff.createUser(role, { name: 'Bo' })).credentials
    const mayApprove = await staff.createRoleWith('orders_discount', 'orders_refund')
    manager = (await staff.createUser(mayApprove, { name: 'Mia' })).credentials
    await shop.printers(till.admin)
    await till.admin.post('/printers/set', {
      printerType: 'CUSTOMER',
      printerName: 'customer',
    })
    browser = await openBrowser()
    visit = await browser.visit(`${shop.url}/till`)
    await visit.page.setViewport(desktop)
    await logIn(cashier.name, cashier.pin)
    await until('Corner Shop')
  })
  afterAll(async () => {
    await browser?.close()
    await shop?.close()
  })

  test('opens the shift with the notes and coins that were counted', async () => {
    await open('day')
    await press('Count notes and coins')
    await enter('How many of $20.00', '4')
    await enter('How many of $0.25', '2')
    await until('$80.50')
    await picture('day-count')
    await press('Enter the sum')
    expect(await textIn('In the drawer')).toBe('$80.50')
    // The first key takes the amount's place, also where somebody has clicked into it
    await visit.page.click('.money-field input')
    await visit.page.keyboard.type('90', { delay: personMs })
    await until('Open the shift: $90.00')
    await press('Count notes and coins')
    expect(await textIn('How many of $20.00')).toBe('4')
    await until('Open the shift: $80.50')
    await press('Enter the sum')
    await until('Open the shift: $90.00')
    await press('Count notes and coins')
    // An impossible count is refused, and does not become another sum
    await enter('How many of $20.00', '4006381333931')
    await press('Open the shift')
    expect(await isRefused('How many of $20.00')).toBe(true)
    await enter('How many of $20.00', '4')
    await press('Open the shift: $80.50')
    await until('Open since')
  })

  test('puts cash in and takes it out', async () => {
    await press('Take cash out')
    await visit.page.waitForSelector('dialog')
    await enter('Amount', '10.5')
    await enter('What for?', 'Bread')
    await press('Record it')
    await until('It is recorded.')
    await until('Bread')
    const { body: open } = await till.admin.get('/shifts/open')
    const movements = await till.admin.get(`/shifts/${open.id}/cash`)
    expect(movements.body).toMatchObject([{ type: 'out', amount: 10.5, reason: 'Bread' }])
  })

  test('shows a sale with its receipt, and prints it again', async () => {
    const [tea, cake] = [
      await till.createProduct(5, 'Green tea'),
      await till.createProduct(5, 'Cake'),
    ]
    const items = [
      { productId: tea, quantity: 2, priceAtOrder: 250 },
      { productId: cake, quantity: 1, priceAtOrder: 400 },
    ]
    await till.checkout(till.cart('', 1, { items, amount: 9, saleId: randomUUID() }))
    await open('after')
    await until('Ticket 1')
    await picture('after-list')
    await enter('Ticket number', '7', 'searchbox')
    await until('No sale of this day has this number.')
    await enter('Ticket number', '1', 'searchbox')
    await openSale('Ticket 1')
    await picture('after-sale')
    await press('Print again')
    await until('It is being printed.')
  })

  test('gives back a line once a colleague who may has approved it', async () => {
    await press('Refund')
    await choose('Some of the goods')
    await until('of 2')
    await press('One Green tea more', 'aria')
    await picture('refund-lines')
    await press('Give back $2.50')
    const asked = 'Refund of $2.50 (1 × Green tea), in cash, ticket 1'
    await until(asked)
    await until('Bo asks for:')
    await picture('approval')
    await press(manager.name)
    await until(asked)
    await enterPin('0000')
    await until('This is not the PIN.')
    await enterPin(manager.pin)
    await until('Hand over $2.50 in cash.')
    const [sale] = (await till.admin.get('/orders/with-payments')).body
    expect(sale.refunds).toMatchObject([{ amountCents: 250, userName: 'Bo' }])
    const { body: audit } = await till.admin.get('/audit?kind=refund')
    expect(audit).toMatchObject([{ approvedByName: manager.name, userName: 'Bo' }])
  })

  test('sends nothing where nobody approves', async () => {
    await press('Refund')
    await choose('A sum')
    await enter('Sum', '1')
    await press('Give back')
    await until('A colleague has to approve this')
    await visit.page.keyboard.press('Escape')
    await gone('A colleague has to approve this')
    const [sale] = (await till.admin.get('/orders/with-payments')).body
    expect(sale.refunds).toHaveLength(1)
    await press('Back')
    await visit.page.keyboard.press('Escape')
    await gone('Print again')
  })

  test('sells at a discount once a colleague has approved it', async () => {
    await visit.page.reload()
    await open('sell')
    await press('Cake')
    await (await visit.page.waitForSelector('.cart-line'))?.click()
    await press('10 %')
    await until('A colleague approves a discount or another price when it is paid.')
    await press('Apply')
    await visit.page.waitForSelector('.cart-line .badge')
    // The line, the discount and the total
    expect(await marks()).toEqual(Array(3).fill('needs approval'))
    await picture('not-approved')
    expect(await wcagViolations(visit.page, 'light', desktop, '.total .badge')).toEqual(
      [],
    )
    await press('Pay $2.25')
    await press('Cash')
    await press('Exact')
    await until('Discount of $0.25 (10\u00a0%) on $2.50.')
    await press(manager.name)
    await enterPin(manager.pin)
    await until('New sale')
    await press('New sale')
    const [sale] = (await till.admin.get('/orders/with-payments')).body
    expect(sale).toMatchObject({ total: 2.25, discountAmount: 25, userName: 'Bo' })
  })

  test('sells at another price once a colleague has approved it', async () => {
    await press('Cake')
    await (await visit.page.waitForSelector('.cart-line'))?.click()
    await (
      await visit.page.waitForSelector('::-p-aria([name="Price of one"][role="textbox"])')
    )?.click()
    await typeFocused(visit.page, '2')
    await picture('line-price')
    await press('Apply')
    await until('$2.00 instead of $2.50')
    expect(await marks()).toHaveLength(2)
    await picture('not-approved-price')
    await press('Pay $2.00')
    await press('Cash')
    await press('Exact')
    await until('Cake for $2.00 instead of $2.50.')
    await picture('approval-price')
    await press(manager.name)
    await enterPin(manager.pin)
    await until('New sale')
    await press('New sale')
    const [sale] = (await till.admin.get('/orders/with-payments')).body
    expect(sale).toMatchObject({ total: 2, items: [{ priceAtOrder: 200 }] })
    const { body: audit } = await till.admin.get('/audit?kind=discount')
    expect(audit.slice(-2)).toMatchObject([
      { approvedByName: manager.name, userName: 'Bo' },
      { approvedByName: manager.name, userName: 'Bo' },
    ])
  })

  test('books a payment by the method that took it, once a colleague agrees', async () => {
    await open('after')
    await openSale('Ticket 3')
    await press('Paid otherwise')
    await until('$2.00 was paid by')
    await picture('correction')
    expect(await wcagViolations(visit.page, 'light', desktop, '[name=method-0]')).toEqual(
      [],
    )
    await visit.page.select('[name=method-0]', methodId('Debit Card'))
    await enter('Reason', 'Wrong button')
    await press('Book it so')
    await until('Other payment methods of ticket 3')
    await press(manager.name)
    await enterPin(manager.pin)
    await gone('Book it so')
    const [sale] = (await till.admin.get('/orders/with-payments')).body
    const tenders = [{ paymentMethodId: methodId('Cash'), amountCents: 200 }]
    expect(sale.tenders).toEqual([
      {
        ...tenders[0],
        paymentMethodId: methodId('Debit Card'),
        paymentMethod: 'Debit Card',
      },
    ])
    const back = { tenders, reason: 'It was cash' }
    expect((await till.admin.put(`/orders/${sale.id}/tenders`, back)).status).toBe(200)
    await visit.page.keyboard.press('Escape')
    await press('Read again')
  })

  test('voids a sale in one tap once a colleague has approved it', async () => {
    await openSale('Ticket 3')
    await press('Void this sale')
    await until('Void ticket 3: all of it goes back, $2.00, in cash.')
    await visit.page.waitForSelector('.colleagues li:first-child button:focus')
    await visit.page.keyboard.press('Tab')
    await visit.page.waitForSelector(`.colleagues :focus::-p-text(${manager.name})`)
    await visit.page.keyboard.press('Enter')
    await enterPin(manager.pin)
    await until('Hand over $2.00 in cash.')
    await visit.page.waitForSelector('.given:focus')
    await gone('Void this sale')
    const [sale] = (await till.admin.get('/orders/with-payments')).body
    expect(sale).toMatchObject({
      status: 'refunded',
      refunds: [{ amountCents: 200, reason: 'Void', userName: 'Bo' }],
    })
    const { body: audit } = await till.admin.get('/audit?kind=refund')
    expect(audit.at(-1)).toMatchObject({ approvedByName: manager.name, userName: 'Bo' })
    await visit.page.keyboard.press('Escape')
  })

  test('gives back dishes of a bill, which return to no stock', async () => {
    const bills = await openBills(shop)
    const id = await bills.createBill([300, 300, 450])
    expect(await bills.settle(id, 1_050)).toMatchObject({ status: 200 })
    await press('Read again')
    await openSale('Ticket 4')
    await press('Refund')
    await choose('Some of the dishes')
    await until('of 2')
    expect(await visit.page.$('dialog [type=checkbox]')).toBeNull()
    const more = 'dialog .units button:last-of-type'
    await visit.page.click(more)
    await picture('refund-dishes')
    await press('Give back $3.00')
    await until('Refund of $3.00 (1 × Soup), in cash, ticket 4')
    await press(manager.name)
    await enterPin(manager.pin)
    await until('Hand over $3.00 in cash.')
    const [dish] = await bills.idsOf(id)
    expect((await till.admin.get(`/orders/${id}`)).body.refunds).toMatchObject([
      { amountCents: 300, items: [{ orderDishId: dish, amountCents: 300 }] },
    ])
    await press('Refund')
    await choose('Some of the dishes')
    await until('of 1')
    await visit.page.keyboard.press('Escape')
  })

  test('lists payments that no sale knows, which a cashier leaves to others', async () => {
    await receivePayment(1_234)
    await open('day')
    await open('after')
    await until('Payments without a sale')
    await until('1,234 sat')
    const shown = await visit.page.evaluate(() => document.body.innerText)
    expect(shown).not.toContain('Take off the list')
    expect(shown).not.toContain('Sell the cart for it')
  })

  test.each([
    ['light', desktop, 'after'],
    ['dark', phone, 'after'],
    ['light', phone, 'day'],
    ['dark', desktop, 'day'],
  ] as const)('meets WCAG AA in %s colours on %o: %s', async (theme, viewport, id) => {
    await open(id)
    expect(await wcagViolations(visit.page, theme, viewport, 'main')).toEqual([])
    const width = await visit.page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBe(viewport.width)
    await picture(`${id}-${theme}-${viewport.width}`)
  })

  test('closes the shift with a blind count, and shows who may see it the Z', async () => {
    await visit.page.setViewport(desktop)
    await visit.page.reload()
    await open('day')
    await until('Open since')
    await press('Close the shift')
    await enter('In the drawer', '83.50')
    await press('Close the shift', 'last')
    await until('The shift is closed.')
    await visit.page.reload()
    await press('Lock the till', 'title')
    await until('Who sells?')
    await press('Someone else')
    await logIn(owner.name, owner.pin)
    await until('Corner Shop')
    const z = await till.admin.get('/shifts')
    const { id } = z.body.at(-1)
    const report = (await till.admin.get(`/shifts/${id}/z-report`)).body
    // 80.50 + 9 - 10.50 - 2.50 + 2.25 + 2 - 2 + 10.50 - 3
    expect(report).toMatchObject({ expectedTotal: 86.25, difference: -2.75 })
  })

  test('sells the cart for a payment that no sale knows', async () => {
    await open('sell')
    await press('Cake')
    await open('after')
    await press('Sell the cart for it')
    await until('Cart, 1 item')
    await picture('sell-for-payment')
    await press('Sell the cart: $2.50')
    await until('The cart of $2.50 is sold for it.')
    expect((await till.admin.get('/payments/unmatched')).body).toEqual([])
    const [sale] = (await till.admin.get('/orders/with-payments')).body
    expect(sale).toMatchObject({ total: 2.5, paymentMethod: 'BTC', satoshiAmount: 1_234 })
    await until(`Ticket ${sale.number}`)
    await open('sell')
    await until('The cart is empty.')
  })

  test('shows an administrator the X, the difference and the Z, and prints it', async () => {
    await open('day')
    await enter('In the drawer', '10')
    await press('Open the shift')
    await until('So far (X report)')
    await until('Should be in the drawer')
    await picture('day-x')
    await press('Close the shift')
    await gone('Should be in the drawer')
    await enter('In the drawer', '12')
    await press('Close the shift', 'last')
    await until('The shift is closed: Z 2')
    await until('$2.00 is too much.')
    await picture('day-z')
    await press('Print the Z report')
    await until('It is being printed.')
    expect(await wcagViolations(visit.page, 'light', desktop, 'main')).toEqual([])
  })

  test('speaks Spanish, too', async () => {
    await press('This till', 'aria')
    await press('Español')
    await until('Día')
    await until('Sobran')
  })

  test('asks who may void alone once more, and voids what the till took', async () => {
    await visit.page.keyboard.press('Escape')
    await gone('Colores')
    await open('after')
    // Paid over Lightning
    await openSale('Recibo 5')
    await until('Devolver')
    expect(await visit.page.evaluate(() => document.body.innerText)).not.toContain(
      'Anular esta venta',
    )
    await visit.page.keyboard.press('Escape')
    await gone('Devolver')
    await openSale('Recibo 2')
    await press('Anular esta venta')
    await until('Anular el recibo 2: se devuelve todo')
    await press('Anularla')
    await until('Entregue $2.25')
    const sales = (await till.admin.get('/orders/with-payments')).body
    const voided = sales.find(({ number }: { number: number }) => number === 2)
    expect(voided).toMatchObject({ status: 'refunded', refund: { amountCents: 225 } })
  })

  test('has caused no error but the refused PIN', () => {
    const refused = /status of 401/
    expect(visit.problems.filter((problem) => !refused.test(problem))).toEqual([])
  })

  async function logIn(name: string, pin: string): Promise<void> {
    const { page } = visit
    await page.waitForSelector('[name=name]')
    await page.type('[name=name]', name, { delay: personMs })
    await page.type('[name=pin]', pin, { delay: personMs })
    await page.keyboard.press('Enter')
  }

  /** Shows a section by its link. */
  async function open(id: string): Promise<void> {
    await (await visit.page.waitForSelector(`nav a[href="#${id}"]`))?.click()
    await visit.page.waitForSelector(`main.${id}`)
  }

  /** Returns the badges in the cart. */
  const marks = () =>
    visit.page.$$eval('.cart .badge', (all) => all.map(({ textContent }) => textContent))

  /** Presses a button by its text, or by another of its names. */
  async function press(
    label: string,
    by: 'text' | 'last' | 'aria' | 'title' = 'text',
  ): Promise<void> {
    const { page } = visit
    if (by === 'title' || by === 'aria') {
      const name = by === 'title' ? 'title^' : 'aria-label'
      return (await page.waitForSelector(`button[${name}="${label}"]`))?.click()
    }
    await (await pressable(page, label, { at: by === 'last' ? -1 : 0 })).click()
  }

  /** Shows a sale, once its receipt has moved what is below it. */
  async function openSale(ticket: string): Promise<void> {
    await press(ticket)
    await visit.page.waitForFunction(
      () => document.querySelector<HTMLImageElement>('dialog img.receipt')?.naturalHeight,
    )
  }

  const choose = async (label: string) =>
    (await pressable(visit.page, label, { among: 'label' })).click()

  /** Fills a field in by its label. */
  async function enter(label: string, text: string, role = 'textbox'): Promise<void> {
    const selector = `::-p-aria([name="${label}"][role="${role}"])`
    const field = await visit.page.waitForSelector(selector)
    await field?.click({ clickCount: 3 })
    await visit.page.keyboard.press('Backspace')
    await field?.type(text, { delay: personMs })
  }

  const fieldOf = (label: string) =>
    visit.page.waitForSelector(`::-p-aria([name="${label}"][role="textbox"])`)

  const textIn = async (label: string) =>
    (await fieldOf(label))?.evaluate((field) => (field as HTMLInputElement).value)

  const isRefused = async (label: string) =>
    (await fieldOf(label))?.evaluate((field) => field.matches(':invalid'))

  async function enterPin(pin: string): Promise<void> {
    const field = await visit.page.waitForSelector('.pin-pad input')
    await visit.page.waitForFunction(() => {
      const input = document.querySelector<HTMLInputElement>('.pin-pad input')
      return input?.value === ''
    })
    await field?.type(pin, { delay: personMs })
    await visit.page.keyboard.press('Enter')
  }

  const until = (text: string) => untilShown(visit.page, text)

  async function gone(text: string): Promise<void> {
    const hides = (wanted: string) => !document.body.innerText.includes(wanted)
    await visit.page.waitForFunction(hides, {}, text)
  }

  /** A picture of the page, for people, where they ask for it. */
  async function picture(name: string): Promise<void> {
    const folder = process.env.POS_PICTURES
    if (folder) await visit.page.screenshot({ path: `${folder}/${name}.png` })
  }
})
