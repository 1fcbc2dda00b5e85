import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { wrongPassword } from '../lightning/node/phoenixd/direct-transport.ts'
import {
  type NodeRequest,
  type NodeResponse,
  type NodeTransport,
  NodeUnreachable,
} from '../lightning/node/transport.ts'
import { logger } from '../logger.ts'
import { keyPrefix } from '../platform/dynamodb/shop-keys.ts'
import { mayStillBeOpening } from '../platform/sockets/connections.ts'
import { answerTimes } from './answer-times.ts'
import { TunnelAnswer, type TunnelFrame } from './protocol/tunnel-frame.ts'
import { answerPartition, readAnswer } from './tunnel-answers.ts'
import { type ReachableAgent, reachableAgents } from './tunnel-connections.ts'
import { newRequestId } from './tunnel-request-ids.ts'
import { tunnelConnections } from './tunnel-sockets.ts'

/** Less than the function's own 29 s, so that the caller gets a response. */
const deadlineMs = 25_000

/** Decompressed; far more than a node's longest list. A larger answer is an error. */
const maxAnswerBytes = 32 * 1024 * 1024

/** A read that is not answered by then goes to the next agent as well. */
const repeatReadAfterMs = 2_000

/** Answer times that this instance has measured. */
const times = answerTimes()

/**
 * Calls the node through the on-site agent: pushes the request to the agent's connection
 * and polls the table for the answer. The agent with the latest heartbeat is asked first,
 * and the next one if that connection is gone. An agent may also be frozen, or the node may
 * refuse its password: a read (GET) is repeated on the next agent and the first answer counts.
 * Other requests are never sent twice. Throws NodeUnreachable.
 */
export function tunnelTransport(timeoutMs = deadlineMs): NodeTransport {
  return async (request) => {
    const giveUpAtMs = Date.now() + timeoutMs
    const isRead = request.method === 'GET'
    let asked: string[] = []
    let refused: NodeResponse | undefined
    const agents = await reachableAgents()
    for (const [at, agent] of agents.entries()) {
      const id = await newRequestId(agent.id, giveUpAtMs)
      const partition = keyPrefix() + answerPartition(id)
      if (!(await push(agent, { id, partition, ...request }))) continue
      asked.push(id)
      const mayRepeat = isRead && at < agents.length - 1
      const repeatAtMs = Date.now() + Math.min(repeatReadAfterMs, timeoutMs / 2)
      const answer = await answerTo(request, asked, mayRepeat ? repeatAtMs : giveUpAtMs)
      if (answer && !(isRead && answer.response.status === wrongPassword)) {
        return answer.response
      }
      if (!isRead) break
      if (answer) {
        // The next agent may have the right password
        refused = answer.response
        asked = asked.filter((each) => each !== answer.id)
      }
      if (Date.now() >= giveUpAtMs) break
    }
    const answer = isRead && (await answerTo(request, asked, giveUpAtMs))
    if (answer) return answer.response
    if (refused && asked.length === 0) return refused
    throw new NodeUnreachable(asked.length > 0)
  }
}

/**
 * Sends a frame; false if the tunnel was gone. Throws NodeUnreachable when that is uncertain.
 */
async function push(
  { id, tunnelConnectionId, tunnelOpenedAtMs, tunnelId }: ReachableAgent,
  frame: NodeRequest & TunnelFrame,
): Promise<boolean> {
  const { post, postOnceOpen } = tunnelConnections()
  const requestId = frame.id.split('.')[0]
  logger.info('tunnel-request', { tunnelRequestId: requestId, agentId: id, tunnelId })
  const send = mayStillBeOpening(tunnelOpenedAtMs, Date.now()) ? postOnceOpen : post
  try {
    return await send(tunnelConnectionId, frame)
  } catch (cause) {
    throw new NodeUnreachable(true, { cause })
  }
}

/**
 * Polls for the first answer to one of these ids of a request. Undefined when there is none
 * in time.
 */
async function answerTo(request: NodeRequest, ids: readonly string[], untilMs: number) {
  if (ids.length === 0) return undefined
  const operation = operationOf(request)
  const startMs = Date.now()
  for (let looks = 1; Date.now() < untilMs; looks += 1) {
    await sleep(times.pauseMs(operation, Date.now() - startMs))
    const lookedMs = Date.now() - startMs
    // The agent has the request: a failed read is only repeated
    const answers = await Promise.all(
      ids.map((id) => readAnswer(id).catch(() => undefined)),
    )
    const at = answers.findIndex((answer) => answer !== undefined)
    const [id, bytes] = [ids[at], answers[at]]
    if (id === undefined || !bytes) continue
    times.learn(operation, lookedMs, looks)
    return { id, response: nodeResponseOf(bytes) }
  }
  return undefined
}

/** The operation without ids and query, such as `/payments/incoming`. */
const operationOf = ({ path }: NodeRequest) =>
  path.replace(/\?.*/, '').split('/', 3).join('/')

function nodeResponseOf(bytes: Uint8Array): NodeResponse {
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
