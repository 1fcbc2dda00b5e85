import { Failure } from '../failure.ts'
import { commit } from './commit.ts'
import type { Item, Key } from './keys.ts'
import { read, readMany } from './read.ts'
import { change, insert, put, require } from './write.ts'

/**
 * A request on its way through the tunnel. It waits until its agent has answered it or
 * its time is up; an answer is taken once, and only from the agent that was asked.
 */
type Request = Item & {
  readonly agentId: string
  readonly state: 'waiting' | 'answered'
  readonly deadlineMs: number
  readonly expiresAt: number
}

/** A piece of an answer: an item holds no more than 400 KB. */
type Part = Item & {
  readonly parts: number
  readonly bytes: Uint8Array
  readonly expiresAt: number
}

const partBytes = 350 * 1024
const keptMs = 2 * 60_000

const requestKey = (id: string): Key => ({ pk: `TUNNEL#${id}`, sk: 'REQUEST' })
const partKey = (id: string, at: number): Key => ({
  pk: `TUNNEL#${id}`,
  sk: `PART#${String(at).padStart(4, '0')}`,
})

const expiry = () => Math.ceil((Date.now() + keptMs) / 1000)

/** Records that this agent is asked and may answer until the deadline. */
export const openRequest = (
  id: string,
  agentId: string,
  deadlineMs: number,
): Promise<void> =>
  commit([
    insert({
      ...requestKey(id),
      agentId,
      state: 'waiting',
      deadlineMs,
      expiresAt: expiry(),
    } satisfies Request),
  ])

/**
 * Stores an agent's answer; the same answer sent again does no harm. Throws `unknown`
 * for a request that was not sent to this agent or that nobody waits for any more.
 */
export async function storeAnswer(
  agentId: string,
  requestId: string,
  bytes: Uint8Array,
): Promise<void> {
  const [first, ...others] = partsOf(requestId, bytes)
  const waiting = {
    when: '#agentId = :agentId AND #state = :waiting AND #deadlineMs > :nowMs',
    values: { agentId, waiting: 'waiting', nowMs: Date.now() },
  }
  const refusal = (held: Item | undefined) => new NotWaiting(held as Request | undefined)
  try {
    for (const part of others) {
      await commit([require(requestKey(requestId), waiting, refusal), put(part)])
    }
    // Whoever waits looks for the first part: it comes last and completes the answer.
    await commit([
      change(requestKey(requestId), { set: { state: 'answered' }, ...waiting }, refusal),
      put(first),
    ])
  } catch (error) {
    if (!(error instanceof NotWaiting)) throw error
    const { request } = error
    if (request?.agentId !== agentId || request.state !== 'answered') {
      throw new Failure('unknown')
    }
  }
}

/** The bytes of a request's answer; undefined while there is none. */
export async function readAnswer(requestId: string): Promise<Uint8Array | undefined> {
  const first = await read<Part>(partKey(requestId, 0))
  if (!first) return undefined
  const others = Array.from({ length: first.parts - 1 }, (_, at) =>
    partKey(requestId, at + 1),
  )
  const rest = (await readMany(others)) as Part[]
  return Buffer.concat([first, ...rest].map(({ bytes }) => bytes))
}

class NotWaiting extends Error {
  readonly request: Request | undefined

  constructor(request: Request | undefined) {
    super('the request does not wait for this answer')
    this.request = request
  }
}

function partsOf(requestId: string, bytes: Uint8Array): [Part, ...Part[]] {
  const parts = Math.max(1, Math.ceil(bytes.length / partBytes))
  const part = (at: number): Part => ({
    ...partKey(requestId, at),
    parts,
    bytes: bytes.subarray(at * partBytes, (at + 1) * partBytes),
    expiresAt: expiry(),
  })
  return [part(0), ...Array.from({ length: parts - 1 }, (_, at) => part(at + 1))]
}
