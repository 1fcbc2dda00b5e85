import { expect, test } from 'vitest'
import * as z from 'zod'
import { dishes } from '../../shared/back-office/imports/kinds/dishes.ts'
import { products } from '../../shared/back-office/imports/kinds/products.ts'
import { suppliers } from '../../shared/back-office/imports/kinds/suppliers.ts'
import { users } from '../../shared/back-office/imports/kinds/users.ts'
import { DishInput } from '../../shared/catalog/dish.ts'
import { ProductInput } from '../../shared/catalog/product.ts'
import { SupplierInput } from '../../shared/catalog/supplier.ts'
import { UserInput } from '../../shared/people/staff/user.ts'

/** Fields of clients by kind, with the reason why an import leaves some out. */
const kinds = {
  products: {
    importer: products,
    schema: ProductInput,
    without: {
      priceCents: 'the column price',
      costCents: 'the column cost',
      isBundle: 'a row has one product, not its components',
      bundleComponents: 'a row has one product, not its components',
      hasVariants: 'a row has one variant',
      modifierGroupIds: 'groups of modifiers have no names of their own',
    },
  },
  dishes: {
    importer: dishes,
    schema: DishInput,
    without: {
      modifierGroupIds: 'groups of modifiers have no names of their own',
    },
  },
  suppliers: { importer: suppliers, schema: SupplierInput, without: {} },
  users: {
    importer: users,
    schema: UserInput,
    without: { pin: 'everybody chooses their own', currentUserPin: 'confirms a change' },
  },
} as const

test.each(Object.entries(kinds))(
  'an import of %s has a column for each field that clients may give',
  (kind, { importer, schema, without }) => {
    const { $ref = '', $defs = {} } = z.toJSONSchema(schema, {
      io: 'input',
      unrepresentable: 'any',
    })
    const { properties } = $defs[$ref.slice('#/$defs/'.length)] ?? {}
    const taken = [importer.columns, importer.columnOf, without].flatMap(Object.keys)
    const forgotten = Object.keys(properties ?? {})
      .filter((field) => !taken.includes(field))
      .map(
        (field) =>
          `${field}: add a column in shared/back-office/imports/kinds/${kind}.ts, or say in this test why there is none`,
      )
    expect(properties).toHaveProperty('name')
    expect(forgotten).toEqual([])
  },
)
