import { relative } from 'node:path'
import { dynoxideBinary } from './engines/dynoxide.ts'
import { explainFailure, settingsOrExit } from './settings.ts'
import { type System, startSystem } from './system.ts'

/** Signals within this time count as one. */
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

/** Aborts at the first signal. A second signal, a moment later, exits at once. */
function stopOnSignals(): AbortSignal {
  const first = new AbortController()
  let forceExitFromMs = Number.POSITIVE_INFINITY
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      // Ctrl-C arrives twice: from the terminal, and again from npm, which forwards it.
      if (performance.now() > forceExitFromMs) process.exit(1)
      if (first.signal.aborted) return
      forceExitFromMs = performance.now() + repeatedSignalMs
      first.abort()
    })
  }
  return first.signal
}

function greeting(system: System, tookMs: number): string {
  const shortPath = (path: string) => {
    const relativePath = relative(process.cwd(), path)
    return relativePath.startsWith('..') ? path : relativePath
  }
  const page = (name: string, byDefault = 'true') => {
    const option = `${name.toUpperCase()}_PAGE`
    const isServed = (settings.options[option] ?? byDefault) === 'true'
    return isServed ? `${system.url}/${name}` : `off (POS_${option})`
  }
  const variables = sharedVariables()
  const shops = system.shopUrls
    .map((url) => `  ${'further shop, in a browser'.padEnd(26)} ${url}/till\n`)
    .join('')
  const node = system.isNodeSimulated ? 'Lightning node, simulated' : 'Lightning node'
  return `
Lightning POS runs (started in ${(tookMs / 1000).toFixed(1)} s)

  API                        ${system.url}
${shops}  till, in a browser         ${page('till')}
  kitchen's screen           ${page('kitchen')}
  owner's page, in a browser ${page('office')}
  docs, in a browser         ${page('docs', 'false')}
  payments, WebSocket        ${system.url.replace('http', 'ws')}/ws/payments
  ${node.padEnd(26)} ${system.nodeUrl}
  DynamoDB                   ${system.dynamoDbEndpoint}
  SQS, S3                    ${system.queuesEndpoint}
  data and secrets           ${shortPath(system.dataDir)}, ${shortPath(system.secretsFile)}
  printed receipts           ${shortPath(system.printedDir)}
  agent log                  ${shortPath(system.agentLog)}

Try next
  curl ${system.url}/api/health
  ${variables}npm run demo               a day in the shop, which the owner's page then shows
  ${variables}npm run pay -- <invoice>   pay an invoice as a customer would

${engineHint(system)}Ctrl-C stops everything; the data stays.
`
}

/** Hint how to go on without Java, for the table of a release that needed it. */
function engineHint({ tableEngine }: System): string {
  const isKept = tableEngine === 'dynamodb-local' && !process.env.POS_ENGINE?.trim()
  if (!isKept || !dynoxideBinary()) return ''
  const command = `"${sharedVariables()}npm run switch-engine"`
  return `The table is on DynamoDB Local, which needs Java. Stop, then ${command} copies it over.\n\n`
}

/** The variables that other shells need to find this system, as they write them. */
function sharedVariables(): string {
  return ['POS_HOST', 'POS_PORT', 'POS_NODE_PORT', 'POS_DATA_DIR']
    .filter((name) => process.env[name]?.trim())
    .map((name) => `${name}=${process.env[name]} `)
    .join('')
}
