import { currentShop } from '../../../current-shop.ts'
import { Failure } from '../../../failure.ts'
import { networkPrefix } from '../../../ip-address.ts'
import { takeFromRate } from '../../dynamodb/rate-limit.ts'
import { type Expense, expenseOf } from '../endpoint.ts'
import { callerId, exchangeOf, type Step } from '../exchange.ts'

/**
 * Limits per caller and kind in ten seconds, so that nobody keeps the others waiting:
 * many times what a busy till does. Half of a limit costs no write.
 */
const perWindow: Readonly<Record<Expense, number>> = {
  drawing: 60,
  printing: 300,
  uploading: 300,
  hashing: 400,
  asking: 200,
}

/**
 * Refuses expensive requests of a user, an API key or, before a login, an address that made too
 * many of them: `callerBusy`, or `tooManyAttempts` where PINs and passwords are hashed.
 */
export const limitCallerRate = (): Step => ({
  before: async ({ event }) => {
    const { endpoint, caller, request } = exchangeOf(event)
    const expense = expenseOf(endpoint)
    if (!expense) return
    const who = caller ? callerId(caller) : networkPrefix(request.ip)
    const rate = {
      name: `${currentShop().id}#${expense}#${who}`,
      perWindow: perWindow[expense],
      bucketPart: 1 / 2,
    }
    const retryAfter = await takeFromRate(rate, request.nowMs)
    if (retryAfter === 0) return
    const kind = expense === 'hashing' ? 'tooManyAttempts' : 'callerBusy'
    throw new Failure(kind, { retryAfter })
  },
})
