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
import { findPayCode } from './pay-codes.ts'

type Request = PrintingRequest & {
  /** The API's own address, for the QR code. */
  readonly origin: string
}

/**
 * Prints a pay code, to be put up (POST /pay-codes/{id}/print). A printer's own template
 * is for receipts and is not used. Throws `notFound`, and the failures of `prepareJobs`
 * and `sendJobs`.
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
  const [config, base, place, targets] = await Promise.all([
    findConfig(),
    findBaseCurrency(),
    code.kind === 'table' ? placeOf(code.tableId) : undefined,
    findTargets(destination, request.nowMs),
  ])
  const ticket: PrintedTicket = {
    // The QR code's text stands where templates expect the ticket's id
    ticketId: lnurlOf(code.id, origin),
    tableName: place?.tableName || code.name,
    roomName: place?.roomName ?? '',
    date: '',
    items: [],
    total: null,
    ...(code.kind === 'fixed' && {
      details: { subtotal: fromCents(code.amountCents), currency: base.acronym },
    }),
  }
  const printable = {
    ticket: inShopsForm(ticket, base, config),
    config,
    builtIn: payCodeTemplate,
  }
  await sendJobs(await prepareJobs(targets, printable, request))
}
