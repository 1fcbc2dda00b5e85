import { parseArgs } from 'node:util'
import { settingsOrExit } from './settings.ts'

/** `npm run pay -- <invoice> [--amount <sat>]`: pays an invoice as a customer would. */
const { values, positionals } = parseArgs({
  options: { amount: { type: 'string' } },
  allowPositionals: true,
})
const [invoice] = positionals
const amountSat = values.amount === undefined ? undefined : Number(values.amount)

if (invoice === undefined || Number.isNaN(amountSat)) {
  console.error('usage: npm run pay -- <invoice> [--amount <sat>]')
  process.exit(2)
}

const nodeUrl = `http://127.0.0.1:${settingsOrExit().nodePort}`
const response = await fetch(`${nodeUrl}/_simulator/pay`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ invoice, amountSat }),
}).catch(() => {
  console.error(
    `no simulated node answers at ${nodeUrl}: start the system, or give the POS_NODE_PORT that it was started with`,
  )
  process.exit(1)
})
const result = (await response.json()) as {
  message?: string
  receivedSat: number
  paymentHash: string
  webhook: { outcome: string; answers: { url: string; status: number | null }[] }
}

if (!response.ok) {
  console.error(`not paid: ${result.message}`)
  process.exit(1)
}
console.log(`paid ${result.receivedSat} sat, payment hash ${result.paymentHash}`)
if (result.webhook.answers.length === 0) console.log(`webhook ${result.webhook.outcome}`)
for (const { url, status } of result.webhook.answers) {
  console.log(`webhook ${url}: ${status === null ? 'no answer' : `answered ${status}`}`)
}
