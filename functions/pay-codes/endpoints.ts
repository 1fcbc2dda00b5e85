import {
  PayCode,
  PayCodeInput,
  QrQuery,
} from '../../shared/lightning/pay-codes/pay-code.ts'
import {
  del,
  get,
  group,
  permission,
  post,
  put,
} from '../../shared/platform/http/endpoint.ts'
import { message } from '../../shared/platform/http/problem.ts'
import {
  created,
  file,
  list,
  noContent,
  updated,
} from '../../shared/platform/http/reply.ts'

const access = permission('settings_update')
const audit = ['pay-code'] as const
const notFound = message(404, 'Pay code not found')
const problems = {
  alreadyExists: message(409, 'Pay code name already exists'),
  tableNotFound: message(404, 'Table not found'),
}

/** Static codes: customers pay them with any wallet. */
export const endpoints = group(
  'pay-codes',
  ['table', 'token-key'],
  {
    list: get('/pay-codes', {
      summary: 'Lists the pay codes',
      access,
      reply: list(PayCode),
    }),
    create: post('/pay-codes', {
      summary: 'Creates a pay code',
      access,
      audit,
      body: PayCodeInput,
      reply: created('Pay code added successfully'),
      problems,
      failures: ['tooManyPayCodes', 'tableNotFound'],
    }),
    update: put('/pay-codes/{id}', {
      summary: 'Changes a pay code, which stays valid as it was printed',
      access,
      audit,
      body: PayCodeInput,
      reply: updated('Pay code updated successfully'),
      problems: { ...problems, notFound },
      failures: ['tableNotFound'],
    }),
    remove: del('/pay-codes/{id}', {
      summary: 'Deletes a pay code: it asks for nothing any more',
      access,
      audit,
      reply: noContent,
      problems: { notFound },
    }),
    qr: get('/pay-codes/{id}/qr', {
      summary: 'Gets the QR code of a pay code, to be printed and put up',
      access: 'token',
      keys: ['settings_read', 'settings_update'],
      query: QrQuery,
      reply: file('image/*'),
      problems: { notFound },
    }),
  },
  { keptWarm: false },
)
