import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '../../support/client.ts'
import {
  createGif,
  createJpeg,
  createPng,
  createWebp,
  extendedWebp,
  gif,
  losslessWebp,
  lossyWebp,
  png,
} from '../../support/pictures.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { uploadFiles } from '../../support/upload-form.ts'

let shop: Shop
let admin: Client
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

const headers = [
  { kind: 'PNG', picture: png, length: 24 },
  { kind: 'JPEG', picture: createJpeg(3, 4), length: 33 },
  { kind: 'GIF', picture: gif, length: 10 },
  { kind: 'lossy WebP', picture: lossyWebp, length: 30 },
  { kind: 'lossless WebP', picture: losslessWebp, length: 25 },
  { kind: 'extended WebP', picture: extendedWebp, length: 30 },
]

it.each(headers)('returns 400 for a $kind with a truncated header', async (each) => {
  const { picture, length } = each
  for (let kept = 1; kept < length; kept += 1) {
    const answer = await uploadFiles(admin, { bytes: picture.subarray(0, kept) })
    expect(answer).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('PNG') },
    })
  }
  const { status } = await uploadFiles(admin, { bytes: picture.subarray(0, length) })
  expect(status).toBe(201)
})

it.each([
  [
    'a PNG whose first chunk is not a header',
    png.toString('latin1').replace('IHDR', 'IDAT'),
  ],
  [
    'a JPEG without a frame',
    Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'),
  ],
  [
    'a JPEG of fill bytes alone',
    Buffer.alloc(1024 * 1024, 0xff).fill('\xff\xd8', 0, 2, 'latin1'),
  ],
  ['a PNG without width', createPng(0, 1)],
  ['a GIF without height', createGif(1, 0)],
  ['an AVIF', manyItemsAvif()],
])('returns 400 for %s', async (_, content) => {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content
  expect(await uploadFiles(admin, { bytes })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('PNG') },
  })
})

const tooLarge = { status: 400, body: { message: 'A picture has at most 50 megapixels' } }

it.each([
  { kind: 'PNG', pictureOf: createPng },
  { kind: 'JPEG', pictureOf: createJpeg },
  { kind: 'GIF', pictureOf: createGif },
  { kind: 'WebP', pictureOf: createWebp },
])('accepts a $kind of 50 megapixels and no larger one', async ({ pictureOf }) => {
  const largest = pictureOf(10_000, 5_000)
  expect((await uploadFiles(admin, { bytes: largest })).status).toBe(201)
  const larger = pictureOf(10_000, 5_001)
  expect(await uploadFiles(admin, { bytes: png }, { bytes: larger })).toMatchObject(
    tooLarge,
  )
})

it('returns 400 for a PNG with the maximum size in its header', async () => {
  expect(await uploadFiles(admin, { bytes: createPng(2 ** 31, 2 ** 31) })).toMatchObject(
    tooLarge,
  )
})

/** An AVIF that lists more items than a JavaScript function call accepts arguments. */
function manyItemsAvif(): Buffer {
  const box = (type: string, content: Buffer) => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(head.length + content.length)
    head.write(type, 4)
    return Buffer.concat([head, content])
  }
  const items = Buffer.alloc(8 + 3 * 1_000_000)
  items.writeUInt32BE(1_000_000, 4)
  const meta = box(
    'meta',
    Buffer.concat([Buffer.alloc(4), box('iprp', box('ipma', items))]),
  )
  return Buffer.concat([box('ftyp', Buffer.from('avif\0\0\0\0avif')), meta])
}
