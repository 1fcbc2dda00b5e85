import { networkInterfaces } from 'node:os'
import { describe, expect, test } from 'vitest'
import { ConfigProblem, parseConfig } from '../../print-agent/config.ts'

const minimal = { baseUrl: 'https://pos.example', stateDir: '/var/lib/pos-agent' }
const parse = (config: unknown) => parseConfig(JSON.stringify(config), 'agent.json')

const [ownAddress = '127.0.0.1'] = Object.values(networkInterfaces()).flatMap((each) =>
  (each ?? []).filter(({ family }) => family === 'IPv4').map(({ address }) => address),
)

describe('the configuration of the agent', () => {
  test('has defaults: printers of the operating system, no node', () => {
    expect(parse(minimal)).toEqual({
      ...minimal,
      printers: { system: true, network: [], devices: [], virtual: [] },
      node: null,
      statusPort: 9180,
    })
  })

  test('defaults to port 9100 for network printers and drops a final slash', () => {
    const config = parse({
      ...minimal,
      baseUrl: 'https://pos.example/',
      printers: { network: [{ name: 'kitchen', host: '10.0.0.9' }] },
    })
    expect(config.baseUrl).toBe('https://pos.example')
    expect(config.printers.network[0]?.port).toBe(9100)
  })

  test.each([
    ['http://localhost:4000', true],
    ['http://127.0.0.1:4000', true],
    ['http://[::1]:4000', true],
    [`http://${ownAddress}:4000`, true],
    ['http://192.0.2.1:4000', false],
    ['http://pos.example', false],
    ['http://localhost.evil.example', false],
    ['ftp://pos.example', false],
    ['pos.example', false],
  ])('accepts the base URL %s: %s', (baseUrl, isAccepted) => {
    const accepted = () => parse({ ...minimal, baseUrl })
    if (isAccepted) expect(accepted).not.toThrow()
    else expect(accepted).toThrow(ConfigProblem)
  })

  test.each([
    [{ ...minimal, stateDir: undefined }, 'stateDir'],
    [{ ...minimal, enrolmentToken: 'nodot' }, 'enrolmentToken'],
    [{ ...minimal, printer: {} }, 'printer'],
    [
      { ...minimal, printers: { network: [{ name: 'k', host: 'h', port: 70_000 }] } },
      'printers.network[0].port',
    ],
    [{ ...minimal, node: { url: 'http://127.0.0.1:9740' } }, 'node.password'],
    [
      {
        ...minimal,
        printers: {
          network: [{ name: 'bar', host: 'h' }],
          devices: [{ name: 'bar', path: '/dev/usb/lp0' }],
        },
      },
      'two printers have the same name',
    ],
  ])('names the invalid field of %j', (config, named) => {
    expect(() => parse(config)).toThrow(named)
  })

  test('does not quote an invalid file, which contains passwords', () => {
    const broken = '{"node": {"password": "hunter2"'
    expect(() => parseConfig(broken, 'agent.json')).toThrow('agent.json is not JSON')
  })
})
