import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { layout } from '../../../shared/paper/layout/layout.ts'
import { renderPng } from '../../../shared/paper/layout/rasterizer.ts'
import { toSvg } from '../../../shared/paper/layout/render.ts'
import { linesOf, receiptOf } from './receipts.ts'

const { resolve } = createRequire(import.meta.url)
const read = (file: string) => readFile(resolve(file))

test.each([
  { justification: 'LEFT', fontSize: 'NORMAL', place: 'translate(32 70) scale(1 1)' },
  { justification: 'CENTER', fontSize: 'NORMAL', place: 'translate(290 70) scale(1 1)' },
  { justification: 'RIGHT', fontSize: 'NORMAL', place: 'translate(548 70) scale(1 1)' },
  { justification: 'RIGHT', fontSize: 'LARGE', place: 'translate(488 70) scale(2 1)' },
  {
    justification: 'CENTER',
    fontSize: 'EXTRA_LARGE',
    place: 'translate(230 70) scale(3 1)',
  },
] as const)(
  '$fontSize text is drawn $justification on the paper',
  ({ place, ...style }) => {
    const svg = toSvg(linesOf({ type: 'TEXT', value: 'Café!', style }))
    expect(svg).toContain(`transform="${place}" textLength="60"`)
  },
)

test('text that looks like XML is escaped', () => {
  const svg = toSvg(linesOf({ type: 'TEXT', value: '</text><script> & co' }))
  expect(svg).toContain('&lt;/text&gt;&lt;script&gt; &amp; co')
})

test('the picture is as high as the printed lines', () => {
  const height = (svg: string) => Number(/height="(\d+)"/.exec(svg)?.[1])
  const empty = height(toSvg([]))
  const qr = { type: 'QRCODE', style: { fontSize: 'LARGE' } } as const
  expect(height(toSvg(linesOf({ type: 'TEXT' })))).toBe(empty + 30)
  expect(height(toSvg(linesOf(qr)))).toBe(empty + 360 + 30)
})

test('a picture of a receipt is a PNG of the same size with ink on white paper', async () => {
  const elements = [{ type: 'HEADER', value: 'Café', style: { bold: true } }] as const
  const svg = toSvg(layout(receiptOf([...elements, { type: 'QRCODE' }])))
  const assets = {
    wasm: await read('@resvg/resvg-wasm/index_bg.wasm'),
    fonts: await Promise.all([
      read('dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf'),
      read('dejavu-fonts-ttf/ttf/DejaVuSansMono-Bold.ttf'),
    ]),
  }
  const png = Buffer.from(await renderPng(svg, assets))
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  expect(png.readUInt32BE(16)).toBe(640)
  expect(png.readUInt32BE(20)).toBe(Number(/height="(\d+)"/.exec(svg)?.[1]))
  const blank = await renderPng(toSvg([]), assets)
  expect(png.length).toBeGreaterThan(blank.length + 1000)
})
