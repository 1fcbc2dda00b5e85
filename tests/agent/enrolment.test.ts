import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { runCommandLine } from '../../print-agent/command-line.ts'
import { enrolmentToken } from './cloud-stand-in.ts'
import { openShop } from './shop.ts'

const exitConfig = 78
const exitRevoked = 77

const soon = { timeout: 60_000, interval: 20 }

describe('enrolment', () => {
  test('creates a secret, stores it with mode 600 and uses it from then on', async () => {
    const { cloud, stateDir, startAgent } = await openShop()
    await startAgent()
    await vi.waitFor(
      () => expect(cloud.state.calls.map(({ path }) => path)).toContain('/agents/report'),
      soon,
    )

    const [exchange, ...rest] = cloud.state.calls
    expect(exchange).toMatchObject({ path: '/agents/exchange', bearer: enrolmentToken })
    const secret = cloud.state.secret ?? ''
    expect(exchange?.body).toEqual({ secret, servesNode: false })
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
    expect(rest.every((call) => call.bearer === `a1.${secret}`)).toBe(true)
    expect((await stat(join(stateDir, 'identity.json'))).mode & 0o777).toBe(0o600)
  })

  test('is retried with the same secret when the response was lost', async () => {
    const { cloud, stateDir, startAgent } = await openShop()
    cloud.state.outages.set('/agents/exchange', 1_000)
    const first = await startAgent()
    const path = join(stateDir, 'identity.json')
    const saved = await vi.waitFor(
      async () => JSON.parse(await readFile(path, 'utf8')),
      soon,
    )
    await first.end('SIGKILL')

    cloud.state.outages.clear()
    await startAgent()
    await vi.waitFor(() => expect(cloud.state.secret).toBe(saved.secret), soon)
  })

  test('is not repeated after a restart, which needs no enrolment token', async () => {
    const { cloud, startAgent } = await openShop()
    const reports = () =>
      cloud.state.calls.filter((call) => call.path === '/agents/report')
    const first = await startAgent()
    await vi.waitFor(() => expect(reports()).not.toHaveLength(0), soon)
    expect(await first.end('SIGTERM')).toBe(0)
    const before = reports().length

    await startAgent({ enrolmentToken: undefined })
    await vi.waitFor(() => expect(reports().length).toBeGreaterThan(before), soon)
    const exchanges = cloud.state.calls.filter((call) => call.path === '/agents/exchange')
    expect(exchanges).toHaveLength(1)
  })

  test('with the token of another agent replaces the old identity', async () => {
    const { stateDir, startAgent } = await openShop()
    const path = join(stateDir, 'identity.json')
    const old = { agentId: 'a0', secret: 's'.repeat(43), exchanged: true }
    await writeFile(path, JSON.stringify(old))
    await startAgent()
    await vi.waitFor(async () => {
      const identity = JSON.parse(await readFile(path, 'utf8'))
      expect(identity).toMatchObject({ agentId: 'a1', exchanged: true })
    }, soon)
  })

  test('fails on a Node.js older than 24', async () => {
    const { startAgent } = await openShop()
    const older = "Object.defineProperty(process.versions, 'node', { value: '22.1.0' })"
    const agent = await startAgent({}, ['--import', `data:text/javascript,${older}`])
    expect(await agent.exited()).toBe(exitConfig)
    expect(agent.output()).toBe('The agent needs Node.js 24 or newer; this is 22.1.0\n')
  })

  test('fails without enrolment token and identity', async () => {
    const { startAgent } = await openShop()
    const agent = await startAgent({ enrolmentToken: undefined })
    expect(await agent.exited()).toBe(exitConfig)
    expect(agent.output()).toContain('enrolmentToken is needed')
  })

  test('a revoked agent exits, without its token in the log', async () => {
    const { cloud, startAgent } = await openShop()
    cloud.state.secret = 'another secret took this token'
    const agent = await startAgent()
    expect(await agent.exited()).toBe(exitRevoked)
    expect(agent.output()).toContain('was revoked')
    expect(agent.output()).not.toContain(enrolmentToken)
  })
})

test('a damaged identity is named by run, and replaced by enrol', async () => {
  const { cloud, config, stateDir } = await openShop()
  const path = join(stateDir, 'agent.json')
  const identity = join(stateDir, 'identity.json')
  await writeFile(path, JSON.stringify(config))
  await writeFile(identity, '{"agentId": "a1", "sec')
  const complaints: string[] = []
  const command = (...words: string[]) =>
    runCommandLine([...words, '--config', path], {
      env: {},
      say: () => {},
      complain: (line) => void complaints.push(line),
    })
  expect(await command('run')).toBe(78)
  expect(complaints.join()).toContain(`${identity} is damaged, perhaps by a power cut`)
  expect(await command('enrol', cloud.url, enrolmentToken)).toBe(0)
  expect(JSON.parse(await readFile(identity, 'utf8'))).toMatchObject({ exchanged: true })
})
