import { api } from './api.ts'
import { type Answer, exchange, isSuccess, type Reach } from './send-once.ts'

/** Renewal of the access token, one at a time for all calls of a client. */
export type Session = {
  /** Counts the renewals so far. */
  readonly generation: () => number
  /** Renews the access token, unless it was renewed after that generation. */
  readonly renew: (generation: number) => Promise<Renewal>
  /** True once the last renewed token has lapsed: a call with it would be refused. */
  readonly isLapsed: () => boolean
}

/** `over` when the session has ended, `failed` when that is not known. */
export type Renewal = {
  readonly outcome: 'renewed' | 'over' | 'failed'
  readonly answer: Answer
}

export function openSession(reach: Reach): Session {
  let generation = 0
  let running: Promise<Renewal> | undefined
  let lapsesMs = Number.POSITIVE_INFINITY

  const send = async (): Promise<Renewal> => {
    const sentMs = Date.now()
    const answer = await exchange(reach, api.auth.refresh)
    const outcome = outcomeOf(answer)
    if (outcome === 'renewed') {
      generation += 1
      lapsesMs = sentMs + lifetimeMs(answer)
    }
    if (outcome === 'over') lapsesMs = Number.POSITIVE_INFINITY
    return { outcome, answer }
  }

  return {
    generation: () => generation,
    renew: async (since) => {
      if (generation > since) return { outcome: 'renewed', answer: { status: 200 } }
      running ??= send().finally(() => {
        running = undefined
      })
      return running
    },
    isLapsed: () => Date.now() >= lapsesMs,
  }
}

/**
 * Returns the lifetime of a renewed token by its own two times: the client's clock may be
 * wrong.
 */
function lifetimeMs({ body }: Answer): number {
  try {
    const { accessToken } = body as { readonly accessToken: string }
    const [, claims = ''] = accessToken.split('.')
    const { iat, exp } = JSON.parse(atob(claims.replace(/-/g, '+').replace(/_/g, '/')))
    return (exp - iat) * 1_000 || Number.POSITIVE_INFINITY
  } catch {
    // An older API sends none: then a refusal tells
    return Number.POSITIVE_INFINITY
  }
}

function outcomeOf(answer: Answer): Renewal['outcome'] {
  if (isSuccess(answer)) return 'renewed'
  return answer.status === 401 ? 'over' : 'failed'
}
