/** What a printer is for. */
export const printerTypes = ['KITCHEN', 'CUSTOMER', 'BAR'] as const
export type PrinterType = (typeof printerTypes)[number]
