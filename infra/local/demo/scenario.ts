import { connect } from '../../../shared/client/connect.ts'
import { Client } from '../client.ts'
import type { DemoSystem } from './demo-system.ts'
import { fillTheDay } from './full-day.ts'
import { sellOverLightning, sendForgedWebhook } from './lightning.ts'
import { logInAsOwner } from './owner.ts'
import { prepareReceipts, printReceipt } from './receipt.ts'
import { addProducts, sellForCash, tryToOversell } from './sales.ts'
import { expectEqual, expectResponse, result, step } from './steps.ts'

/**
 * Runs a shop from setup to a paid Lightning invoice, through its public API only. Returns
 * the paths of the printed receipts. Throws ContractViolation at the first response that
 * differs from the contract.
 */
export async function runScenario(system: DemoSystem): Promise<string[]> {
  const till = new Client(system.url)
  const userId = await logInAsOwner(till, system.dataDir)
  await prepareReceipts(till, Date.now() + 15_000)
  const [coffee, cake] = await addProducts(till)
  const cash = await sellForCash(till, userId, coffee, cake)
  await tryToOversell(till, userId, coffee)
  const cashPicture = await printReceipt(till, system, cash, null)
  const lightning = await sellOverLightning(till, system, userId, cake)
  const picture = await printReceipt(till, system, lightning, lightning.invoice)
  await sendForgedWebhook(system)
  await listOrdersOfTheDay(till, [cash.orderId, lightning.orderId])
  await fillTheDay(connect({ baseUrl: system.url, cookies: till.cookies }), userId)
  return [cashPicture, picture]
}

async function listOrdersOfTheDay(
  till: Client,
  orderIds: readonly string[],
): Promise<void> {
  step("The day's orders with their payments")
  const today = new Date().toISOString().slice(0, 10)
  const orders: { id: string; status: string; total: number; paymentMethod: string }[] =
    expectResponse(
      await till.get(`/orders/with-payments?startDate=${today}&endDate=${today}`),
      { status: 200 },
    )
  const ofThisRun = orders.filter(({ id }) => orderIds.includes(id))
  expectEqual(
    'orders of this run, newest first',
    ofThisRun.map(({ status, total, paymentMethod }) => [status, total, paymentMethod]),
    [
      ['paid', 4.5, 'BTC'],
      ['paid', 8.9, 'Cash'],
    ],
  )
  for (const { status, total, paymentMethod } of ofThisRun) {
    result(`${status} ${total.toFixed(2)} by ${paymentMethod}`)
  }
}
