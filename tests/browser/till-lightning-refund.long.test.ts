import { describe, expect, onTestFinished, test } from 'vitest'
import { errors as en } from '../../pages/parts/texts/en.ts'
import { refundsOf } from '../support/refunds.ts'
import { openShop, owner } from '../support/shop.ts'
import { methodId, openTill } from '../support/till.ts'
import { chromiumPath, openBrowser } from './browser.ts'
import { personMs, pressable, untilShown } from './hands.ts'

const desktop = { width: 1_280, height: 900 }

describe.skipIf(chromiumPath === undefined)('a refund to a Lightning invoice', () => {
  test('names its satoshis, says what to do when the node fails, and can be tried again', async () => {
    const shop = await openShop({ node: 'direct' })
    onTestFinished(() => shop.close())
    const till = await openTill(shop)
    const refunds = refundsOf(shop, till)
    const coffee = await till.createProduct(5)
    const id = await refunds.sellForSatoshis(1_000, (paymentHash) =>
      till.cart(coffee, 2, { paymentMethodId: methodId('BTC'), paymentHash }),
    )
    const browser = await openBrowser()
    onTestFinished(() => browser.close())
    const { page } = await browser.visit(`${shop.url}/till`)
    await page.setViewport(desktop)
    await page.waitForSelector('[name=name]:focus')
    await page.type('[name=name]', owner.name, { delay: personMs })
    await page.type('[name=pin]', owner.pin, { delay: personMs })
    await page.keyboard.press('Enter')
    await (await page.waitForSelector('nav a[href="#after"]'))?.click()
    const press = async (label: string) => (await pressable(page, label)).click()
    await press('Ticket 1')
    await press('Refund')
    await untilShown(page, 'It names 1,000 sat and expires within 24 hours.')
    await page.focus('[name=invoice]')
    await page.keyboard.sendCharacter(await refunds.invoiceOf(1_000))
    for (const [paymentFailure, said] of [
      ['payment could not be sent through existing channels', en.payment_failed.top_up],
      ['payment request features not supported', en.payment_failed.never],
      ['recipient node is offline or unreachable', en.payment_failed.later],
    ] as const) {
      await shop.node.faults({ paymentFailure })
      await press('Give back')
      await untilShown(page, said)
    }
    await shop.node.clearFaults()
    await press('Give back')
    await untilShown(page, 'went back in Bitcoin.')
    expect((await till.getOrder(id)).body.refund).toMatchObject({ satoshiAmount: 1_000 })
  })
  test('gives back one unit of a line from the office, to an invoice that it describes', async () => {
    const shop = await openShop({ node: 'direct' })
    onTestFinished(() => shop.close())
    const till = await openTill(shop)
    const refunds = refundsOf(shop, till)
    const coffee = await till.createProduct(5)
    const id = await refunds.sellForSatoshis(1_000, (paymentHash) =>
      till.cart(coffee, 2, { paymentMethodId: methodId('BTC'), paymentHash }),
    )
    const browser = await openBrowser()
    onTestFinished(() => browser.close())
    const { page, problems } = await browser.visit(`${shop.url}/office#reports`)
    await page.setViewport(desktop)
    await page.waitForSelector('[name=name]')
    await page.type('[name=name]', owner.name, { delay: personMs })
    await page.type('[name=pin]', owner.pin, { delay: personMs })
    await page.keyboard.press('Enter')
    const press = async (label: string, among = 'button') =>
      (await pressable(page, label, { among })).click()
    await untilShown(page, 'At full prices')
    await press('Product')
    const { name } = (await till.admin.get(`/products/${coffee}`)).body
    await press(name)
    await untilShown(page, 'One sale')
    await press('1')
    await press('Refund')
    await press('Some of the goods', 'label')
    await (await page.waitForSelector(`[aria-label="One ${name} more"]`))?.click()
    await untilShown(page, 'It names at most 500 sat and expires within 24 hours.')
    await page.focus('[name=invoice]')
    await page.keyboard.sendCharacter(await refunds.invoiceOf(500))
    await press('Give back')
    await page.waitForFunction(() => !document.querySelector('[name=invoice]'))
    const { refunds: made } = (await till.admin.get('/orders/with-payments')).body.find(
      (order: { id: string }) => order.id === id,
    )
    expect(made).toMatchObject([{ satoshiAmount: 500, items: [{ quantity: 1 }] }])
    // The receipt's picture is given up where the form takes its place
    const isGivenUp = (problem: string) => problem.endsWith('/templates/preview')
    expect(problems.filter((problem) => !isGivenUp(problem))).toEqual([])
  })
})
