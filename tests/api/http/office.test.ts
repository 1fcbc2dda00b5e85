import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ fresh: true, options: { DOCS_PAGE: 'true' } })
})
afterAll(() => shop.close())

const get = (path: string, headers?: Record<string, string>) =>
  shop.anonymous().get(path, headers)

/** The paths that a page loads. */
const loadedBy = (html: string) =>
  [...html.matchAll(/(?:src|href)="(\/(?:office|kitchen)\/[^"]+)"/g)].map(
    ([, path = '']) => path,
  )

it.each(['/office', '/kitchen'])(
  '%s loads only files of this API, and its policy allows no others',
  async (page) => {
    const { body, headers } = await get(page)
    expect(headers.get('content-type')).toBe('text/html')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
    expect(policy).not.toMatch(/unsafe|\*|sandbox|https?:/)
    expect(body).not.toMatch(/<script>|<style|style=|https?:\/\/(?!www\.w3\.org)/)
    const types = loadedBy(body).map(async (path) => {
      const { status, headers, body } = await get(path)
      expect(status).toBe(200)
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      // Below a kilobyte compressing saves nothing
      if (body.length >= 1_024) expect(headers.get('content-encoding')).toBe('gzip')
      return headers.get('content-type')
    })
    expect(new Set(await Promise.all(types))).toEqual(
      new Set([
        'image/svg+xml',
        'text/css;charset=utf-8',
        'text/javascript;charset=utf-8',
      ]),
    )
  },
)

describe("the owner's page", () => {
  it.each(['/office/', '/office/office.js', '/office/..%2Fpage.ts'])(
    'has no other file, such as %s',
    async (path) => {
      expect(await get(path)).toMatchObject({ status: 404 })
    },
  )

  it('has each section as a script of its own, by the name that its script imports', async () => {
    const { body } = await get('/office')
    const script = loadedBy(body).find((path) => /\/office-[^/]+\.js$/.test(path))
    const { body: text } = await get(script ?? '')
    const sections = [...text.matchAll(/import\("\.\/(chunk-section-[^"]+)"\)/g)]
    expect(sections).not.toEqual([])
    for (const [, name] of sections) {
      expect(await get(`/office/${name}`)).toMatchObject({ status: 200 })
    }
  })

  it('is an unknown path where the option is off', async () => {
    const { body } = await get('/office')
    process.env.OFFICE_PAGE = 'false'
    try {
      for (const path of ['/office', ...loadedBy(body)]) {
        const unknown = { status: 404, body: { message: 'Not found' } }
        expect(await get(path)).toMatchObject(unknown)
      }
    } finally {
      delete process.env.OFFICE_PAGE
    }
  })
})

// Browsers give a page that they know the headers of this response.
it.each(['/office', '/till', '/kitchen', '/docs'])(
  '%s keeps its policy when it is unchanged',
  async (path) => {
    const first = await get(path)
    const again = await get(path, { 'if-none-match': first.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
    const name = 'content-security-policy'
    expect(again.headers.get(name)).toBe(first.headers.get(name))
  },
)
