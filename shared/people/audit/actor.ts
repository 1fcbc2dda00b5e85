import { AsyncLocalStorage } from 'node:async_hooks'

/** Author of the running work. */
export type Actor = {
  /** The caller; null for agents and callers without a token. */
  readonly userId: string | null
  /** The API key that acts instead of a user. */
  readonly apiKeyId?: string | undefined
  /** The user that the request's body names, if it is another one. */
  readonly statedUserId: string | null
  /** The colleague who approved the request, where it needed that. */
  readonly approvedBy?: string | undefined
  /** The till where it is done, if any. */
  readonly till?: { readonly id: string; readonly name: string } | undefined
}

const running = new AsyncLocalStorage<Actor>()

/** Runs work whose audit entries name this actor. */
export const actingAs = <T>(actor: Actor, work: () => T): T => running.run(actor, work)

/** The actor of the running work; nobody in work that no request has begun. */
export const currentActor = (): Actor =>
  running.getStore() ?? { userId: null, statedUserId: null }
