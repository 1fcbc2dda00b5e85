import * as z from 'zod'

/** Cash: customers may hand over more than is due, and get change. */
export const cashId = '32332081-7a2b-4e67-a198-fddf2451f426'

/** The method of payments by Lightning. */
export const bitcoinId = '3ae8f71e-954a-4795-8531-368354c67ede'

export const PaymentMethod = z
  .object({
    id: z.string().describe('Id of the method, the same in every deployment'),
    name: z.string().describe('Name of the method, such as Cash or BTC'),
  })
  .meta({
    id: 'PaymentMethod',
    description: 'A payment method; clients tell them apart by name',
  })
export type PaymentMethod = z.infer<typeof PaymentMethod>

/** Every payment method. Clients tell them apart by name. */
export const paymentMethods: readonly PaymentMethod[] = [
  { id: cashId, name: 'Cash' },
  { id: '6440df5d-c76c-4074-9256-dd2dccf8a50b', name: 'Credit Card' },
  { id: '0b571243-2143-4afc-a728-f6e5c4e8a9e1', name: 'Debit Card' },
  { id: bitcoinId, name: 'BTC' },
  { id: '82a6def9-eb44-43f9-9507-9a61a3361f92', name: 'Bank Transfer' },
]

export const findPaymentMethod = (id: string) =>
  paymentMethods.find((method) => method.id === id)
