import * as z from 'zod'
import { PrinterState } from '../../agents/protocol/report.ts'
import { natural } from '../../validation/fields.ts'
import { Printer } from './printer-configuration.ts'

/** A printer configuration, and what its printer does. */
export const PrinterStatus = Printer.pick({
  id: true,
  printerName: true,
  printerType: true,
})
  .extend({
    enabled: z.boolean().describe('Whether tickets of its type go there'),
    agentName: z.string().nullable().describe('null while no agent reaches it'),
    ...PrinterState.shape,
    waiting: natural.describe('Jobs that wait for it, or that it prints now'),
    lastSkippedMs: natural
      .nullable()
      .describe('Unix ms of a ticket of the last hour that printed nothing: no template'),
  })
  .meta({
    id: 'PrinterStatus',
    description: 'A printer configuration, and what its printer does',
  })
export type PrinterStatus = z.output<typeof PrinterStatus>
