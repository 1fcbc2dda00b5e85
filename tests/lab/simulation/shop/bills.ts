import type { HttpResponse } from '../cloud/http.ts'
import { type BillInput, billModel } from '../proof/bill-model.ts'
import { nothing } from '../proof/history.ts'
import type { World } from './world.ts'

type Answer = HttpResponse | undefined

const alreadyPaid = 'Order is already paid'

/** Records what an answer tells about the bill of an order. */
export const recordBill = (
  { history }: World,
  orderId: string,
  input: BillInput,
  operation: () => Promise<Answer>,
): Promise<Answer> =>
  history.record(`bill of order ${orderId}`, billModel, input, operation, (answer) => {
    if (!answer) return undefined
    if (answer.status < 300) return { ticketId: answer.body?.ticketId ?? null }
    return answer.body?.message === alreadyPaid ? 'paid' : nothing
  })
