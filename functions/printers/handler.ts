import { allAgents } from '../../shared/agents/agents.ts'
import { Failure } from '../../shared/failure.ts'
import { printPayCode } from '../../shared/lightning/pay-codes/print-pay-code.ts'
import { reachablePrinters } from '../../shared/paper/jobs/printer-names.ts'
import { openDrawer } from '../../shared/paper/printing/open-drawer.ts'
import * as printDesk from '../../shared/paper/printing/print-desk.ts'
import { printerStatuses } from '../../shared/paper/printing/print-desk.ts'
import { printZReport } from '../../shared/paper/printing/print-z-report.ts'
import * as printers from '../../shared/paper/printing/printer-configurations.ts'
import { print } from '../../shared/paper/printing/send-to-printers.ts'
import type { Caller } from '../../shared/people/auth/tokens.ts'
import { holds } from '../../shared/people/staff/permissions.ts'
import { lambda } from '../../shared/platform/http/lambda.ts'
import { fire } from '../../shared/selling/kitchen/fire.ts'
import { endpoints } from './endpoints.ts'

const requireOrdersRead = ({ permissions }: Caller) => {
  if (!holds(permissions, 'orders_read')) throw new Failure('permissionRequired')
}

export const handler = lambda(endpoints, {
  available: async ({ request }) =>
    reachablePrinters(await allAgents(), request.nowMs).names,

  statuses: ({ request }) => printerStatuses(request.nowMs),

  set: async ({ body, request }) => {
    await printers.setPrinter(body, request.nowMs)
    return `Printer ${body.printerName} set for ${body.printerType}`
  },

  print: async ({ body, caller, request: { nowMs, publicUrl }, key }) => {
    if (body.orderId !== undefined) requireOrdersRead(caller)
    const isByKey = caller.apiKeyId !== undefined
    await print(body, { nowMs, key, isByKey, origin: publicUrl })
    return 'Print job sent'
  },

  fire: ({ params, body, request: { nowMs }, key }) =>
    fire(params.id, body.dishIds, {
      nowMs,
      key,
      onScreen: body.onScreen,
      course: body.course,
    }),

  zReport: ({ params, body, caller, request: { nowMs }, key }) =>
    printZReport(params.id, body, { nowMs, key, userId: caller.userId }),

  payCode: ({ params, body, request: { nowMs, publicUrl }, key }) =>
    printPayCode(params.id, body, { nowMs, key, origin: publicUrl }),

  jobs: ({ page, request }) => printDesk.listedJobs(request.nowMs, page),

  reprint: ({ params, caller: { permissions }, request: { nowMs }, key }) =>
    printDesk.reprint(params.id, { nowMs, key, permissions }),

  cancelJob: ({ params, caller: { permissions }, request: { nowMs } }) =>
    printDesk.cancel(params.id, { nowMs, permissions }),

  drawer: ({ params, request: { nowMs }, key }) => openDrawer(params.id, { nowMs, key }),

  list: () => printers.allPrinters(),

  create: ({ body, request }) => printers.createPrinter(body, request.nowMs),

  update: ({ params, body }) => printers.changePrinter(params.id, body),

  remove: ({ params }) => printers.deletePrinter(params.id),

  makeDefault: ({ params }) => printers.makeDefaultPrinter(params.id),
})
