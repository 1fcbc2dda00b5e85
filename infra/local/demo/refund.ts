import type { Pos } from '../../../shared/client/pos.ts'
import { Client } from '../client.ts'
import type { DemoSystem } from './demo-system.ts'
import type { Sale } from './sales.ts'
import {
  ContractViolation,
  expectEqual,
  expectFields,
  expectResponse,
  result,
  step,
} from './steps.ts'

/** Gives half of a Lightning sale back to an invoice of the customer's wallet, once. */
export async function refundHalf(
  pos: Pos,
  { nodeUrl }: DemoSystem,
  { orderId }: Sale,
): Promise<void> {
  step('Giving half of the Lightning sale back to an invoice of the customer')
  const satoshis = 3_400
  const { serialized: invoice } = expectResponse(
    await new Client(nodeUrl).post('/_simulator/invoice', { amountSat: satoshis }),
    { status: 200 },
  )
  const refund = () =>
    pos.storeOrders.refund({
      params: { id: orderId },
      body: { invoice, amountCents: 225, reason: 'La tarta estaba seca' },
    })
  const refunded = expectFields(await refund(), {
    amountCents: 225,
    satoshiAmount: satoshis,
    status: 'partially_refunded',
  })
  result(`2.25 of 4.50: ${refunded.satoshiAmount} of 6800 satoshis`)
  const again = await refund().catch((error) => error)
  if (!pos.storeOrders.refund.failed(again)) {
    throw new ContractViolation('the invoice was paid twice')
  }
  expectEqual('second try', again.status, 409)
  result(`the same invoice again: rejected, "${again.message}"`)
}
