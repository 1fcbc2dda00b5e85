import * as z from 'zod'
import { startLightningNode } from './start.ts'

/** Runs the simulated node alone, for a backend that runs elsewhere. */
const environment = z
  .object({
    POS_NODE_PORT: z.coerce.number().int().min(0).max(65_535).default(9740),
    POS_NODE_DATA_DIR: z.string().default('.pos/lightning-node'),
    POS_NODE_PASSWORD: z.string().min(1),
    POS_NODE_LIMITED_PASSWORD: z.string().min(1),
    POS_WEBHOOK_URL: z.url().default('http://127.0.0.1:4000/webhook/node'),
    POS_WEBHOOK_SECRET: z.string().min(1),
  })
  .safeParse(process.env)

if (!environment.success) {
  console.error(z.prettifyError(environment.error))
  process.exit(1)
}

const settings = environment.data
const node = await startLightningNode({
  port: settings.POS_NODE_PORT,
  dataDir: settings.POS_NODE_DATA_DIR,
  webhookUrl: settings.POS_WEBHOOK_URL,
  webhookSecret: settings.POS_WEBHOOK_SECRET,
  password: settings.POS_NODE_PASSWORD,
  limitedPassword: settings.POS_NODE_LIMITED_PASSWORD,
})
console.log(`simulated Lightning node at ${node.url}`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void node.close())
}
