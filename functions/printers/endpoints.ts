import * as z from 'zod'
import { ListedJob } from '../../shared/paper/printing/listed-job.ts'
import {
  PayCodePrintRequest,
  PrintRequest,
  ZReportPrintRequest,
} from '../../shared/paper/printing/print-request.ts'
import {
  Printer,
  PrinterInput,
  PrinterPatch,
  PrinterSelection,
  PrinterStatus,
} from '../../shared/paper/printing/printer-configuration.ts'
import {
  del,
  get,
  group,
  permission,
  post,
  put,
} from '../../shared/platform/http/endpoint.ts'
import { bare, empty, error, message } from '../../shared/platform/http/problem.ts'
import {
  emptyBody,
  json,
  jsonOf,
  list,
  messageReply,
  noContent,
  plainText,
} from '../../shared/platform/http/reply.ts'
import { recordId } from '../../shared/platform/validation/fields.ts'
import { Fired, FireRequest } from '../../shared/selling/kitchen/fire-request.ts'

const mayConfigure = {
  permission: ['printer_update'],
  where: 'restrictPrinters',
} as const

const notFound = empty(404)
const alreadyExists = error(409, 'Printer configuration already exists')
const conflict = error(409, 'Failed to set default printer')
const jobNotFound = message(404, 'Print job not found')

const reportSent = jsonOf(
  z.object({
    message: z
      .enum(['Z report sent to the printer', 'X report sent to the printer'])
      .describe('X of an open shift'),
  }),
  ({ isX }: { readonly isX: boolean }) => ({
    message: isX
      ? ('X report sent to the printer' as const)
      : ('Z report sent to the printer' as const),
  }),
)

/** Reasons why nothing was printed; the body's code tells which. */
const unprinted = [
  'printerNotConfigured',
  'printerNotAvailable',
  'templateNotFound',
  'printingFailed',
] as const

/** Printer configurations, and printing, in the kitchen and at the close of the day too. */
export const endpoints = group(
  'printers',
  ['table', 'token-key', 'print-queues', 'uploads'],
  {
    available: get('/printers/available', {
      summary: 'Lists printers that agents have reported lately',
      access: 'token',
      keys: ['orders_create', 'printer_update'],
      reply: list(z.string().meta({ example: 'oven' })),
    }),
    statuses: get('/printers/status', {
      summary: 'Lists what the printer of each configuration does',
      access: 'token',
      keys: ['orders_create', 'printer_update'],
      reply: list(PrinterStatus),
    }),
    set: post('/printers/set', {
      summary: 'Sets the default printer of a type',
      access: mayConfigure,
      audit: ['printer'],
      body: PrinterSelection,
      reply: {
        ...plainText,
        schema: z.string().meta({ example: 'Printer oven set for KITCHEN' }),
      },
      problems: { conflict },
    }),
    print: post('/printers/print', {
      till: 'lives',
      summary: 'Prints a ticket, or an order from its records',
      access: 'token',
      keys: ['orders_create'],
      audit: ['drawer', 'print'],
      expensive: 'printing',
      body: PrintRequest,
      reply: { ...plainText, schema: z.string().meta({ example: 'Print job sent' }) },
      problems: { notFound: message(404, 'Order not found') },
      failures: [
        'permissionRequired',
        'refundNotFound',
        'checkoutInvalidDiscount',
        ...unprinted,
        'tooManyItems',
        'tooManyComments',
        'tooMuchText',
        'tooManyLines',
      ],
    }),
    fire: post('/orders/{id}/fire', {
      summary: "Prints an order's dishes where they are made",
      access: permission('orders_update'),
      audit: ['drawer'],
      expensive: 'printing',
      body: FireRequest,
      reply: json(Fired),
      blank: 'order ID',
      problems: { notFound: message(404, 'Order {id} not found') },
      failures: [
        'nothingToSend',
        'printingFailed',
        'templateNotFound',
        'tooMuchText',
        'tooManyLines',
        'drawingFailed',
      ],
    }),
    zReport: post('/shifts/{id}/z-report/print', {
      till: 'lives',
      summary: 'Prints the last Z report of a shift, or the open one as X report',
      access: permission('shifts_report_read'),
      audit: ['drawer'],
      expensive: 'printing',
      body: ZReportPrintRequest.prefault({}),
      reply: reportSent,
      problems: {
        notFound: bare(404, 'Shift not found'),
        sumsTooLarge: message(400, 'The sums are too large to be printed'),
      },
      failures: ['noZReport', ...unprinted, 'tooMuchText', 'tooManyLines'],
    }),
    payCode: post('/pay-codes/{id}/print', {
      till: 'lives',
      summary: 'Prints a pay code, to be put up',
      access: 'token',
      keys: ['orders_create'],
      audit: ['drawer'],
      expensive: 'printing',
      body: PayCodePrintRequest.prefault({}),
      reply: messageReply('Pay code sent to the printer'),
      problems: { notFound: message(404, 'Pay code not found') },
      failures: [...unprinted, 'tooMuchText', 'tooManyLines'],
    }),
    jobs: get('/printers/jobs', {
      summary: 'Lists print jobs of the last 24 hours, newest first',
      access: 'token',
      keys: ['orders_create', 'printer_update'],
      reply: list(ListedJob),
    }),
    reprint: post('/printers/jobs/{id}/reprint', {
      till: 'lives',
      summary: 'Prints a job again, marked as a copy',
      access: 'token',
      keys: ['orders_create'],
      notAudited: 'a copy, which leaves the drawer shut',
      expensive: 'printing',
      reply: json(z.object({ id: recordId() }), 201),
      problems: { notFound: jobNotFound },
      failures: ['permissionRequired', 'printerNotAvailable', 'printingFailed'],
    }),
    cancelJob: del('/printers/jobs/{id}', {
      summary: 'Cancels a print job that waits',
      access: 'token',
      keys: ['orders_create'],
      notAudited: 'the list of jobs shows it',
      reply: noContent,
      problems: {
        notFound: jobNotFound,
        conflict: message(409, 'The job is already printing'),
      },
      failures: ['permissionRequired', 'cannotCancel'],
    }),
    drawer: post('/printers/{id}/drawer', {
      till: 'lives',
      summary: "Asks a configuration's printer to open the cash drawer",
      access: permission('drawer_open'),
      audit: ['drawer'],
      expensive: 'printing',
      reply: messageReply('Drawer asked to open'),
      problems: { notFound },
      failures: ['printerNotAvailable', 'printingFailed'],
    }),
    list: get('/printers/configs', {
      summary: 'Lists printer configurations',
      access: 'token',
      keys: ['orders_create', 'printer_update'],
      reply: list(Printer),
    }),
    create: post('/printers/configs', {
      summary: 'Creates a printer configuration',
      access: mayConfigure,
      audit: ['printer'],
      body: PrinterInput,
      reply: json(z.object({ id: recordId() }), 201),
      problems: { alreadyExists },
    }),
    update: put('/printers/configs/{id}', {
      summary: 'Changes a printer configuration',
      access: mayConfigure,
      audit: ['printer'],
      body: PrinterPatch,
      reply: emptyBody,
      problems: { notFound, alreadyExists },
    }),
    remove: del('/printers/configs/{id}', {
      summary: 'Deletes a printer configuration',
      access: mayConfigure,
      audit: ['printer'],
      reply: noContent,
      problems: { notFound },
    }),
    makeDefault: post('/printers/configs/{id}/default', {
      summary: 'Makes a configuration the default of its type',
      access: mayConfigure,
      audit: ['printer'],
      reply: emptyBody,
      problems: { notFound, conflict },
    }),
  },
)
