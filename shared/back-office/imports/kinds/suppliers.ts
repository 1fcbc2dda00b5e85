import { isDeepStrictEqual } from 'node:util'
import { SupplierInput } from '../../../catalog/supplier.ts'
import {
  allSuppliers,
  findSupplier,
  prepareNewSupplier,
  updateSupplier,
} from '../../../catalog/suppliers.ts'
import { parse } from '../../../platform/validation/parse.ts'
import { Known } from '../known.ts'
import { byName } from '../names.ts'
import type { Importer } from '../planner.ts'

const blank = { contact: '', phone: '', email: '', address: '' }

/** Suppliers, by their names. */
export const suppliers: Importer = {
  columns: {
    name: 'text',
    contact: 'text',
    phone: 'text',
    email: 'text',
    address: 'text',
  },
  columnOf: {},
  load: async () => {
    const known = new Known(await allSuppliers(), ({ name }) => [name], findSupplier)
    return {
      namesOf: byName,
      plan: async (cells) => {
        const [current] = await known.find(String(cells.name))
        const input = parse(SupplierInput, { ...blank, ...current, ...cells })
        if (!current) {
          const { supplier, writes } = prepareNewSupplier(input)
          return known.added(input.name, supplier, writes)
        }
        if (isDeepStrictEqual(input, parse(SupplierInput, current))) return undefined
        return known.changed(input.name, updateSupplier(current, input))
      },
      forget: ({ name }) => known.forget(String(name)),
    }
  },
}
