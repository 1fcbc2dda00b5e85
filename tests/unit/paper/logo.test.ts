import { expect, it } from 'vitest'
import { logoBitmap, scaleOnWhite } from '../../../shared/paper/layout/logo.ts'
import { readLogoRasterizer } from '../../../shared/paper/layout/rasterizer.ts'
import { animatedWebp, brokenWebp, stillWebp } from '../../support/webp.ts'

const bitmapOf = async (file: Uint8Array) => logoBitmap(file, await readLogoRasterizer())

it('draws a WebP in its size, and what is clear in it as white', async () => {
  const bitmap = await bitmapOf(stillWebp)
  expect(bitmap).toMatchObject({ widthPx: 60, heightPx: 40 })
  const bits = Buffer.from(bitmap?.bits ?? '', 'base64')
  const bytesPerRow = Math.ceil(60 / 8)
  const row = (at: number) => bits.subarray(at * bytesPerRow, (at + 1) * bytesPerRow)
  expect(row(0)).toEqual(Buffer.from([255, 255, 255, 0b11111100, 0, 0, 0, 0]))
  expect(row(39)).toEqual(Buffer.alloc(bytesPerRow))
})

it.each([
  ['an animated WebP', animatedWebp()],
  ['a broken WebP', brokenWebp],
  ['a WebP that ends in its header', stillWebp.subarray(0, 30)],
])('leaves out %s, and draws the next picture', async (_, file) => {
  expect(await bitmapOf(file)).toBeUndefined()
  expect(await bitmapOf(stillWebp)).toBeDefined()
})

it('scales a picture down by the average of its pixels on white', () => {
  const black = [0, 0, 0, 255]
  const clear = [0, 0, 0, 0]
  const data = Uint8ClampedArray.from([black, clear, black, black].flat())
  const picture = { data, width: 2, height: 2 }
  const scaled = scaleOnWhite(picture, { width: 1, height: 2 })
  expect([...scaled]).toEqual([128, 128, 128, 255, 0, 0, 0, 255])
})
