import { startLightningNode } from '../../infra/local/lightning-node/start.ts'

/** Runs the simulated node alone, with its settings as JSON in the first argument. */
const node = await startLightningNode(JSON.parse(process.argv[2] ?? ''))
console.log(`simulated Lightning node at ${node.url}`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void node.close())
}
