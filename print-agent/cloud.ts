import * as z from 'zod'
import { backoffMs } from '../shared/backoff.ts'
import { pause } from './pause.ts'
import type { ReceivedPayment } from './payments/received.ts'
import type { PrinterKind } from './printers/printer.ts'

const ATTEMPT_MS = 10_000
const BACKOFF = { baseMs: 500, capMs: 30_000 }

const Exchanged = z.object({ agentId: z.string() })

const Credentials = z.object({
  queueUrl: z.url(),
  region: z.string(),
  endpoint: z.url().nullable(),
  accessKeyId: z.string(),
  secretAccessKey: z.string(),
  sessionToken: z.string().nullable(),
  expiresAtMs: z.number(),
})

const Reported = z.object({
  tunnelUrl: z.url({ protocol: /^wss?$/ }),
  nextReportSeconds: z.number().positive(),
})

const Anything = z.unknown()

export type AgentReport = {
  printers: { name: string; kind: PrinterKind }[]
  version: string
}
export type JobOutcome = 'printed' | 'reprinted' | 'expired' | 'failed'

/** The deployment no longer knows this agent: it was revoked, or the token is wrong. */
export class Revoked extends Error {
  override name = 'Revoked'
}

/** The deployment understood the call and declined it; repeating it would not help. */
export class CloudRefused extends Error {
  override name = 'CloudRefused'
  readonly status: number
  constructor(path: string, status: number) {
    super(`${path} was answered ${status}`)
    this.status = status
  }
}

/** No useful answer came before the signal of the call aborted. */
export class CloudUnreachable extends Error {
  override name = 'CloudUnreachable'
}

export type Cloud = ReturnType<typeof connectCloud>

/**
 * The agent's HTTPS calls. Each is repeated with jittered backoff until it is answered or
 * its signal aborts. They throw Revoked, CloudRefused or CloudUnreachable.
 */
export function connectCloud(baseUrl: string, bearer: string) {
  const post = async <T>(
    path: string,
    content: { type: string; body: string | Uint8Array<ArrayBuffer> },
    reply: z.ZodType<T>,
    signal: AbortSignal,
  ): Promise<T> => {
    let problem = 'not tried'
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        return reply.parse(await postOnce(baseUrl, bearer, path, content, signal))
      } catch (error) {
        if (error instanceof Revoked || error instanceof CloudRefused) throw error
        // Anything else passes: no network, a restart, the login page of a foreign Wi-Fi.
        problem = describe(error)
      }
      await pause(backoffMs(failures, BACKOFF), signal)
    }
    throw new CloudUnreachable(`${path}: ${problem}`)
  }
  const json = (body: unknown) => ({
    type: 'application/json',
    body: JSON.stringify(body),
  })

  return {
    exchange: (secret: string, signal: AbortSignal) =>
      post('/agents/exchange', json({ secret }), Exchanged, signal),

    credentials: (signal: AbortSignal) =>
      post('/agents/credentials', json({}), Credentials, signal),

    report: (report: AgentReport, signal: AbortSignal) =>
      post('/agents/report', json(report), Reported, signal),

    jobState: (
      jobId: string,
      outcome: { state: JobOutcome; detail: string | null },
      signal: AbortSignal,
    ) =>
      post(`/agents/jobs/${encodeURIComponent(jobId)}`, json(outcome), Anything, signal),

    payments: (payments: readonly ReceivedPayment[], signal: AbortSignal) =>
      post('/agents/payments', json({ payments }), Anything, signal),

    tunnelAnswer: (id: string, body: Uint8Array<ArrayBuffer>, signal: AbortSignal) =>
      post(
        `/agents/tunnel/${encodeURIComponent(id)}`,
        { type: 'application/octet-stream', body },
        Anything,
        signal,
      ),
  }
}

async function postOnce(
  baseUrl: string,
  bearer: string,
  path: string,
  { type, body }: { type: string; body: string | Uint8Array<ArrayBuffer> },
  signal: AbortSignal,
): Promise<unknown> {
  const reply = await fetch(baseUrl + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': type },
    body,
    // A redirect would carry the bearer secret to an address nobody configured.
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(ATTEMPT_MS)]),
  })
  const text = await reply.text()
  if (reply.status === 401) throw new Revoked(`${path} was answered 401`)
  if (isPassing(reply.status)) throw new Error(`answered ${reply.status}`)
  if (!reply.ok) throw new CloudRefused(path, reply.status)
  return text === '' ? undefined : JSON.parse(text)
}

function isPassing(status: number): boolean {
  return status === 408 || status === 429 || status >= 500
}

// fetch says only "fetch failed"; what happened is in the cause.
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}
