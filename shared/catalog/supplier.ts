import * as z from 'zod'
import { nonBlank, recordId, text } from '../platform/validation/fields.ts'

export const SupplierInput = z
  .object({
    name: nonBlank.describe('Unique among suppliers, such as Mill'),
    contact: text.describe('Person to ask for, such as Bea; may be blank'),
    phone: text.describe('Telephone number; may be blank'),
    email: text.describe('E-mail address; may be blank'),
    address: text.describe('Postal address, such as 1 Mill Road; may be blank'),
  })
  .meta({ id: 'SupplierInput' })
export type SupplierInput = z.output<typeof SupplierInput>

export const Supplier = z
  .object({ id: recordId(), ...SupplierInput.shape })
  .meta({ id: 'Supplier', description: 'A supplier of a restaurant' })
