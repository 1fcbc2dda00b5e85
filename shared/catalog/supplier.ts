import * as z from 'zod'
import { nonBlank, text } from '../validation/fields.ts'

export const SupplierInput = z.object({
  name: nonBlank,
  contact: text,
  phone: text,
  email: text,
  address: text,
})
export type SupplierInput = z.output<typeof SupplierInput>

/** A supplier as clients read it. */
export const Supplier = z.object({ id: z.string(), ...SupplierInput.shape })
export type Supplier = z.output<typeof Supplier>
