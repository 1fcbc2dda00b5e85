import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { groups } from '../../../functions/all.ts'
import { warmingEvent } from '../../../infra/cloud/warming-events.ts'
import { frontDoorHeaders } from '../../../shared/people/auth/front-door.ts'
import { Browser, socketStatus } from '../../support/browser.ts'
import { Client } from '../../support/client.ts'
import { png } from '../../support/pictures.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { createForm } from '../../support/upload-form.ts'

/** A shop behind a front door, at pos.shop.example and at the name of its relay. */
const pos = 'https://pos.shop.example'
const relay = 'https://till.shop.example'
const secret = 'the secret of the front door'

let shop: Shop
let browser: Browser
const fromPos = { from: pos }
beforeAll(async () => {
  shop = await openShop({
    fresh: true,
    frontDoorSecret: secret,
    options: { PUBLIC_URL: '', OWN_HOSTS: 'pos.shop.example,till.shop.example' },
  })
  browser = new Browser(shop.url, secret)
  const { status } = await browser.send(fromPos, 'POST', `${pos}/initial-setup`, {
    businessType: 'store',
    businessName: 'Corner Shop',
    businessCurrency: 'USD',
    businessLogoUrl: `${pos}/uploads/2026-01-01/logo.png`,
    userName: 'Ana',
    userPassword: 'open sesame',
    userPin: '4321',
  })
  expect(status).toBe(201)
  await browser.send(fromPos, 'POST', `${pos}/auth/login`, { name: 'Ana', pin: '4321' })
})
afterAll(() => shop.close())
afterEach(() => vi.unstubAllEnvs())

/** Its responses belong to no operation, so they are not compared with the document. */
const bypassing = () => new Client(shop.url)

const notFound = { status: 404, body: { message: 'Not found' } }

describe('a request that bypasses the front door', () => {
  const requests = groups
    .flatMap(({ endpoints }) => Object.values(endpoints))
    .map(({ method, path }) => [method, path.replaceAll(/\{\w+\}/g, 'x')] as const)

  it('gets 404 from every endpoint, whatever token it has', async () => {
    const cookie = await browser.jar.getCookieString(pos)
    for (const [method, path] of requests) {
      const answer = await bypassing().send(method, path, undefined, { cookie })
      expect([path, answer]).toMatchObject([path, notFound])
    }
  })

  it.each([
    ['OPTIONS', '/products'],
    ['PATCH', '/products'],
    ['GET', '/products/'],
    ['GET', '/nowhere'],
  ])('gets 404 for %s %s', async (method, path) => {
    expect(await bypassing().send(method, path)).toMatchObject(notFound)
  })

  it('gets 404 with a guessed secret', async () => {
    const guessed = { [frontDoorHeaders.secret]: 'guessed' }
    expect(await bypassing().get('/api/health', guessed)).toMatchObject(notFound)
  })

  it("opens no watcher's socket", async () => {
    const cookie = await browser.jar.getCookieString(pos)
    const url = shop.url.replace('http', 'ws')
    expect(await socketStatus(`${url}/ws/payments`, { cookie })).toBe(404)
    expect(await browser.openSocket(fromPos, 'wss://pos.shop.example/ws/payments')).toBe(
      101,
    )
    // Agents dial their tunnel directly.
    expect(await socketStatus(`${url}/ws/tunnel`, {})).toBe(401)
  })

  it('is served if it is a keep-warm call, which no client can make', async () => {
    const event = warmingEvent(groups.find(({ name }) => name === 'products') as never)
    const { handler } = await import('../../../functions/products/handler.ts')
    expect(await handler(event as never, {} as never)).toMatchObject({ statusCode: 401 })
    const claimed = { 'apigw-requestid': 'keep-warm', 'x-amzn-requestid': 'keep-warm' }
    expect(await bypassing().get('/products', claimed)).toMatchObject(notFound)
  })
})

it('every kind of function serves what comes by the front door', async () => {
  const send = (method: string, path: string) =>
    browser.send(fromPos, method, pos + path, undefined, { origin: pos })
  expect((await send('GET', '/api/health')).status).toBe(200)
  expect((await send('GET', '/users/me')).status).toBe(200)
  expect((await send('OPTIONS', '/products')).status).toBe(204)
  expect((await send('PATCH', '/products')).status).toBe(405)
  expect(await send('POST', '/webhook/node')).toMatchObject({
    status: 401,
    body: 'Missing X-Node-Signature header',
  })
})

describe('the public URL', () => {
  const upload = async (host: string, more = {}) => {
    const { body, headers } = await createForm({ bytes: png })
    const sent = { ...headers, ...more }
    const answer = await browser.send(fromPos, 'POST', `${host}/uploads`, body, sent)
    expect(answer.status).toBe(201)
    return answer.body.uploads[0] as { path: string; url: string }
  }

  it('is at the host that the viewer asked', async () => {
    const { path, url } = await upload(pos)
    expect(url).toBe(pos + path)
    const shouted = await upload(pos, { [frontDoorHeaders.host]: 'POS.Shop.example:443' })
    expect(shouted.url).toBe(pos + shouted.path)
  })

  it('is publicUrl where that is set', async () => {
    vi.stubEnv('PUBLIC_URL', 'https://shop.example/api')
    const { path, url } = await upload(pos)
    expect(url).toBe(`https://shop.example/api${path}`)
  })

  it('counts as ours under every host of the deployment', async () => {
    vi.stubEnv('PUBLIC_URL', 'https://shop.example/api')
    const path = '/uploads/2026-01-01/tea.png'
    const stored = async (imageUrl: string) => {
      const product = { name: 'Tea', costCents: 1, priceCents: 1, quantity: 1, imageUrl }
      const limits = { minStockThreshold: 0, maxStockThreshold: 0 }
      const at = 'https://d111.cloudfront.net/products'
      const session = { cookie: await browser.jar.getCookieString(pos) }
      const { body } = await browser.send(
        fromPos,
        'POST',
        at,
        { ...product, ...limits },
        session,
      )
      const one = await browser.send(fromPos, 'GET', `${pos}/products/${body.id}`)
      return one.body.imageUrl
    }
    const ours = [
      'https://shop.example/api',
      pos,
      relay,
      'https://d111.cloudfront.net',
      'HTTPS://POS.shop.example:443',
    ]
    for (const url of ours) expect(await stored(url + path)).toBe(path)
    const others = ['https://shop.example', 'https://d222.cloudfront.net', `${pos}.net`]
    for (const url of others) expect(await stored(url + path)).toBe(url + path)
  })

  it('is not the address in the log: that is the viewer of the front door', async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {})
    await browser.send(fromPos, 'GET', `${pos}/config`)
    const lines = log.mock.calls.map(([line]) => JSON.parse(line))
    log.mockRestore()
    expect(lines).toMatchObject([
      { event: 'request', route: 'GET /config', ip: '203.0.113.20' },
    ])
  })

  it('is left out of logos, in setup and in the config', async () => {
    const config = async () => (await browser.send(fromPos, 'GET', `${pos}/config`)).body
    expect((await config()).businessLogoUrl).toBe('/uploads/2026-01-01/logo.png')
    const changed = { ...(await config()), businessLogoUrl: `${relay}/uploads/new.png` }
    await browser.send(fromPos, 'PUT', `${pos}/config`, changed)
    expect((await config()).businessLogoUrl).toBe('/uploads/new.png')
  })
})
