import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { connect } from '../../shared/client/connect.ts'
import { callSimulator } from './call-simulator.ts'
import { serverUrl } from './local-server.ts'
import { settingsOrExit } from './settings.ts'

/**
 * `npm run tap -- [<quote>] [--balance <sat>]`: taps a fresh simulated card, and prints
 * its LNURL. With the id of a quote the owner of `npm run demo` charges the card for it.
 */
const { values, positionals } = parseArgs({
  options: { balance: { type: 'string' } },
  allowPositionals: true,
})
const [quoteId] = positionals
const settings = settingsOrExit()
const balanceSat = values.balance === undefined ? undefined : Number(values.balance)

const nodeUrl = `http://127.0.0.1:${settings.nodePort}`

const simulate = <Answer>(name: string, body: object) =>
  callSimulator<Answer>(nodeUrl, name, body).catch((error: Error) =>
    fail(`no card: ${error.message}`),
  )
const card = await simulate<{ cardId: string }>('card', { balanceSat })
const { lnurl } = await simulate<{ lnurl: string }>('tap', card)
console.log(lnurl)
if (quoteId !== undefined) await charge(quoteId)

async function charge(id: string): Promise<void> {
  const file = join(resolve(settings.dataDir), 'demo.json')
  const saved = await readFile(file, 'utf8').catch(() =>
    fail('run npm run demo first: its owner charges the card'),
  )
  const pos = connect({ baseUrl: serverUrl(settings.host, settings.port) })
  const { name, pin } = JSON.parse(saved)
  try {
    await pos.auth.login({ body: { name, pin } })
    const { status } = await pos.quotes.charge({ params: { id }, body: { lnurl } })
    console.log(status)
  } catch (error) {
    fail(`the card was not charged: ${(error as Error).message}`)
  }
}

function fail(reason: string): never {
  console.error(reason)
  process.exit(1)
}
