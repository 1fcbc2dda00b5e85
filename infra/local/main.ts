import { relative } from 'node:path'
import { explainFailure, settingsOrExit } from './explain-failure.ts'
import { type System, startSystem } from './system.ts'

/** Signals within this time are one. */
const repeatedSignalMs = 1_000

/** `npm start`: the whole system on this machine, until Ctrl-C. */
const startMs = performance.now()
const settings = settingsOrExit()
const stopping = stopOnSignals()

try {
  const system = await startSystem(settings)
  console.log(greeting(system, performance.now() - startMs))
  if (!stopping.aborted) {
    await new Promise((resolve) => stopping.addEventListener('abort', resolve))
  }
  console.log('\nstopping ...')
  await system.close()
  process.exit(0)
} catch (error) {
  console.error(explainFailure(error, settings))
  process.exit(1)
}

/** Aborts at the first signal; whoever sends another one a moment later will not wait. */
function stopOnSignals(): AbortSignal {
  const first = new AbortController()
  let hurryFromMs = Number.POSITIVE_INFINITY
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      // A terminal's Ctrl-C comes twice: npm passes on what it has sent to everybody.
      if (performance.now() > hurryFromMs) process.exit(1)
      if (first.signal.aborted) return
      hurryFromMs = performance.now() + repeatedSignalMs
      first.abort()
    })
  }
  return first.signal
}

function greeting(system: System, tookMs: number): string {
  const near = (path: string) => {
    const fromHere = relative(process.cwd(), path)
    return fromHere.startsWith('..') ? path : fromHere
  }
  const node = system.isNodeSimulated ? 'Lightning node, simulated' : 'Lightning node'
  return `
Lightning POS runs (started in ${(tookMs / 1000).toFixed(1)} s)

  API                        ${system.url}
  payments, WebSocket        ${system.url.replace('http', 'ws')}/ws/payments
  ${node.padEnd(26)} ${system.nodeUrl}
  DynamoDB                   ${system.dynamoDbEndpoint}
  SQS, S3                    ${system.queuesEndpoint}
  data and secrets           ${near(system.dataDir)}, ${near(system.secretsFile)}
  printed receipts           ${near(system.printedDir)}
  what the agent does        ${near(system.agentLog)}

Try next
  curl ${system.url}/api/health
  npm run demo               a day in the shop, from setup to a paid Lightning invoice
  npm run pay -- <invoice>   pay an invoice as a customer would

Ctrl-C stops everything; the data stays.
`
}
