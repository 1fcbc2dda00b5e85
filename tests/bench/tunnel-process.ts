import { openBenchShop } from './bench-shop.ts'
import { measureTunnel } from './tunnel.ts'

/*
 * Measures the tunnel on the engines at these two addresses, and prints the figures as JSON:
 * `node tests/bench/tunnel-process.ts <DynamoDB> <queues>`.
 */
const [dynamoDb = '', queues = ''] = process.argv.slice(2)
const print = console.log
// Hides the log line of each request.
console.log = () => {}
const shop = await openBenchShop(dynamoDb, queues, { isCounted: false })
try {
  const latencies = await measureTunnel(shop)
  print(JSON.stringify(latencies))
} finally {
  await shop.close()
}
process.exit()
