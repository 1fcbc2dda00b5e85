import { lambda } from '../../shared/http/lambda.ts'
import { allAgents } from '../../shared/table/agents.ts'
import * as printers from '../../shared/table/printers.ts'
import { availablePrinters } from './available.ts'
import { endpoints } from './endpoints.ts'
import { print } from './print.ts'

export const handler = lambda(endpoints, {
  available: async ({ request }) => [
    ...availablePrinters(await allAgents(), request.nowMs).keys(),
  ],

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

  update: ({ params, body }) => printers.updatePrinter(params.id, body),

  remove: ({ params }) => printers.removePrinter(params.id),

  makeDefault: ({ params }) => printers.makeDefaultPrinter(params.id),
})
