import type { Caller } from '../auth/tokens.ts'
import type { SaleFacts } from '../selling/payable.ts'
import { holds } from '../staff/permissions.ts'
import type { RequestFacts } from './call.ts'

/** What a sale, settlement or quote knows of its caller and its time. */
export const saleFacts = (caller: Caller, { nowMs }: RequestFacts): SaleFacts => ({
  nowMs,
  userId: caller.userId,
  isAdmin: caller.isAdmin,
  apiKeyId: caller.apiKeyId,
  mayDiscount: holds(caller.permissions, 'orders_discount'),
})
