import type { Caller } from '../../people/auth/tokens.ts'
import { holds } from '../../people/staff/permissions.ts'
import type { SaleFacts } from '../../selling/sell/payable.ts'
import type { RequestFacts } from './call.ts'

/** What a sale, settlement or quote knows of its caller and its time. */
export const saleFacts = (caller: Caller, { nowMs }: RequestFacts): SaleFacts => ({
  nowMs,
  userId: caller.userId,
  isAdmin: caller.isAdmin,
  apiKeyId: caller.apiKeyId,
  mayDiscount: holds(caller.permissions, 'orders_discount'),
})
