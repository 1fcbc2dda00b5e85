import { expect, test } from 'vitest'
import { importsOf, sources, textOf } from './sources.ts'

test("the owner's page imports its own files, the parts of pages, the typed client, Preact, uPlot, the heartbeat, time zones and article numbers", () => {
  const allowed =
    /^(functions\/office\/page\/|page-parts\/|shared\/client\/|preact(\/hooks)?$|uplot$|shared\/(agents\/protocol\/heartbeat|catalog\/article-number|time\/clock)\.ts$)/
  const strays = sources('functions/office/page/**/*.{ts,tsx}')
    .flatMap(importsOf)
    .filter(({ from }) => !allowed.test(from))
  expect(strays).toEqual([])
})

test('the till imports its own files, the parts of pages, the typed client, Preact, ids, SHA-256, the heartbeat, article numbers, time zones, currencies of territories and the sums of sales', () => {
  const allowed =
    /^(functions\/till\/page\/|page-parts\/|shared\/client\/|preact(\/hooks)?$|@noble\/hashes\/|country-to-currency$|shared\/(ids|agents\/protocol\/heartbeat|catalog\/article-number|time\/clock|money\/shares|sales\/sale-sums)\.ts$)/
  const strays = sources('functions/till/page/**/*.{ts,tsx}')
    .flatMap(importsOf)
    .filter(({ from }) => !allowed.test(from))
  expect(strays).toEqual([])
})

test('pages put no text into themselves as HTML', () => {
  const pages = sources('{page-parts,functions/*/page}/**/*.{ts,tsx}')
  const unsafe = pages.filter((file) =>
    /innerHTML|insertAdjacentHTML/i.test(textOf(file)),
  )
  expect(unsafe).toEqual([])
})

test('the parts of pages import each other, the typed client, Preact and a few libraries', () => {
  const allowed =
    /^(page-parts\/|shared\/client\/|preact(\/hooks)?$|idb$|qrcode$|zxing-wasm\/reader$|shared\/time\/clock\.ts$)/
  const strays = sources('page-parts/**/*.{ts,tsx}')
    .flatMap(importsOf)
    .filter(({ from }) => !allowed.test(from))
  expect(strays).toEqual([])
})
