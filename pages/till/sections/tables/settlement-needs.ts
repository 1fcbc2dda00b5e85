type May = (permission: string) => boolean

/** Whether somebody settles, splits, moves and merges bills without a colleague. */
export const maySettle = (may: May): boolean =>
  may('orders_settle') || may('orders_update')
