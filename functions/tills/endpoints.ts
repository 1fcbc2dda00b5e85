import * as z from 'zod'
import {
  DrawerCount,
  NewTill,
  Till,
  TillChange,
  TillConfirmation,
  TillStatus,
  TokenRequest,
  UnusedNumbers,
} from '../../shared/people/tills/till.ts'
import {
  del,
  get,
  group,
  permission,
  post,
  put,
} from '../../shared/platform/http/endpoint.ts'
import {
  created,
  json,
  messageReply,
  updated,
  withMessage,
} from '../../shared/platform/http/reply.ts'
import { recordId } from '../../shared/platform/validation/fields.ts'

const anyone = {
  access: 'token',
  keys: ['orders_create', 'shifts_report_read', 'tills_create'],
} as const
const create = { access: permission('tills_create'), audit: ['till'] } as const
const option = { option: 'tills', till: 'hears' } as const

const registered = (status: number) =>
  withMessage(
    {
      id: recordId(),
      series: z.string().describe('The letters before its numbers, such as B of B-42'),
      token: z
        .string()
        .optional()
        .describe('For the header X-Till, where it was asked for'),
    },
    'Till added successfully',
    status,
  )

const People = z
  .object({
    people: z
      .array(
        z
          .object({
            userId: recordId('a user'),
            name: z.string().describe('Such as Ana'),
          })
          .meta({
            id: 'TillPerson',
            description: 'Somebody who could sell offline there',
          }),
      )
      .describe('Who could sell at it without the cloud'),
  })
  .meta({ id: 'RevokedTill', description: 'Who knew a PIN at a till that was revoked' })

const Revocation = z.object({
  lost: z
    .enum(['true', 'false'])
    .optional()
    .describe(
      'Whether its device is gone, too: it knows nobody any more, and the PINs of its people log in ' +
        'only at devices that know them, until they are changed. For administrators',
    ),
})

/** Tills: devices with numbers and drawers of their own. */
export const endpoints = group('tills', ['table', 'token-key'], {
  list: get('/tills', {
    ...option,
    ...anyone,
    summary: 'Lists the tills by their series',
    reply: json(z.array(Till)),
  }),
  own: get('/tills/me', {
    ...option,
    ...anyone,
    summary: 'Gets the till that asks',
    reply: json(Till),
    failures: ['notFound'],
  }),
  create: post('/tills', {
    ...option,
    ...create,
    summary: 'Registers a device as a till, with the next series',
    body: NewTill,
    repeat: 'no-key',
    cookies: ['tillToken'],
    reply: registered(201),
    failures: ['tillExists', 'tooManyTills'],
  }),
  rename: put('/tills/{id}', {
    ...option,
    ...create,
    summary: 'Renames a till',
    body: TillChange,
    reply: updated('Till updated successfully'),
    failures: ['notFound'],
  }),
  revoke: del('/tills/{id}', {
    ...option,
    ...create,
    audit: ['till', 'pin'],
    summary: 'Revokes a till: nothing is sold there any more',
    query: Revocation,
    reply: json(People),
    failures: ['notFound', 'adminRequired'],
  }),
  token: post('/tills/{id}/token', {
    ...option,
    ...create,
    summary: 'Gives a device that knows its series its token again',
    body: TokenRequest.prefault({}),
    repeat: 'no-key',
    cookies: ['tillToken'],
    reply: registered(200),
    failures: [
      'notFound',
      'tillRevoked',
      'tillExists',
      'tooManyTills',
      'permissionRequired',
    ],
  }),
  numbers: put('/tills/me/numbers', {
    ...option,
    ...anyone,
    audit: ['till'],
    summary: 'Says which missing numbers of a till were not used',
    body: UnusedNumbers,
    reply: messageReply('Numbers sent for confirmation'),
    failures: ['notFound'],
  }),
  confirm: put('/tills/{id}/confirm', {
    ...option,
    access: 'administrator',
    audit: ['till'],
    summary: 'Confirms that numbers of a till were not used, or that its sales are lost',
    body: TillConfirmation,
    reply: updated('Till confirmed successfully'),
    failures: ['notFound'],
  }),
  count: post('/tills/{id}/counts', {
    ...option,
    access: permission('shifts_create'),
    audit: ['till'],
    summary: "Keeps what was counted in a till's drawer",
    body: DrawerCount,
    reply: created('Count added successfully'),
    failures: ['notFound'],
  }),
  status: put('/tills/me/status', {
    ...option,
    ...anyone,
    audit: ['till'],
    summary: 'Reports the sales that a till has not handed in',
    body: TillStatus,
    reply: messageReply('Till status updated successfully'),
    failures: ['notFound'],
  }),
})
