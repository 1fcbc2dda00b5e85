import {
  CallbackQuery,
  LnurlError,
  PayInvoice,
  PayRequest,
  Verified,
} from '../../shared/lightning/pay-codes/lnurl-replies.ts'
import { type Declaration, get, group } from '../../shared/platform/http/endpoint.ts'
import { json } from '../../shared/platform/http/reply.ts'

/** Wallets tell a refusal by its body alone: its status is 200, but for an address that asks too often. */
const open = {
  access: 'public',
  anyOrigin: true,
  expensive: 'asking',
  alternatives: { error: json(LnurlError) },
} as const satisfies Partial<Declaration>

/** Requests of wallets to pay codes: LNURL-pay and Lightning addresses. */
export const endpoints = group('lnurl', ['table', 'node', 'invoice-lookups'], {
  // First, as keeping the function warm asks it without a hash, which reads no record
  verify: get('/lnurl/verify/{hash}', {
    summary: 'Says whether the invoice of a pay code was paid',
    ...open,
    reply: json(Verified),
  }),
  address: get('/.well-known/lnurlp/{name}', {
    summary: 'Says what a wallet may send to a Lightning address',
    ...open,
    writes: true,
    reply: json(PayRequest),
  }),
  request: get('/lnurl/pay/{id}', {
    summary: 'Says what a wallet may send to a pay code',
    ...open,
    reply: json(PayRequest),
  }),
  callback: get('/lnurl/pay/{id}/callback', {
    summary: 'Makes the invoice of a pay code',
    ...open,
    writes: true,
    query: CallbackQuery,
    reply: json(PayInvoice),
  }),
})
