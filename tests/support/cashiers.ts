import type { Shop } from './shop.ts'
import { staffOf } from './staff.ts'
import type { Cart } from './till.ts'

/** Separate users who are not administrators, each with a session. */
export async function cashiersOf(shop: Shop, ...permissions: string[]) {
  const staff = await staffOf(shop)
  const role = await staff.createRoleWith('orders_create', 'orders_read', ...permissions)
  const login = async () => {
    const { id, credentials } = await staff.createUser(role)
    const client = await shop.login(credentials)
    return {
      id,
      client,
      /** An invoice that this user makes. */
      createInvoice: async (amountSat: number | null, terms: object = {}) => {
        const input = { description: 'coffee', amountSat, ...terms }
        const { body } = await client.post('/wallet/createinvoice', input)
        return body.paymentHash as string
      },
      checkout: (cart: Cart) => client.post('/store/orders/checkout', cart),
      checkoutIfPaid: (cart: Cart) => client.post('/store/orders/checkout-if-paid', cart),
    }
  }
  return { admin: staff.admin, login }
}
