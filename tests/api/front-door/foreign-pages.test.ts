import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  vi,
} from 'vitest'
import type { Browser } from '../../support/browser.ts'
import {
  ana,
  elsewhere,
  openBehindFrontDoor,
  pos,
  socket,
  till,
} from '../../support/front-door.ts'
import type { Shop } from '../../support/shop.ts'

let shop: Shop
let browser: Browser
beforeAll(async () => {
  const opened = await openBehindFrontDoor({
    OWN_HOSTS: 'pos.shop.example,till.shop.example',
  })
  shop = opened.shop
  browser = opened.newBrowser()
})
afterAll(() => shop.close())
afterEach(() => vi.unstubAllEnvs())

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  browser.send({ from: pos }, 'POST', pos + path, body, headers)

const logIn = async () => expect((await post('/auth/login', ana)).status).toBe(200)

describe('a request with cookies that a page sends', () => {
  const allowed = 'https://app.shop.example'
  const lan = 'http://192.168.1.20:3000'
  beforeEach(async () => {
    vi.stubEnv('CORS_ORIGINS', allowed)
    await logIn()
  })

  /** The statuses of a write and of a socket with these headers of a browser or relay. */
  const statuses = async (headers: Record<string, string>) => {
    const { status, body } = await post('/suppliers', {}, headers)
    if (status === 403) {
      expect(body).toEqual({
        message: 'Requests from pages of this origin are not allowed',
      })
    }
    return [status, await browser.openSocket({ from: pos }, socket, headers)]
  }
  const crossSite = { 'sec-fetch-site': 'cross-site' }

  it.each([
    ['of another site', { ...crossSite, origin: elsewhere }],
    ['of another site that hides its origin', { ...crossSite, origin: 'null' }],
    ['of another site, from no origin', crossSite],
    ['of another site, at a name of ours', { ...crossSite, origin: till }],
    ['of an old browser on another site', { origin: elsewhere }],
    ['of an old browser on a site with our name in its own', { origin: `${pos}.evil` }],
    ['of an old browser in a sandbox', { origin: 'null' }],
    ['on the LAN, of another host', { origin: lan }],
  ])('%s is refused', async (_page, headers) => {
    expect(await statuses(headers)).toEqual([403, 403])
  })

  it.each([
    ["by a page of the API's host", { 'sec-fetch-site': 'same-origin', origin: pos }],
    ['by a page of an allowed origin', { ...crossSite, origin: allowed }],
    ["by an old browser at the API's host, on any port", { origin: `${pos}:8443` }],
    ["by an old browser at the relay's host", { origin: till }],
    ['by an old browser of an allowed host, on any port', { origin: `${allowed}:81` }],
    ['by a relay on the LAN', { origin: lan, 'x-forwarded-host': '192.168.1.20:3000' }],
    ['by a program', {}],
  ])('%s is served', async (_sender, headers) => {
    expect(await statuses(headers)).toEqual([400, 101])
  })

  it('from a host of cookieDomain is served', async () => {
    const sibling = { origin: 'http://kitchen.shop.example' }
    expect(await statuses(sibling)).toEqual([403, 403])
    vi.stubEnv('COOKIE_DOMAIN', 'shop.example')
    await logIn()
    expect(await statuses(sibling)).toEqual([400, 101])
  })

  it('is refused before its token is looked at, and may still be read', async () => {
    const headers = { origin: elsewhere, cookie: 'accessToken=stale' }
    const refused = await post('/suppliers', {}, headers)
    expect(refused.status).toBe(403)
    const me = `${pos}/users/me`
    const read = await browser.send({ from: pos }, 'GET', me, undefined, headers)
    expect(read.status).toBe(401)
  })

  it('tells the page and the known hosts apart in the log', async () => {
    const lines: string[] = []
    const log = vi.spyOn(console, 'log').mockImplementation((line) => lines.push(line))
    await statuses({ origin: lan })
    log.mockRestore()
    const told = lines.map((line) => JSON.parse(line))
    expect(told.filter(({ event }) => event === 'foreign-page')).toMatchObject([
      { page: lan, hosts: expect.arrayContaining(['pos.shop.example']) },
      { page: lan },
    ])
  })
})
