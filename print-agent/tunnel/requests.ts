import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { directTransport } from '../../shared/lightning/direct.ts'
import { NodeUnreachable } from '../../shared/lightning/transport.ts'
import { type TunnelAnswer, TunnelFrame } from '../../shared/lightning/tunnel-frame.ts'
import type { Cloud } from '../cloud.ts'
import type { NodeConfig } from '../config.ts'
import { log } from '../log.ts'
import { isAllowed } from './allow-list.ts'

const REMEMBER_MS = 60 * 60 * 1000

/** Whoever asked has gone by then; the answer is still worth a few tries. */
const ANSWER_MS = 60_000

type RequestDeps = {
  cloud: Pick<Cloud, 'tunnelAnswer'>
  node: NodeConfig
  /** How long the node may take; 25 s unless given. */
  nodeTimeoutMs?: number
}

export type TunnelRequests = ReturnType<typeof tunnelRequests>

/** Serves the frames of the tunnel, side by side, each id once. */
export function tunnelRequests({ cloud, node, nodeTimeoutMs }: RequestDeps) {
  const callNode = directTransport(node.url, node.password, nodeTimeoutMs)
  const seenAtMs = new Map<string, number>()
  const inHand = new Set<Promise<void>>()

  const ask = async ({ method, path, form }: TunnelFrame): Promise<TunnelAnswer> => {
    if (!isAllowed(method, path)) {
      return { status: 403, body: 'Not allowed through the tunnel' }
    }
    return callNode({ method, path, form }).catch(failureOf)
  }

  const serve = async (frame: TunnelFrame) => {
    const answer = await ask(frame)
    log('tunnel-request', { ...summary(frame), ...outcomeOf(answer) })
    const body = await compress(JSON.stringify(answer))
    await cloud.tunnelAnswer(frame.id, body, AbortSignal.timeout(ANSWER_MS))
  }

  return {
    take: (text: string) => {
      const frame = frameOf(text)
      if (!frame) return
      forgetOld(seenAtMs)
      // A frame delivered twice must not become a payment made twice.
      if (seenAtMs.has(frame.id)) return
      seenAtMs.set(frame.id, Date.now())
      const served = serve(frame)
        .catch((error) => log('tunnel-answer-lost', { id: frame.id, error }))
        .finally(() => inHand.delete(served))
      inHand.add(served)
    },
    /** Waits for the requests in hand: one of them may be a payment. */
    settled: async () => {
      await Promise.all(inHand)
    },
  }
}

function frameOf(text: string): TunnelFrame | undefined {
  try {
    return TunnelFrame.parse(JSON.parse(text))
  } catch {
    // API Gateway reports its own errors on the socket, too.
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

// A query may hold an order's id; the path without it is enough to follow a request.
function summary({ id, method, path }: TunnelFrame) {
  return { id, method, path: path.split('?')[0] }
}

function outcomeOf(answer: TunnelAnswer) {
  return 'status' in answer ? { status: answer.status } : answer
}

function forgetOld(seenAtMs: Map<string, number>): void {
  const sinceMs = Date.now() - REMEMBER_MS
  for (const [id, atMs] of seenAtMs) {
    // In order of arrival: the rest is younger.
    if (atMs >= sinceMs) return
    seenAtMs.delete(id)
  }
}

const compress = promisify(gzip) as (text: string) => Promise<Uint8Array<ArrayBuffer>>
