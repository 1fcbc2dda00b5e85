import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import type { ElementHandle } from 'puppeteer-core'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
} from 'vitest'
import { openBills } from '../support/bills.ts'
import { receivePayment } from '../support/selling.ts'
import { openShop, owner, type Shop } from '../support/shop.ts'
import { methodId, openTill } from '../support/till.ts'
import { openWallet, sentBy } from '../support/wallet-client.ts'
import { wcagViolations } from './accessibility.ts'
import { chromiumPath, openBrowser, type Visit } from './browser.ts'
import { personMs, pressable, untilShown } from './hands.ts'

const desktop = { width: 1_280, height: 900 }
const sizes = [{ width: 390, height: 844 }, { width: 820, height: 1_180 }, desktop]
const viewsIn = {
  English: ['Node', 'Payments', 'Pay out', 'Pay codes', 'Without a sale'],
  Español: ['Nodo', 'Pagos', 'Pagar', 'Códigos de pago', 'Sin venta'],
}

let shop: Shop
let wallet: Awaited<ReturnType<typeof openWallet>>
let browser: Awaited<ReturnType<typeof openBrowser>>
let visit: Visit
const folder = mkdtempSync(join(tmpdir(), 'pos-node-'))

const press = async (label: string, among = 'button') =>
  (await pressable(visit.page, label, { among })).click()

const type = (selector: string, text: string) =>
  visit.page.type(selector, text, { delay: personMs })

const shown = (text: string) => untilShown(visit.page, text)

const closed = () => visit.page.waitForFunction(() => !document.querySelector('dialog'))

async function openSection() {
  visit = await browser.visit(`${shop.url}/office#node`)
  await visit.page.setViewport(desktop)
}

async function logIn({ name, pin }: { name: string; pin: string }) {
  await openSection()
  await visit.page.waitForSelector('[name=name]')
  await type('[name=name]', name)
  await type('[name=pin]', pin)
  await visit.page.keyboard.press('Enter')
}

async function openTheWallet() {
  await visit.page.waitForSelector('[name=wallet-password]')
  await type('[name=wallet-password]', owner.password)
  await press('Open the wallet')
  await shown('The wallet is open until')
}

/** An invoice of another node, as it is pasted: nobody types so many letters. */
async function paste(selector: string, text: string) {
  await visit.page.waitForSelector(selector)
  await visit.page.focus(selector)
  await visit.page.keyboard.sendCharacter(text)
}

/** Presses the button of the row that shows a text. */
const pressRow = (text: string) =>
  visit.page
    .waitForFunction(
      (wanted: string) =>
        [...document.querySelectorAll<HTMLElement>('tbody tr')]
          .find(({ innerText }) => innerText.includes(wanted))
          ?.querySelector('button'),
      {},
      text,
    )
    .then((button) => (button as ElementHandle<HTMLElement>).click())

/** Downloads a file by a button, and returns it once all of it is there. */
async function downloaded(label: string): Promise<Buffer> {
  const session = await visit.page.createCDPSession()
  await session.send('Browser.setDownloadBehavior', {
    behavior: 'allow',
    downloadPath: folder,
  })
  await press(label)
  let name: string | undefined
  await expect
    .poll(() => {
      name = readdirSync(folder).find((each) => each.endsWith('.csv'))
      return name
    })
    .toBeDefined()
  return readFileSync(join(folder, name ?? ''))
}

/** A payment that the node has received and reported; returns its hash. */
async function receive(amountSat: number): Promise<string> {
  const { body } = await wallet.post('/wallet/createinvoice', {
    description: 'Green tea',
    amountSat,
  })
  const { paymentHash } = body as { paymentHash: string }
  await shop.node.pay({ paymentHash })
  return paymentHash
}

const invoiceOf = async (amountSat: number | null): Promise<string> =>
  (await shop.node.invoice({ amountSat, description: 'beans' })).body.serialized

