import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'

type Answer = (response: ServerResponse) => void

/** Starts a fake of Systems Manager that counts requests; `answer` sends each response. */
async function startParameters(answer: Answer) {
  const manager = { requests: 0, answer }
  const server = createServer((request, response) => {
    request.resume()
    manager.requests += 1
    manager.answer(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  vi.stubEnv('AWS_ENDPOINT_URL_SSM', `http://127.0.0.1:${port}`)
  return manager
}

const replies =
  (status: number, body: object): Answer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' })
    response.end(JSON.stringify(body))
  }
const holdsText = (Value: string): Answer =>
  replies(200, { Parameters: [{ Name: tokenKeyParameter, Value }] })
const holds = (tokenKey: string, more: object = {}) =>
  holdsText(JSON.stringify({ tokenKey, ...more }))
const refuses = (type: string) => replies(400, { __type: type, message: 'refused' })
const tokenKeyParameter = '/corner/token-key'
const isMissing = replies(200, { Parameters: [], InvalidParameters: [tokenKeyParameter] })
const isDenied = refuses('AccessDeniedException')
const isThrottled = refuses('ThrottlingException')
const fails: Answer = (response) => response.writeHead(500).end('{}')
const hangs: Answer = () => {}
const stallsMidway: Answer = (response) => response.writeHead(200).write('{"Param')

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.stubEnv('SECRETS_FILE', '')
  vi.stubEnv('AWS_REGION', 'eu-west-1')
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'local')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

const second = 1_000
const minute = 60 * second
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)

/** The module reloaded, in a program that works for the main shop. */
async function loaded() {
  const { mainShop, serveOnly } = await import('../../../shared/current-shop.ts')
  serveOnly(mainShop)
  return import('../../../shared/platform/deployment/secrets.ts')
}

/** The module in a function that may read the key of tokens; it preloads it. */
function loadedInCloud() {
  vi.stubEnv('TOKEN_KEY_PARAMETER', tokenKeyParameter)
  return loaded()
}

async function timed<T>(work: Promise<T>): Promise<{ result: T; ms: number }> {
  const startedMs = performance.now()
  return { result: await work, ms: performance.now() - startedMs }
}

describe('a secret', () => {
  it('is read while the function initializes, and then once an hour', async () => {
    const manager = await startParameters(holds('one'))
    const { secret } = await loadedInCloud()
    await expect.poll(() => manager.requests).toBe(1)
    expect(await secret('token-key')).toBe('one')
    manager.answer = holds('two')
    pass(50 * minute - 1)
    expect(await secret('token-key')).toBe('one')
    expect(manager.requests).toBe(1)
    pass(10 * minute + 1)
    await expect.poll(() => secret('token-key')).toBe('two')
  })

  it('is not read by a function that may not read it', async () => {
    const manager = await startParameters(holds('one'))
    const { secret, secretMatches } = await loaded()
    expect(await secret('webhook-secret')).toBe('')
    expect(await secretMatches('front-door-secret', '')).toBe(false)
    await expect(secret('token-key')).rejects.toThrow('neither tokenKey nor')
    expect(manager.requests).toBe(0)
  })

  it('is read again at its first use when it could not be preloaded', async () => {
    const manager = await startParameters(holdsText('no JSON: hidden'))
    const log = vi.spyOn(console, 'log').mockReturnValue(undefined)
    const { secret } = await loadedInCloud()
    await expect.poll(() => log.mock.calls.join()).toContain('not a JSON object')
    expect(log.mock.calls.join()).not.toContain('hidden')
    manager.answer = holds('one')
    expect(await secret('token-key')).toBe('one')
  })

  it.each([
    ['fails', fails],
    ['hangs', hangs],
    ['stalls in the middle of its response', stallsMidway],
    ['holds no JSON', holdsText('hidden')],
    ['has no such parameter', isMissing],
    ['denies the right', isDenied],
    ['throttles', isThrottled],
  ])(
    'that is cached is returned without a wait of 6 s while Systems Manager %s',
    async (_, answer) => {
      const manager = await startParameters(holds('cached'))
      const { secret } = await loadedInCloud()
      await secret('token-key')
      manager.answer = answer
      pass(60 * minute)
      const parallel = [1, 2, 3].map(() => secret('token-key'))
      const { result, ms } = await timed(Promise.all(parallel))
      expect(result).toEqual(['cached', 'cached', 'cached'])
      // The timeout of the call is 6 s
      expect(ms).toBeLessThan(6_000)
      const next = secret('token-key')
      const waits = new Promise((resolve) => setImmediate(resolve, 'it waits'))
      expect(await Promise.race([next, waits])).toBe('cached')
    },
  )

  it('is replaced by a new value that arrives late', async () => {
    const manager = await startParameters(holds('old'))
    const { secret } = await loadedInCloud()
    await secret('token-key')
    manager.answer = (response) => void setTimeout(() => holds('new')(response), 600)
    pass(60 * minute)
    expect(await secret('token-key')).toBe('old')
    await expect.poll(() => secret('token-key')).toBe('new')
  })

  it.each([
    ['hangs', hangs],
    ['stalls in the middle of its response', stallsMidway],
    ['has no such parameter', isMissing],
    ['denies the right', isDenied],
    ['throttles', isThrottled],
  ])(
    'that is not cached throws after one call of 6 s when Systems Manager %s',
    async (_, answer) => {
      const manager = await startParameters(answer)
      const { secret } = await loaded()
      vi.stubEnv('TOKEN_KEY_PARAMETER', tokenKeyParameter)
      const given = timed(secret('token-key').catch((error: Error) => error))
      const { result, ms } = await given
      expect(result).toBeInstanceOf(Error)
      expect(ms).toBeLessThan(12_000)
      manager.answer = holds('available again')
      expect(await secret('token-key')).toBe('available again')
    },
  )

  it('with wrong fields is logged without their names and values', async () => {
    await startParameters(
      holds('one', { hiddenName: 'x', pinKey: 'p', previousTokenKey: 42 }),
    )
    const log = vi.spyOn(console, 'log').mockReturnValue(undefined)
    const { secret } = await loadedInCloud()
    expect(await secret('token-key')).toBe('one')
    expect(JSON.parse(log.mock.calls.join())).toEqual({
      level: 'error',
      event: 'secret_malformed',
      secret: 'parameters',
      malformed: ['previousTokenKey'],
      unknownFields: 2,
    })
  })
})

