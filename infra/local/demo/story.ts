import { Client } from '../client.ts'
import { forgedWebhook, lightningSale } from './lightning.ts'
import { expecting, result, same, tell } from './narrator.ts'
import { becomeOwner } from './owner.ts'
import { prepareReceipts, printReceipt } from './receipt.ts'
import { addProducts, cashSale, oversell } from './sales.ts'
import type { Scene } from './scene.ts'

/**
 * The story of a shop, told through its public doors only. Throws Differs as soon as
 * anything differs from the contract; answers the paths of the printed receipts.
 */
export async function playShop(scene: Scene): Promise<string[]> {
  const till = new Client(scene.url)
  const userId = await becomeOwner(till, scene.dataDir)
  await prepareReceipts(till, Date.now() + 15_000)
  const [coffee, cake] = await addProducts(till)
  const cash = await cashSale(till, userId, coffee, cake)
  await oversell(till, userId, coffee)
  const cashPicture = await printReceipt(till, scene, cash, null)
  const lightning = await lightningSale(till, scene, userId, cake)
  const picture = await printReceipt(till, scene, lightning, lightning.invoice)
  await forgedWebhook(scene)
  await ordersOfTheDay(till, [cash.orderId, lightning.orderId])
  return [cashPicture, picture]
}

async function ordersOfTheDay(till: Client, ours: readonly string[]): Promise<void> {
  tell("The day's orders with their payments")
  const today = new Date().toISOString().slice(0, 10)
  const orders: { id: string; status: string; total: number; paymentMethod: string }[] =
    expecting(
      await till.get(`/orders/with-payments?startDate=${today}&endDate=${today}`),
      { status: 200 },
    )
  const seen = orders.filter(({ id }) => ours.includes(id))
  same(
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
