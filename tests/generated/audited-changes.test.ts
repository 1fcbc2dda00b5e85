import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findCategory } from '../../shared/catalog/categories.ts'
import { findDish } from '../../shared/catalog/dishes.ts'
import { findIngredient } from '../../shared/catalog/ingredients.ts'
import {
  type ModifiersRecord,
  modifiersKey,
} from '../../shared/catalog/modifier-groups.ts'
import { findProduct } from '../../shared/catalog/products.ts'
import { SupplierInput } from '../../shared/catalog/supplier.ts'
import { findSupplier } from '../../shared/catalog/suppliers.ts'
import { allTaxes } from '../../shared/catalog/taxes.ts'
import type { AuditRecord } from '../../shared/people/audit/audit-trail.ts'
import { read, readAll } from '../../shared/platform/dynamodb/read.ts'
import type { Client } from '../support/client.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { bodySchemaOf } from './bad-input.ts'
import { allEndpoints } from './endpoints.ts'
import { placeOf } from './place-of.ts'

/** A record of the catalogue, how it is changed, and another value for each field of that. */
type Changeable = {
  /** Creates one and returns the path that changes it. */
  readonly create: () => Promise<string>
  readonly body: Readonly<Record<string, unknown>>
  readonly other: Readonly<Record<string, unknown>>
  /** Further fields that a field is sent with. */
  readonly beside?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** Fields that say how to change the others, and are not stored. */
  readonly unstored?: readonly string[]
  readonly stored: (path: string) => Promise<unknown>
}

let shop: Shop
let admin: Client
/** Ids of what fields name. */
const ids = {
  product: '',
  category: '',
  menu: '',
  dinner: '',
  grains: '',
  oils: '',
  tax: '',
  group: '',
}

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  ids.product = await add('/products', { name: 'Part', priceCents: 1, quantity: 1 })
  ids.category = await add('/categories', { name: 'Drinks', type: 'product' })
  ids.menu = await add('/categories', { name: 'Menu', type: 'dish' })
  ids.dinner = await add('/categories', { name: 'Dinner', type: 'dish' })
  ids.grains = await add('/categories', { name: 'Grains', type: 'ingredient' })
  ids.oils = await add('/categories', { name: 'Oils', type: 'ingredient' })
  ids.tax = await add('/taxes', { name: 'VAT', ratePercent: 10 })
  ids.group = await add('/modifiers', { name: 'Milk', min: 0, max: 1, options: [] })
})
afterAll(() => shop.close())

async function add(path: string, body: object): Promise<string> {
  const answer = await admin.post(path, body)
  if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
  return answer.body.id
}

const entries = () => readAll<AuditRecord>({ pk: 'AUDIT' })

/** A record without what each change sets, changed or not. */
async function withoutVersion(record: Promise<object | undefined>) {
  const { version: _version, ...rest } = { version: 0, ...(await record) }
  return rest
}

const codes = ['TEA-1', 'TEA-2', 'TEA-3', 'TEA-4']

const components = () => [{ componentId: ids.product, quantity: 2 }]
const tea = () => ({ name: 'Tea', priceCents: 250, quantity: 5 })
const supplierFields = Object.keys(SupplierInput.shape)
const mill = Object.fromEntries(supplierFields.map((field) => [field, `a ${field}`]))
const flour = {
  name: 'Flour',
  quantity: 1,
  unit: 'kg',
  lowStockThreshold: 1,
  costPerUnit: 2,
}

/** Names that are unique among their kind. */
const newName = () => `Name ${randomUUID()}`

/** The id of the record that a path begins with. */
const recordId = (path: string) => path.split(/[/?]/)[2] ?? ''
const storedProduct = (path: string) => withoutVersion(findProduct(recordId(path)))
const drinks = (path: string) => findCategory('product', recordId(path))

