import { directTransport } from '../../shared/lightning/node/phoenixd/direct-transport.ts'
import { phoenixd } from '../../shared/lightning/node/phoenixd/phoenixd.ts'
import {
  askSecret,
  parseCommandLine,
  Refusal,
  runProgram,
  WrongUsage,
} from './command-line.ts'
import { compareNode } from './node-rows.ts'

/*
 * `npm run node-check -- http://127.0.0.1:9740` says whether a phoenixd can serve a shop,
 * and lists its answers that differ from those expected.
 */
const usage = `npm run node-check -- <URL> [--password <password>]

Asks a phoenixd what it is and what it answers to wrong requests. Creates and spends nothing.
Without --password it is asked for and not shown; with it, it stays in the shell's history.`

const args = process.argv.slice(2)
process.exit(
  await runProgram(usage, args, async () => {
    const options = { password: { type: 'string' } } as const
    const { values, positionals } = parseCommandLine(args, options, true)
    const [url] = positionals
    if (!url || !URL.canParse(url)) throw new WrongUsage('the URL of the node is missing')
    const password = values.password ?? (await askSecret('http-password: '))
    await check(url, password)
  }),
)

async function check(url: string, password: string): Promise<void> {
  const node = phoenixd(directTransport(url, password))
  const [{ channels, chain, version }, { feeCreditSat }] = await Promise.all([
    node.getInfo(),
    node.getBalance(),
  ])
  console.log(`phoenixd ${version} on ${chain}`)
  if (channels.length === 0) {
    console.log('no channel: the first larger payment opens one, and pays for it')
  }
  for (const { state } of channels) {
    if (state !== 'Normal') console.log(`channel ${state}: invoices cannot be paid now`)
  }
  if (feeCreditSat > 0) console.log(`fee credit ${feeCreditSat} sat: not to be spent`)
  const { differences, mayPay } = await compareNode(url, password)
  if (!mayPay) console.log('limited password: sells, but pays nothing out')
  for (const difference of differences) console.log(`differs: ${difference}`)
  if (differences.length > 0) {
    throw new Refusal(`${differences.length} answers differ from those of phoenixd 0.8.0`)
  }
  console.log('answers as phoenixd 0.8.0')
}
