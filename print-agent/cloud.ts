import { uptime } from 'node:os'
import * as z from 'zod'
import type { ReceivedPayments } from '../shared/agents/protocol/received-payment.ts'
import { type Report, ReportResponse } from '../shared/agents/protocol/report.ts'
import {
  type ExchangeRequest,
  ExchangeResponse,
  unauthorizedText,
} from '../shared/agents/protocol/token-exchange.ts'
import type { PaymentEnd } from '../shared/agents/protocol/tunnel-frame.ts'
import { backoffMs } from '../shared/backoff.ts'
import {
  type JobBegin,
  type JobOutcomeReport,
  QueueCredentials,
} from '../shared/paper/queue/print-job.ts'
import { pause } from '../shared/pause.ts'
import { Busy, connectivity, ForeignAnswer, unreachableReason } from './connectivity.ts'
import { log } from './log.ts'

const attemptMs = 10_000
const backoffLimits = { baseMs: 500, capMs: 30_000 }

const Anything = z.unknown()

/** The deployment no longer knows this agent: it was revoked, or the token is wrong. */
export class Revoked extends Error {
  override name = 'Revoked'
}

/** The deployment refused the call itself: a retry would get the same answer. */
export class CloudRefused extends Error {
  override name = 'CloudRefused'
  readonly status: number
  constructor(path: string, status: number) {
    super(`${path} returned ${status}`)
    this.status = status
  }
}

/** No usable response came before the signal of the call aborted. */
export class CloudUnreachable extends Error {
  override name = 'CloudUnreachable'
}

export type Cloud = ReturnType<typeof connectCloud>

/**
 * The agent's HTTPS calls, each retried with jittered backoff until it gets a response or
 * its signal aborts. They throw Revoked, CloudRefused or CloudUnreachable.
 */
export function connectCloud(baseUrl: string, bearer: string) {
  const clock = cloudClock()
  const reach = connectivity('cloud')
  const post = async <T>(
    path: string,
    content: Content,
    responseSchema: z.ZodType<T>,
    signal: AbortSignal,
  ): Promise<T> => {
    let problem: unknown = 'not tried'
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        const { date, body } = await postOnce(baseUrl, bearer, path, content, signal)
        const parsed = responseSchema.parse(body)
        clock.set(date)
        reach.works(path)
        return parsed
      } catch (error) {
        if (error instanceof Revoked || error instanceof CloudRefused) {
          reach.works(path)
          throw error
        }
        // Anything else may pass: no network, a restart, the login page of a Wi-Fi.
        problem = error
        if (!signal.aborted) reach.failed(error, path)
      }
      await pause(backoffMs(failures, backoffLimits), signal)
    }
    reach.works(path)
    throw new CloudUnreachable(`${path}: ${unreachableReason(problem)}`)
  }
  let latest: QueueCredentials | undefined
  const json = (body: unknown) => ({
    type: 'application/json',
    body: JSON.stringify(body),
  })

  return {
    /** The cloud's time in Unix ms, whatever the clock of this machine says. */
    nowMs: clock.nowMs,

    exchange: (request: ExchangeRequest, signal: AbortSignal) =>
      post('/agents/exchange', json(request), ExchangeResponse, signal),

    credentials: async (signal: AbortSignal) => {
      latest = await post('/agents/credentials', json({}), QueueCredentials, signal)
      return latest
    },

    /** Returns the last credentials; undefined when there are no valid ones. */
    latestCredentials: () =>
      latest && clock.nowMs() < latest.expiresAtMs ? latest : undefined,

    report: (report: Report, signal: AbortSignal) =>
      post('/agents/report', json(report), ReportResponse, signal),

    jobState: (jobId: string, outcome: JobOutcomeReport, signal: AbortSignal) =>
      post(`/agents/jobs/${encodeURIComponent(jobId)}`, json(outcome), Anything, signal),

    /** One attempt; not logged as a connectivity change. */
    beginJob: async (jobId: string, begin: JobBegin, signal: AbortSignal) => {
      const path = `/agents/jobs/${encodeURIComponent(jobId)}/begin`
      await postOnce(baseUrl, bearer, path, json(begin), signal)
    },

    payments: (received: ReceivedPayments, signal: AbortSignal) =>
      post('/agents/payments', json(received), Anything, signal),

    /** `answer` is a TunnelAnswer as gzipped JSON. */
    tunnelAnswer: (
      requestId: string,
      answer: Uint8Array<ArrayBuffer>,
      signal: AbortSignal,
    ) =>
      post(
        `/agents/tunnel/${encodeURIComponent(requestId)}`,
        { type: 'application/octet-stream', body: answer },
        Anything,
        signal,
      ),

    /** Older clouds do not know it, which is CloudRefused. */
    paymentEnd: (requestId: string, end: PaymentEnd, signal: AbortSignal) =>
      post(
        `/agents/tunnel/${encodeURIComponent(requestId)}/end`,
        json(end),
        Anything,
        signal,
      ),
  }
}

