import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openShop } from './shop.ts'
import { shopNodePassword, startNode } from './shop-node.ts'

const soon = { timeout: 60_000, interval: 20 }

const exitRevoked = 77

async function openTunnel() {
  const shop = await openShop()
  const node = await startNode()
  onTestFinished(() => node.stop())
  const agent = await shop.startAgent({
    node: { url: node.url, password: shopNodePassword },
  })
  const { cloud } = shop
  await vi.waitFor(() => expect(cloud.state.connections).toHaveLength(1), soon)
  return { cloud, node, agent }
}

const getRequest = (id: string, path: string) => ({ id, method: 'GET', path, form: null })

/** Requests that the tunnel has forwarded: the agent looks at its node by itself, too. */
const forwarded = ({
  requests,
}: Pick<Awaited<ReturnType<typeof startNode>>, 'requests'>) =>
  requests.filter(({ path }) => path !== '/getinfo')

describe('the tunnel to the node', () => {
  test('forwards a request and returns the response, without the password', async () => {
    const { cloud, node, agent } = await openTunnel()
    cloud.push({
      id: 'r1',
      method: 'POST',
      path: '/payinvoice',
      form: { invoice: 'lnbc1', amountSat: '21' },
    })

    await vi.waitFor(() => expect(cloud.state.answers.size).toBe(1), soon)
    expect(cloud.state.answers.get('r1')).toEqual({
      status: 200,
      body: 'answer to /payinvoice',
    })
    expect(forwarded(node)).toEqual([
      {
        method: 'POST',
        path: '/payinvoice',
        authorization: `Basic ${Buffer.from(`:${shopNodePassword}`).toString('base64')}`,
        form: 'invoice=lnbc1&amountSat=21',
      },
    ])
    expect(JSON.stringify(cloud.state.calls)).not.toContain(shopNodePassword)
    expect(agent.output()).not.toContain(shopNodePassword)
  })

  test('forwards query and status unchanged', async () => {
    const { cloud, node } = await openTunnel()
    cloud.push(getRequest('list', '/payments/incoming?limit=20&all=true'))
    cloud.push(getRequest('one', '/payments/incoming/unknown'))

    await vi.waitFor(() => expect(cloud.state.answers.size).toBe(2), soon)
    expect(node.requests.map((call) => call.path)).toContain(
      '/payments/incoming?limit=20&all=true',
    )
    expect(cloud.state.answers.get('one')).toMatchObject({ status: 404 })
  })

  test('returns 403 for operations that are not allowed', async () => {
    const { cloud, node } = await openTunnel()
    cloud.push(getRequest('seed', '/getseed'))
    cloud.push({ id: 'export', method: 'POST', path: '/export', form: {} })

    await vi.waitFor(() => expect(cloud.state.answers.size).toBe(2), soon)
    expect([...cloud.state.answers.values()]).toMatchObject([
      { status: 403 },
      { status: 403 },
    ])
    expect(forwarded(node)).toEqual([])
  })

  test('makes a payment once although its frame is delivered three times', async () => {
    const { cloud, node } = await openTunnel()
    const payment = {
      id: 'pay',
      method: 'POST',
      path: '/payoffer',
      form: { offer: 'lno1' },
    }
    for (let times = 0; times < 3; times++) cloud.push(payment)
    cloud.push(getRequest('last', '/getinfo'))

    const answered = () => [...cloud.state.answers.keys()].sort()
    await vi.waitFor(() => expect(answered()).toEqual(['last', 'pay']), soon)
    const payments = node.requests.filter((call) => call.path === '/payoffer')
    expect(payments).toHaveLength(1)
    const answers = cloud.state.calls.filter((call) => call.path === '/agents/tunnel/pay')
    expect(answers).toHaveLength(1)
  })

  test('handles requests concurrently', async () => {
    const { cloud } = await openTunnel()
    cloud.push(getRequest('slow', '/payments/incoming/slow'))
    cloud.push(getRequest('quick', '/getbalance'))

    await vi.waitFor(() => expect(cloud.state.answers.size).toBe(2), soon)
    expect([...cloud.state.answers.keys()]).toEqual(['quick', 'slow'])
  })

  test('reports whether a failed request may have reached the node', async () => {
    const { cloud, node } = await openTunnel()
    cloud.push(getRequest('cut', '/payments/incoming/cut'))
    await vi.waitFor(() => expect(cloud.state.answers.size).toBe(1), soon)
    node.stop()
    cloud.push(getRequest('off', '/getinfo'))

    await vi.waitFor(() => expect(cloud.state.answers.size).toBe(2), soon)
    expect(cloud.state.answers.get('cut')).toEqual({ failure: 'cut', sent: true })
    expect(cloud.state.answers.get('off')).toEqual({
      failure: 'unreachable',
      sent: false,
    })
  })

  test('retries a response after an outage of the cloud', async () => {
    const { cloud, node } = await openTunnel()
    cloud.state.outages.set('/agents/tunnel/r1', 2)
    const form = { descriptionHash: 'ab'.repeat(32), amountSat: '5' }
    cloud.push({ id: 'r1', method: 'POST', path: '/createinvoice', form })

    await vi.waitFor(() => expect(cloud.state.answers.size).toBe(1), soon)
    expect(forwarded(node)).toMatchObject([
      { form: new URLSearchParams(form).toString() },
    ])
  })

  test('ignores invalid frames', async () => {
    const { cloud } = await openTunnel()
    cloud.push('not a frame')
    cloud.push({ id: 'x', method: 'DELETE', path: '/getinfo', form: null })
    cloud.push({ message: 'Internal server error', connectionId: 'c', requestId: 'r' })
    cloud.push(getRequest('r1', '/getinfo'))

    await vi.waitFor(() => expect([...cloud.state.answers.keys()]).toEqual(['r1']), soon)
  })

  test('reconnects after the connection was lost', async () => {
    const { cloud } = await openTunnel()
    cloud.state.connections[0]?.terminate()
    await vi.waitFor(() => expect(cloud.state.connections).toHaveLength(2), soon)
    cloud.push(getRequest('r1', '/getinfo'))

    await vi.waitFor(() => expect(cloud.state.answers.size).toBe(1), soon)
  })

  test('responds to the request in progress before the agent stops', async () => {
    const { cloud, node, agent } = await openTunnel()
    cloud.push(getRequest('slow', '/payments/incoming/slow'))
    await vi.waitFor(() => expect(forwarded(node)).toHaveLength(1), soon)

    expect(await agent.end('SIGTERM')).toBe(0)
    expect(cloud.state.answers.get('slow')).toMatchObject({ status: 200 })
  })

  test('exits when the agent was revoked', async () => {
    const { cloud, agent } = await openTunnel()
    cloud.state.isRevoked = true
    cloud.state.connections[0]?.terminate()

    expect(await agent.exited()).toBe(exitRevoked)
  })
})
