import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { unauthorizedText } from '../../shared/agents/protocol/token-exchange.ts'
import { problemOf } from '../../shared/platform/http/problems.ts'
import { drawn } from '../support/scale.ts'
import { temporaryFolder } from './agent-process.ts'
import { createPrintJob } from './print-jobs.ts'
import { openShop } from './shop.ts'
import { startNode } from './shop-node.ts'

const soon = { timeout: 60_000, interval: 20 }

const linesOf = (output: string, event: string) =>
  output.split('\n').filter((line) => line.includes(`"event":"${event}"`))

test("the refusal that ends an agent is the API's own", () => {
  expect(unauthorizedText).toBe(problemOf('unauthenticated').text)
})

describe('something else that responds in place of the cloud', () => {
  const foreigners = [
    ['another API with 401', { status: 401, body: '{"message":"Unauthorized"}' }],
    ['a login page with 200', { status: 200, body: '<h1>Welcome</h1>' }],
    ['a login page with 401', { status: 401, body: '<h1>Please log in</h1>' }],
    ['a wrong path with 404', { status: 404, body: '{"message":"Not Found"}' }],
  ] as const

  test.each(drawn(foreigners.slice(0, 2), foreigners))(
    '%s is waited for, and told once in plain words',
    async (_, foreign) => {
      const { cloud, startAgent } = await openShop()
      cloud.state.foreign = foreign
      const agent = await startAgent()
      await vi.waitFor(() => expect(agent.output()).toContain('cloud-lost'), soon)
      cloud.state.foreign = undefined
      const job = createPrintJob('kitchen')
      await cloud.enqueue(job)

      await vi.waitFor(() => expect(cloud.statesOf(job.id)).toEqual(['printed']), soon)
      // The log comes on another way than what the cloud is told
      const back = () => linesOf(agent.output(), 'cloud-back')
      await vi.waitFor(() => expect(back()).toHaveLength(1), soon)
      const [lost, ...others] = linesOf(agent.output(), 'cloud-lost')
      expect(lost).toContain('the login page of a Wi-Fi, or a wrong baseUrl')
      expect(others).toEqual([])
    },
  )
})

/** A certificate for `localhost` that the agent trusts. */
async function makeCertificate() {
  const folder = await temporaryFolder()
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const files = ['-keyout', key, '-out', cert, '-days', '2']
  execFileSync('openssl', ['req', '-x509', ...curve, ...subject, ...files], {
    stdio: 'pipe',
  })
  vi.stubEnv('NODE_EXTRA_CA_CERTS', cert)
  return { key: await readFile(key), cert: await readFile(cert) }
}

const portOf = (server: { address: () => unknown }) =>
  (server.address() as AddressInfo).port

test('behind a proxy, the API, the queue and the tunnel are reached through it', async () => {
  onTestFinished(() => void vi.unstubAllEnvs())
  const { cloud, startAgent } = await openShop()
  const node = await startNode()
  onTestFinished(() => node.stop())
  let direct = 0
  const tls = createTlsServer(await makeCertificate(), (socket) => {
    direct += 1
    const inner = connect(Number(new URL(cloud.url).port), '127.0.0.1')
    for (const each of [socket, inner]) each.on('error', () => each.destroy())
    socket.pipe(inner).pipe(socket)
  }).listen(0, '127.0.0.1')
  const proxy = createServer().listen(0, '127.0.0.1')
  await Promise.all([once(tls, 'listening'), once(proxy, 'listening')])
  onTestFinished(() => void [tls, proxy].map((server) => server.close()))
  const asked: string[] = []
  proxy.on('connect', (request, socket) => {
    asked.push(request.url ?? '')
    const onward = connect(portOf(tls), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      socket.pipe(onward).pipe(socket)
    })
    for (const each of [socket, onward]) each.on('error', () => each.destroy())
  })
  vi.stubEnv('HTTPS_PROXY', `http://127.0.0.1:${portOf(proxy)}`)
  // Only the proxy knows the port behind this one.
  const baseUrl = 'https://localhost:8443'
  cloud.state.publicUrl = baseUrl
  const job = createPrintJob('kitchen')
  await cloud.enqueue(job)
  await startAgent({ baseUrl, node: { url: node.url, password: 'secret' } })

  await vi.waitFor(() => expect(cloud.statesOf(job.id)).toEqual(['printed']), soon)
  await vi.waitFor(() => expect(cloud.state.connections).toHaveLength(1), soon)
  expect(new Set(asked)).toEqual(new Set(['localhost:8443']))
  // One may be asked for and not be open yet
  expect(asked.length).toBeGreaterThanOrEqual(direct)
})