describe.skipIf(chromiumPath === undefined)('the money on the node in a browser', () => {
  beforeAll(async () => {
    shop = await openShop({ node: 'direct' })
    wallet = await openWallet(shop)
    await wallet.pos.config.change({
      body: {
        businessName: 'Corner Shop',
        manualRate: { currency: 'USD', rate: 100_000 },
      },
    })
    const till = await openTill(shop)
    const teaId = await till.createProduct(5, 'Green tea')
    const paymentHash = await receive(4_200)
    const sold = await till.checkoutIfPaid(
      till.cart(teaId, 1, { paymentMethodId: methodId('BTC'), paymentHash }),
    )
    expect(sold.status, JSON.stringify(sold.body)).toBe(200)
    const { id: role } = await wallet.pos.roles.create({
      body: { role: 'Cashier', permissions: ['orders_read'] },
    })
    await wallet.pos.users.create({ body: { name: 'Cy', pin: '7351', role } })
    browser = await openBrowser()
    await logIn(owner)
    await shown('Money on the node')
    await visit.page.close()
  })
  afterAll(async () => {
    await browser?.close()
    await shop?.close()
    rmSync(folder, { recursive: true, force: true })
  })
  beforeEach(openSection)
  afterEach(async () => {
    await shop.node.clearFaults()
    await visit.page.close()
  })

  test('says how the node is, and what it holds once its password was given', async () => {
    await shown('The node is well.')
    await shown('One bitcoin costs $100,000.00.')
    await shown('a rate of your own')
    await visit.page.waitForSelector('[name=wallet-password]')
    await type('[name=wallet-password]', 'wrong')
    await press('Open the wallet')
    await shown('That is not the wallet password of your role.')
    await press('Open the wallet')
    await visit.page.$eval('[name=wallet-password]', (field) =>
      (field as HTMLInputElement).select(),
    )
    await openTheWallet()
    const { balanceSat } = await wallet.pos.wallet.balance()
    const worth = (balanceSat / 1_000).toLocaleString('en', { minimumFractionDigits: 2 })
    await shown(`${balanceSat.toLocaleString('en')} sat (about $${worth})`)
    await press('Change the password')
    await type('dialog [name=present-password]', owner.password)
    await type('dialog [name=new-password]', owner.password)
    await press('Change the password')
    await shown('The password is changed.')
    await press('Lock the wallet')
    await visit.page.waitForSelector('[name=wallet-password]')
  })

  test('pays an invoice once however often it is pressed, and says what it cost', async () => {
    await press('Pay out')
    await openTheWallet()
    await paste('[name=code]', 'no invoice')
    await press('Next')
    await shown('That is neither a Lightning invoice')
    await visit.page.$eval('[name=code]', (field) =>
      (field as HTMLTextAreaElement).select(),
    )
    await paste('[name=code]', await invoiceOf(1_000))
    await press('Next')
    await shown('1,000 sat (about $1.00)')
    await shown('beans')
    await press('Next')
    await shown('8 sat (about $0.01)')
    const sent = await sentBy(wallet, async () => {
      const button = await pressable(visit.page, 'Pay 1,000 sat')
      await button.click({ count: 2 })
      await shown('1,000 sat were paid, the fee was 8 sat.')
    })
    expect(sent).toBe(1_000)
    await press('Close', 'dialog .actions button')
    await closed()
    await shown('1,000 sat were paid, the fee was 8 sat.')
    expect(visit.problems).toEqual([])
  })

  test('pays to an address', async () => {
    await press('Pay out')
    await openTheWallet()
    await paste('[name=code]', 'bitcoin:tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx')
    await press('Next')
    await type('[name=amount]', '20000')
    await shown('about $20.00')
    await type('[name=feerate]', '3')
    await press('Next')
    await shown('600 sat')
    await press('Pay 20,000 sat')
    await shown('20,000 sat were paid, the fee was 600 sat.')
    await shown('is not confirmed yet')
  })

  test('says that the outcome is unknown, and pays nothing a second time', async () => {
    await press('Pay out')
    await openTheWallet()
    await paste('[name=code]', await invoiceOf(2_000))
    await press('Next')
    await press('Next')
    await shop.node.faults({ refuse: true, path: '/pay' })
    await press('Pay 2,000 sat')
    await shown('Nobody knows yet whether 2,000 sat were paid. Do not pay it again')
    await shop.node.clearFaults()
    const sent = await sentBy(wallet, async () => {
      await press('Ask again what became of it')
      await pressable(visit.page, 'Ask again what became of it')
    })
    expect(sent).toBe(0)
    await press('Close', 'dialog .actions button')
    await closed()
    await shown('Do not pay it again')
  })

  test('lists what came and left, opens the sale behind it, and downloads it', async () => {
    await press('Payments')
    await openTheWallet()
    await shown('4,200 sat')
    await press('1', 'tbody button')
    await shown('Receipt 1')
    await shown('Bitcoin')
    await visit.page.keyboard.press('Escape')
    await closed()
    const file = await downloaded('Download as CSV')
    const rows = parse(file, { bom: true }) as string[][]
    expect(rows[0]?.slice(1, 4)).toEqual(['Direction', 'Satoshis', 'Fee in satoshis'])
    expect(rows.map((row) => row.slice(1, 5))).toContainEqual([
      'received',
      '4200',
      '0.000',
      'Green tea',
    ])
    await press('Paid out')
    await shown('To a Bitcoin address')
    await shown('20,600 sat')
    await shown('1,008 sat')
    // A dialog that is closed gives up what it was reading
    expect(visit.problems.filter((each) => !each.startsWith('failed: '))).toEqual([])
  })

  test('makes a pay code, shows its card, changes and deletes it', async () => {
    await press('Pay codes')
    await shown('There is no pay code yet.')
    await press('Add a pay code')
    await visit.page.waitForSelector('dialog [name=code-name]')
    await type('dialog [name=code-name]', 'Tips')
    await type('dialog [name=least]', '10')
    await press('Save')
    await closed()
    await shown('What the payer chooses, at least 10 sat')
    await shown(`tips@${new URL(shop.url).host}`)
    await press('Card', 'tbody button')
    await visit.page.waitForFunction(() => {
      const picture = document.querySelector<HTMLImageElement>('.pay-card img')
      return (picture?.naturalWidth ?? 0) > 0
    })
    await shown('Nothing can be printed: no printer for receipts is switched on.')
    await visit.page.emulateMediaType('print')
    const onPaper = await visit.page.evaluate(() => document.body.innerText)
    expect(onPaper).toMatch(/Corner Shop[\s\S]*Pay with Bitcoin[\s\S]*tips@/)
    expect(onPaper).not.toContain('Add a pay code')
    await visit.page.emulateMediaType('screen')
    await visit.page.keyboard.press('Escape')
    await closed()
    await press('tips')
    await visit.page.waitForSelector('dialog [name=kind]')
    await visit.page.select('dialog [name=kind]', 'fixed')
    await type('dialog .money-field input', '2.50')
    await press('Save')
    await closed()
    await shown('$2.50')
    expect((await wallet.pos.payCodes.list()).map(({ kind }) => kind)).toEqual(['fixed'])
    await press('tips')
    await press('Delete')
    await shown('asks for nothing any more')
    await press('Delete')
    await shown('There is no pay code yet.')
    expect(visit.problems).toEqual([])
  })

  test('pays back, sells for and dismisses payments that no sale knows', async () => {
    const pastMs = 3_600_000
    await receive(3_000)
    await receivePayment(5_000, pastMs)
    await receivePayment(6_000, pastMs)
    // A till may be selling what came within two minutes
    await visit.page.evaluateOnNewDocument(() => {
      const { now } = Date
      Date.now = () => now() + 180_000
    })
    await visit.page.reload()
    await press('Without a sale')
    await shown('3,000 sat')
    await pressRow('3,000 sat')
    await press('Pay back')
    await paste('dialog [name=invoice]', await invoiceOf(3_001))
    await press('Next')
    await press('Pay 3,000 sat back')
    await shown('The invoice names another amount than may be given back')
    await press('Back')
    await visit.page.$eval('dialog [name=invoice]', (field) =>
      (field as HTMLTextAreaElement).select(),
    )
    await paste('dialog [name=invoice]', await invoiceOf(3_000))
    await press('Next')
    const sent = await sentBy(wallet, async () => {
      const button = await pressable(visit.page, 'Pay 3,000 sat back')
      await button.click({ count: 2 })
      await shown('3,000 sat were paid back.')
    })
    expect(sent).toBe(3_000)
    await closed()
    await pressRow('5,000 sat')
    await press('Dismiss')
    await type('dialog [name=reason]', 'a test')
    await press('Next')
    await press('Dismiss it')
    await shown('It is off the list.')
    await pressRow('6,000 sat')
    await type('dialog [name=what-for]', 'Donation')
    await type('dialog .money-field input', '6')
    await press('Next')
    await shown('A sale is booked: Donation, $6.00, paid in Bitcoin.')
    await press('Book the sale')
    await shown('Every payment has its sale.')
  })

  test.each(['light', 'dark'])(
    'meets WCAG AA in every view, in three sizes and two languages, in %s colours',
    async (theme) => {
      await shown('The node is well.')
      await openTheWallet()
      for (const [language, views] of Object.entries(viewsIn)) {
        for (const view of views) {
          await press(view)
          await visit.page.waitForNetworkIdle()
          for (const size of sizes) {
            const found = await wcagViolations(visit.page, theme, size, 'main')
            expect(found, `${view} in ${language} at ${size.width}`).toEqual([])
            const wide = await visit.page.evaluate(
              () => document.documentElement.scrollWidth,
            )
            expect(wide, `${view} in ${language}`).toBe(size.width)
          }
        }
        if (language === 'English') await press('Español', 'header button')
      }
      await press('English', 'header button')
    },
    300_000,
  )

  test('shows older payments page by page', async () => {
    for (let at = 0; at < 55; at += 1) await receive(1_000 + at)
    await press('Payments')
    await openTheWallet()
    await shown('1,054 sat')
    const rows = () => visit.page.$$eval('tbody tr', ({ length }) => length)
    expect(await rows()).toBe(50)
    await press('Show older ones')
    await shown('4,200 sat')
    expect(await rows()).toBeGreaterThan(55)
    expect(await visit.page.$eval('main', (main) => main.innerText)).not.toContain(
      'Show older ones',
    )
  })

  test('pays an open bill with a payment', async () => {
    const bills = await openBills(shop)
    const orderId = await bills.createBill([900])
    await receivePayment(9_000, 3_600_000)
    await wallet.pos.config.change({
      body: { businessName: 'Corner Shop', businessType: 'restaurant' },
    })
    await visit.page.reload()
    await press('Without a sale')
    await pressRow('9,000 sat')
    await visit.page.waitForSelector('dialog [name=bill]')
    await type('dialog .money-field input', '9')
    await press('Next')
    await shown('$9.00 are paid on this bill')
    await press('Pay the bill with it')
    await shown('The bill has the payment.')
    const { status } = await wallet.pos.orders.one({ params: { id: orderId } })
    expect(status).toBe('paid')
  })

  test('is not for a cashier without rights', async () => {
    await press('Log out')
    await visit.page.waitForSelector('[name=name]')
    await visit.page.close()
    await logIn({ name: 'Cy', pin: '7351' })
    await shown('Your role does not include Money on the node.')
    expect(await visit.page.$('nav.sections')).toBeNull()
    expect(visit.requested.filter((url) => url.includes('/wallet/'))).toEqual([])
  })
})
