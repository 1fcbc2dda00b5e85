import { Failure } from '../../shared/failure.ts'
import { lambda } from '../../shared/http/lambda.ts'
import { alternative } from '../../shared/http/reply.ts'
import { fromCents } from '../../shared/money/decimal.ts'
import * as shifts from '../../shared/staff/shifts.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  list: async ({ page }) => (await shifts.allShifts(page)).map(withAmounts),

  open: async ({ query: { user_id: userId } }) => {
    const shift = await shifts.findOpenShift()
    const shown = shift && (userId === undefined || userId === shift.userId)
    return shown ? withAmounts(shift) : alternative('none')
  },

  one: async ({ params }) => {
    const shift = await shifts.findShift(params.id)
    if (!shift) throw new Failure('notFound')
    return withAmounts(shift)
  },

  create: ({ body }) => shifts.createShift(body),

  update: async ({ params: { id }, body }) => {
    await shifts.changeShift(id, body)
    return { id }
  },

  close: ({ params, body, request }) => shifts.closeShift(params.id, body, request.nowMs),

  remove: ({ params }) => shifts.softDeleteShift(params.id),
})

const withAmounts = (shift: shifts.Shift) => ({
  ...shift,
  initialAmount: fromCents(shift.initialAmountCents),
  finalAmount: closing(shift, shift.finalAmountCents),
  difference: closing(shift, shift.differenceCents),
})

/** The closing amounts of a shift are shown only while it is closed. */
const closing = ({ endTime }: shifts.Shift, cents: number | null) =>
  endTime === null || cents === null ? null : fromCents(cents)
