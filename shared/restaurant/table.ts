/** Whether guests can be seated at a table. */
export const tableStatuses = ['available', 'occupied', 'reserved'] as const
export type TableStatus = (typeof tableStatuses)[number]
