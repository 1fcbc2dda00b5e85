import { type Answer, exchange, type Reach } from './exchange.ts'
import { PosError } from './pos-error.ts'
import { routes } from './routes.ts'

/** The access token's renewal, one at a time for all calls of a client. */
export type Session = {
  /** Counts the renewals so far. */
  readonly generation: () => number
  /**
   * Renews the access token, unless it was renewed after that generation. False when the
   * session is over. Throws PosError when no answer came.
   */
  readonly renew: (generation: number) => Promise<boolean>
}

const { refresh } = routes.auth

export function openSession(reach: Reach): Session {
  let generation = 0
  let running: Promise<boolean> | undefined

  const send = async (): Promise<boolean> => {
    const answer = await exchange(reach, refresh, {})
    if (answer.status === 0 || answer.status >= 500) {
      throw new PosError('auth.refresh', refresh, answer)
    }
    if (!isSuccess(answer)) return false
    generation += 1
    return true
  }

  return {
    generation: () => generation,
    renew: async (since) => {
      if (generation > since) return true
      running ??= send().finally(() => {
        running = undefined
      })
      return running
    },
  }
}

export const isSuccess = ({ status }: Answer): boolean => status >= 200 && status < 300
