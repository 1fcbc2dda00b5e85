import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nodeStateKey } from '../../shared/agents/node-state.ts'
import { clearAlertOf, raiseAlert } from '../../shared/events/alerts/alerts.ts'
import { updateIfHolds } from '../../shared/platform/dynamodb/transact.ts'
import { upsert } from '../../shared/platform/dynamodb/write.ts'
import { enrolAgent } from '../support/on-site-agent.ts'
import { createProduct } from '../support/products.ts'
import { receivePayment } from '../support/selling.ts'
import { openShop, owner, type Shop } from '../support/shop.ts'
import { methodId, openTill, type Till } from '../support/till.ts'
import { openSocket } from '../support/tunnel-agents.ts'
import { wcagViolations } from './accessibility.ts'
import { chromiumPath, openBrowser, type Visit } from './browser.ts'
import { untilShown } from './hands.ts'

const desktop = { width: 1_280, height: 900 }
const phone = { width: 390, height: 844 }

let shop: Shop
let admin: Till['admin']
let till: Till
let teaId: string
let wrappingId: string
let browser: Awaited<ReturnType<typeof openBrowser>>
let visit: Visit

describe.skipIf(chromiumPath === undefined)("the owner's page in a browser", () => {
  beforeAll(async () => {
    shop = await openShop({ node: 'tunnel', stream: true })
    till = await openTill(shop)
    admin = till.admin
    await admin.pos.config.change({
      body: { businessName: 'Corner Shop', timezone: 'America/Mexico_City' },
    })
    await admin.pos.taxes.create({
      body: { name: 'VAT', ratePercent: 16, isDefault: true },
    })
    teaId = await till.createProduct(5, 'Green tea')
    await till.checkout(till.cart(teaId, 2))
    await admin.put(`/products/${teaId}`, {
      name: 'Green tea',
      costCents: 100,
      priceCents: 250,
      quantity: 3,
      minStockThreshold: 4,
      maxStockThreshold: 20,
    })
    await receivePayment(12_000, 3_600_000)
    await receivePayment(345, 3_500_000)
    wrappingId = await createProduct(admin, {
      name: 'Gift wrapping',
      quantity: 0,
      trackStock: false,
    })
    const startTime = String(Date.now())
    await admin.post('/shifts', {
      userId: shop.ownerId,
      shiftDate: startTime,
      startTime,
      notes: '',
      initialAmount: 80,
    })
    await shop.printers(admin)
    await admin.post('/printers/set', {
      printerType: 'CUSTOMER',
      printerName: 'customer',
    })
    browser = await openBrowser()
    visit = await browser.visit(`${shop.url}/office`)
    await visit.page.setViewport(desktop)
  })
  afterAll(async () => {
    await browser?.close()
    await shop?.close()
  })

  test('says that a PIN is wrong, and shows the shop after the right one', async () => {
    expect(visit.problems).toEqual([])
    await logIn(owner.name, '0000')
    await until('This name and PIN do not go together.')
    expect(visit.problems).toHaveLength(1)
    await receivePayment(6_789)
    await logIn(owner.name, owner.pin)
    await until('Corner Shop')
    expect(visit.problems).toHaveLength(1)
    await expect.poll(() => section('Stock to order')).toMatch(/Green tea\s+3\s+4/)
    expect(await section('Stock to order')).not.toContain('Gift wrapping')
    await expect
      .poll(() => section('Open shift'))
      .toMatch(/Opened by\s+Ana[\s\S]*\$80\.00/)
    await expect.poll(() => section('By payment method')).toMatch(/Cash\s+1\s+\$5\.00/)
    // Not the one that a till may be selling
    const unmatched = await section('Payments without a sale')
    expect(unmatched).toMatch(/2 payments, 12,345 sat in all[\s\S]*345 sat[\s\S]*12,000/)
    const devices = await section('Printers and computers')
    expect(devices).toMatch(/customer Receipts\s+no receipt lately/)
    expect(devices).toMatch(/test agent[\s\S]*last seen (now|1 minute ago)[\s\S]*online/)
  })

  test('shows a payment and its sale as they arrive, without a reload', async () => {
    await visit.page.evaluate(() => Object.assign(window, { isSame: true }))
    const invoice = await admin.post('/wallet/createinvoice', {
      description: 'Green tea',
      amountSat: 4_200,
    })
    const { serialized, paymentHash } = invoice.body
    await shop.node.pay({ invoice: serialized })
    await until('4,200 sat')
    const sold = await till.checkoutIfPaid(
      till.cart(teaId, 1, { paymentMethodId: methodId('BTC'), paymentHash }),
    )
    expect(sold).toMatchObject({ status: 200, body: { status: 'completed' } })
    await until('$7.50')
    await expect.poll(() => section('By payment method')).toMatch(/Bitcoin\s+1\s+\$2\.50/)
    await expect.poll(() => section('Last orders')).toMatch(/Bitcoin\s+paid\s+\$2\.50/)
    expect(await visit.page.evaluate(() => 'isSame' in window)).toBe(true)
  })

  test('says that little can be received, and nothing of it while all is well', async () => {
    const isWarned = () => document.querySelector('.node-warnings') !== null
    expect(await visit.page.evaluate(isWarned)).toBe(false)
    await admin.put('/config', {
      businessName: 'Corner Shop',
      lowInboundSat: 3_000_000_000,
    })
    await visit.page.reload()
    await until('sat can still be received.')
  })

  test('says what else the owner must know of the node', async () => {
    const known = {
      askedAtMs: Date.now(),
      peerLostSinceMs: Date.now(),
      feeCreditSat: 20_000,
      hasNoChannel: true,
      isLimited: true,
      missedWebhooks: 2,
    }
    await updateIfHolds(upsert(nodeStateKey, { set: known }))
    await visit.page.reload()
    for (const text of [
      'The node has had no line to its peer since',
      'The first larger payment opens one, which takes about 23,000 sat of it.',
      '20,000 sat of small payments are kept for a channel',
    ]) {
      await until(text)
    }
    const { askedAtMs: _asked, ...passing } = known
    await updateIfHolds(upsert(nodeStateKey, { remove: Object.keys(passing) }))
  })

  test('shows the alerts that are open, and none that is over', async () => {
    const alert = { kind: 'printer_failing', subject: 'oven' } as const
    const details = { printerName: 'oven', agentName: 'counter' }
    await raiseAlert({ ...alert, details }, Date.now())
    await visit.page.reload()
    await until('A printer fails')
    await expect
      .poll(() => section('Alerts'))
      .toMatch(/oven · counter\s+See whether it has paper/)
    await clearAlertOf(alert, Date.now())
    await visit.page.reload()
    await until('Corner Shop')
    await until('By payment method')
    await expect
      .poll(() => visit.page.evaluate(() => document.body.innerText))
      .not.toContain('A printer fails')
  })

  test('asks for nothing while nobody looks, and shows a sale and what it left all the same', async () => {
    let asked: string[] = []
    visit.page.on('request', (request) => asked.push(request.url()))
    /**
     * Collects the requests of 16 s: a reading of every few seconds is due several times
     * in that time.
     */
    const askedMeanwhile = async () => {
      asked = []
      await new Promise((resolve) => setTimeout(resolve, 16_000))
      return asked
    }
    await expect.poll(askedMeanwhile, { timeout: 100_000 }).toEqual([])
    const before = await section('Last orders')
    await till.checkout(till.cart(wrappingId, 1))
    await until('$10.00')
    await expect.poll(() => section('Last orders')).not.toBe(before)
    await expect.poll(() => section('By payment method')).toMatch(/Cash\s+2\s+\$7\.50/)
    expect(await section('Stock to order')).toMatch(/Green tea\s+2\s+4/)
    await admin.post('/products/stock', [
      { productId: teaId, quantity: 1, reason: 'found' },
    ])
    await expect.poll(() => section('Stock to order')).toMatch(/Green tea\s+3\s+4/)
    expect(asked).toEqual([])
    // Whoever looks sees what the feed does not carry
    await visit.page.mouse.move(200, 200)
    await visit.page.mouse.move(210, 210)
    await expect.poll(() => asked.join(), { timeout: 60_000 }).toContain('/reports')
  })

  test('shows a cash sale, and that the shop does not respond, within moments', async () => {
    const tenders = [
      { paymentMethodId: methodId('Cash'), amountCents: 150 },
      { paymentMethodId: methodId('Credit Card'), amountCents: 100 },
    ]
    const { paymentMethodId: _, currencyId: __, ...cart } = till.cart(teaId, 1)
    await till.checkout({ ...cart, tenders })
    await until('$12.50')
    await expect
      .poll(() => section('By payment method'))
      .toMatch(/Credit Card\s+1\s+\$1\.00/)
    const network = await visit.page.createCDPSession()
    await network.send('Network.enable')
    await network.send('Network.setBlockedURLs', { urls: ['*'] })
    try {
      // The feed tells of a sale; only what somebody looks at is asked for
      await till.checkout(till.cart(wrappingId, 1))
      await until('$15.00')
      await visit.page.mouse.move(220, 220)
      await visit.page.mouse.move(230, 230)
      await until('Reconnecting …')
    } finally {
      await network.detach()
    }
    await until('Connected')
  })

  test("has the day's sums for the books, in the shop's own time zone", async () => {
    await admin.post(
      '/store/orders/checkout',
      till.cart(teaId, 1, { amount: 2, discountAmount: 100, tipAmount: 0.5 }),
    )
    await visit.page.reload()
    await until('Corner Shop')
    const books = await section('For the books')
    expect(books).toMatch(/Sales less refunds\s+\$16\.50/)
    expect(books).toMatch(/Discounts\s+\$1\.00\s+Tips\s+\$0\.50/)
    expect(books).toMatch(/VAT 16 %\s+\$14\.24\s+\$2\.26/)
    await expect.poll(() => section('Sales by hour')).toContain('America/Mexico City')
  })

  test('shows the receipt of a sale as it is printed', async () => {
    // Readings above the orders move them
    await until('Inbound liquidity is low')
    await visit.page.waitForFunction(() => !document.body.innerText.includes('Loading'))
    await press('Receipt')
    const picture = await visit.page.waitForSelector('dialog img')
    await visit.page.waitForFunction((image) => image?.naturalWidth === 640, {}, picture)
    await press('Close')
    await visit.page.waitForSelector('dialog', { hidden: true })
  })

  test('says which printer prints, and which agent the node refuses', async () => {
    const agent = await enrolAgent(shop, admin, 'back office')
    await openSocket(shop, { id: agent.id, bearer: agent.token })
    const printers = [{ name: 'counter', kind: 'network' }]
    const report = { printers, version: '1.0.0', nodeRefusesPassword: true }
    await agent.post('/agents/report', report)
    const counter = { printerType: 'BAR', printerName: 'counter' }
    await admin.post('/printers/set', counter)
    const [order] = (await admin.get('/orders/with-payments')).body
    await admin.post('/printers/print', { printerType: 'BAR', orderId: order.id })
    const [job] = (await admin.get('/printers/jobs')).body
    await agent.post(`/agents/jobs/${job.id}`, { state: 'printed', detail: null })
    await visit.page.reload()
    await until('the Lightning node refuses its password')
    const devices = await section('Printers and computers')
    expect(devices).toMatch(/counter Bar\s+last receipt (now|1 minute ago)\s+ready/)
    expect(devices).toMatch(
      /test agent\s+last seen (now|1 minute ago) · .+ · reaches the Lightning node/,
    )
    expect(devices).toMatch(
      /back office\s+last seen .+ · version 1.0.0; update it to .+ · the Lightning node refuses/,
    )
    await admin.del(`/agents/${agent.id}`)
  })

  test.each([
    ['light', desktop],
    ['dark', desktop],
    ['light', phone],
  ] as const)('meets WCAG AA in %s colours on %o', async (theme, viewport) => {
    expect(await wcagViolations(visit.page, theme, viewport, 'canvas')).toEqual([])
    const { scrollWidth } = await visit.page.evaluate(() => ({
      scrollWidth: document.documentElement.scrollWidth,
    }))
    expect(scrollWidth).toBe(viewport.width)
  })

  test('says when it is offline, and when it is back', async () => {
    await visit.page.setOfflineMode(true)
    await until('Reconnecting …')
    await visit.page.setOfflineMode(false)
    await until('Connected')
  })

  test('shows the sums of a day that changed its currency apart', async () => {
    const { id } = (await admin.get('/shifts/open')).body
    expect((await admin.post(`/shifts/${id}/close`, { finalAmount: 0 })).status).toBe(200)
    const changed = await admin.put('/base-currency', { acronym: 'EUR' })
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    await visit.page.reload()
    await until('Corner Shop')
    const books = await section('For the books')
    const [own, others] = books.split('USD')
    expect(own).toMatch(/Sales less refunds\s+€0/)
    expect(others).toMatch(/Sales less refunds\s+\$16\.50/)
  })

  test('changes to Spanish, and keeps it', async () => {
    await press('Español')
    await until('Ventas por hora')
    await visit.page.reload()
    await until('Ventas por hora')
    await expect.poll(() => section('Por método de pago')).toMatch(/Efectivo\s+5\s+/)
    expect(await visit.page.$eval('html', ({ lang }) => lang)).toBe('es')
  })

  test('logs out for good, and says what a role without permissions cannot see', async () => {
    await press('Salir')
    await until('Nombre')
    await visit.page.reload()
    await until('Nombre')
    const role = await admin.post('/roles', { role: 'Counter' })
    await admin.put(`/roles/${role.body.id}/permissions`, {
      permissions: ['products_read', 'orders_read'],
    })
    await admin.post('/users', { name: 'Bea', pin: '9876', role: role.body.id })
    await logIn('Bea', '9876')
    await until('Existencias por reponer')
    await expect.poll(() => section('Existencias por reponer')).toContain('Green tea')
    await expect.poll(() => section('Turno abierto')).toContain('Su rol no incluye esto')
    await expect.poll(() => section('Últimos pedidos')).toContain('pagado')
    await expect
      .poll(() => section('Ventas por hora'))
      .toContain('Su rol no incluye esto')
    await expect
      .poll(() => section('Por método de pago'))
      .toContain('Su rol no incluye esto')
    expect(await visit.page.$('.figures')).toBeNull()
    const titles = await visit.page.$$eval('h2', (all) =>
      all.map((each) => each.innerText),
    )
    expect(titles).not.toContain('Pagos en Bitcoin')
    await expect.poll(() => section('Impresoras y equipos')).toContain('administradores')
  })

  test('has caused no error but the refused logins, and no request to another host', () => {
    const refused = /status of 401|ERR_INTERNET_DISCONNECTED|^failed: /
    expect(visit.problems.filter((problem) => !refused.test(problem))).toEqual([])
    const hosts = visit.requested.map((url) => new URL(url).host)
    // Pictures that the page holds itself have no host.
    expect(
      hosts.filter((host) => host !== '' && host !== new URL(shop.url).host),
    ).toEqual([])
  })

  async function logIn(name: string, pin: string): Promise<void> {
    const { page } = visit
    await page.waitForSelector('[name=name]')
    await page.$$eval('input', (fields) => {
      for (const field of fields) field.value = ''
    })
    await page.type('[name=name]', name)
    await page.type('[name=pin]', pin)
    await page.keyboard.press('Enter')
  }

  async function press(label: string): Promise<void> {
    await (await visit.page.waitForSelector(`button::-p-text(${label})`))?.click()
  }

  const until = (text: string) => untilShown(visit.page, text)

  /** The text of a section once it has been read. */
  async function section(title: string): Promise<string> {
    const read = (wanted: string) => {
      const all = [...document.querySelectorAll<HTMLElement>('section')]
      const found = all.find((each) => each.querySelector('h2')?.innerText === wanted)
      const text = found?.innerText ?? ''
      return /Loading|Cargando/.test(text) ? '' : text.slice(wanted.length).trim()
    }
    const text = await visit.page.waitForFunction(read, {}, title)
    return String(await text.jsonValue())
  }
})
