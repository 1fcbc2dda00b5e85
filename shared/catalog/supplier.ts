import * as z from 'zod'
import { text, visibleText } from '../validation/fields.ts'

export const SupplierInput = z
  .object({
    name: visibleText,
    contact: text,
    phone: text,
    email: text,
    address: text,
  })
  .meta({ id: 'SupplierInput' })
export type SupplierInput = z.output<typeof SupplierInput>

/** A supplier as clients read it. */
export const Supplier = z
  .object({ id: z.string(), ...SupplierInput.shape })
  .meta({ id: 'Supplier', description: 'A supplier of a restaurant' })
export type Supplier = z.output<typeof Supplier>
