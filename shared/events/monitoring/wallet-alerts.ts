import { newId } from '../../ids.ts'
import { NodeFailure } from '../../lightning/node/failure.ts'
import { isResponseLost } from '../../lightning/wallet/payments.ts'
import { describeError, logger } from '../../logger.ts'
import { type CallerIds, findLiveUser } from '../../people/staff/live-user.ts'
import type { Details } from '../alerts/alert.ts'
import type { AlertKind } from '../alerts/alert-kinds.ts'
import { type AlertActor, type NewAlert, raiseAlert } from '../alerts/alerts.ts'

/**
 * Sends a payment out of the wallet and tells administrators the outcome, also a refusal
 * by the node or an unknown outcome. Throws the failures of `send`.
 */
export async function alertingOfPayment<T>(
  caller: CallerIds,
  send: () => Promise<T>,
  detailsOf: (sent: T) => Details,
): Promise<T> {
  try {
    return await alertingOf('wallet.payment.sent', caller, send, detailsOf)
  } catch (error) {
    if (error instanceof NodeFailure) {
      const isLost = isResponseLost(error)
      const reason = isLost
        ? 'Whether it was sent is not known, as the answer of the node was lost. Look it up before you pay again.'
        : `The node did not send it: ${error.reason}`
      const status = isLost ? 'unknown' : 'failed'
      await raise('wallet.payment.failed', caller, { details: { reason }, status })
    }
    throw error
  }
}

/** Does something with the wallet and, once it is done, tells administrators. */
export async function alertingOf<T>(
  kind: AlertKind,
  caller: CallerIds,
  work: () => Promise<T>,
  detailsOf: (done: T) => Details,
): Promise<T> {
  const done = await work()
  await raise(kind, caller, { details: detailsOf(done) })
  return done
}

/** The money has moved: the response must say so even if the alert cannot be stored. */
async function raise(
  kind: AlertKind,
  caller: CallerIds,
  alert: Pick<NewAlert, 'details' | 'status'>,
): Promise<void> {
  try {
    const actor = await actorOf(caller)
    const what = { kind, subject: newId(), ...alert, ...(actor && { actor }) }
    await raiseAlert(what, Date.now())
  } catch (error) {
    logger.error('alert-not-raised', { kind, error: describeError(error) })
  }
}

async function actorOf(caller: CallerIds): Promise<AlertActor | undefined> {
  const live = await findLiveUser(caller)
  return (
    live && {
      userId: caller.userId,
      userName: live.user.name,
      roleName: live.role?.name ?? null,
    }
  )
}
