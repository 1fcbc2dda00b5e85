import { expect, test } from 'vitest'
import { modules } from '../lab/mutants/modules.ts'
import { readExplanations } from '../lab/mutants/results.ts'
import { sources } from './sources.ts'

test('the modules and explanations of npm run mutants name files that exist', () => {
  const named = [
    ...Object.values(modules).flatMap((each) => [...each.sources, ...each.tests]),
    ...readExplanations().map(({ file }) => file),
  ]
  expect(named.filter((pattern) => sources(pattern).length === 0)).toEqual([])
})
