import { Client } from '../client.ts'
import type { DemoSystem } from './demo-system.ts'
import { sellOverLightning, sendForgedWebhook } from './lightning.ts'
import { logInAsOwner } from './owner.ts'
import { prepareReceipts, printReceipt } from './receipt.ts'
import { addProducts, sellForCash, tryToOversell } from './sales.ts'
import { expectEqual, expectResponse, result, step } from './steps.ts'

/**
 * The story of a shop, told through its public doors only. Throws Differs as soon as
 * anything differs from the contract; answers the paths of the printed receipts.
 */
export async function runScenario(scene: DemoSystem): Promise<string[]> {
  const till = new Client(scene.url)
  const userId = await logInAsOwner(till, scene.dataDir)
  await prepareReceipts(till, Date.now() + 15_000)
  const [coffee, cake] = await addProducts(till)
  const cash = await sellForCash(till, userId, coffee, cake)
  await tryToOversell(till, userId, coffee)
  const cashPicture = await printReceipt(till, scene, cash, null)
  const lightning = await sellOverLightning(till, scene, userId, cake)
  const picture = await printReceipt(till, scene, lightning, lightning.invoice)
  await sendForgedWebhook(scene)
  await ordersOfTheDay(till, [cash.orderId, lightning.orderId])
  return [cashPicture, picture]
}

async function ordersOfTheDay(till: Client, ours: readonly string[]): Promise<void> {
  step("The day's orders with their payments")
  const today = new Date().toISOString().slice(0, 10)
  const orders: { id: string; status: string; total: number; paymentMethod: string }[] =
    expectResponse(
      await till.get(`/orders/with-payments?startDate=${today}&endDate=${today}`),
      { status: 200 },
    )
  const seen = orders.filter(({ id }) => ours.includes(id))
  expectEqual(
    'orders of this run, newest first',
    seen.map(({ status, total, paymentMethod }) => [status, total, paymentMethod]),
    [
      ['paid', 4.5, 'BTC'],
      ['paid', 8.9, 'Cash'],
    ],
  )
  for (const { status, total, paymentMethod } of seen) {
    result(`${status} ${total.toFixed(2)} by ${paymentMethod}`)
  }
}
