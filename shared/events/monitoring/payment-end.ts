import { nodeOfAnswer } from '../../agents/connect-node.ts'
import { deadlineOf } from '../../agents/tunnel-request-ids.ts'
import { Failure } from '../../failure.ts'
import { NodeFailure } from '../../lightning/node/failure.ts'
import type { NodeResponse } from '../../lightning/node/transport.ts'
import { type NewAlert, raiseAlert } from '../alerts/alerts.ts'

/**
 * Tells administrators how a payment of the wallet ended that the node answered after the client
 * had been told that its outcome is unknown; once, however often the agent says so. Serves POST
 * /agents/tunnel/{requestId}/end. Throws `notFound` for a request that was not sent to this agent.
 */
export async function tellEndOfPayment(
  agentId: string,
  requestId: string,
  answer: NodeResponse,
): Promise<void> {
  const deadlineMs = await deadlineOf(requestId, agentId)
  if (deadlineMs === undefined) throw new Failure('notFound')
  const end = await endOf(answer)
  if (end) await raiseAlert({ ...end, subject: requestId }, Date.now())
}

/** Undefined for an answer that does not say whether it was paid. */
async function endOf(
  answer: NodeResponse,
): Promise<Omit<NewAlert, 'subject'> | undefined> {
  try {
    const paid = await nodeOfAnswer(answer).payOffer({ offer: '' })
    const { recipientAmountSat: amountSat, routingFeeSat, paymentHash } = paid
    const details = { amountSat, routingFeeSat, paymentHash }
    return { kind: 'wallet.payment.sent', details }
  } catch (error) {
    if (!(error instanceof NodeFailure)) throw error
    if (error.status >= 500) return undefined
    const reason = `The node did not send it: ${error.reason}`
    return { kind: 'wallet.payment.failed', details: { reason }, status: 'failed' }
  }
}
