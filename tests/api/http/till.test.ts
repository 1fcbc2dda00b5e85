import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ fresh: true })
})
afterAll(() => shop.close())

const get = (path: string, headers?: Record<string, string>) =>
  shop.anonymous().get(path, headers)

/** The paths that the page loads. */
const loadedBy = (html: string) =>
  [...html.matchAll(/(?:src|href)="(\/till\/[^"]+)"/g)].map(([, path = '']) => path)

describe('the till', () => {
  it('loads only files of this API, and its policy allows no others and nothing inline', async () => {
    const { body, headers } = await get('/till')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'",
    )
    // The camera's reader is WebAssembly
    expect(policy.replace("'wasm-unsafe-eval'", '')).not.toMatch(
      /unsafe|\*|sandbox|https?:/,
    )
    expect(body).not.toMatch(/<script>|<style|style=|https?:\/\//)
    const permissions = headers.get('permissions-policy')
    expect(permissions).toContain('camera=(self)')
    expect(permissions).toContain('microphone=()')
    const types = loadedBy(body).map(async (path) => {
      const { headers } = await get(path)
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      return headers.get('content-type')
    })
    expect(new Set(await Promise.all(types))).toEqual(
      new Set([
        'image/svg+xml',
        'image/png',
        'application/manifest+json',
        'text/css;charset=utf-8',
        'text/javascript;charset=utf-8',
      ]),
    )
  })

  it('comes as Brotli where a browser takes it, with the same content', async () => {
    const loaded = loadedBy((await get('/till')).body)
    // A part of a few bytes is not worth compressing
    const script = loaded.find((path) => /\/till-[^/]+\.js$/.test(path)) ?? ''
    const answers = ['br', 'gzip, br;q=0', 'identity'].map(async (accepted) => {
      const answer = await fetch(shop.url + script, {
        headers: { 'accept-encoding': accepted },
      })
      expect(answer.headers.get('vary')).toContain('Accept-Encoding')
      return [answer.headers.get('content-encoding'), await answer.text()]
    })
    const [brotli, gzip, plain] = await Promise.all(answers)
    expect(plain).toEqual([null, expect.stringMatching(/\bimport\b|\bexport\b/)])
    expect([brotli, gzip]).toEqual([
      ['br', plain?.[1]],
      ['gzip', plain?.[1]],
    ])
  })

  it('can be installed: its manifest names icons that are there', async () => {
    const { body } = await get('/till')
    const [path = ''] = loadedBy(body).filter((each) => each.endsWith('.webmanifest'))
    const manifest = JSON.parse((await get(path)).body)
    expect(manifest).toMatchObject({ start_url: '/till', display: 'standalone' })
    const sizes = manifest.icons.map(async ({ src, type, sizes }: Icon) => {
      const { status, headers } = await get(src)
      expect([status, headers.get('content-type')]).toEqual([200, type])
      return sizes
    })
    expect(await Promise.all(sizes)).toEqual(['any', '192x192', '512x512', '512x512'])
  })

  it('has a service worker under a name that stays, for the page and nothing above it', async () => {
    const { headers } = await get('/till/worker.js')
    expect(headers.get('cache-control')).toBe('no-cache')
    expect(headers.get('service-worker-allowed')).toBe('/till')
  })

  it('is what browsers get at the root path, and nobody else', async () => {
    const page = 'text/html,application/xhtml+xml,*/*;q=0.8'
    const navigate = { 'sec-fetch-mode': 'navigate' }
    const redirect = await get('/', { accept: page, ...navigate })
    expect(redirect.headers.get('vary')).toContain('Accept, Sec-Fetch-Mode')
    expect(redirect.status).toBe(302)
    expect(redirect.headers.get('location')).toBe('/till')
    // Java's client takes pages first
    const java = 'text/html, image/gif, image/jpeg, */*; q=0.2'
    for (const headers of [
      { accept: java },
      { accept: '*/*', ...navigate },
      { accept: 'application/json' },
    ]) {
      const answer = await get('/', headers)
      expect(answer).toMatchObject({
        status: 200,
        body: 'Root path of the API Nothing to see here',
      })
      expect(answer.headers.get('vary')).toContain('Accept, Sec-Fetch-Mode')
    }
  })

  it('is an unknown path where the option is off, to which no browser is sent', async () => {
    process.env.TILL_PAGE = 'false'
    try {
      expect(await get('/till')).toMatchObject({ status: 404 })
      expect(
        await get('/', { accept: 'text/html', 'sec-fetch-mode': 'navigate' }),
      ).toMatchObject({ status: 200 })
    } finally {
      delete process.env.TILL_PAGE
    }
  })
})

type Icon = { readonly src: string; readonly type: string; readonly sizes: string }
