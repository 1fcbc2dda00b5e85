import { startDynamoDb } from '../../infra/local/engines/dynamodb.ts'
import { startQueues } from '../../infra/local/engines/queues.ts'
import { openBenchShop } from './bench-shop.ts'
import { measureFanOut } from './fan-out.ts'

const print = console.log
console.log = () => {}
const [d, q] = await Promise.all([startDynamoDb(), startQueues()])
const shop = await openBenchShop(d.endpoint, q.endpoint)
let t = performance.now()
for (const n of [100, 1000]) {
  print(await measureFanOut(shop, n), performance.now() - t)
  t = performance.now()
  await new Promise((r) => setTimeout(r, 1000))
}
await shop.close()
await Promise.all([d.close(), q.close()])
process.exit()
