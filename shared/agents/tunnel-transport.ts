import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import {
  type NodeRequest,
  type NodeTransport,
  NodeUnreachable,
} from '../lightning/transport.ts'
import { mayStillBeOpening } from '../sockets/connections.ts'
import { TunnelAnswer, type TunnelFrame } from './protocol/tunnel-frame.ts'
import { type ReachableAgent, reachableAgents } from './tunnel-connections.ts'
import { openRequest, readAnswer } from './tunnel-requests.ts'
import { tunnelConnections } from './tunnel-sockets.ts'

/** Below the function's own 29 s, so that the caller hears what happened. */
const deadlineMs = 25_000

/** Far more than a node's longest list; an answer beyond it is none. */
const largestAnswer = 32 * 1024 * 1024

/**
 * Calls the node through the on-site agent: pushes the request to the agent's connection
 * and looks for the answer in the table. Agents seen last are asked first; the next one
 * only when the connection was gone, so a request never runs twice.
 */
export function tunnelTransport(timeoutMs = deadlineMs): NodeTransport {
  return async (request) => {
    const giveUpAtMs = Date.now() + timeoutMs
    for (const agent of await reachableAgents()) {
      const id = randomUUID()
      await openRequest(id, agent.id, giveUpAtMs)
      if (await push(agent, { id, ...request })) return answerTo(id, giveUpAtMs)
    }
    throw new NodeUnreachable(false)
  }
}

/** Whether the frame was sent; when that is uncertain the request may be under way. */
async function push(
  { tunnelConnectionId, tunnelOpenedAtMs }: ReachableAgent,
  frame: NodeRequest & TunnelFrame,
): Promise<boolean> {
  const { post, postOnceOpen } = tunnelConnections()
  const send = mayStillBeOpening(tunnelOpenedAtMs, Date.now()) ? postOnceOpen : post
  try {
    return await send(tunnelConnectionId, frame)
  } catch (cause) {
    throw new NodeUnreachable(true, { cause })
  }
}

/** Looks for the answer, at first often: most calls are answered in a few milliseconds. */
async function answerTo(id: string, giveUpAtMs: number) {
  for (let pauseMs = 5; Date.now() < giveUpAtMs; pauseMs = Math.min(250, pauseMs * 1.3)) {
    await sleep(pauseMs)
    // The request is under way: a read that fails only means to look again
    const bytes = await readAnswer(id).catch(() => undefined)
    if (bytes) return opened(bytes)
  }
  throw new NodeUnreachable(true)
}

function opened(bytes: Uint8Array) {
  const answer = parsed(bytes)
  if ('failure' in answer) throw new NodeUnreachable(answer.sent)
  return answer
}

function parsed(bytes: Uint8Array): TunnelAnswer {
  try {
    const json = gunzipSync(bytes, { maxOutputLength: largestAnswer }).toString('utf8')
    return TunnelAnswer.parse(JSON.parse(json))
  } catch (cause) {
    throw new NodeUnreachable(true, { cause })
  }
}