const changeables: Readonly<Record<string, Changeable>> = {
  'PUT /products/{id}': {
    create: async () => `/products/${await add('/products', tea())}`,
    body: tea(),
    other: {
      SKU: codes[0],
      barcodes: [codes[1]],
      name: 'Green tea',
      description: 'From Uji',
      imageUrl: 'https://pictures.example/tea.png',
      costCents: 100,
      categoryIds: () => [ids.category],
      quantity: 6,
      minStockThreshold: 1,
      maxStockThreshold: 9,
      priceCents: 300,
      taxId: () => ids.tax,
      isBundle: true,
      bundleComponents: components,
      modifierGroupIds: () => [ids.group],
      trackStock: false,
      stockPolicy: 'afterwards',
      isAvailable: false,
      keepStock: true,
      ifVersion: async (path: string) => (await findProduct(recordId(path)))?.version,
    },
    // A bundle is one with both
    beside: {
      isBundle: { bundleComponents: components },
      bundleComponents: { isBundle: true },
    },
    unstored: ['keepStock', 'ifVersion'],
    stored: storedProduct,
  },
  'PUT /products/{id}/variants/{variantId}': {
    create: async () => {
      const id = await add('/products', tea())
      const size = { name: 'Size', values: [{ value: 'M' }] }
      await add(`/products/${id}/options`, size)
      const variant = await add(`/products/${id}/variants`, { priceCents: 1 })
      return `/products/${id}/variants/${variant}`
    },
    body: {},
    other: {
      SKU: codes[2],
      barcodes: [codes[3]],
      imageUrl: 'https://pictures.example/tea.png',
      priceCents: 300,
      costCents: 100,
      quantity: 6,
      isActive: false,
      optionValueIds: async (path: string) =>
        (await admin.get(`/products/${recordId(path)}/options`)).body[0].values.map(
          (value: { id: string }) => value.id,
        ),
    },
    stored: storedProduct,
  },
  'PUT /products/{id}/options/{optionTypeId}': {
    create: async () => {
      const id = await add('/products', tea())
      const size = { name: 'Size', values: [{ value: 'M' }] }
      return `/products/${id}/options/${await add(`/products/${id}/options`, size)}`
    },
    body: { name: 'Size', values: [{ value: 'M' }] },
    other: { name: 'Width', displayOrder: 7, values: [{ value: 'M' }, { value: 'L' }] },
    stored: storedProduct,
  },
  'PUT /dishes/{id}': {
    create: async () =>
      `/dishes/${await add('/dishes', { name: 'Soup', price: 3, categoryId: ids.menu })}`,
    body: { name: 'Soup', price: 3, categoryId: () => ids.menu },
    other: {
      name: 'Broth',
      price: 4,
      categoryId: () => ids.dinner,
      taxId: () => ids.tax,
      isAvailable: false,
      modifierGroupIds: () => [ids.group],
      course: 'Starters',
    },
    stored: (path) => withoutVersion(findDish(recordId(path))),
  },
  'PUT /modifiers/{id}': {
    create: async () => {
      const options = [{ name: 'White', isDefault: true }]
      const group = { name: 'Sugar', min: 0, max: 1, options }
      return `/modifiers/${await add('/modifiers', group)}`
    },
    body: {},
    other: { name: 'Syrup', min: 1, max: 2, options: [{ name: 'Brown', priceCents: 5 }] },
    stored: async (path) =>
      (await read<ModifiersRecord>(modifiersKey))?.groups.find(({ id }) =>
        path.endsWith(id),
      ),
  },
  'PUT /categories/{id}': {
    create: async () => {
      const id = await add('/categories', { name: newName(), type: 'product' })
      return `/categories/${id}?type=product`
    },
    body: { name: async (path: string) => (await drinks(path))?.name, type: 'product' },
    other: { name: newName, type: 'product' },
    unstored: ['type'],
    stored: drinks,
  },
  'PUT /taxes/{id}': {
    create: async () =>
      `/taxes/${await add('/taxes', { name: newName(), ratePercent: 5 })}`,
    body: {},
    other: {
      name: newName,
      ratePercent: 0,
      isDefault: true,
      nextRate: { ratePercent: 7, fromDay: '2097-01-01' },
    },
    stored: async (path) => (await allTaxes()).find(({ id }) => id === recordId(path)),
  },
  'PUT /suppliers/{id}': {
    create: async () =>
      `/suppliers/${await add('/suppliers', { ...mill, name: newName() })}`,
    body: {
      ...mill,
      name: async (path: string) => (await findSupplier(recordId(path)))?.name,
    },
    other: {
      ...Object.fromEntries(supplierFields.map((field) => [field, `another ${field}`])),
      name: newName,
    },
    stored: (path) => findSupplier(recordId(path)),
  },
  'PUT /ingredients/{id}': {
    create: async () =>
      `/ingredients/${await add('/ingredients', { ...flour, categoryId: ids.grains })}`,
    body: { ...flour, categoryId: () => ids.grains },
    other: {
      name: 'Rye',
      categoryId: () => ids.oils,
      quantity: 2.5,
      unit: 'sack',
      lowStockThreshold: 3,
      costPerUnit: 4.5,
    },
    stored: (path) => findIngredient(recordId(path)),
  },
}

