import { randomBytes, randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished } from 'vitest'
import WebSocket from 'ws'
import { type AgentRecord, agentKey, findAgent } from '../../shared/agents/agents.ts'
import type {
  TunnelAnswer,
  TunnelFrame,
} from '../../shared/agents/protocol/tunnel-frame.ts'
import { storeAnswer } from '../../shared/agents/tunnel-answers.ts'
import { currentShop } from '../../shared/current-shop.ts'
import { hashed } from '../../shared/platform/dynamodb/keys.ts'
import { transact } from '../../shared/platform/dynamodb/transact.ts'
import { insert } from '../../shared/platform/dynamodb/write.ts'
import { urlInShop } from '../../shared/platform/shops/serve-socket.ts'
import type { Shop } from './shop.ts'

/** Stores an enrolled agent; it serves the node unless its mark says something else. */
export async function storeAgent(
  lastSeenMs = Date.now(),
  mark: Pick<AgentRecord, 'servesNode'> = { servesNode: true },
) {
  const id = randomUUID()
  const secret = randomBytes(32).toString('base64url')
  const agent: AgentRecord = {
    ...agentKey(id),
    id,
    name: 'shop',
    enrolmentHash: '',
    secretHash: hashed(secret),
    printers: [],
    version: null,
    lastSeenMs,
    tunnelConnectionId: null,
    ...mark,
  }
  await transact([insert(agent)])
  return { id, bearer: `${id}.${secret}` }
}

/** Opens the tunnel until the end of the test, and collects the frames. */
export async function openSocket(
  shop: Shop,
  { id, bearer }: { id: string; bearer: string },
) {
  const url = urlInShop(`${shop.url.replace('http', 'ws')}/ws/tunnel`, currentShop())
  const socket = new WebSocket(url, { headers: { authorization: `Bearer ${bearer}` } })
  onTestFinished(async () => {
    socket.terminate()
    await expect.poll(() => connectionOf(id)).toBeNull()
  })
  const frames: TunnelFrame[] = []
  socket.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString())))
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.on('error', reject)
  })
  return { socket, frames }
}

export const connectionOf = async (agentId: string) =>
  (await findAgent(agentId))?.tunnelConnectionId ?? null

/** Starts an agent with an open tunnel that answers every request with `answer`. */
export async function startAgent(
  shop: Shop,
  answer: TunnelAnswer | ((frame: TunnelFrame) => TunnelAnswer),
  lastSeenMs?: number,
) {
  const agent = await storeAgent(lastSeenMs)
  const tunnel = await openSocket(shop, agent)
  tunnel.socket.on('message', (data: Buffer) => {
    const frame: TunnelFrame = JSON.parse(data.toString())
    const tunnelAnswer = typeof answer === 'function' ? answer(frame) : answer
    void storeAnswer(agent.id, frame.id, gzipSync(JSON.stringify(tunnelAnswer)))
  })
  return { id: agent.id, ...tunnel }
}
