import { connect } from '../../../shared/client/connect.ts'
import { dayOf } from '../../../shared/platform/time/days.ts'
import { importTable, sellByChoice } from './catalogue.ts'
import { closeDay, fillTheDay, openDay, prepareBooks } from './day.ts'
import {
  attachLostPayment,
  openChannel,
  payByTableCode,
  refundHalf,
  sellByCard,
  sellOverLightning,
  sendForgedWebhook,
} from './lightning.ts'
import { sellNextDoor } from './next-door.ts'
import { logInAsOwner } from './owner.ts'
import { printPapers } from './papers.ts'
import { preparePrinters, printReceipt } from './receipt.ts'
import {
  addBreakfast,
  addProducts,
  sellBreakfast,
  sellForCash,
  tryToOversell,
} from './sales.ts'
import { type Demo, type DemoSystem, expectEqual, result, step } from './steps.ts'
import { payApart, serveTable } from './table.ts'
import { sellAtTills } from './tills.ts'
import { tellOfSale } from './webhook.ts'

/**
 * Runs a shop's day through its public API alone. Returns the paths of the printed receipts.
 * Throws ContractViolation at the first response that differs from the contract.
 */
export async function runScenario(system: DemoSystem): Promise<string[]> {
  const pos = connect({ baseUrl: system.url })
  const demo = { ...system, pos, userId: await logInAsOwner(pos, system) }
  const timeZone = await prepareBooks(demo)
  await preparePrinters(demo)
  const shiftId = await openDay(demo)
  const [coffee, cake] = await addProducts(demo)
  await importTable(demo)
  const cash = await sellForCash(demo, coffee, cake)
  await tryToOversell(demo, coffee)
  const lightning = await sellOverLightning(demo, cake)
  await sellByCard(demo, coffee)
  const breakfast = await addBreakfast(demo, [coffee, cake])
  const shared = await sellBreakfast(demo, breakfast, [coffee, cake])
  const receipts = [await printReceipt(demo, shared)]
  await sellByChoice(demo)
  await refundHalf(demo, lightning)
  receipts.push(await printReceipt(demo, lightning))
  const table = await serveTable(demo)
  await payApart(demo, table.orderId)
  await payByTableCode(demo)
  await attachLostPayment(demo)
  await openChannel(demo, cake)
  await sendForgedWebhook(demo)
  await tellOfSale(demo, coffee)
  await listOrdersOfTheDay(demo, timeZone, [cash.orderId, lightning.orderId])
  const zReport = await closeDay(demo, shiftId)
  await sellAtTills(demo, coffee)
  await fillTheDay(demo)
  const papers = await printPapers(demo)
  await sellNextDoor(demo, cash)
  return [...receipts, table.picture, zReport, ...papers]
}

async function listOrdersOfTheDay(
  { pos }: Demo,
  timeZone: string,
  orderIds: readonly string[],
): Promise<void> {
  step("The day's orders with their payments")
  const today = dayOf(Date.now(), { timezone: timeZone })
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
