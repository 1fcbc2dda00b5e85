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

const bob = { name: 'Bob', pin: '8765' }

let shop: Shop
let newBrowser: () => Browser
let browser: Browser
beforeAll(async () => {
  const opened = await openBehindFrontDoor({ ACCESS_TOKEN_SECONDS: '60' })
  shop = opened.shop
  newBrowser = opened.newBrowser
  browser = newBrowser()
  await send(pos, 'POST', '/auth/login', ana)
  await send(pos, 'POST', '/users', { ...bob, role: opened.roleId })
})
afterAll(() => shop.close())
beforeEach(() => {
  browser = newBrowser()
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

/** A request from the app on this host to the API, as this host passes it on. */
const send = (host: string, method: string, path: string, body?: unknown) =>
  browser.send({ from: host }, method, host + path, body)

const logIn = async (host: string, user = ana) => {
  const { status } = await send(host, 'POST', '/auth/login', user)
  expect(status).toBe(200)
}

const openWallet = async (host: string) => {
  const { status } = await send(host, 'POST', '/wallet/auth', { password: 'open sesame' })
  expect(status).toBe(200)
}

const userAt = async (host: string) =>
  (await send(host, 'GET', '/users/me')).body.user?.name

const share = () => vi.stubEnv('COOKIE_DOMAIN', 'shop.example')

/** Later, so that tokens differ in the second of their issue. */
const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1_000)

describe('app and API on one host', () => {
  it('share cookies that no other host gets', async () => {
    await logIn(pos)
    await openWallet(pos)
    expect(await browser.cookies()).toEqual([
      'accessToken of pos.shop.example alone',
      'refreshToken of pos.shop.example alone',
      'walletAccessToken of pos.shop.example alone',
    ])
    expect(await browser.openSocket({ from: pos }, socket)).toBe(101)
    expect(await browser.cookiesFor({ from: till }, till)).toEqual([])
  })

  it('lose them on logout', async () => {
    await logIn(pos)
    await openWallet(pos)
    await send(pos, 'POST', '/wallet/logout')
    expect(await browser.cookiesFor({ from: pos }, pos)).toHaveLength(2)
    await openWallet(pos)
    await send(pos, 'POST', '/auth/logout')
    expect(await browser.cookies()).toEqual([])
  })
})

describe('an app on a sibling host', () => {
  it('can call the API at its own host, and open sockets', async () => {
    const { status } = await browser.send(
      { from: till },
      'POST',
      `${pos}/auth/login`,
      ana,
    )
    expect(status).toBe(200)
    expect(await browser.openSocket({ from: till }, socket)).toBe(101)
  })

  it('with a relay opens sockets with cookieDomain only', async () => {
    await logIn(till)
    expect(await browser.openSocket({ from: till }, socket)).toBe(401)
    share()
    await logIn(till)
    expect(await browser.openSocket({ from: till }, socket)).toBe(101)
  })

  it('shares its cookies with the API and loses them on logout', async () => {
    share()
    await logIn(till)
    await openWallet(till)
    expect(await browser.cookies()).toEqual([
      'accessToken of shop.example',
      'refreshToken of shop.example',
      'walletAccessToken of shop.example',
    ])
    await send(till, 'POST', '/wallet/logout')
    expect(await browser.cookiesFor({ from: pos }, pos)).toHaveLength(2)
    await openWallet(pos)
    await send(pos, 'POST', '/auth/logout')
    expect(await browser.cookies()).toEqual([])
  })

  it('shares none with a host of another domain', async () => {
    share()
    await browser.send({ from: elsewhere }, 'POST', `${elsewhere}/auth/login`, ana)
    expect(await browser.cookies()).toEqual([])
  })
})

it.each(['', 'shop.example'])(
  'pages of other sites send no cookies, and links the lax ones (cookieDomain "%s")',
  async (domain) => {
    vi.stubEnv('COOKIE_DOMAIN', domain)
    await logIn(pos)
    await openWallet(pos)
    expect(await browser.cookiesFor({ from: elsewhere }, pos)).toEqual([])
    const link = { from: elsewhere, isNavigation: true }
    const lax = ['accessToken', 'refreshToken']
    expect(await browser.cookiesFor(link, pos)).toEqual(lax)
  },
)

describe('once cookieDomain is set', () => {
  it('host-only cookies of before last until their successors are set', async () => {
    await logIn(pos)
    share()
    pass(70)
    expect((await send(pos, 'POST', '/auth/refresh')).status).toBe(200)
    expect(await browser.cookies()).toEqual([
      'refreshToken of pos.shop.example alone',
      'accessToken of shop.example',
    ])
    await logIn(pos, bob)
    expect(await browser.cookies()).toEqual([
      'accessToken of shop.example',
      'refreshToken of shop.example',
    ])
  })

  it('host-only cookies of before do not outlive a logout', async () => {
    await logIn(pos)
    share()
    await send(pos, 'POST', '/auth/logout')
    expect(await browser.cookies()).toEqual([])
  })
})

describe('two cookies of one name', () => {
  it.each([
    ['set', '', 'shop.example', pos, till],
    ['unset', 'shop.example', '', till, pos],
  ])('when cookieDomain was %s, the newer token counts', async (...given) => {
    const [, before, after, firstHost, secondHost] = given
    vi.stubEnv('COOKIE_DOMAIN', before)
    await logIn(firstHost, ana)
    vi.stubEnv('COOKIE_DOMAIN', after)
    pass(5)
    await logIn(secondHost, bob)
    // Browsers send the older one first.
    expect(await browser.cookiesFor({ from: pos }, pos)).toEqual([
      'accessToken',
      'refreshToken',
      'accessToken',
      'refreshToken',
    ])
    expect(await userAt(pos)).toBe('Bob')
    pass(70)
    expect((await send(pos, 'POST', '/auth/refresh')).status).toBe(200)
    expect(await userAt(pos)).toBe('Bob')
  })
})
