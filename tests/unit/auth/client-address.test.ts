import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { resolveClientAddress } from '../../../shared/people/auth/client-address.ts'

const proxy = '203.0.113.10'
const edge = '64.252.1.1'

beforeAll(() => {
  const file = join(mkdtempSync(join(tmpdir(), 'pos-')), 'secrets.json')
  const secrets = { frontDoorSecret: 'ours', previousFrontDoorSecret: 'before' }
  writeFileSync(file, JSON.stringify(secrets))
  process.env.SECRETS_FILE = file
  process.env.TRUSTED_PROXIES = proxy
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterAll(() => vi.useRealTimers())

describe('behind the front door', () => {
  const frontDoor = { 'x-front-door': 'ours', 'x-viewer-address': proxy }

  it("takes the client address from a trusted proxy's X-Forwarded-For", async () => {
    const headers = { ...frontDoor, 'x-forwarded-for': `10.1.1.7, ${proxy}, ${edge}` }
    expect(await resolveClientAddress(edge, headers)).toMatchObject({ ip: '10.1.1.7' })
  })

  it('takes the rightmost untrusted address, not those left of it', async () => {
    const headers = {
      ...frontDoor,
      'x-forwarded-for': `1.1.1.1, 10.1.1.7, ${proxy}, ${edge}`,
    }
    expect(await resolveClientAddress(edge, headers)).toMatchObject({ ip: '10.1.1.7' })
  })

  it("takes the viewer's address when it is not a trusted proxy", async () => {
    const headers = {
      ...frontDoor,
      'x-viewer-address': '198.51.100.4',
      'x-forwarded-for': `10.1.1.7, 198.51.100.4, ${edge}`,
    }
    expect(await resolveClientAddress(edge, headers)).toEqual({
      ip: '198.51.100.4',
      https: true,
    })
  })

  it('every request came over https, whatever a trusted proxy says', async () => {
    const headers = { ...frontDoor, 'x-forwarded-proto': 'http' }
    expect(await resolveClientAddress(edge, headers)).toMatchObject({ https: true })
  })

  it.each([
    ['pos.shop.example', 'https://pos.shop.example'],
    ['POS.Shop.example:443', 'https://pos.shop.example'],
    ['pos.shop.example/path', undefined],
    ['', undefined],
  ])('the viewer asked the host %s', async (host, viewerOrigin) => {
    const headers = { ...frontDoor, 'x-viewer-host': host }
    expect(await resolveClientAddress(edge, headers)).toMatchObject({ viewerOrigin })
  })
})

describe("during a rotation of the front door's secret", () => {
  const viewer = '198.51.100.4'
  const sent = (secret: string) =>
    resolveClientAddress(edge, { 'x-front-door': secret, 'x-viewer-address': viewer })

  it.each(['ours', 'before'])('%s proves where a request came from', async (secret) => {
    expect(await sent(secret)).toMatchObject({ ip: viewer })
  })

  it('a secret that is newer than the one in memory is found at once', async () => {
    expect(await sent('ours')).toMatchObject({ ip: viewer })
    writeFileSync(process.env.SECRETS_FILE ?? '', '{"frontDoorSecret":"newest"}')
    vi.setSystemTime(Date.now() + 30_000)
    const crowd = Array.from({ length: 20 }, () => sent('newest'))
    const ips = (await Promise.all(crowd)).map(({ ip }) => ip)
    expect(ips).toEqual(crowd.map(() => viewer))
  })
})

describe('a trusted proxy', () => {
  it.each([
    ['198.51.100.10', '::ffff:198.51.100.10'],
    ['2001:DB8::0:A', '2001:db8::a'],
    ['[2001:db8::a]', '2001:0db8:0:0:0:0:0:000a'],
  ])('configured as %s is recognized as %s', async (set, peer) => {
    process.env.TRUSTED_PROXIES = `${proxy},${set}`
    const forwarded = `10.1.1.7:1234, "[2001:DB8::0:7]:80", ${peer}`
    expect(
      await resolveClientAddress(peer, { 'x-forwarded-for': forwarded }),
    ).toMatchObject({
      ip: '2001:db8::7',
    })
    process.env.TRUSTED_PROXIES = proxy
  })
})

describe("without the front door's secret", () => {
  it('ignores its headers', async () => {
    const headers = {
      'x-front-door': 'guessed',
      'x-viewer-address': '1.1.1.1',
      'x-viewer-host': 'elsewhere.example',
    }
    expect(await resolveClientAddress(edge, headers)).toEqual({
      ip: edge,
      https: false,
      viewerOrigin: undefined,
    })
  })
})
