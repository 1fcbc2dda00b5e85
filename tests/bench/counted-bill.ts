import { accepted, type CountedShop, cash } from './bench-shop.ts'

/** Guests at a table who split their bill, move, pay together after all, and settle. */
export async function openCountedBill({ till, userId }: CountedShop) {
  const create = async (path: string, body: object): Promise<string> =>
    (await accepted(till.post(path, body))).id
  const spaceId = await create('/spaces', { name: 'Terrace' })
  const tableId = await create('/tables', { name: 'B1', spaceId })
  const otherTableId = await create('/tables', { name: 'B2', spaceId })
  const categoryId = await create('/categories', { name: 'Bill', type: 'dish' })
  const dishId = await create('/dishes', { name: 'Stew', price: 5, categoryId })
  const line = { dishId, priceAtOrder: 5 }
  const orderId = await create('/orders/with-dishes', {
    order: { userId, tableId, status: 'open', total: 0 },
    dishes: [line, line],
  })
  const seated = { name: 'B1', spaceId, status: 'occupied', orderId }
  await accepted(till.put(`/tables/${tableId}`, seated))
  const [first] = await accepted(till.get(`/orders/${orderId}/dishes`))
  let partId = ''

  return {
    split: async () => {
      const answer = await till.post(`/orders/${orderId}/split`, { dishIds: [first.id] })
      partId = answer.body.id
      return answer
    },
    move: () => till.put(`/orders/${partId}/table`, { tableId: otherTableId }),
    merge: () => till.post(`/orders/${orderId}/merge`, { orderId: partId }),
    settle: () =>
      till.post(`/orders/${orderId}/settle`, {
        tenders: [{ paymentMethodId: cash, amountCents: 1_000 }],
        userId,
      }),
  }
}
