import { bumpFee, closeChannel, sendToAddress } from './onchain.ts'
import {
  getIncomingPayment,
  getOutgoingPayment,
  getOutgoingPaymentByHash,
  listIncomingPayments,
  listOutgoingPayments,
} from './payments.ts'
import { createInvoice, createOffer, getLightningAddress, getOffer } from './receiving.ts'
import { payInvoice, payLightningAddress, payOffer } from './sending.ts'
import type { Operation } from './simulated-node.ts'
import { getBalance, getInfo } from './wallet.ts'

/** The operations of phoenixd's API that this backend uses. */
const operations: Readonly<Record<string, Operation>> = {
  'GET /getinfo': getInfo,
  'GET /getbalance': getBalance,
  'POST /createinvoice': createInvoice,
  'POST /createoffer': createOffer,
  'GET /getoffer': getOffer,
  'GET /getlnaddress': getLightningAddress,
  'POST /payinvoice': payInvoice,
  'POST /payoffer': payOffer,
  'POST /paylnaddress': payLightningAddress,
  'POST /sendtoaddress': sendToAddress,
  'POST /bumpfee': bumpFee,
  'POST /closechannel': closeChannel,
  'GET /payments/incoming': listIncomingPayments,
  'GET /payments/incoming/{id}': getIncomingPayment,
  'GET /payments/outgoing': listOutgoingPayments,
  'GET /payments/outgoing/{id}': getOutgoingPayment,
  'GET /payments/outgoingbyhash/{id}': getOutgoingPaymentByHash,
}

const restricted = new Set([
  '/payinvoice',
  '/payoffer',
  '/paylnaddress',
  '/lnurlpay',
  '/lnurlauth',
  '/sendtoaddress',
  '/closechannel',
  '/export',
])

/** Whether the path needs the full password. */
export const isRestricted = (path: string) => restricted.has(path)

/** The operation of a path and its `{id}`; undefined for an unknown path. */
export function operationOf(method: string, path: string) {
  const exact = operations[`${method} ${path}`]
  if (exact) return { operation: exact, id: '' }
  const cut = path.lastIndexOf('/')
  const operation = operations[`${method} ${path.slice(0, cut)}/{id}`]
  return operation && { operation, id: decodeURIComponent(path.slice(cut + 1)) }
}
