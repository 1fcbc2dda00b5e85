import { parseArgs } from 'node:util'
import { settingsOrExit } from './settings.ts'

/** `npm run tap -- [--balance <sat>]`: what a fresh simulated card says when it is held to a phone. */
const { values } = parseArgs({ options: { balance: { type: 'string' } } })
const balanceSat = values.balance === undefined ? undefined : Number(values.balance)

const nodeUrl = `http://127.0.0.1:${settingsOrExit().nodePort}`

const card = await simulate<{ cardId: string }>('card', { balanceSat })
const { lnurl } = await simulate<{ lnurl: string }>('tap', card)
console.log(lnurl)

async function simulate<Answer>(name: string, body: object): Promise<Answer> {
  const response = await fetch(`${nodeUrl}/_simulator/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => {
    console.error(
      `no simulated node answers at ${nodeUrl}: start the system, or give the POS_NODE_PORT that it was started with`,
    )
    process.exit(1)
  })
  const answer = (await response.json()) as Answer & { message?: string }
  if (response.ok) return answer
  console.error(`no card: ${answer.message}`)
  process.exit(1)
}
