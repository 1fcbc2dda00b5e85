import * as z from 'zod'
import { idOf, isoTime, text } from '../../platform/validation/fields.ts'

/** Permissions that a colleague may approve; never rights of administrators. */
const approvable = [
  'orders_discount',
  'orders_refund',
  'orders_delete',
  'orders_settle',
  'orders_create',
] as const

/** True if a colleague may approve this permission. */
export const isApprovable = (name: string): boolean =>
  approvable.includes(name as (typeof approvable)[number])

/** Body of POST /auth/approvals. */
export const ApprovalRequest = z
  .object({
    userId: idOf('the colleague who approves'),
    pin: text.describe("That colleague's"),
    permission: z.enum(approvable).describe('What the colleague holds'),
    method: z.enum(['POST', 'PUT', 'DELETE']).describe('Of the request that is approved'),
    path: text.describe('Of that request, such as /store/orders/checkout'),
    bodySha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/i, 'must be 64 hex digits')
      .transform((digits) => digits.toLowerCase())
      .describe("SHA-256 of the bytes of that request's body, of none where it has none"),
  })
  .meta({
    id: 'ApprovalRequest',
    description: 'A request that a colleague approves',
    example: { bodySha256: '0a'.repeat(32) },
  })
export type ApprovalRequest = z.output<typeof ApprovalRequest>

/** Reply of POST /auth/approvals. */
export const GivenApproval = z
  .object({
    approval: z.string().describe('For the header Approval of that request, once'),
    expiresAt: isoTime,
  })
  .meta({ id: 'GivenApproval', description: "A colleague's approval of one request" })
