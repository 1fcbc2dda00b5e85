type May = (permission: string) => boolean

/** True if somebody settles, splits, moves and merges bills without a colleague. */
export const maySettle = (may: May): boolean =>
  may('orders_settle') || may('orders_update')
