import * as z from 'zod'
import { isoTime, nullableText, recordId } from '../../platform/validation/fields.ts'

/** Kinds of entries in the audit trail, with their meanings. */
const kinds = {
  discount:
    'a sale or a bill with one, at another price than a product has, or for another sum than its lines',
  refund: 'money or goods given back',
  cancellation:
    'a dish cancelled, taken back from that or deleted, an order deleted, a ticket cancelled or deleted',
  price:
    'of a product, a dish on the menu or a dish in an order; dishes ordered at another price than on the menu',
  stock: 'of a new product, corrected by hand, or deleted with its product',
  role: 'created, changed or deleted',
  user: 'created, deleted, renamed, given another role or logged out everywhere',
  pin: 'changed, or lost with the device of a till',
  'z-report': 'made by the close of a shift',
  approval: 'of one request, given by a colleague with a PIN',
  config: 'settings of the shop, those that changed',
  printer: 'a printer configuration created, changed or deleted',
  template: 'of tickets, created, changed or deleted',
  till: 'registered, renamed, revoked or ended; given its token again, its numbers confirmed, its cash counted; a key fetched that sells there without the cloud',
  drawer: 'opened by a print that no sale or refund asked for',
  print:
    'a ticket that a client wrote itself, a further original of a bill that has changed, a first receipt later than an hour after its sale, the page of a receipt withdrawn or shown again',
  bundle: 'other components',
  catalog:
    'another name, text, picture, code, category, threshold, option or group of a product, a variant or a dish, or whether it is sold; a category, supplier or ingredient created, changed or deleted',
  tax: 'created, changed, deleted, or another one of a product or dish',
  modifier: 'a modifier group created, changed or deleted',
  'pay-code': 'created, changed or deleted',
  'api-key': 'created or revoked',
  webhook: 'created, changed or deleted; disabled because its receiver failed',
  order:
    'another total, status, user or table of an order by hand, a table that is freed, deleted or given another order while it had an open one, dishes that moved to another order, an order dated to another time than its own, a dish that is pending again, a sale in the name of another user, another buyer of a sale',
  ticket: 'created without a sale, or changed',
  payment:
    'changed, deleted, linked or unlinked; by Lightning also attached, detached, dismissed or sold by hand, a sale of it that was refused, or one without a rate to check it by',
  shift: 'begun with its float, the last count and the cash since; changed or deleted',
  cash: 'put into the drawer or taken out',
  wallet:
    'money sent, a fee raised or a channel closed; entered before the node is asked',
  agent: 'enrolled or revoked',
  export: 'of the books or of the wallet',
  restore:
    'of the table to an earlier moment: a record mended, or one that a person must look at',
  import: 'begun, or a part of it sent; the records that it changes have their own',
}

export const AuditKind = z.enum(Object.keys(kinds) as (keyof typeof kinds)[]).meta({
  id: 'AuditKind',
  description: Object.entries(kinds)
    .map(([kind, meaning]) => `\`${kind}\` ${meaning}`)
    .join('; '),
})
export type AuditKind = z.output<typeof AuditKind>

const values = z
  .record(z.string(), z.unknown())
  .nullable()
  .describe('The values that changed; null where there were none')

export const AuditEntry = z
  .object({
    id: recordId(),
    kind: AuditKind,
    at: isoTime,
    userId: nullableText.describe(
      'Who did it, a user or an API key; null is the operator, or a request without a login',
    ),
    userName: nullableText.describe('Name of that user or key'),
    statedUserId: nullableText.describe(
      'The user that the request named, where that is not who did it',
    ),
    statedUserName: nullableText.describe('The name of that user'),
    approvedBy: nullableText.describe(
      'The colleague whose approval it needed; null where it needed none',
    ),
    approvedByName: nullableText.describe('Name of that colleague'),
    subjectId: nullableText.describe('The record that it was done to'),
    subjectName: nullableText.describe('Its name then'),
    tillId: z.string().optional().describe('The till where it was done, if any'),
    tillName: z.string().optional().describe('The name of that till then'),
    before: values,
    after: values,
  })
  .meta({ id: 'AuditEntry', description: 'Who changed what, and when' })
export type AuditEntry = Readonly<z.output<typeof AuditEntry>>