/** Samples that name records of this shop are functions. */
const resolved = async (sample: unknown, path: string): Promise<unknown> =>
  typeof sample === 'function' ? await sample(path) : sample

async function bodyWith(
  { body, other, beside }: Changeable,
  path: string,
  field?: string,
) {
  const samples = {
    ...body,
    ...(field !== undefined && { [field]: other[field], ...beside?.[field] }),
  }
  const values = Object.entries(samples).map(async ([name, sample]) => [
    name,
    await resolved(sample, path),
  ])
  return Object.fromEntries(await Promise.all(values))
}

describe.each(Object.entries(changeables))('%s', (operation, changeable) => {
  const endpoint = allEndpoints.find(([key]) => key === operation)?.[1]
  const schema = endpoint ? bodySchemaOf(endpoint) : {}
  const fields = [schema, ...(schema.allOf ?? [])]
    .flatMap(({ properties = {} }) => Object.keys(properties))
    // It says how the others were, and is not stored
    .filter((field) => field !== 'ifWas')

  test('every field of it has another value in this file', () => {
    const hint = `Give each field another value at ${placeOf(
      'tests/generated/audited-changes.test.ts',
      `'${operation}'`,
    )}`
    expect(Object.keys(changeable.other).sort(), hint).toEqual(fields.sort())
  })

  const known = fields.filter((field) => field in changeable.other)
  test.each(known)('another %s has an entry in the audit trail', async (field) => {
    const path = await changeable.create()
    const before = await changeable.stored(path)
    const earlier = (await entries()).length
    const answer = await admin.put(path, await bodyWith(changeable, path, field))
    expect(answer.body).toMatchObject({ id: expect.any(String) })
    const isStored = !(changeable.unstored ?? []).includes(field)
    const after = await changeable.stored(path)
    if (isStored) expect(after).not.toEqual(before)
    const added = (await entries()).slice(earlier)
    if (isStored) expect(added.length).toBeGreaterThan(0)
    for (const { subjectId } of added) expect(path).toContain(subjectId)
  })

  test('a change of nothing has none, nor has the same change again', async () => {
    const path = await changeable.create()
    const repeated = fields.includes('name') ? 'name' : 'priceCents'
    for (const field of [undefined, repeated]) {
      const body = await bodyWith(changeable, path, field)
      await admin.put(path, body)
      const [before, known] = [await changeable.stored(path), await entries()]
      const again = await admin.put(path, body)
      expect(again.status).toBe(200)
      expect(await changeable.stored(path)).toEqual(before)
      expect((await entries()).slice(known.length)).toEqual([])
    }
  })

  test('creation and deletion have entries', async () => {
    const known = (await entries()).length
    const path = await changeable.create()
    const created = (await entries()).length
    expect(created).toBeGreaterThan(known)
    expect((await admin.del(path)).status).toBe(204)
    expect((await entries()).length).toBeGreaterThan(created)
  })
})

test('units that do not move have no entry', async () => {
  const productId = await add('/products', tea())
  const known = (await entries()).length
  const answer = await admin.post('/products/stock', [{ productId, quantity: 0 }])
  expect(answer.status).toBe(200)
  expect((await entries()).length).toBe(known)
})
