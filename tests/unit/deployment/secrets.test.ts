import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'

type Answer = (response: ServerResponse) => void

/** Starts a fake Secrets Manager that counts requests; `answer` sends each response. */
async function startSecretsManager() {
  const manager = { requests: 0, answer: (() => {}) as Answer }
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
  vi.stubEnv('AWS_ENDPOINT_URL_SECRETS_MANAGER', `http://127.0.0.1:${port}`)
  return manager
}

const holds =
  (SecretString: string): Answer =>
  (response) => {
    response.setHeader('content-type', 'application/x-amz-json-1.1')
    response.end(JSON.stringify({ SecretString }))
  }
const fails: Answer = (response) => response.writeHead(500).end('{}')
const hangs: Answer = () => {}
const stallsMidway: Answer = (response) => response.writeHead(200).write('{"Secret')

beforeEach(() => {
  vi.resetModules()
  vi.stubEnv('SECRETS_FILE', '')
  vi.stubEnv('TOKEN_KEY_ARN', 'arn:token-key')
  vi.stubEnv('AWS_REGION', 'eu-west-1')
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'local')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local')
})
afterEach(() => vi.unstubAllEnvs())

const minute = 60_000
const loaded = () => import('../../../shared/deployment/secrets.ts')

async function timed<T>(work: Promise<T>): Promise<{ result: T; ms: number }> {
  const startedMs = performance.now()
  return { result: await work, ms: performance.now() - startedMs }
}

describe('a secret', () => {
  it('is read once in five minutes, then again', async () => {
    const manager = await startSecretsManager()
    const { secret } = await loaded()
    manager.answer = holds('one')
    expect(await secret('token-key', 0)).toBe('one')
    manager.answer = holds('two')
    expect(await secret('token-key', 4 * minute)).toBe('one')
    expect(manager.requests).toBe(1)
    await expect.poll(() => secret('token-key', 6 * minute)).toBe('two')
  })

  it.each([
    ['fails', fails],
    ['hangs', hangs],
    ['stalls in the middle of its response', stallsMidway],
  ])(
    'that is cached is returned without a wait of 6 s while Secrets Manager %s',
    async (_, answer) => {
      const manager = await startSecretsManager()
      const { secret } = await loaded()
      manager.answer = holds('cached')
      await secret('token-key', 0)
      manager.answer = answer
      const parallel = [1, 2, 3].map(() => secret('token-key', 6 * minute))
      const { result, ms } = await timed(Promise.all(parallel))
      expect(result).toEqual(['cached', 'cached', 'cached'])
      // The timeout of the call is 6 s
      expect(ms).toBeLessThan(3_000)
      const next = secret('token-key', 6 * minute + 1)
      expect(await Promise.race([next, Promise.resolve('it waits')])).toBe('cached')
    },
  )

  it('is replaced by a new value that arrives late', async () => {
    const manager = await startSecretsManager()
    const { secret } = await loaded()
    manager.answer = holds('old')
    await secret('token-key', 0)
    manager.answer = (response) => void setTimeout(() => holds('new')(response), 600)
    expect(await secret('token-key', 6 * minute)).toBe('old')
    await expect
      .poll(() => secret('token-key', 7 * minute), { timeout: 5_000 })
      .toBe('new')
  })

  it.each([
    ['hangs', hangs],
    ['stalls in the middle of its response', stallsMidway],
  ])(
    'that is not cached throws within 9 s when Secrets Manager %s',
    async (_, answer) => {
      const manager = await startSecretsManager()
      const { secret } = await loaded()
      manager.answer = answer
      const given = timed(secret('token-key').catch((error: Error) => error))
      const { result, ms } = await given
      expect(result).toBeInstanceOf(Error)
      expect(ms).toBeLessThan(9_000)
      manager.answer = holds('available again')
      expect(await secret('token-key')).toBe('available again')
    },
  )
})
