import {
  ApiGatewayManagementApiClient,
  GoneException,
  LimitExceededException,
  PayloadTooLargeException,
} from '@aws-sdk/client-apigatewaymanagementapi'
import { mockClient } from 'aws-sdk-client-mock'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { admitWatcher, welcome } from '../../../shared/lightning/payments-feed/connect.ts'
import { lostFrameEvents } from '../../../shared/lightning/payments-feed/lost-frames.ts'
import { sendReplay } from '../../../shared/lightning/payments-feed/send-replay.ts'
import { forEachWatcher } from '../../../shared/lightning/payments-feed/watcher-connections.ts'
import type { SocketEvent } from '../../../shared/platform/sockets/event.ts'

const caller = { userId: 'ana', sessionId: 'counter' }
const socket = { connectionId: 'c1', connectedAtMs: Date.now(), ...caller }
const replay = { connectionId: 'c1', sinceMs: 0, untilMs: 1 }
const connecting = { requestContext: { connectionId: 'c1' }, headers: {} }
const metadata = { message: 'no', $metadata: {} }

vi.mock('../../../shared/people/auth/tokens.ts', () => ({
  verifyAccess: async () => caller,
}))
vi.mock('../../../shared/platform/deployment/invoke-async.ts', () => ({
  invokeAsync: () => Promise.reject(new Error('no queue')),
}))
vi.mock('../../../shared/lightning/payments-feed/watchers.ts', () => ({
  createWatcher: async () => socket,
  findWatcher: async () => socket,
  readWatcherState: async () => ({ isRecorded: true, isSessionOpen: true }),
  findGapStartMs: async () => undefined,
}))
vi.mock('../../../shared/lightning/payments-feed/payment-events.ts', () => ({
  readFrames: async function* () {
    yield { sk: '1', frame: { type: 'payment_received' } }
  },
}))

const posts = mockClient(ApiGatewayManagementApiClient)
const log = vi.spyOn(console, 'log').mockReturnValue(undefined)
beforeEach(() => {
  vi.stubEnv('AWS_REGION', 'us-east-1')
  vi.stubEnv('WATCHERS_ENDPOINT', 'http://127.0.0.1:9')
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  posts.reset()
  log.mockClear()
})

const cases: Record<(typeof lostFrameEvents)[number], () => Promise<unknown>> = {
  'watcher-not-reached': () =>
    forEachWatcher([socket as never], () => Promise.reject(new Error('no route'))),
  'frame-not-replayed': () => {
    posts.rejects(new PayloadTooLargeException(metadata))
    return sendReplay(replay)
  },
  'replay-not-finished': () => {
    posts.callsFake(() => {
      vi.setSystemTime(Date.now() + 11_000)
      throw new LimitExceededException(metadata)
    })
    return sendReplay(replay)
  },
  'welcome-not-invoked': () => admitWatcher(connecting as unknown as SocketEvent),
  'welcome-not-sent': () => {
    posts.rejects(new GoneException(metadata))
    return welcome({ ...socket, admittedAtMs: Date.now() })
  },
}

test.each(lostFrameEvents)('%s is logged once, for the alarm to count', async (event) => {
  await cases[event]()
  const events = log.mock.calls.map(([line]) => JSON.parse(line).event)
  expect(events).toEqual([event])
})
