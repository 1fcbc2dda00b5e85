import { uniqueGuard } from '../../../../shared/platform/dynamodb/keys.ts'
import type { MemoryTable } from '../table/table.ts'
import { changesOf, type OpenStepCheck } from './step.ts'

type Named = Readonly<Record<string, unknown>>

/** The scopes of names: where the named records are, and the text that is unique. */
const scopes: Readonly<
  Record<string, { scope: (record: Named) => string; text: (record: Named) => unknown }>
> = {
  USER: { scope: () => 'USER', text: ({ name }) => name },
  ROLE: { scope: () => 'ROLE', text: ({ name }) => name },
  PRODUCT: { scope: () => 'SKU', text: ({ SKU }) => SKU },
  CATEGORY: {
    scope: ({ type }) => `CATEGORY#${type as string}`,
    text: ({ name }) => name,
  },
  SUPPLIER: { scope: () => 'SUPPLIER', text: ({ name }) => name },
  SPACE: { scope: () => 'SPACE', text: ({ name }) => name },
  TABLE: {
    scope: ({ spaceId }) => `TABLE#${spaceId as string}`,
    text: ({ name }) => name,
  },
  TEMPLATE: { scope: () => 'TEMPLATE', text: ({ name }) => name },
}

/** Each name is taken once within its scope, and its guard is there as long as it is. */
export const checkNames: OpenStepCheck = (table) => {
  const taken = new Map<string, number>()
  const guardOf = (collection: string, record: Named | undefined) => {
    const { scope, text } = scopes[collection] ?? {}
    const value = record && text?.(record)
    return record && scope && typeof value === 'string'
      ? uniqueGuard(scope(record), value).pk
      : undefined
  }
  const count = (guard: string | undefined, by: 1 | -1) => {
    if (guard !== undefined) taken.set(guard, (taken.get(guard) ?? 0) + by)
  }
  for (const item of table.items()) count(guardOf(item.pk as string, item), 1)

  return (step, findings) => {
    const touched = new Set(
      step.changes.flatMap(({ key: { pk } }) => (pk.startsWith('UNIQUE#') ? [pk] : [])),
    )
    for (const collection of Object.keys(scopes)) {
      for (const { before, after } of changesOf<Named>(step, { pk: collection })) {
        const [one, other] = [guardOf(collection, before), guardOf(collection, after)]
        if (one === other) continue
        count(one, -1)
        count(other, 1)
        for (const guard of [one, other]) if (guard !== undefined) touched.add(guard)
      }
    }
    for (const pk of touched) {
      // Guards of scopes that are not counted here
      if (pk.startsWith('UNIQUE#PRINTER#')) continue
      findings.equal(
        `records with the name of ${pk}`,
        taken.get(pk) ?? 0,
        guards(table, pk),
      )
    }
  }
}

const guards = (table: MemoryTable, pk: string) =>
  table.item({ pk, sk: 'GUARD' }) ? 1 : 0