describe('parameters', () => {
  it('are asked for by one call, which is repeated when the account is throttled', async () => {
    const manager = await startParameters(isThrottled)
    manager.answer = (response) => {
      const answer = manager.requests < 3 ? isThrottled : everyKey
      answer(response)
    }
    const everyKey = replies(200, {
      Parameters: [
        { Name: '/corner/pin-key', Value: '{"pinKey":"p","tokenKey":"of another"}' },
        { Name: tokenKeyParameter, Value: '{"tokenKey":"t"}' },
      ],
    })
    vi.stubEnv('PIN_KEY_PARAMETER', '/corner/pin-key')
    const { secret } = await loadedInCloud()
    expect(await Promise.all([secret('pin-key'), secret('token-key')])).toEqual([
      'p',
      't',
    ])
    expect(manager.requests).toBe(3)
    await expect(secret('tunnel-key')).rejects.toThrow('neither tunnelKey nor')
  })

  it('are read again by instances that started together at different times', async () => {
    const manager = await startParameters(holds('one'))
    const instances = []
    for (const random of [0, 0.999]) {
      vi.resetModules()
      vi.spyOn(Math, 'random').mockReturnValue(random)
      instances.push(await loadedInCloud())
      await instances.at(-1)?.secret('token-key')
    }
    vi.restoreAllMocks()
    pass(51 * minute)
    for (const { secret } of instances) await secret('token-key')
    // Each waits a quarter of a second for its new value
    await expect.poll(() => manager.requests).toBe(3)
    pass(9 * minute)
    for (const { secret } of instances) await secret('token-key')
    await expect.poll(() => manager.requests).toBe(4)
  })

  it('are good for two instances in a rotation, whichever reads first', async () => {
    const manager = await startParameters(holds('old'))
    const one = await loadedInCloud()
    await one.secret('token-key')
    vi.resetModules()
    const other = await loadedInCloud()
    await other.secret('token-key')
    pass(30 * second)
    manager.answer = holds('new', { previousTokenKey: 'old' })
    // A token that one has signed with the new value makes the other read again
    await expect.poll(() => one.secretMatches('token-key', 'new')).toBe(true)
    expect(await one.secret('token-key')).toBe('new')
    expect(await other.secret('token-key')).toBe('old')
    await expect.poll(() => other.secretMatches('token-key', 'new')).toBe(true)
    expect(await one.secretMatches('token-key', 'old')).toBe(true)
    expect(manager.requests).toBe(4)
    manager.answer = holds('new')
    pass(60 * minute)
    await expect.poll(() => one.secretMatches('token-key', 'old')).toBe(false)
    await expect.poll(() => other.secretMatches('token-key', 'old')).toBe(false)
    expect(await other.secretMatches('token-key', 'new')).toBe(true)
  })
})

describe('a verification', () => {
  it('accepts the current and the previous value', async () => {
    await startParameters(holds('new', { previousTokenKey: 'old' }))
    const { secretMatches } = await loadedInCloud()
    expect(await secretMatches('token-key', 'new')).toBe(true)
    expect(await secretMatches('token-key', 'old')).toBe(true)
    expect(await secretMatches('token-key', 'older')).toBe(false)
    expect(await secretMatches('token-key', '')).toBe(false)
  })

  it('reads a changed secret at once, but at most every 30 s', async () => {
    const manager = await startParameters(holds('one'))
    const { secretMatches } = await loadedInCloud()
    expect(await secretMatches('token-key', 'one')).toBe(true)
    pass(30 * second)
    manager.answer = holds('two')
    const crowd = () =>
      Promise.all(Array.from({ length: 50 }, () => secretMatches('token-key', 'two')))
    // Requests that have waited for two seconds are refused, and find the new value
    // afterwards
    await expect.poll(async () => new Set(await crowd())).toEqual(new Set([true]))
    expect(manager.requests).toBe(2)

    manager.answer = holds('three')
    pass(29 * second)
    for (const wrong of ['a', 'b', 'three']) {
      expect(await secretMatches('token-key', wrong)).toBe(false)
    }
    expect(manager.requests).toBe(2)
    pass(second)
    await expect.poll(() => secretMatches('token-key', 'three')).toBe(true)
    expect(manager.requests).toBe(3)
  })

  it('keeps its values while the secret cannot be read', async () => {
    const manager = await startParameters(holds('one'))
    const { secretMatches } = await loadedInCloud()
    expect(await secretMatches('token-key', 'one')).toBe(true)
    manager.answer = hangs
    pass(30 * second)
    const { result, ms } = await timed(secretMatches('token-key', 'two'))
    expect(result).toBe(false)
    // The timeout of the call is 6 s
    expect(ms).toBeLessThan(6_000)
    expect(await secretMatches('token-key', 'one')).toBe(true)
  })
})
