import type { Answer } from '../../infra/local/client.ts'
import type { CountedShop } from './bench-shop.ts'

/** An order at a table and the second Z report, with a printer for each and its own template. */
export async function openCountedPrints({ till, userId }: CountedShop) {
  const accepted = async (answer: Promise<Answer>): Promise<Answer['body']> => {
    const { status, body } = await answer
    if (status >= 400) throw new Error(JSON.stringify(body))
    return body
  }
  const create = async (path: string, body: object): Promise<string> =>
    (await accepted(till.post(path, body))).id
  const closeShift = async () => {
    const day = { shiftDate: '2026-05-02', startTime: '08:00', notes: '' }
    const id = await create('/shifts', { userId, ...day })
    await accepted(till.post(`/shifts/${id}/close`, {}))
    return id
  }
  await create('/printers/configs', {
    printerType: 'KITCHEN',
    printerName: 'kitchen',
    templateName: 'Bill',
  })
  const spaceId = await create('/spaces', { name: 'Patio' })
  const tableId = await create('/tables', { name: 'P1', spaceId })
  const categoryId = await create('/categories', { name: 'Grill', type: 'dish' })
  const dishId = await create('/dishes', { name: 'Steak', price: 9, categoryId })
  const orderId = await create('/orders/with-dishes', {
    order: { userId, tableId, status: 'open', total: 0 },
    dishes: [{ dishId, priceAtOrder: 9 }],
  })
  await closeShift()
  const shiftId = await closeShift()

  return {
    fire: () => till.post(`/orders/${orderId}/fire`, {}),
    printBill: () => till.post('/printers/print', { printerType: 'CUSTOMER', orderId }),
    printZReport: () => till.post(`/shifts/${shiftId}/z-report/print`, {}),
  }
}
