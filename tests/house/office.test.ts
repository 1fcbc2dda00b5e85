import { expect, test } from 'vitest'
import { officeBudgetKb, officeBundleBytes } from '../bench/office-bundle.ts'
import { importsOf, sources } from './sources.ts'

test("the owner's page is within its budget", () => {
  expect(officeBundleBytes().gzipped).toBeLessThan(officeBudgetKb * 1_000)
})

test('it imports its own files, the typed client, Preact, uPlot and the heartbeat', () => {
  const allowed =
    /^(office\/|shared\/client\/|preact(\/hooks)?$|uplot$|shared\/agents\/protocol\/heartbeat\.ts$)/
  const strays = sources('office/**/*.{ts,tsx}')
    .flatMap(importsOf)
    .filter(({ from }) => !allowed.test(from))
  expect(strays).toEqual([])
})
