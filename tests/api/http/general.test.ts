import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import openApi from '../../../docs/openapi.json' with { type: 'json' }
import { openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ fresh: true })
})
afterAll(() => shop.close())

describe('general endpoints', () => {
  it('returns the root text as a bare string', async () => {
    const { status, body, headers } = await shop.anonymous().get('/')
    expect(status).toBe(200)
    expect(body).toBe('Root path of the API Nothing to see here')
    expect(headers.get('content-type')).toBe('application/json')
  })

  it('returns its health with the time in Unix ms', async () => {
    const { status, body } = await shop.anonymous().get('/api/health')
    expect(status).toBe(200)
    expect(body).toEqual({
      status: 'healthy',
      timestamp: expect.stringMatching(/^\d{13}$/),
    })
  })
})

describe('the OpenAPI document', () => {
  const get = (headers: Record<string, string>) =>
    fetch(`${shop.url}/openapi.json`, { headers })

  it('is served to anybody as it is committed, compressed where the client allows', async () => {
    const { body, headers } = await shop.anonymous().get('/openapi.json')
    expect(body).toEqual(openApi)
    expect(headers.get('content-type')).toBe('application/json')
    expect(headers.get('content-encoding')).toBe('gzip')
    const plain = await get({ 'accept-encoding': 'identity' })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(plain.headers.get('vary')).toContain('Accept-Encoding')
    expect(await plain.json()).toEqual(openApi)
  })

  it('is not sent again to a client that has it', async () => {
    const first = await shop.anonymous().get('/openapi.json')
    expect(first.headers.get('cache-control')).toBe('public, max-age=60')
    const etag = first.headers.get('etag') ?? ''
    const known = { 'if-none-match': `"other", ${etag}` }
    const again = await shop.anonymous().get('/openapi.json', known)
    expect(again).toMatchObject({ status: 304, body: undefined })
    expect(again.headers.get('etag')).toBe(etag)
    const other = { 'if-none-match': '"other"' }
    expect((await shop.anonymous().get('/openapi.json', other)).status).toBe(200)
  })
})

describe('routing', () => {
  it.each(['/nowhere', '/products/1/2/3', '/api', '/products/a/'])(
    'knows no path %s, with or without a token',
    async (path) => {
      const answer = await shop.anonymous().get(path)
      expect(answer).toMatchObject({ status: 404, body: { message: 'Not found' } })
    },
  )

  it('refuses an unknown method on a known path', async () => {
    const { status, body } = await shop.anonymous().send('PATCH', '/products')
    expect(status).toBe(405)
    expect(body.message).toEqual(expect.any(String))
  })

  it('checks the token before a blank id', async () => {
    const { status } = await shop.anonymous().get('/products/')
    expect(status).toBe(401)
  })

  it.each([
    ['/products/', 'Missing or malformed ID'],
    ['/products/%20', 'Missing or malformed ID'],
    ['/categories/?type=dish', 'Missing or malformed ID/type'],
  ])('refuses the blank id of %s', async (path, text) => {
    const client = await shop.userWith('products_read', 'categories_read')
    expect(await client.get(path)).toMatchObject({ status: 400, body: text })
  })
})

describe('CORS', () => {
  const from = (origin: string) => shop.anonymous().get('/', { origin })

  it('allows a configured origin with credentials', async () => {
    const { headers } = await from('http://localhost:3000')
    expect(headers.get('access-control-allow-origin')).toBe('http://localhost:3000')
    expect(headers.get('access-control-allow-credentials')).toBe('true')
    const exposed = headers.get('access-control-expose-headers')?.split(', ')
    expect(exposed).toEqual(expect.arrayContaining(['Retry-After', 'Error-Code', 'ETag']))
  })

  it('sends the headers with refusals too', async () => {
    const { headers } = await shop
      .anonymous()
      .get('/products', { origin: 'http://localhost:3000' })
    expect(headers.get('access-control-allow-origin')).toBe('http://localhost:3000')
  })

  it.each(['https://elsewhere.example', 'http://localhost:5173', 'null'])(
    'sends %s neither header',
    async (origin) => {
      const { headers } = await from(origin)
      expect(headers.get('access-control-allow-origin')).toBeNull()
      expect(headers.get('access-control-allow-credentials')).toBeNull()
    },
  )

  describe('with loopbackOrigins, as `npm start` has it', () => {
    beforeAll(() => {
      process.env.LOOPBACK_ORIGINS = 'true'
    })
    afterAll(() => {
      process.env.LOOPBACK_ORIGINS = 'false'
    })

    it.each([
      ['http://localhost:5173', true],
      ['http://127.0.0.1:8080', true],
      ['http://[::1]', true],
      ['http://localhost.example:5173', false],
      ['http://127.0.0.1.example', false],
      ['http://till.local', false],
    ])('%s is allowed: %s', async (origin, isAllowed) => {
      const { headers } = await from(origin)
      expect(headers.get('access-control-allow-origin')).toBe(isAllowed ? origin : null)
    })

    it('says in the log that a page at localhost sends no cookies to 127.0.0.1', async () => {
      const lines = vi.spyOn(console, 'log').mockImplementation(() => {})
      onTestFinished(() => lines.mockRestore())
      const refused = async (origin: string) => {
        const { headers } = await shop.anonymous().get('/users', { origin })
        const id = headers.get('apigw-requestid') ?? 'none'
        const own = lines.mock.calls.flat().find((line) => String(line).includes(id))
        return JSON.parse(String(own))
      }
      expect(await refused('http://localhost:5173')).toMatchObject({
        status: 401,
        hint: 'the page is at localhost and the API at 127.0.0.1: browsers send no cookies between them, so open both at localhost',
      })
      expect(await refused('http://127.0.0.1:5173')).not.toHaveProperty('hint')
    })
  })

  it('responds to a preflight without a token', async () => {
    const { status, headers } = await shop
      .anonymous()
      .send('OPTIONS', '/products', undefined, {
        origin: 'http://localhost:3000',
        'access-control-request-method': 'PUT',
      })
    expect(status).toBe(204)
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      expect(headers.get('access-control-allow-methods')).toContain(method)
    }
    for (const name of [
      'Content-Type',
      'Authorization',
      'Idempotency-Key',
      'If-None-Match',
      'X-Till-Secret',
      'Approval',
    ]) {
      expect(headers.get('access-control-allow-headers')).toContain(name)
    }
    expect(headers.get('access-control-max-age')).toBe('7200')
  })

  it('lets browsers cache only preflights, and only those of allowed origins', async () => {
    const { headers } = await from('http://localhost:3000')
    expect(headers.get('access-control-max-age')).toBeNull()
    const elsewhere = await shop
      .anonymous()
      .send('OPTIONS', '/products', undefined, { origin: 'https://elsewhere.example' })
    expect(elsewhere.headers.get('access-control-max-age')).toBeNull()
  })
})
