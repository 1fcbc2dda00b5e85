import { connect } from '../../../shared/client/connect.ts'
import type { Pos } from '../../../shared/client/pos.ts'
import { closeDay, fillTheDay, openDay, prepareBooks } from './day.ts'
import { refundHalf, sellOverLightning, sendForgedWebhook } from './lightning.ts'
import { logInAsOwner } from './owner.ts'
import { preparePrinters, printReceipt } from './receipt.ts'
import {
  addBreakfast,
  addProducts,
  sellBreakfast,
  sellForCash,
  tryToOversell,
} from './sales.ts'
import { type DemoSystem, expectEqual, result, step } from './steps.ts'
import { payApart, serveTable } from './table.ts'

/**
 * Runs a shop's day through its public API alone. Returns the paths of the printed receipts.
 * Throws ContractViolation at the first response that differs from the contract.
 */
export async function runScenario(system: DemoSystem): Promise<string[]> {
  const pos = connect({ baseUrl: system.url })
  const userId = await logInAsOwner(pos, system)
  const timeZone = await prepareBooks(pos)
  await preparePrinters(pos)
  const shiftId = await openDay(pos, userId)
  const [coffee, cake] = await addProducts(pos)
  const cash = await sellForCash(pos, userId, coffee, cake)
  await tryToOversell(pos, userId, coffee)
  const lightning = await sellOverLightning(pos, system, userId, cake)
  const breakfast = await addBreakfast(pos, [coffee, cake])
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
  result('4.50 by BTC, 8.90 by Cash')
}
