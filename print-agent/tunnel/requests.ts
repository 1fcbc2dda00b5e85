import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import {
  type TunnelAnswer,
  TunnelFrame,
} from '../../shared/agents/protocol/tunnel-frame.ts'
import { isAllowed, mayEndLate } from '../../shared/lightning/node/phoenixd/allow-list.ts'
import {
  directTransport,
  wrongPassword,
} from '../../shared/lightning/node/phoenixd/direct-transport.ts'
import {
  type NodeTransport,
  NodeUnreachable,
} from '../../shared/lightning/node/transport.ts'
import { pause } from '../../shared/pause.ts'
import type { Cloud } from '../cloud.ts'
import type { NodeConfig } from '../config.ts'
import { log } from '../log.ts'
import type { AnswerTable } from './answer-table.ts'

/** A call that takes longer has no answer in time. */
const usualMs = 25_000

const seenTtlMs = 60 * 60 * 1000

/** Longer than the cloud waits for an answer: later retries would be pointless. */
const answerTimeoutMs = 60_000

/** Time for the node in all, for a call that may end late. */
const lateMs = 10 * 60_000

type RequestDeps = {
  cloud: Pick<Cloud, 'tunnelAnswer' | 'paymentEnd'>
  table: Pick<AnswerTable, 'write'>
  node: NodeConfig
  password: Pick<NodePassword, 'watched'>
  /** Time for the node; 25 s unless given. */
  nodeTimeoutMs?: number
}

export type TunnelRequests = ReturnType<typeof tunnelRequests>

/** Handles the frames of the tunnel concurrently, and each request id only once. */
export function tunnelRequests({
  cloud,
  table,
  node,
  password,
  nodeTimeoutMs = usualMs,
}: RequestDeps) {
  const callNode = password.watched(
    directTransport(node.url, node.password, nodeTimeoutMs),
  )
  const callPatiently = password.watched(directTransport(node.url, node.password, lateMs))
  const seenAtMs = new Map<string, number>()
  const inProgress = new Set<Promise<void>>()

  const serve = async ({ id, method, path, form, partition }: TunnelFrame) => {
    const answer: TunnelAnswer = !isAllowed(method, path)
      ? { status: 403, body: 'Not allowed through the tunnel' }
      : mayEndLate(path)
        ? await inTime(id, callPatiently({ method, path, form }).catch(failureOf))
        : await callNode({ method, path, form }).catch(failureOf)
    log('tunnel-request', {
      tunnelRequestId: shortId(id),
      method,
      // A query may contain an order's id; the path alone is enough to trace a request.
      path: path.split('?')[0],
      ...('status' in answer ? { status: answer.status } : answer),
    })
    const body = await compress(JSON.stringify(answer))
    if (partition !== undefined && (await table.write(partition, body))) return
    await cloud.tunnelAnswer(id, body, AbortSignal.timeout(answerTimeoutMs))
  }

  /**
   * Returns the answer, or that there is none in time: then the cloud gets the end when
   * it comes.
   */
  const inTime = async (
    id: string,
    call: Promise<TunnelAnswer>,
  ): Promise<TunnelAnswer> => {
    const answered = new AbortController()
    const late = pause(nodeTimeoutMs, answered.signal).then(() => undefined)
    const answer = await Promise.race([call, late])
    answered.abort()
    if (answer) return answer
    void call.then((end) => reportEnd(id, end))
    return { failure: 'timeout', sent: true }
  }

  const reportEnd = async (id: string, end: TunnelAnswer) => {
    if (!('status' in end)) return
    try {
      await cloud.paymentEnd(id, end, AbortSignal.timeout(answerTimeoutMs))
    } catch (error) {
      log('payment-end-not-reported', { tunnelRequestId: shortId(id), error })
    }
  }

  return {
    handle: (text: string) => {
      const frame = frameOf(text)
      if (!frame) return
      deleteOld(seenAtMs)
      // A frame delivered twice must not become a payment made twice.
      if (seenAtMs.has(frame.id)) return
      seenAtMs.set(frame.id, Date.now())
      const served = serve(frame)
        .catch((error) =>
          log('tunnel-answer-lost', { tunnelRequestId: shortId(frame.id), error }),
        )
        .finally(() => inProgress.delete(served))
      inProgress.add(served)
    },
    /** Waits for the requests in progress: one of them may be a payment. */
    settled: async () => {
      await Promise.all(inProgress)
    },
  }
}

function frameOf(text: string): TunnelFrame | undefined {
  try {
    return TunnelFrame.parse(JSON.parse(text))
  } catch {
    // API Gateway sends its own error messages on the socket, too.
    log('tunnel-frame-ignored', { length: text.length })
    return undefined
  }
}

function failureOf(error: unknown): TunnelAnswer {
  if (!(error instanceof NodeUnreachable)) throw error
  if (!error.sent) return { failure: 'unreachable', sent: false }
  const isTimeout = error.cause instanceof Error && error.cause.name === 'TimeoutError'
  return { failure: isTimeout ? 'timeout' : 'cut', sent: true }
}

/** Drops the signature, which follows the first part of a request's id. */
const shortId = (requestId: string) => requestId.split('.')[0]

function deleteOld(seenAtMs: Map<string, number>): void {
  const sinceMs = Date.now() - seenTtlMs
  for (const [id, atMs] of seenAtMs) {
    // A map keeps its insertion order: the rest is younger.
    if (atMs >= sinceMs) return
    seenAtMs.delete(id)
  }
}

const compress = promisify(gzip) as (text: string) => Promise<Uint8Array<ArrayBuffer>>

export type NodePassword = ReturnType<typeof nodePassword>

/** Remembers whether the node refused the agent's password at its last call. */
export function nodePassword() {
  let isRefused: boolean | undefined
  return {
    /** Undefined before the node's first answer. */
    isRefused: () => isRefused,
    /** Returns the transport with its answers remembered. */
    watched:
      (callNode: NodeTransport): NodeTransport =>
      async (request) => {
        const response = await callNode(request)
        isRefused = response.status === wrongPassword
        return response
      },
  }
}
