import type { Order } from '../sales/orders.ts'
import { readBaseCurrency } from '../shop-config/config.ts'
import { currencyOfOrder } from '../shop-config/currency-history.ts'

/**
 * The acronym of the currency of a sale that is refunded: no other gives it back. Reads the shop's
 * history only where the sale did not keep it.
 */
export const currencyToRefund = async (order: Order): Promise<string> =>
  order.sale?.baseCurrency ?? currencyOfOrder(await readBaseCurrency(), order)
