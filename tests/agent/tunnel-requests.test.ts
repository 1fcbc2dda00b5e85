import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import { listenToLog } from '../../print-agent/log.ts'
import { nodePassword, tunnelRequests } from '../../print-agent/tunnel/requests.ts'
import { maxTunnelAnswerBytes } from '../../shared/agents/protocol/tunnel-frame.ts'
import { eventually } from '../support/eventually.ts'
import { shopNodePassword, startNode } from './shop-node.ts'

/** The agent's end of the tunnel in this process; `answers` is what it tells the cloud. */
async function openRequests(
  tunnelAnswer = async () => {},
  nodeTimeoutMs?: number,
  write = async (_partition: string, _answer: Uint8Array) => false,
) {
  const node = await startNode()
  onTestFinished(() => node.stop())
  const answers: [id: string, answer: unknown][] = []
  const ends: [id: string, end: unknown][] = []
  const events: unknown[] = []
  onTestFinished(listenToLog((event, fields) => events.push([event, fields])))
  const requests = tunnelRequests({
    node: { url: node.url, password: shopNodePassword } as never,
    password: nodePassword(),
    table: { write },
    ...(nodeTimeoutMs && { nodeTimeoutMs }),
    cloud: {
      tunnelAnswer: async (id: string, body: Uint8Array, stop: AbortSignal) => {
        expect(stop).toBeInstanceOf(AbortSignal)
        await tunnelAnswer()
        answers.push([id, JSON.parse(String(gunzipSync(body)))])
      },
      paymentEnd: async (id: string, end: unknown) => {
        ends.push([id, end])
      },
    } as never,
  })
  const get = (id: string, path: string) =>
    requests.handle(JSON.stringify({ id, method: 'GET', path, form: null }))
  return { node, answers, ends, events, requests, get }
}

test('calls the node once for a frame that comes twice, and logs no query', async () => {
  const { node, answers, events, requests, get } = await openRequests()
  const path = '/payments/incoming?externalId=order-1'
  get('r1', path)
  get('r1', path)
  await requests.settled()
  get('r1', path)
  await requests.settled()
  expect(answers).toEqual([['r1', { status: 200, body: `answer to ${path}` }]])
  expect(node.requests).toHaveLength(1)
  expect(events).toEqual([
    [
      'tunnel-request',
      { tunnelRequestId: 'r1', method: 'GET', path: '/payments/incoming', status: 200 },
    ],
  ])
})

test('sends no answer that it could write into the partition of the request', async () => {
  const written: string[] = []
  const { answers, requests, get } = await openRequests(
    undefined,
    undefined,
    async (partition, answer) => {
      written.push(`${partition} ${JSON.parse(String(gunzipSync(answer))).status}`)
      return partition === 'open'
    },
  )
  for (const partition of ['open', 'refused']) {
    const frame = {
      id: partition,
      method: 'GET',
      path: '/getinfo',
      form: null,
      partition,
    }
    requests.handle(JSON.stringify(frame))
  }
  get('of an older cloud', '/getinfo')
  await requests.settled()
  expect(written.sort()).toEqual(['open 200', 'refused 200'])
  expect(answers.map(([id]) => id).sort()).toEqual(['of an older cloud', 'refused'])
})

test('sends a form, and refuses what is not allowed', async () => {
  const { node, answers, requests, get } = await openRequests()
  get('seed', '/getseed')
  const form = { invoice: 'lnbc1' }
  requests.handle(
    JSON.stringify({ id: 'pay', method: 'POST', path: '/payinvoice', form }),
  )
  await requests.settled()
  expect(Object.fromEntries(answers)).toEqual({
    seed: { status: 403, body: 'Not allowed through the tunnel' },
    pay: { status: 200, body: 'answer to /payinvoice' },
  })
  expect(node.requests).toMatchObject([{ method: 'POST', form: 'invoice=lnbc1' }])
})

