import { allAgents } from '../../shared/agents/agents.ts'
import { reachablePrinters } from '../../shared/agents/printer-names.ts'
import { lambda } from '../../shared/http/lambda.ts'
import { print } from '../../shared/printers/print.ts'
import * as printers from '../../shared/printers/printers.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  available: async ({ request }) =>
    reachablePrinters(await allAgents(), request.nowMs).names,

  set: async ({ body, request }) => {
    await printers.setPrinter(body, request.nowMs)
    return `Printer ${body.printerName} set for ${body.printerType}`
  },

  print: async ({ body, request }) => {
    await print(body, request.nowMs)
    return 'Print job sent'
  },

  list: () => printers.allPrinters(),

  create: ({ body, request }) => printers.createPrinter(body, request.nowMs),

  update: ({ params, body }) => printers.changePrinter(params.id, body),

  remove: ({ params }) => printers.deletePrinter(params.id),

  makeDefault: ({ params }) => printers.makeDefaultPrinter(params.id),
})
