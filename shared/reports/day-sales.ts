import * as z from 'zod'

/** The total sales of one day in major units; existing clients expect a text. */
export const DaySales = z
  .object({
    date: z.string().describe('YYYY-MM-DD'),
    total_sales: z.string().describe('In major units, as text'),
  })
  .meta({ id: 'DaySales', description: 'The total sales of a day' })
export type DaySales = z.output<typeof DaySales>
