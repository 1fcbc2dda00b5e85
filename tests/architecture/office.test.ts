import { expect, test } from 'vitest'
import { importsOf, sources } from './sources.ts'

test("the owner's page imports its own files, the parts of pages, the typed client, Preact, uPlot and the heartbeat", () => {
  const allowed =
    /^(functions\/office\/page\/|page-parts\/|shared\/client\/|preact(\/hooks)?$|uplot$|shared\/agents\/protocol\/heartbeat\.ts$)/
  const strays = sources('functions/office/page/**/*.{ts,tsx}')
    .flatMap(importsOf)
    .filter(({ from }) => !allowed.test(from))
  expect(strays).toEqual([])
})

test('the parts of pages import each other, the typed client and Preact', () => {
  const allowed = /^(page-parts\/|shared\/client\/|preact(\/hooks)?$)/
  const strays = sources('page-parts/**/*.{ts,tsx}')
    .flatMap(importsOf)
    .filter(({ from }) => !allowed.test(from))
  expect(strays).toEqual([])
})
