import { expect, test } from 'vitest'
import { importsOf, sources, textOf } from './sources.ts'

test("the owner's page imports its own files, the parts of pages, the typed client, Preact, uPlot, the heartbeat, time zones and article numbers", () => {
  const allowed =
    /^(pages\/office\/|pages\/parts\/|shared\/client\/|preact(\/hooks)?$|uplot$|shared\/(agents\/protocol\/heartbeat|catalog\/article-number|time\/clock)\.ts$)/
  const strays = sources('pages/office/**/*.{ts,tsx}')
    .flatMap(importsOf)
    .filter(({ from }) => !allowed.test(from))
  expect(strays).toEqual([])
})

test('the till imports its own files, the parts of pages, the typed client, Preact, ids, SHA-256, the heartbeat, article numbers, time zones, currencies of territories and the sums of sales', () => {
  const allowed =
    /^(pages\/till\/|pages\/parts\/|shared\/client\/|preact(\/hooks)?$|@noble\/hashes\/|country-to-currency$|shared\/(ids|agents\/protocol\/heartbeat|catalog\/article-number|time\/clock|money\/shares|sales\/sale-sums)\.ts$)/
  const strays = sources('pages/till/**/*.{ts,tsx}')
    .flatMap(importsOf)
    .filter(({ from }) => !allowed.test(from))
  expect(strays).toEqual([])
})

test('pages put no text into themselves as HTML', () => {
  const pages = sources('{pages/parts,pages/*}/**/*.{ts,tsx}')
  const unsafe = pages.filter((file) =>
    /innerHTML|insertAdjacentHTML/i.test(textOf(file)),
  )
  expect(unsafe).toEqual([])
})

test('the parts of pages import each other, the typed client, Preact and a few libraries', () => {
  const allowed =
    /^(pages\/parts\/|shared\/client\/|preact(\/hooks)?$|idb$|qrcode$|zxing-wasm\/reader$|shared\/platform\/time\/clock\.ts$)/
  const strays = sources('pages/parts/**/*.{ts,tsx}')
    .flatMap(importsOf)
    .filter(({ from }) => !allowed.test(from))
  expect(strays).toEqual([])
})
