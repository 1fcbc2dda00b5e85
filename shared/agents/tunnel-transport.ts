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

/** Less than the function's own 29 s, so that the caller gets a response. */
const deadlineMs = 25_000

/** Decompressed; far more than a node's longest list. A larger answer is an error. */
const maxAnswerBytes = 32 * 1024 * 1024

/**
 * Calls the node through the on-site agent: pushes the request to the agent's connection
 * and polls the table for the answer. The agent with the latest heartbeat is asked first,
 * and the next one only when that connection was gone, so a request never runs twice.
 * Throws NodeUnreachable.
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

/** Whether the frame was sent. Throws NodeUnreachable when that is uncertain. */
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

/** Polls for the answer, often at first: most calls are answered in a few milliseconds. */
async function answerTo(id: string, giveUpAtMs: number) {
  for (let pauseMs = 5; Date.now() < giveUpAtMs; pauseMs = Math.min(250, pauseMs * 1.3)) {
    await sleep(pauseMs)
    // The agent has the request: a failed read is only repeated
    const bytes = await readAnswer(id).catch(() => undefined)
    if (bytes) return nodeResponseOf(bytes)
  }
  throw new NodeUnreachable(true)
}

function nodeResponseOf(bytes: Uint8Array) {
  const answer = parseAnswer(bytes)
  if ('failure' in answer) throw new NodeUnreachable(answer.sent)
  return answer
}

function parseAnswer(bytes: Uint8Array): TunnelAnswer {
  try {
    const json = gunzipSync(bytes, { maxOutputLength: maxAnswerBytes }).toString('utf8')
    return TunnelAnswer.parse(JSON.parse(json))
  } catch (cause) {
    throw new NodeUnreachable(true, { cause })
  }
}
