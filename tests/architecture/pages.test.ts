import { expect, test } from 'vitest'
import { importsOf, sources, textOf } from './sources.ts'

/**
 * The folders of each page in layers: a folder imports folders of lower layers only. Each section
 * is a folder of its own, and no other one imports it; `.` are the files of the page itself.
 */
const layers: Readonly<Record<string, readonly (readonly string[])[]>> = {
  parts: [
    ['texts', 'later', 'icons'],
    ['.'],
    ['controls'],
    ['correction', 'printers', 'refund', 'scanner'],
  ],
  till: [
    ['texts'],
    ['shop'],
    ['lock', 'cart', 'sections'],
    ['approval', 'catalogue', 'sales', 'scanner', 'set-up'],
    ['payment'],
    ['sections/*'],
    ['settings'],
    ['shell'],
    ['display'],
    ['.'],
  ],
  office: [
    ['texts'],
    ['shop'],
    ['figures'],
    ['controls'],
    ['sale'],
    ['sections/*'],
    ['shell'],
    ['.'],
  ],
  kitchen: [['texts', 'device'], ['board'], ['.']],
}

test.each(Object.entries(layers))(
  'folders of pages/%s/ import lower layers only',
  (page, rows) => {
    const place = (path: string) =>
      /^pages\/\w+\/((sections\/)?[\w-]+(?=\/)|)/.exec(path)?.[1] || '.'
    const layerOf = (path: string) => {
      const folder = place(path).replace(/^sections\/.+/, 'sections/*')
      return rows.findIndex((row) => row.includes(folder))
    }
    const files = sources(`pages/${page}/**/*.{ts,tsx}`)
    expect(files.filter((file) => layerOf(file) < 0)).toEqual([])
    const upwards = files.flatMap((file) =>
      importsOf(file)
        .filter(
          ({ from }) => from.startsWith(`pages/${page}/`) && place(from) !== place(file),
        )
        .filter(({ from }) => layerOf(from) >= layerOf(file))
        .map(({ from }) => `${file} imports ${from}`),
    )
    expect(upwards).toEqual([])
  },
)

test('a page imports no other page', () => {
  const pageOf = (path: string) => path.split('/')[1]
  const strays = sources('pages/**/*.{ts,tsx}').flatMap((file) =>
    importsOf(file)
      .filter(({ from }) => from.startsWith('pages/') && !from.startsWith('pages/parts/'))
      .filter(({ from }) => pageOf(from) !== pageOf(file))
      .map(({ from }) => `${file} imports ${from}`),
  )
  expect(strays).toEqual([])
})

test("the owner's page imports its own files, the parts of pages, the typed client, Preact, ids, uPlot, virtual lists, time zones, article numbers, what is low on stock, labels of taxes, CSV and ZIP", () => {
  const allowed =
    /^(pages\/office\/|pages\/parts\/|shared\/client\/|preact(\/hooks)?$|uplot$|fflate$|@tanstack\/virtual-core$|csv-parse\/browser\/esm\/sync$|shared\/(ids|catalog\/(article-number|low-stock)|platform\/(time\/clock|money\/tax-label))\.ts$)/
  const strays = sources('pages/office/**/*.{ts,tsx}')
    .flatMap(importsOf)
    .filter(({ from }) => !allowed.test(from))
  expect(strays).toEqual([])
})

test('the till imports its own files, the parts of pages, the typed client, Preact, ids, SHA-256, canonical JSON, article numbers, what is low on stock, time zones, currencies of territories, labels of taxes and the sums of sales', () => {
  const allowed =
    /^(pages\/till\/|pages\/parts\/|shared\/client\/|preact(\/hooks)?$|@noble\/hashes\/|canonicalize$|country-to-currency$|shared\/(ids|catalog\/(article-number|low-stock)|platform\/time\/clock|platform\/money\/(shares|tax-label)|selling\/sales\/sale-sums)\.ts$)/
  const strays = sources('pages/till/**/*.{ts,tsx}')
    .flatMap(importsOf)
    .filter(({ from }) => !allowed.test(from))
  expect(strays).toEqual([])
})

test('pages put no text into themselves as HTML', () => {
  const pages = sources('pages/**/*.{ts,tsx}')
  const unsafe = pages.filter((file) =>
    /innerHTML|insertAdjacentHTML/i.test(textOf(file)),
  )
  expect(unsafe).toEqual([])
})

test('the parts of pages import each other, the typed client, Preact, ids, the heartbeat, article numbers, time zones, shares of sums and a few libraries', () => {
  const allowed =
    /^(pages\/parts\/|shared\/client\/|preact(\/hooks)?$|idb$|qrcode$|zxing-wasm\/reader$|shared\/(ids|agents\/protocol\/heartbeat|catalog\/article-number|platform\/(time\/clock|money\/shares))\.ts$)/
  const strays = sources('pages/parts/**/*.{ts,tsx}')
    .flatMap(importsOf)
    .filter(({ from }) => !allowed.test(from))
  expect(strays).toEqual([])
})
