import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
} from 'vitest'
import { openShop, owner, type Shop } from '../support/shop.ts'
import { openWallet, sentBy } from '../support/wallet-client.ts'
import { chromiumPath, openBrowser, type Visit } from './browser.ts'
import { personMs, pressable, untilShown } from './hands.ts'

const desktop = { width: 1_280, height: 900 }

let shop: Shop
let wallet: Awaited<ReturnType<typeof openWallet>>
let browser: Awaited<ReturnType<typeof openBrowser>>
let visit: Visit

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
    await shown(`${balanceSat.toLocaleString('en')} sat (about $1,000.00)`)
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
