import type { Pos } from '../../../shared/client/pos.ts'
import type { DemoSystem } from './demo-system.ts'
import { dishes, menuOf, tablesOf } from './menu.ts'
import { pictureOf } from './receipt.ts'
import { expectEqual, expectFields, result, step } from './steps.ts'

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

/** Splits a table's bill, and settles both parts: one by card with a tip, one for cash. */
export async function payApart(pos: Pos, userId: string, orderId: string): Promise<void> {
  step("Splitting the table's bill, and settling both parts")
  const [first, ...others] = await pos.orders.dishes({ params: { id: orderId } })
  const { id: apartId } = await pos.bills.split({
    params: { id: orderId },
    body: { dishIds: [first?.id ?? ''] },
  })
  const methods = await pos.payments.methods()
  const methodId = (wanted: string) =>
    methods.find(({ name }) => name === wanted)?.id ?? ''
  const tipCents = 150
  const apartCents = centsOf([first])
  await pos.bills.settle({
    params: { id: apartId },
    body: {
      userId,
      tipAmount: tipCents / 100,
      tenders: [
        {
          paymentMethodId: methodId('Credit Card'),
          amountCents: apartCents + tipCents,
        },
      ],
    },
  })
  const restCents = centsOf(others)
  const settled = await pos.bills.settle({
    params: { id: orderId },
    body: {
      userId,
      tenders: [
        { paymentMethodId: methodId('Cash'), amountCents: restCents, givenCents: 2_000 },
      ],
    },
  })
  expectFields(settled, { orderId, changeCents: 2_000 - restCents })
  result('13.90 and a tip of 1.50 by card, 16.40 for cash, 3.60 change')
}

const centsOf = (lines: readonly ({ readonly priceAtOrder: number } | undefined)[]) =>
  lines.reduce((sum, line) => sum + Math.round((line?.priceAtOrder ?? 0) * 100), 0)
