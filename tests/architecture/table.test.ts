import { describe, expect, test } from 'vitest'
import { refusedIndexChanges } from '../../infra/operate/adoption.ts'
import {
  earlierIndexes,
  type IndexSchema,
  tableSchema,
} from '../../shared/platform/dynamodb/schema.ts'
import { sources, textOf } from './sources.ts'

type Released = { readonly version: string; readonly indexes: readonly IndexSchema[] }

const released = JSON.parse(
  textOf('tests/architecture/released-indexes.json'),
) as Released

describe('the indexes', () => {
  test('differ from the last release by one creation or deletion at most', () => {
    const ofExistingTables = [...tableSchema.indexes, ...earlierIndexes]
    expect(refusedIndexChanges(released.indexes, ofExistingTables)).toEqual([])
    const isReleased = ({ name }: IndexSchema) =>
      released.indexes.some((index) => index.name === name)
    expect(earlierIndexes.filter((index) => !isReleased(index))).toEqual([])
  })

  test('of the last release are on record; a release writes them down', () => {
    const [, version] = /"version": "([^"]+)"/.exec(textOf('package.json')) ?? []
    expect(released.version).toBe(version)
  })

  const [first, ...others] = released.indexes
  const added: IndexSchema = {
    name: 'a-new-index',
    pk: 'kind',
    sk: 'listedAt',
    projects: [],
  }

  test.each([
    ['one more', [...released.indexes, added], 0],
    ['one less', others, 0],
    ['one instead of another', [...others, added], 1],
    ['two less', others.slice(1), 1],
    ['other attributes in place', [{ ...first, projects: ['id'] }, ...others], 1],
    ['another key in place', [{ ...first, pk: 'ofUser' }, ...others], 1],
    ['attributes in another order', [reversed(first), ...others], 0],
  ])('%s: as DynamoDB and CloudFormation take it', (_, indexes, faults) => {
    const changed = indexes as readonly IndexSchema[]
    expect(refusedIndexChanges(released.indexes, changed)).toHaveLength(faults)
  })
})

const reversed = (index: IndexSchema | undefined) => ({
  ...index,
  projects: index?.projects.toReversed(),
})

test('only programs of the operator scan the table', () => {
  const scanning = sources('{functions,shared,infra,print-agent}/**/*.ts').filter(
    (file) => /\b(ScanCommand|paginateScan)\b/.test(textOf(file)),
  )
  expect(scanning).toEqual([
    'infra/local/expired-records.ts',
    'infra/local/switch-engine.ts',
    'infra/operate/scan.ts',
  ])
})
