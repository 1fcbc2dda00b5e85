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

/** Each field that clients may give, as text. */
const fields = Object.keys(SupplierInput.shape)
const blank = Object.fromEntries(fields.map((field) => [field, '']))

/** Suppliers, by their names. */
export const suppliers: Importer = {
  columns: Object.fromEntries(fields.map((field) => [field, 'text' as const])),
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
        return known.changed(input.name, updateSupplier(current, input), current)
      },
      forget: ({ name }) => known.forget(String(name)),
    }
  },
}
