/** An order's status; any status may follow any other. */
export const orderStatuses = ['open', 'closed', 'paid'] as const
export type OrderStatus = (typeof orderStatuses)[number]

export const isOrderStatus = (status: string): status is OrderStatus =>
  orderStatuses.includes(status as OrderStatus)

/** Kitchen states of an order line. */
export const orderDishStatuses = [
  'pending',
  'sent',
  'in_progress',
  'done',
  'cancelled',
] as const
