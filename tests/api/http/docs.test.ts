import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import asyncApi from '../../../docs/asyncapi.json' with { type: 'json' }
import { openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ fresh: true, options: { DOCS_PAGE: 'true' } })
})
afterAll(() => shop.close())

const get = (path: string) => shop.anonymous().get(path)

/** The paths that the page loads. */
const loadedBy = (html: string) =>
  [...html.matchAll(/(?:src|href)="(\/docs\/[^"]+)"/g)].map(([, path = '']) => path)

describe('the docs page', () => {
  it('loads only scripts and styles of this API, and its policy allows no others', async () => {
    const { body, headers } = await get('/docs')
    expect(headers.get('content-type')).toBe('text/html')
    expect(headers.get('cache-control')).toBe('public, max-age=60')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
    expect(policy).not.toMatch(/unsafe|\*|sandbox/)
    expect(body).not.toMatch(/<script>|<style|style=|https?:/)
    expect(loadedBy(body)).toHaveLength(4)
  })

  it('names its files by their version, for good, and sends them compressed', async () => {
    const { body } = await get('/docs')
    for (const path of loadedBy(body)) {
      const { status, headers } = await get(path)
      const [type] = path.endsWith('.js') ? ['javascript'] : ['css']
      expect({ path, status }).toEqual({ path, status: 200 })
      expect(headers.get('content-type')).toBe(`text/${type};charset=utf-8`)
      // Compressing saves nothing of a few bytes
      const coding = path.includes('/style-') || path.includes('/start-') ? null : 'gzip'
      expect(headers.get('content-encoding')).toBe(coding)
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  it.each([
    '/docs/',
    '/docs/package.json',
    '/docs/swagger-ui-bundle.js',
    '/docs/..%2Fpackage.json',
    '/docs/%2Fetc%2Fpasswd',
    '/docs/__proto__',
  ])('has no other file, such as %s', async (path) => {
    expect(await get(path)).toMatchObject({ status: 404, body: { message: 'Not found' } })
  })

  it('is an unknown path where the option is off', async () => {
    const { body } = await get('/docs')
    process.env.DOCS_PAGE = 'false'
    try {
      const unknown = { status: 404, body: { message: 'Not found' } }
      for (const path of ['/docs', '/docs/', ...loadedBy(body)]) {
        expect(await get(path)).toMatchObject(unknown)
      }
      const posted = await fetch(`${shop.url}/docs`, { method: 'POST' })
      expect({ status: posted.status, body: await posted.json() }).toEqual(unknown)
      expect(await get('/openapi.json')).toMatchObject({ status: 200 })
    } finally {
      process.env.DOCS_PAGE = 'true'
    }
  })
})

describe('the AsyncAPI document', () => {
  it('is served to anybody as it is committed', async () => {
    const { body, headers } = await get('/asyncapi.json')
    expect(body).toEqual(asyncApi)
    expect(headers.get('content-type')).toBe('application/json')
  })
})
