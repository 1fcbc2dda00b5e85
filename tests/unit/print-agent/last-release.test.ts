import { expect, test } from 'vitest'
import type * as z from 'zod'
import { ReceivedPayments } from '../../../shared/agents/protocol/received-payment.ts'
import { Report, ReportResponse } from '../../../shared/agents/protocol/report.ts'
import {
  ExchangeRequest,
  ExchangeResponse,
} from '../../../shared/agents/protocol/token-exchange.ts'
import {
  TunnelAnswer,
  TunnelFrame,
} from '../../../shared/agents/protocol/tunnel-frame.ts'
import { receiptBytes } from '../../../shared/paper/layout/render.ts'
import {
  JobOutcomeReport,
  PrintJob,
  QueueCredentials,
} from '../../../shared/paper/queue/print-job.ts'
import messages from './messages-0.2.0.json' with { type: 'json' }

/** The long tests run both releases against each other; this is seen in every run. */
const schemas: Record<keyof typeof messages, z.ZodType> = {
  Report,
  ReportResponse,
  ExchangeRequest,
  ExchangeResponse,
  QueueCredentials,
  JobOutcomeReport,
  ReceivedPayments,
  TunnelFrame,
  TunnelAnswer,
  PrintJob,
}

test.each(Object.entries(messages))(
  'the message %s of version 0.2.0 is understood',
  (name, message) => {
    const schema = schemas[name as keyof typeof messages]
    expect(schema.parse(message)).toMatchObject(message)
  },
)

test('a print job of version 0.2.0 is printed', async () => {
  const bytes = await receiptBytes(PrintJob.parse(messages.PrintJob))
  expect(Buffer.from(bytes).toString('latin1')).toContain('con leche')
})
