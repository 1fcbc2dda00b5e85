import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { scanRGBABuffer } from '@undecaf/zbar-wasm'
import { beforeAll, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { billTemplate } from '../../../shared/paper/layout/built-in.ts'
import { defaultSettings } from '../../../shared/paper/layout/print-settings.ts'
import { readRasterizer, renderPixels } from '../../../shared/paper/layout/rasterizer.ts'
import { printedLines, toSvg } from '../../../shared/paper/layout/render.ts'
import { config, store } from './golden-receipts.ts'

const data = 'pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqf'
/** As small as invoices are, and with as many routes as they get. */
const invoices = {
  small: `lnbc12m1${data.repeat(5)}`,
  large: `lnbc12m1${data.repeat(14)}`,
}

beforeAll(async () => {
  const file = import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')
  const wasm = await readFile(fileURLToPath(file))
  await prepareZXingModule({
    overrides: { wasmBinary: Uint8Array.from(wasm).buffer },
    fireImmediately: true,
  })
})

/** Each dot as the mean of its neighbours, as a warm print head smears it. */
function blurred(rgba: Uint8Array, width: number, height: number): Uint8ClampedArray {
  const out = new Uint8ClampedArray(rgba.length).fill(255)
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      let sum = 0
      for (const dy of [-1, 0, 1]) {
        for (const dx of [-1, 0, 1]) sum += rgba[((y + dy) * width + x + dx) * 4] ?? 0
      }
      out.fill(sum / 9, (y * width + x) * 4, (y * width + x) * 4 + 3)
    }
  }
  return out
}

test.each(
  Object.entries(invoices).flatMap(([size, invoice]) =>
    ([32, 48] as const).map((columns) => ({ size, invoice, columns })),
  ),
)(
  'two readers of other makes read a $size invoice on $columns columns when it is smeared',
  async ({ invoice, columns }) => {
    const settings = { ...defaultSettings, columns }
    const bill = {
      elements: [...billTemplate.in.en],
      ticket: { ...store, invoice },
      config,
      settings,
    }
    const svg = toSvg(await printedLines(bill), columns)
    const { rgba, widthPx, heightPx } = await renderPixels(svg, await readRasterizer())
    const pixels = blurred(rgba, widthPx, heightPx)
    const found = await readBarcodes(
      { data: pixels, width: widthPx, height: heightPx } as Parameters<
        typeof readBarcodes
      >[0],
      { formats: ['QRCode'] },
    )
    expect(found.map(({ text }) => text)).toEqual([invoice.toUpperCase()])
    const seen = await scanRGBABuffer(Uint8Array.from(pixels).buffer, widthPx, heightPx)
    expect(seen.map((code) => code.decode())).toEqual([invoice.toUpperCase()])
  },
)
