import { relative } from 'node:path'
import { JavaMissing } from './engines/dynamodb.ts'
import { readSettings, type Settings } from './settings.ts'
import { type System, startSystem } from './system.ts'

/** `npm start`: the whole system on this machine, until Ctrl-C. */
const startMs = performance.now()
const settings = settingsOrExit()
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => stopping.abort())
}

try {
  const system = await startSystem(settings)
  console.log(greeting(system, performance.now() - startMs))
  if (!stopping.signal.aborted) {
    await new Promise((resolve) => stopping.signal.addEventListener('abort', resolve))
  }
  console.log('\nstopping ...')
  await system.close()
  process.exit(0)
} catch (error) {
  console.error(plainly(error))
  process.exit(1)
}

function settingsOrExit(): Settings {
  try {
    return readSettings(process.env)
  } catch (error) {
    console.error(`Wrong settings:\n${(error as Error).message}`)
    process.exit(2)
  }
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

/** What a person can act on in one line; the whole error when it is not foreseen. */
function plainly(error: unknown): string {
  if (error instanceof JavaMissing) return error.message
  const { code, port } = error as { code?: string; port?: number }
  if (code === 'EADDRINUSE') {
    return `Port ${port} is taken by another program: stop it, or choose others with POS_PORT or POS_NODE_PORT.`
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
