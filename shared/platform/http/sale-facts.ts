import * as z from 'zod'
import type { Caller } from '../../people/auth/tokens.ts'
import { holds } from '../../people/staff/permissions.ts'
import type { SaleFacts } from '../../selling/sell/payable.ts'
import { parse } from '../validation/parse.ts'
import type { Call } from './call.ts'

/** Returns the caller and time of a sale, settlement or quote. */
export const saleFacts = (caller: Caller, { nowMs }: Call['request']): SaleFacts => ({
  nowMs,
  userId: caller.userId,
  isAdmin: caller.isAdmin,
  apiKeyId: caller.apiKeyId,
  mayDiscount: holds(caller.permissions, 'orders_discount'),
})

/**
 * Returns the caller and time of a sale, and its till with the till's number. Throws `invalid`.
 */
export const factsOfSale = (
  { caller, request, till }: Pick<Call, 'request' | 'till'> & { readonly caller: Caller },
  number: unknown,
): SaleFacts => ({
  ...saleFacts(caller, request),
  till: till && { ...till, ...parse(Numbered, { number: number ?? undefined }) },
})

const Numbered = z
  .object({ number: z.int().min(1).max(999_999_999).optional() })
  .transform(({ number }) => ({ number }))
