import type { Resource, WorkerName } from '../../shared/platform/http/endpoint.ts'
import type { Grant } from './grant.ts'
import type { Lookups } from './lookups.ts'
import type { Options } from './options.ts'
import type { PrintQueues } from './print-queues.ts'
import { type RecordRights, recordRights } from './record-rights.ts'
import type { ShopSecrets } from './secrets.ts'
import type { SocketGateway } from './socket-gateway.ts'
import type { ShopTable } from './table.ts'
import type { Uploads } from './uploads.ts'

/** The resources that functions share. */
export type SharedResources = {
  readonly options: Options
  readonly table: ShopTable
  readonly secrets: ShopSecrets
  readonly printQueues: PrintQueues
  readonly uploads: Uploads
  /** Undefined if an agent reports the node's payments. */
  readonly lookups: Lookups | undefined
  readonly watchers: SocketGateway
  readonly tunnel: SocketGateway
  readonly invokeWorker: (worker: WorkerName) => Grant
}

/** The grants for a function of this name that declares a resource. */
export function grantsOf(
  resource: Resource,
  shared: SharedResources,
  name: string,
): readonly Grant[] {
  switch (resource) {
    case 'table':
      return recordsOf(shared.table, recordRights[name])
    case 'table:read':
      return [shared.table.grantRead()]
    case 'audit':
    case 'alerts':
    case 'stock-records':
    case 'api-key-use':
    case 'watcher-records':
    case 'till-data-version':
    case 'webhook-deliveries':
    case 'print-job-records':
      return [shared.table.grantWrite(writablePartitions[resource])]
    case 'webhook-records':
      return [
        shared.table.grantReadOf([...webhookPartitions, 'SHOPS']),
        shared.table.grantWrite([...webhookPartitions, ...inEveryShop('AUDIT')]),
      ]
    case 'token-key':
    case 'pin-key':
    case 'tunnel-key':
    case 'delivery-key':
      return [shared.secrets.grant(resource)]
    case 'webhook-secret':
      // A further shop's is derived from the key of the tunnel
      return [shared.secrets.grant(resource), ...ofFurtherShops('tunnel-key', shared)]
    case 'setup-code':
      // A further shop's is derived from the key of tokens
      return [...setupCode(shared.options), ...ofFurtherShops('token-key', shared)]
    case 'sales-watch':
      return salesWatch(shared.options)
    case 'node':
      return nodeAccess(shared)
    case 'watchers:post':
      return [shared.watchers.grant('POST')]
    case 'watchers:close':
      return [shared.watchers.grant('DELETE')]
    case 'tunnels:close':
      return [shared.tunnel.grant('DELETE')]
    case 'invoice-lookups':
      return shared.lookups ? [shared.lookups.grantSend()] : []
    case 'print-queues':
      return [shared.printQueues.grantSend()]
    case 'uploads':
      return [shared.uploads.grant()]
    case 'uploads:delete':
      return [shared.uploads.grantDelete()]
    case 'agent-queues':
      return [
        shared.printQueues.grantManage(),
        { environment: { TUNNEL_URL: shared.tunnel.url } },
      ]
    case 'replays':
    case 'fan-out':
    case 'imports':
    case 'deliveries':
      return [shared.invokeWorker(resource)]
  }
}

/** Partitions of the records that functions may write that otherwise only read. */
export const writablePartitions = {
  audit: inEveryShop('AUDIT'),
  alerts: inEveryShop('ALERT#*', 'OPEN-ALERT', 'PAST-ALERT'),
  'stock-records': inEveryShop('PRODUCT', 'UNITS-OWED', 'BELOW-ZERO'),
  'api-key-use': [...inEveryShop('API-KEY-USE'), 'RATE#*'],
  'watcher-records': inEveryShop('WATCHERS', 'SESSION-WATCHERS#*', 'LIVE-EVENTS'),
  'till-data-version': inEveryShop('TILL-DATA'),
  'webhook-deliveries': [...inEveryShop('WEBHOOK-DELIVERY#*'), 'WEBHOOK-DUE'],
  // The logo is kept as printers draw it
  'print-job-records': inEveryShop('PRINT-JOBS', 'PRINT-JOB#*', 'LOGO'),
} as const

/** Partitions of the function that calls addresses which administrators chose. */
const webhookPartitions = [
  ...inEveryShop('WEBHOOK', 'WEBHOOK-DELIVERY#*', 'OPEN-ALERT', 'ALERT#integrations'),
  'WEBHOOK-DUE',
]

/** Partitions of the answers that agents write, of all agents. */
export const answerPartitions = inEveryShop('TUNNEL#*')

function recordsOf(table: ShopTable, rights: RecordRights | undefined): Grant[] {
  if (!rights) return [table.grantReadWrite()]
  const { reads, writes, checks = [] } = rights
  return [
    ...(reads
      ? [table.grantReadOf(inEveryShop(...reads)), table.grantIndexes()]
      : [table.grantRead()]),
    table.grantWrite(inEveryShop(...writes)),
    ...(checks.length > 0 ? [table.grantCheck(inEveryShop(...checks))] : []),
  ]
}

/** Partitions of the main shop, and those of further ones, which begin with `@` and its id. */
export function inEveryShop(...partitions: string[]): string[] {
  return partitions.flatMap((partition) => [partition, `@*#${partition}`])
}

const nodeAccess = ({
  options: { nodeUrl },
  secrets,
  tunnel,
}: SharedResources): Grant[] =>
  nodeUrl === undefined
    ? [tunnel.grant('POST'), secrets.grant('tunnel-key')]
    : [{ environment: { NODE_URL: nodeUrl } }, secrets.grant('node-password')]

const salesWatch = ({ salesStopMinutes, openingHours, timeZone }: Options): Grant[] =>
  salesStopMinutes === 0
    ? []
    : [
        {
          environment: {
            SALES_STOP_MINUTES: String(salesStopMinutes),
            ...(openingHours &&
              timeZone && { OPENING_HOURS: openingHours, TIME_ZONE: timeZone }),
          },
        },
      ]

const ofFurtherShops = (
  name: 'token-key' | 'tunnel-key',
  { options, secrets }: SharedResources,
): Grant[] => (options.shopDomain ? [secrets.grant(name)] : [])

const setupCode = ({ setupCode: code }: Options): Grant[] =>
  code === undefined ? [] : [{ environment: { SETUP_CODE: code } }]
