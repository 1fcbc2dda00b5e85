import { isObject } from '../../parts/is-object.ts'
import { kept } from '../shop/kept.ts'

/** Somebody who has logged in at this till. */
export type Person = { readonly id: string; readonly name: string }

/** As many as a device's cookie knows. */
const maxPeople = 50

const isPerson = (value: unknown): value is Person =>
  isObject(value) && typeof value.id === 'string' && typeof value.name === 'string'

/** The people who have logged in here, the last one first: names, and no secrets. */
export const people = kept<readonly Person[]>('people', [], (value) =>
  Array.isArray(value) ? value.filter(isPerson) : undefined,
)

export function remember(person: Person): void {
  void people.set([person, ...without(person.id)].slice(0, maxPeople))
}

export function forget(id: string): void {
  void people.set(without(id))
}

const without = (id: string) => people.get().filter((each) => each.id !== id)
