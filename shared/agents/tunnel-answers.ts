import { chunkKey } from '../chunks.ts'
import { Failure } from '../failure.ts'
import type { WritableAnswers } from '../paper/queue/queue-credentials.ts'
import { joinChunks } from '../platform/dynamodb/chunks.ts'
import { read } from '../platform/dynamodb/read.ts'
import { keyPrefix } from '../platform/dynamodb/shop-keys.ts'
import { putIfAbsent } from '../platform/dynamodb/transact.ts'
import type { AgentRecord } from './agents.ts'
import {
  answerAttributes,
  answerLocation,
  answerRecords,
  FirstChunk,
} from './protocol/answer-records.ts'
import { servesNode } from './tunnel-connections.ts'
import { deadlineOf, idPrefix } from './tunnel-request-ids.ts'

/**
 * The partition of a request's answer. The id begins with the agent's, and so its credentials
 * reach no other agent's answers.
 */
export const answerPartition = (requestId: string) => `TUNNEL#${requestId}`

/**
 * Returns what the agent's credentials may write: answers to its own requests; undefined
 * for an agent that does not serve the node.
 */
export const writableAnswers = (agent: AgentRecord): WritableAnswers | undefined =>
  servesNode(agent)
    ? {
        partitions: `${keyPrefix()}${answerPartition(idPrefix(agent.id))}*`,
        attributes: answerAttributes,
      }
    : undefined

const firstKey = (requestId: string) =>
  chunkKey(answerLocation(answerPartition(requestId)), 0)

/**
 * Stores an agent's answer (POST /agents/tunnel/{requestId}). A request has one answer: a
 * repeated one is accepted and ignored, also after the deadline. Throws `notFound` when the
 * request was not sent to this agent, or its deadline has passed without an answer.
 */
export async function storeAnswer(
  agentId: string,
  requestId: string,
  bytes: Uint8Array,
): Promise<void> {
  const deadlineMs = await deadlineOf(requestId, agentId)
  if (deadlineMs === undefined) throw new Failure('notFound')
  if (Date.now() >= deadlineMs) return requireAnswer(requestId)
  const records = answerRecords(answerPartition(requestId), bytes, Date.now())
  for (const record of records) await putIfAbsent(record)
}

async function requireAnswer(requestId: string): Promise<void> {
  if (!(await read(firstKey(requestId)))) throw new Failure('notFound')
}

/**
 * Returns the bytes of a request's answer; undefined while there is none. Records that do
 * not look like an answer count as none.
 */
export async function readAnswer(requestId: string): Promise<Uint8Array | undefined> {
  const { data: first } = FirstChunk.safeParse(await read(firstKey(requestId)))
  const location = answerLocation(answerPartition(requestId))
  return first && joinChunks(first.bytes, first.parts - 1, location)
}
