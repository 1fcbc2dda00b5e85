import { currentShop } from '../../../current-shop.ts'
import { Failure, isFailure } from '../../../failure.ts'
import { describeError, logger } from '../../../logger.ts'
import { deletedCookies, tokenCookies } from '../../../people/auth/cookies.ts'
import { signTill, verifyTill } from '../../../people/auth/tokens.ts'
import { noteTill } from '../../../people/tills/note-till.ts'
import {
  findTill,
  isStopped,
  type TillRecord,
} from '../../../people/tills/till-records.ts'
import { settings } from '../../deployment/settings.ts'
import { exchangeOf, type Step } from '../exchange.ts'

/** Time for which a process keeps a till's name, so that a sale reads no more than before. */
const knownMs = 60_000

type Known = { readonly till: Promise<TillRecord | undefined>; readonly untilMs: number }

const known = new Map<string, Known>()
const maxKnown = 10_000

/**
 * Finds the till whose token a request has, where the deployment has tills. Throws `tillRevoked`
 * and deletes the cookie where a till may not that was revoked or has ended. A cookie that is not
 * valid counts as none; a header, which a program sends on purpose, is `tillTokenInvalid`.
 */
export const recognizeTill = (): Step => ({
  before: async ({ event }) => {
    if (!settings.tills()) return
    const exchange = exchangeOf(event)
    const { request, endpoint } = exchange
    const header = request.headers['x-till']
    const cookie = request.cookies.get('tillToken')
    const token = await verifyTill(header ?? cookie)
    const isFresh = endpoint.till !== 'sells'
    const till = token && (await tillOf(token.tillId, isFresh, request.nowMs))
    if (!till) {
      if (header === undefined || endpoint.till === undefined) return
      throw new Failure('tillTokenInvalid')
    }
    exchange.till = { ...till, generation: token.generation }
    const mayNot = endpoint.till === 'sells' || endpoint.till === 'lives'
    if (mayNot && isStopped(till)) throw new Failure('tillRevoked')
    if (endpoint.till === undefined || currentShop().isReadOnly) return
    const note = async () => {
      const renewed = await noteTill(token, till, request.nowMs)
      if (renewed === undefined || header !== undefined || isStopped(till)) return
      const next = await signTill(till.id, renewed)
      request.setCookies(tokenCookies('tillToken', next, request.https))
    }
    // The next request notes it; what this one wrote is answered
    exchange.noting = note().catch((error) =>
      logger.error('till-not-noted', { failure: describeError(error) }),
    )
  },
  after: async ({ event }) => event.exchange?.noting,
  onError: async ({ event: { exchange }, error }) => {
    await exchange?.noting
    if (!exchange || !isFailure(error, 'tillRevoked')) return
    const { request } = exchange
    request.setCookies(deletedCookies('tillToken', request.https))
  },
})

/**
 * Reads the record of a till; a sale takes a known one, and finds a revoked till by
 * itself.
 */
async function tillOf(id: string, isFresh: boolean, nowMs: number) {
  const name = `${currentShop().id} ${id}`
  const earlier = known.get(name)
  if (earlier && !isFresh && nowMs < earlier.untilMs) return earlier.till
  const till = findTill(id)
  if (known.size >= maxKnown) known.clear()
  known.set(name, { till, untilMs: nowMs + knownMs })
  till.catch(() => known.delete(name))
  return till
}
