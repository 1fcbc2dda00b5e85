import { required } from '../../failure.ts'
import { payCodeTemplate } from '../../paper/layout/built-in.ts'
import type { PrintedTicket } from '../../paper/layout/receipt.ts'
import { inShopsForm, placeOf } from '../../paper/printing/order-ticket.ts'
import type { PayCodePrintRequest } from '../../paper/printing/print-request.ts'
import {
  findTargets,
  type PrintingRequest,
  prepareJobs,
  sendJobs,
} from '../../paper/printing/send-to-printers.ts'
import { fromCents } from '../../platform/money/decimal.ts'
import { findBaseCurrency, findConfig } from '../../selling/shop-config/config.ts'
import { lnurlOf } from './lnurl-address.ts'
import { findPayCode, type PayCodeRecord } from './pay-codes.ts'

type Request = PrintingRequest & {
  /** The API's own address, for the QR code. */
  readonly origin: string
}

/**
 * Prints a pay code, to be put up (POST /pay-codes/{id}/print). A printer's own template is for
 * receipts and is not used. Throws `notFound`, and what `prepareJobs` and `sendJobs` throw.
 */
export async function printPayCode(
  id: string,
  { templateName, ...printer }: PayCodePrintRequest,
  { origin, ...request }: Request,
): Promise<void> {
  const code = required(await findPayCode(id))
  const destination = {
    ...printer,
    broadcast: false,
    templateName: templateName ?? payCodeTemplate.name,
    forceTemplateName: true,
  }
  const [config, ticket, targets] = await Promise.all([
    findConfig(),
    payCodeTicket(code, origin),
    findTargets(destination, request.nowMs),
  ])
  const printable = {
    ticket: inShopsForm(ticket, undefined, config),
    config,
    builtIn: payCodeTemplate,
  }
  await sendJobs(await prepareJobs(targets, printable, request))
}

/** What templates call the ticket's id is the text of the QR code. */
async function payCodeTicket(
  code: PayCodeRecord,
  origin: string,
): Promise<PrintedTicket> {
  const place = code.kind === 'table' ? await placeOf(code.tableId) : undefined
  return {
    ticketId: lnurlOf(code.id, origin),
    tableName: place?.tableName || code.name,
    roomName: place?.roomName ?? '',
    date: '',
    items: [],
    total: null,
    ...(code.kind === 'fixed' && { details: await priceOf(code.amountCents) }),
  }
}

async function priceOf(amountCents: number) {
  const { acronym, fractionDigits } = await findBaseCurrency()
  return {
    subtotal: fromCents(amountCents),
    currency: acronym,
    ...(fractionDigits === 0 && { fractionDigits }),
  }
}
