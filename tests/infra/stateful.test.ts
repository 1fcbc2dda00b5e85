import { describe, expect, test } from 'vitest'
import {
  committedSnapshot,
  lostState,
  refusedIndexChanges,
  type StatefulResources,
  statefulNow,
} from './stateful.ts'

const before = committedSnapshot()
const now = statefulNow()

test('no change since the snapshot replaces or removes a stateful resource', () => {
  expect(lostState(before, now)).toEqual([])
})

test('indexes change one at a time, and none in place', () => {
  expect(refusedIndexChanges(before, now)).toEqual([])
})

/** Returns the only, or the first, resource whose type ends like this. */
function firstOf(type: string): string {
  const found = Object.entries(now).find(([, { Type }]) => Type.endsWith(type))
  if (!found) throw new Error(`no ${type}`)
  return found[0]
}

/** The resources of now, with other properties in one of them. */
const changed = (id: string, properties: object): StatefulResources => {
  const resource = now[id]
  if (!resource) throw new Error(`no ${id}`)
  const Properties = { ...resource.Properties, ...properties }
  return { ...now, [id]: { ...resource, Properties } }
}

const table = firstOf('Table')
const indexes = now[table]?.Properties.GlobalSecondaryIndexes as { IndexName: string }[]

describe('is refused:', () => {
  test.each([
    ['another key of the table', table, { KeySchema: [{ AttributeName: 'other' }] }],
    ['a name for the table', table, { TableName: 'records' }],
    ['a name for the bucket', firstOf('Bucket'), { BucketName: 'pictures' }],
    ['a name for a secret', firstOf('Secret'), { Name: 'keys' }],
    ['an API of another kind', firstOf('Api'), { ProtocolType: 'OTHER' }],
    ['a queue of another kind', firstOf('Queue'), { FifoQueue: false }],
  ])('%s', (_, id, properties) => {
    expect(lostState(now, changed(id, properties))).toEqual([
      expect.stringMatching(`^${id} (would|may) be replaced by `),
    ])
  })

  test.each(['Table', 'Bucket', 'Secret', 'Api', 'Distribution', 'Queue'])(
    'another logical id of the %s',
    (type) => {
      const { [firstOf(type)]: resource, ...others } = now
      const renamed = { ...others, Renamed: resource } as StatefulResources
      expect(lostState(now, renamed)).toEqual([
        expect.stringMatching(`^${firstOf(type)} would (be deleted|leave the stack)`),
        expect.stringMatching('^Renamed is new'),
      ])
    },
  )

  test('an index that projects something else', () => {
    const GlobalSecondaryIndexes = indexes.map((index, place) =>
      place === 0 ? { ...index, Projection: { ProjectionType: 'ALL' } } : index,
    )
    expect(refusedIndexChanges(now, changed(table, { GlobalSecondaryIndexes }))).toEqual([
      expect.stringMatching(`^The index ${indexes[0]?.IndexName} would change`),
    ])
  })

  test('two indexes less', () => {
    const GlobalSecondaryIndexes = indexes.slice(2)
    expect(refusedIndexChanges(now, changed(table, { GlobalSecondaryIndexes }))).toEqual([
      expect.stringMatching('^One index change a deployment'),
    ])
  })
})

test('an option of the table that AWS changes in place is accepted', () => {
  const after = changed(table, { TimeToLiveSpecification: { Enabled: false } })
  expect(lostState(now, after)).toEqual([])
})