test('says whether a failed call may have reached the node', async () => {
  const { node, answers, events, requests, get } = await openRequests()
  get('cut', '/payments/incoming/cut')
  await requests.settled()
  node.stop()
  get('off', '/getinfo')
  await requests.settled()
  const failures = {
    cut: { failure: 'cut', sent: true },
    off: { failure: 'unreachable', sent: false },
  }
  expect(Object.fromEntries(answers)).toEqual(failures)
  const off = { tunnelRequestId: 'off', method: 'GET', path: '/getinfo', ...failures.off }
  expect(events).toContainEqual(['tunnel-request', off])
})

test('reports a node that takes too long', async () => {
  const { answers, requests, get } = await openRequests(async () => {}, 50)
  get('never', '/payments/incoming/never')
  await requests.settled()
  expect(answers).toEqual([['never', { failure: 'timeout', sent: true }]])
})

test('reports the end of a payment to an offer when it comes', async () => {
  const pay = JSON.stringify({ id: 'p', method: 'POST', path: '/payoffer', form: {} })
  const late = await openRequests(async () => {}, 50)
  late.requests.handle(pay)
  late.get('never', '/payments/incoming/never')
  await late.requests.settled()
  const timeout = { failure: 'timeout', sent: true }
  expect(Object.fromEntries(late.answers)).toEqual({ p: timeout, never: timeout })
  const end = { status: 200, body: 'answer to /payoffer' }
  await eventually(() => expect(late.ends).toEqual([['p', end]]))

  const soon = await openRequests()
  soon.requests.handle(pay)
  await soon.requests.settled()
  expect([soon.answers, soon.ends]).toEqual([[['p', end]], []])
})

test.each([
  'no frame',
  '{"message":"Internal server error"}',
  '{"id":"","method":"GET","path":"/getinfo","form":null}',
  `{"id":"${'x'.repeat(201)}","method":"GET","path":"/getinfo","form":null}`,
  '{"id":"x","method":"PUT","path":"/getinfo","form":null}',
  '{"id":"x","method":"GET","path":7,"form":null}',
  '{"id":"x","method":"GET","path":"/getinfo"}',
  '{"id":"x","method":"POST","path":"/payinvoice","form":{"amountSat":1}}',
])('ignores a message that is not a frame: %s', async (text) => {
  const { node, answers, events, requests } = await openRequests()
  requests.handle(text)
  await requests.settled()
  expect([node.requests, answers]).toEqual([[], []])
  expect(events).toEqual([['tunnel-frame-ignored', { length: text.length }]])
})

test('continues when a response cannot be delivered', async () => {
  let isDown = true
  const { answers, events, requests, get } = await openRequests(async () => {
    if (isDown) throw new Error('no cloud')
  })
  get('lost', '/getinfo')
  await requests.settled()
  isDown = false
  get(`${'x'.repeat(200)}`, '/getinfo')
  await requests.settled()
  expect(answers).toHaveLength(1)
  const lost = [
    'tunnel-answer-lost',
    { tunnelRequestId: 'lost', error: expect.any(Error) },
  ]
  expect(events).toContainEqual(lost)
})

test('remembers a frame for an hour', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 })
  onTestFinished(() => void vi.useRealTimers())
  const { node, requests, get } = await openRequests()
  const again = async (minutes: number, ids: readonly string[]) => {
    vi.setSystemTime(1_800_000_000_000 + minutes * 60_000)
    for (const id of ids) get(id, '/getinfo')
    await requests.settled()
    return node.requests.length
  }
  expect(await again(0, ['first'])).toBe(1)
  expect(await again(1, ['second'])).toBe(2)
  expect(await again(60, ['first', 'second'])).toBe(2)
  expect(await again(60.5, ['second', 'first'])).toBe(3)
})

test('waits for the calls in progress', async () => {
  const release = Promise.withResolvers<void>()
  const { answers, requests, get } = await openRequests(() => release.promise)
  get('r1', '/getinfo')
  const settled = requests.settled().then(() => answers.length)
  setTimeout(release.resolve, 10)
  expect(await settled).toBe(1)
})

test('a response fits a function: 6 MB in base64', () => {
  expect((maxTunnelAnswerBytes * 4) / 3).toBeLessThan(6 * 1024 * 1024)
  expect(maxTunnelAnswerBytes).toBeGreaterThan(4_000_000)
})
