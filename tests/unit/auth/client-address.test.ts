import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { resolveClientAddress } from '../../../shared/auth/client-address.ts'

const relay = '203.0.113.10'
const edge = '64.252.1.1'

beforeAll(() => {
  const file = join(mkdtempSync(join(tmpdir(), 'pos-')), 'secrets.json')
  writeFileSync(file, JSON.stringify({ 'front-door-secret': 'ours' }))
  process.env.SECRETS_FILE = file
  process.env.TRUSTED_PROXIES = relay
})

describe('behind the front door', () => {
  const door = { 'x-front-door': 'ours', 'x-viewer-address': relay }

  it('finds the till behind a trusted relay', async () => {
    const headers = { ...door, 'x-forwarded-for': `10.1.1.7, ${relay}, ${edge}` }
    expect(await resolveClientAddress(edge, headers)).toMatchObject({ ip: '10.1.1.7' })
  })

  it('believes the rightmost stranger, not what was written before it', async () => {
    const headers = { ...door, 'x-forwarded-for': `1.1.1.1, 10.1.1.7, ${relay}, ${edge}` }
    expect(await resolveClientAddress(edge, headers)).toMatchObject({ ip: '10.1.1.7' })
  })

  it('takes the viewer himself when he is no trusted relay', async () => {
    const headers = {
      ...door,
      'x-viewer-address': '198.51.100.4',
      'x-forwarded-for': `10.1.1.7, 198.51.100.4, ${edge}`,
    }
    expect(await resolveClientAddress(edge, headers)).toEqual({
      ip: '198.51.100.4',
      https: true,
    })
  })
})

describe('a trusted relay', () => {
  it.each([
    ['198.51.100.10', '::ffff:198.51.100.10'],
    ['2001:DB8::0:A', '2001:db8::a'],
    ['[2001:db8::a]', '2001:0db8:0:0:0:0:0:000a'],
  ])('set as %s is known when it comes as %s', async (set, peer) => {
    process.env.TRUSTED_PROXIES = `${relay},${set}`
    const forwarded = `10.1.1.7:1234, "[2001:DB8::0:7]:80", ${peer}`
    expect(
      await resolveClientAddress(peer, { 'x-forwarded-for': forwarded }),
    ).toMatchObject({
      ip: '2001:db8::7',
    })
    process.env.TRUSTED_PROXIES = relay
  })
})

describe("without the front door's secret", () => {
  it('does not believe its header', async () => {
    const headers = { 'x-front-door': 'guessed', 'x-viewer-address': '1.1.1.1' }
    expect(await resolveClientAddress(edge, headers)).toMatchObject({ ip: edge })
  })
})