type Content = { type: string; body: string | Uint8Array<ArrayBuffer> }

async function postOnce(
  baseUrl: string,
  bearer: string,
  path: string,
  { type, body }: Content,
  signal: AbortSignal,
) {
  const response = await fetch(baseUrl + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': type },
    body,
    // A redirect would send the bearer token to an address that is not configured.
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(attemptMs)]),
  })
  const text = await response.text()
  if (!response.ok) throw refusalOf(path, response.status, text)
  const json: unknown = text === '' ? undefined : JSON.parse(text)
  return { date: response.headers.get('date'), body: json }
}

/**
 * The error for a response that is not a success. Only the API's own refusals end a call,
 * and only its own 401 the agent: a login page or another server may respond with
 * anything.
 */
export function refusalOf(path: string, status: number, text: string): Error {
  const own = apiMessage(text)
  if (status === 401 && own === unauthorizedText) return new Revoked(`${path}: ${own}`)
  if (own !== undefined && finalStatuses(path).includes(status)) {
    return new CloudRefused(path, status)
  }
  if (status >= 500 || status === 429) return new Busy(status)
  return new ForeignAnswer(status)
}

/** The API refuses a call for good with these statuses. */
function finalStatuses(path: string): readonly number[] {
  if (path.startsWith('/agents/jobs/')) return [400, 404, 409]
  if (path.startsWith('/agents/tunnel/')) return [400, 404, 413]
  return path === '/agents/report' || path === '/agents/payments' ? [400, 413] : []
}

const ApiProblem = z.strictObject({ message: z.string() })

function apiMessage(text: string): string | undefined {
  try {
    return ApiProblem.safeParse(JSON.parse(text)).data?.message
  } catch {
    return undefined
  }
}

/** Signed AWS requests fail beyond 5 minutes, so a shop should hear of it before. */
const worthALineMs = 60_000

/** The header has whole seconds: this close to it, the machine's own clock is more exact. */
const agreesMs = 2_000

/**
 * The cloud's clock, as its responses show it: a shop's machine may have a wrong clock,
 * or have it set while the agent runs. The machine's uptime is reliable, and counts while
 * it sleeps.
 */
function cloudClock() {
  let bootedAtMs: number | undefined
  let isOff = false

  return {
    /** Unix ms, a second late at most; the machine's own before the first response. */
    nowMs: (): number =>
      bootedAtMs === undefined ? Date.now() : bootedAtMs + uptimeMs(),
    /** Takes the time from the header `Date` of a response. */
    set: (date: string | null) => {
      const cloudMs = Date.parse(date ?? '')
      if (Number.isNaN(cloudMs)) return
      const offMs = Date.now() - cloudMs
      bootedAtMs = (Math.abs(offMs) < agreesMs ? Date.now() : cloudMs) - uptimeMs()
      const wasOff = isOff
      isOff = Math.abs(offMs) > worthALineMs
      if (isOff && !wasOff) {
        log('clock-differs', { secondsFast: Math.round(offMs / 1_000) })
      }
    },
  }
}

const uptimeMs = () => uptime() * 1_000
