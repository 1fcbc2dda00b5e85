import { connect } from '../../../shared/client/connect.ts'
import type { Pos } from '../../../shared/client/pos.ts'
import { prepareBooks } from './books.ts'
import { addBreakfast, sellBreakfast } from './breakfast.ts'
import { closeDay, openDay } from './day.ts'
import type { DemoSystem } from './demo-system.ts'
import { fillTheDay } from './full-day.ts'
import { sellOverLightning, sendForgedWebhook } from './lightning.ts'
import { logInAsOwner } from './owner.ts'
import { preparePrinters, printReceipt } from './receipt.ts'
import { refundHalf } from './refund.ts'
import { addProducts, sellForCash, tryToOversell } from './sales.ts'
import { expectEqual, result, step } from './steps.ts'
import { payApart, serveTable } from './table.ts'

/**
 * Runs a shop from setup to a paid Lightning invoice, through its public API only. Returns
 * the paths of the printed receipts. Throws ContractViolation at the first response that
 * differs from the contract.
 */
export async function runScenario(system: DemoSystem): Promise<string[]> {
  const pos = connect({ baseUrl: system.url })
  const userId = await logInAsOwner(pos, system)
  const timeZone = await prepareBooks(pos)
  await preparePrinters(pos, Date.now() + 60_000)
  const shiftId = await openDay(pos, userId)
  const [coffee, cake] = await addProducts(pos)
  const cash = await sellForCash(pos, userId, coffee, cake)
  await tryToOversell(pos, userId, coffee)
  const lightning = await sellOverLightning(pos, system, userId, cake)
  const breakfast = await addBreakfast(pos, coffee, cake)
  const shared = await sellBreakfast(pos, userId, breakfast, [coffee, cake])
  const receipts = [await printReceipt(pos, system, shared)]
  await refundHalf(pos, system, lightning)
  receipts.push(await printReceipt(pos, system, lightning))
  const table = await serveTable(pos, system, userId)
  await payApart(pos, userId, table.orderId)
  await sendForgedWebhook(system)
  await listOrdersOfTheDay(pos, timeZone, [cash.orderId, lightning.orderId])
  const zReport = await closeDay(pos, system, shiftId)
  await fillTheDay(pos, userId)
  return [...receipts, table.picture, zReport]
}

async function listOrdersOfTheDay(
  pos: Pos,
  timeZone: string,
  orderIds: readonly string[],
): Promise<void> {
  step("The day's orders with their payments")
  // Swedish dates are written as ISO 8601 does.
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone }).format()
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
