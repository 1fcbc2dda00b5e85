import { expect } from 'vitest'
import type { Client } from './client.ts'

type Value = { readonly id: string; readonly value: string }

/** Creates an option with these values and returns its id and theirs by their texts. */
export async function createOption(
  admin: Client,
  productId: string,
  name: string,
  ...texts: string[]
) {
  const path = `/products/${productId}/options`
  const values = texts.map((value) => ({ value }))
  const { status, body } = await admin.post(path, { name, values })
  expect(status).toBe(201)
  const option = (await admin.get(path)).body.find(
    (each: { id: string }) => each.id === body.id,
  )
  const ids = option.values.map(({ id, value }: Value) => [value, id])
  return {
    id: body.id as string,
    values: Object.fromEntries(ids) as Record<string, string>,
  }
}

/** Creates a variant with these fields and returns its id. */
export async function createVariant(
  admin: Client,
  productId: string,
  fields: object = {},
): Promise<string> {
  const variant = { priceCents: 300, ...fields }
  const { status, body } = await admin.post(`/products/${productId}/variants`, variant)
  expect(status).toBe(201)
  return body.id
}
