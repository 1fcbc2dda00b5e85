import { parseArgs } from 'node:util'
import { callSimulator } from './call-simulator.ts'
import { settingsOrExit } from './settings.ts'

/** `npm run pay -- <invoice> [--amount <sat>]`: pays an invoice as a customer would. */
const { values, positionals } = parseArgs({
  options: { amount: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  allowPositionals: true,
})
const [invoice] = positionals
const amountSat = values.amount === undefined ? undefined : Number(values.amount)

if (values.help || invoice === undefined || Number.isNaN(amountSat)) {
  console.error('usage: npm run pay -- <invoice> [--amount <sat>]')
  process.exit(values.help ? 0 : 2)
}

const nodeUrl = `http://127.0.0.1:${settingsOrExit().nodePort}`
type Paid = {
  receivedSat: number
  paymentHash: string
  webhook: { outcome: string; answers: { url: string; status: number | null }[] }
}
const result = await callSimulator<Paid>(nodeUrl, 'pay', { invoice, amountSat }).catch(
  (error: Error) => {
    console.error(`not paid: ${error.message}`)
    process.exit(1)
  },
)
console.log(`paid ${result.receivedSat} sat, payment hash ${result.paymentHash}`)
if (result.webhook.answers.length === 0) console.log(`webhook ${result.webhook.outcome}`)
for (const { url, status } of result.webhook.answers) {
  console.log(`webhook ${url}: ${status === null ? 'no answer' : `answered ${status}`}`)
}
