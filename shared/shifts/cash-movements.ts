import type * as z from 'zod'
import { insertAuditEntry } from '../audit/audit-trail.ts'
import { type Item, idInKey } from '../dynamodb/keys.ts'
import type { Page } from '../dynamodb/page.ts'
import { readAll } from '../dynamodb/read.ts'
import { insert } from '../dynamodb/write.ts'
import { transactAndRespond } from '../idempotency/transact-and-respond.ts'
import { newId, sortableId } from '../ids.ts'
import { upsertDay } from '../sales/day-record.ts'
import { isoSeconds } from '../time/iso.ts'
import type * as wire from './cash-movement.ts'
import { checkShiftOpen } from './open-shift.ts'
import { requireShift } from './shift-records.ts'

/** A cash movement as it is stored. */
export type CashMovement = Item &
  Readonly<Omit<z.output<typeof wire.CashMovement>, 'amount'>> & {
    readonly amountCents: number
  }

const movementsOf = (shiftId: string) => `SHIFT-CASH#${idInKey(shiftId)}`

/**
 * Adds a cash movement to the open shift and to the day. Throws `notFound` when another
 * shift is open or none.
 */
export async function createCashMovement(
  shiftId: string,
  input: wire.CashMovementInput,
  { nowMs, userId }: { readonly nowMs: number; readonly userId: string },
) {
  const id = newId()
  const movement: CashMovement = {
    pk: movementsOf(shiftId),
    sk: sortableId(id),
    id,
    ...input,
    userId,
    createdAt: isoSeconds(nowMs),
  }
  const { type, amountCents } = input
  await transactAndRespond(
    [
      checkShiftOpen(shiftId),
      insert(movement),
      insertAuditEntry({
        kind: 'cash',
        subject: { id: shiftId, name: null },
        before: null,
        after: { type, amountCents, reason: input.reason },
      }),
      upsertDay(
        type === 'in' ? { cashInCents: amountCents } : { cashOutCents: amountCents },
      ),
    ],
    { id },
  )
  return { id }
}

/** The cash movements of a shift, oldest first. Throws `notFound`. */
export async function cashMovementsOf(shiftId: string, page?: Page) {
  const [movements] = await Promise.all([
    readAll<CashMovement>({ pk: movementsOf(shiftId) }, page),
    requireShift(shiftId),
  ])
  return movements
}
