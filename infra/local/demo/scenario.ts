import { connect } from '../../../shared/client/connect.ts'
import type { Pos } from '../../../shared/client/pos.ts'
import type { DemoSystem } from './demo-system.ts'
import { fillTheDay } from './full-day.ts'
import { sellOverLightning, sendForgedWebhook } from './lightning.ts'
import { logInAsOwner } from './owner.ts'
import { prepareReceipts, printReceipt } from './receipt.ts'
import { addProducts, sellForCash, tryToOversell } from './sales.ts'
import { expectEqual, result, step } from './steps.ts'

/**
 * Runs a shop from setup to a paid Lightning invoice, through its public API only. Returns
 * the paths of the printed receipts. Throws ContractViolation at the first response that
 * differs from the contract.
 */
export async function runScenario(system: DemoSystem): Promise<string[]> {
  const pos = connect({ baseUrl: system.url })
  const userId = await logInAsOwner(pos, system.dataDir)
  await prepareReceipts(pos, Date.now() + 15_000)
  const [coffee, cake] = await addProducts(pos)
  const cash = await sellForCash(pos, userId, coffee, cake)
  await tryToOversell(pos, userId, coffee)
  const cashPicture = await printReceipt(pos, system, cash, null)
  const lightning = await sellOverLightning(pos, system, userId, cake)
  const picture = await printReceipt(pos, system, lightning, lightning.invoice)
  await sendForgedWebhook(system)
  await listOrdersOfTheDay(pos, [cash.orderId, lightning.orderId])
  await fillTheDay(pos, userId)
  return [cashPicture, picture]
}

async function listOrdersOfTheDay(pos: Pos, orderIds: readonly string[]): Promise<void> {
  step("The day's orders with their payments")
  const today = new Date().toISOString().slice(0, 10)
  const query = { startDate: today, endDate: today }
  const orders = await pos.orders.withPayments({ query })
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
