import * as z from 'zod'

/** The total sales of one day in major units; existing clients expect a text. */
export const DaySales = z.object({ date: z.string(), total_sales: z.string() })
export type DaySales = z.output<typeof DaySales>
