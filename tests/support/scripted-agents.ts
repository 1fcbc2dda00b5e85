import { gzipSync } from 'node:zlib'
import {
  ApiGatewayManagementApiClient,
  GoneException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { allAgents } from '../../shared/agents/agents.ts'
import type {
  TunnelAnswer,
  TunnelFrame,
} from '../../shared/agents/protocol/tunnel-frame.ts'
import { storeAnswer } from '../../shared/agents/tunnel-answers.ts'
import { openTunnel } from '../../shared/agents/tunnel-connections.ts'
import { transact } from '../../shared/platform/dynamodb/transact.ts'
import { deleteItem } from '../../shared/platform/dynamodb/write.ts'
import { openShop, type Shop } from './shop.ts'
import { storeAgent } from './tunnel-agents.ts'

/** Reaction of an agent to a frame. */
export type Act = (
  frame: TunnelFrame,
  answer: (given: TunnelAnswer) => Promise<void>,
) => unknown

export const info = { method: 'GET', path: '/getinfo', form: null } as const
export const pay = {
  method: 'POST',
  path: '/payinvoice',
  form: { invoice: 'x' },
} as const
export const unreachable = (sent: boolean) => ({ name: 'NodeUnreachable', sent })

/**
 * Agents of this process with simulated connections, for the tests of a file. The clock
 * stops unless an agent moves it, and each test begins without agents.
 */
export function scriptedAgents() {
  const posts = mockClient(ApiGatewayManagementApiClient)
  const posted: string[] = []
  const acts = new Map<string, { readonly id: string; readonly act: Act }>()
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop()
  })
  afterAll(async () => {
    posts.restore()
    await shop.close()
  })
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    posted.length = 0
    acts.clear()
    posts.on(PostToConnectionCommand).callsFake(({ ConnectionId, Data }) => {
      posted.push(ConnectionId)
      const frame = JSON.parse(String(Data)) as TunnelFrame
      const agent = acts.get(ConnectionId)
      return agent?.act(frame, (given) =>
        storeAnswer(agent.id, frame.id, gzipSync(JSON.stringify(given))),
      )
    })
  })
  afterEach(async () => {
    vi.useRealTimers()
    const agents = await allAgents()
    const removals = agents.map(({ pk, sk }) => deleteItem({ pk, sk }, {}))
    await transact(removals)
  })

  /** Opens a connection of an agent. */
  async function connect(id: string, connectionId: string, act: Act, openedAtMs = 0) {
    await openTunnel(id, connectionId, openedAtMs)
    acts.set(connectionId, { id, act })
  }

  return {
    /** The connections that frames were posted to. */
    posted,
    connect,
    /** Stores an agent that was seen this many minutes ago, with a connection of this id. */
    agent: async (connectionId: string, seenMinutesAgo: number, act: Act) => {
      const { id } = await storeAgent(Date.now() - seenMinutesAgo * 60_000)
      await connect(id, connectionId, act)
      return id
    },
  }
}

export const says =
  (body: string, status = 200): Act =>
  (_, answer) =>
    answer({ status, body })

/** The time passes once the frame was sent. */
export const silentFor =
  (ms: number): Act =>
  () => {
    setImmediate(() => vi.setSystemTime(Date.now() + ms))
  }

const goneAt =
  (attempts: number): Act =>
  () => {
    throw new GoneException({ message: 'gone', $metadata: { attempts } })
  }

export const gone = goneAt(1)

/** The second attempt of a post found the connection gone; the first may have arrived. */
export const goneAtRetry = goneAt(2)

export const once = (act: Act, then: Act): Act => {
  let isFirst = true
  return (...call) => {
    const current = isFirst ? act : then
    isFirst = false
    return current(...call)
  }
}
