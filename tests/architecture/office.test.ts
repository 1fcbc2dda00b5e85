import { expect, test } from 'vitest'
import { importsOf, sources } from './sources.ts'

test("the owner's page imports its own files, the typed client, Preact, uPlot and the heartbeat", () => {
  const allowed =
    /^(functions\/office\/page\/|shared\/client\/|preact(\/hooks)?$|uplot$|shared\/agents\/protocol\/heartbeat\.ts$)/
  const strays = sources('functions/office/page/**/*.{ts,tsx}')
    .flatMap(importsOf)
    .filter(({ from }) => !allowed.test(from))
  expect(strays).toEqual([])
})
