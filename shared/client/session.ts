import { api } from './api.ts'
import { type Answer, exchange, isSuccess, type Reach } from './send-once.ts'

/** The access token's renewal, one at a time for all calls of a client. */
export type Session = {
  /** Counts the renewals so far. */
  readonly generation: () => number
  /** Renews the access token, unless it was renewed after that generation. */
  readonly renew: (generation: number) => Promise<Renewal>
}

/** `over` when the session has ended, `failed` when that is not known. */
export type Renewal = {
  readonly outcome: 'renewed' | 'over' | 'failed'
  readonly answer: Answer
}

export function openSession(reach: Reach): Session {
  let generation = 0
  let running: Promise<Renewal> | undefined

  const send = async (): Promise<Renewal> => {
    const answer = await exchange(reach, api.auth.refresh)
    if (isSuccess(answer)) generation += 1
    return { outcome: outcomeOf(answer), answer }
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
  }
}

function outcomeOf(answer: Answer): Renewal['outcome'] {
  if (isSuccess(answer)) return 'renewed'
  return answer.status === 401 ? 'over' : 'failed'
}
