import type { Pos } from '../../../shared/client/pos.ts'
import type { DemoSystem } from './demo-system.ts'
import { dishes, menuOf, tablesOf } from './menu.ts'
import { pictureOf } from './receipt.ts'
import { expectEqual, result, step } from './steps.ts'

/** Serves a table: its dishes are printed in the kitchen. Returns the kitchen's picture. */
export async function serveTable(
  pos: Pos,
  system: DemoSystem,
  userId: string,
): Promise<{ readonly orderId: string; readonly picture: string }> {
  step('Taking the order of a table, and sending it to the kitchen')
  const [toastId = '', menuId = ''] = await menuOf(pos)
  const tableId = (await tablesOf(pos)).get('Mesa 3')
  const priceOf = (at: number) => (dishes[at]?.priceCents ?? 0) / 100
  const { id: orderId } = await pos.orders.createWithDishes({
    body: {
      order: { userId, tableId, status: 'open' },
      dishes: [
        { dishId: menuId, priceAtOrder: priceOf(1), notes: 'sin sal' },
        { dishId: menuId, priceAtOrder: priceOf(1) },
        { dishId: toastId, priceAtOrder: priceOf(0) },
      ],
    },
  })
  const fired = await pos.printers.fire({ params: { id: orderId }, body: {} })
  expectEqual(
    'dishes sent and printers',
    [fired.sent.length, fired.printers],
    [3, ['kitchen']],
  )
  const picture = await pictureOf(system, orderId)
  result(`Mesa 3: three dishes, printed in the kitchen: ${picture}`)
  return { orderId, picture }
}
