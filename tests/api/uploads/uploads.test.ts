import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../support/client.ts'
import {
  extendedWebp,
  gif,
  jpeg,
  losslessWebp,
  lossyWebp,
  png,
} from '../../support/pictures.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { createForm, uploadFiles } from '../../support/upload-form.ts'

let shop: Shop
let admin: Client
beforeAll(async () => {
  shop = await openShop({ fresh: true })
})
afterAll(() => shop.close())

const bytesOf = async (path: string) => {
  const response = await fetch(shop.url + path)
  // The client reads text only, but compares the answer with the document.
  await shop.anonymous().get(path)
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

describe('before there is a business', () => {
  it('a caller without a token can upload its logo', async () => {
    const { status, body } = await uploadFiles(shop.anonymous(), { bytes: png })
    expect(status).toBe(201)
    const [{ path, url }] = body.uploads
    const day = new Date().toISOString().slice(0, 10)
    expect(path).toMatch(new RegExp(`^/uploads/${day}/[0-9a-f-]{36}\\.png$`))
    expect(url).toBe(shop.url + path)
    expect((await bytesOf(path)).bytes).toEqual(png)
  })

  it('and setup stores its URL as a path', async () => {
    const { body: uploaded } = await uploadFiles(shop.anonymous(), { bytes: png })
    const [{ path, url }] = uploaded.uploads
    const owner = { name: 'Ana', pin: '4321' }
    const { status } = await shop.anonymous().post('/initial-setup', {
      businessType: 'store',
      businessName: 'Corner Shop',
      businessCurrency: 'USD',
      businessLogo: url,
      userName: owner.name,
      userPassword: 'secret',
      userPin: owner.pin,
    })
    expect(status).toBe(201)
    admin = await shop.login(owner)
    expect((await admin.get('/config')).body.businessLogoUrl).toBe(path)
  })
})

describe('POST /uploads', () => {
  it('needs a token after the setup, but no permission', async () => {
    expect(await uploadFiles(shop.anonymous(), { bytes: png })).toMatchObject({
      status: 401,
      body: { message: 'Unauthorized API access' },
    })
    expect((await uploadFiles(await shop.userWith(), { bytes: png })).status).toBe(201)
  })

  it('detects the type of a picture by its content, not its name', async () => {
    const files = [
      { bytes: png, name: 'a.jpg', type: 'text/html', field: 'logo' },
      { bytes: jpeg, name: '../../etc/passwd', field: 'logo' },
      { bytes: gif, name: 'ä"b.svg' },
      { bytes: lossyWebp, name: 'picture' },
      { bytes: losslessWebp },
      { bytes: extendedWebp },
    ]
    const { status, body } = await uploadFiles(admin, ...files)
    expect(status).toBe(201)
    const webp = 'image/webp'
    const types = ['image/png', 'image/jpeg', 'image/gif', webp, webp, webp]
    expect(body.uploads).toHaveLength(types.length)
    for (const [at, type] of types.entries()) {
      const { response, bytes } = await bytesOf(body.uploads[at].path)
      expect(response.headers.get('content-type')).toBe(type)
      expect(bytes).toEqual(files[at]?.bytes)
    }
  })

  it.each([
    ['a page', '<html><script>alert(1)</script></html>'],
    ['a drawing that can hold scripts', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a PDF', '%PDF-1.7'],
    ['a RIFF file that is not a picture', 'RIFF\x24\x08\x00\x00WAVEfmt '],
  ])('returns 400 for %s, and stores none of the files', async (_, bytes) => {
    const answer = await uploadFiles(
      admin,
      { bytes: png },
      { bytes, name: 'a.png', type: 'image/png' },
    )
    expect(answer).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('PNG') },
    })
  })

  it('returns 400 for a request without files', async () => {
    const none = { status: 400, body: { message: 'No files uploaded' } }
    expect(await uploadFiles(admin)).toMatchObject(none)
    expect(await uploadFiles(admin, { bytes: '', name: '' })).toMatchObject(none)
    expect(await admin.post('/uploads')).toMatchObject(none)
    expect(await admin.post('/uploads', { files: [] })).toMatchObject(none)
    const { body, headers } = await createForm({ bytes: png })
    const half = body.subarray(0, body.length / 2)
    expect(await admin.post('/uploads', half, headers)).toMatchObject(none)
    expect(await admin.post('/uploads', body)).toMatchObject(none)
  })

  it('accepts 500 pictures in a form, and returns 413 for more', async () => {
    const files = Array.from({ length: 501 }, () => ({ bytes: png }))
    expect(await uploadFiles(admin, ...files)).toMatchObject({
      status: 413,
      body: { message: 'A form holds at most 500 pictures' },
    })
    const { status, body } = await uploadFiles(admin, ...files.slice(1))
    expect(status).toBe(201)
    const paths = body.uploads.map(({ path }: { path: string }) => path)
    expect(new Set(paths).size).toBe(500)
    expect((await bytesOf(paths[499])).bytes).toEqual(png)
  })

  it('accepts up to 4 MB', async () => {
    const megabyte = 1024 * 1024
    const large = Buffer.concat([png, Buffer.alloc(4 * megabyte - 1_000, 7)])
    const { status, body } = await uploadFiles(admin, { bytes: large })
    expect(status).toBe(201)
    expect((await bytesOf(body.uploads[0].path)).bytes.equals(large)).toBe(true)
    const larger = Buffer.concat([large, Buffer.alloc(1_000)])
    expect(await uploadFiles(admin, { bytes: larger })).toMatchObject({
      status: 413,
      body: { message: expect.any(String) },
    })
  })

  it('accepts a form with chunked transfer encoding', async () => {
    const { body, headers } = await createForm({ bytes: png })
    const cookie = `accessToken=${admin.cookies.get('accessToken')}`
    const response = await fetch(`${shop.url}/uploads`, {
      method: 'POST',
      headers: { ...headers, cookie },
      body: new Blob([body]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(response.status).toBe(201)
  })

  it.each([
    'a\\"b.png',
    '\\"',
    'a\\"\\"b\\"',
    'C:\\tea\\',
    'a\\\\',
    'a;\\"b.png',
    'a%22b.png',
  ])('accepts a file with the name "%s"', async (name) => {
    const line = `form-data; name="\\"files"; filename="${name}"`
    const content = Buffer.concat([png, Buffer.from('\\"\r\n\r\n--Y\r\n\\"')])
    const part = (headers: string) => ['--X', headers, '', content.toString('latin1')]
    const lines = [
      ...part(`Content-Disposition: ${line}\r\nContent-Type: image/png`),
      ...part(`content-type: image/png\r\ncontent-disposition: ${line}`),
      '--X--',
      '',
    ]
    for (const boundary of ['X', '"X"']) {
      const { status, body } = await admin.post(
        '/uploads',
        Buffer.from(lines.join('\r\n'), 'latin1'),
        { 'content-type': `multipart/form-data; boundary=${boundary}` },
      )
      expect(status).toBe(201)
      expect(body.uploads).toHaveLength(2)
      for (const { path } of body.uploads) {
        expect((await bytesOf(path)).bytes.equals(content)).toBe(true)
      }
    }
  })

  it('uploads once per Idempotency-Key', async () => {
    const { body, headers } = await createForm({ bytes: png })
    const keyed = { ...headers, 'idempotency-key': randomUUID() }
    const first = await admin.post('/uploads', body, keyed)
    expect((await admin.post('/uploads', body, keyed)).body).toEqual(first.body)
  })
})

describe('GET /uploads/...', () => {
  it('returns a picture to anybody, with headers for caching and nosniff', async () => {
    const { body } = await uploadFiles(admin, { bytes: png })
    const { response } = await bytesOf(body.uploads[0].path)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'image/png',
      'content-length': String(png.length),
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    })
  })

  it.each([
    `2026-01-01/${randomUUID()}.png`,
    `2026-01-01/${randomUUID()}.html`,
    `2026-01-01/${randomUUID()}`,
    `today/${randomUUID()}.png`,
    '2026-01-01/..%2f..%2fsecrets.png',
    '2026-01-01/',
    '2026-01-01',
    'a/b/c',
  ])('returns 404 for %s', async (path) => {
    expect(await shop.anonymous().get(`/uploads/${path}`)).toMatchObject({
      status: 404,
      body: { message: 'Not found' },
    })
  })
})

it('stores a picture URL of this API as its path, and others as sent', async () => {
  const { body } = await uploadFiles(admin, { bytes: png })
  const [{ path, url }] = body.uploads
  const product = {
    name: 'Tea',
    costCents: 1,
    categoryIds: [],
    quantity: 1,
    minStockThreshold: 0,
    maxStockThreshold: 0,
    priceCents: 1,
  }
  const shown = async (imageUrl: string) => {
    const { body: created } = await admin.post('/products', { ...product, imageUrl })
    return (await admin.get(`/products/${created.id}`)).body.imageUrl
  }
  expect(await shown(url)).toBe(path)
  expect(await shown(path)).toBe(path)
  expect(await shown(url.replace('http:', 'HTTP:'))).toBe(path)
  expect(await shown(`${shop.url}0/a.png`)).toBe(`${shop.url}0/a.png`)
  expect(await shown('logo of the shop')).toBe('logo of the shop')
  expect(await shown('https://cdn.example/tea.png')).toBe('https://cdn.example/tea.png')
})
