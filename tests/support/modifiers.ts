import { expect } from 'vitest'
import type { Client } from './client.ts'

type Option = { readonly id: string; readonly name: string }

/** Creates a modifier group and returns its id. */
export async function createGroup(admin: Client, fields: object = {}): Promise<string> {
  const group = { name: 'Extras', min: 0, max: 3, options: [], ...fields }
  const { status, body } = await admin.post('/modifiers', group)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id
}

/** Gives a group these options instead of those it has; returns their ids by their names. */
export async function replaceOptions(
  admin: Client,
  id: string,
  ...options: object[]
): Promise<Record<string, string>> {
  const { status, body } = await admin.put(`/modifiers/${id}`, { options })
  expect(status, JSON.stringify(body)).toBe(200)
  const groups = (await admin.get('/modifiers')).body
  const changed = groups.find((each: Option) => each.id === id)
  return Object.fromEntries(changed.options.map(({ id, name }: Option) => [name, id]))
}
