import { dirname, join } from 'node:path'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { CreateQueueCommand, SQSClient } from '@aws-sdk/client-sqs'
import { groups, socketApis, workers } from '../../functions/all.ts'
import { worker as refunds } from '../../functions/refunds/worker.ts'
import { worker as streamWorker } from '../../functions/stream/worker.ts'
import { bodyLimitOf, type WorkerName } from '../../shared/platform/http/endpoint.ts'
import { accountExecutions } from './executions.ts'
import { startGateway } from './gateway/gateway.ts'
import type { Invoke } from './gateway/invocation.ts'
import { localAws } from './join.ts'
import { startLambdaApi } from './lambda-api.ts'
import { followLookups } from './lookups.ts'
import { followStream } from './stream.ts'
import { createTable } from './table.ts'

/** Ports of the APIs that functions call: of their sockets' management, and Lambda's. */
export type InternalPorts = { readonly management: number; readonly lambda: number }

/** Parts of this machine that a shop's API needs. */
type ShopSettings = {
  /** 0 picks a free port. */
  readonly port: number
  readonly host?: string
  readonly tableName: string
  readonly dynamoDbEndpoint: string
  /** Endpoint of the emulator of SQS and S3. */
  readonly queuesEndpoint: string
  /** JSON file with the deployment's secrets, see shared/platform/deployment/secrets.ts. */
  readonly secretsFile: string
  /** Concurrent asynchronous executions per function; by default as in a new AWS account. */
  readonly asyncConcurrency?: number | undefined
  /** Free ones by default. */
  readonly internalPorts?: InternalPorts | undefined
  /**
   * Set if the table's stream is followed: the file in which its position survives a restart.
   */
  readonly stream?: { readonly positionFile?: string } | undefined
  /** True if functions run at their intervals, as they do by default. */
  readonly hasSchedule?: boolean
  /** True if open invoices are looked up, as where the node is called directly. */
  readonly looksUpInvoices?: boolean
  /** Deployment options as environment variables, see shared/platform/deployment/environment.ts. */
  readonly options?: Readonly<Record<string, string>>
}

/** A running shop API. */
export type ShopApi = Awaited<ReturnType<typeof openShopApi>>

const printDlq = 'print-dead.fifo'

/**
 * Serves one shop's API on running engines with the handlers of the cloud. They run in
 * this process and read its environment, so a process serves one shop.
 */
export async function openShopApi(settings: ShopSettings) {
  const { queuesEndpoint: endpoint } = settings
  const uploadsBucket = `${settings.tableName}-uploads`
  const pagesFolder = join(dirname(settings.secretsFile), 'pages')
  Object.assign(process.env, localAws, {
    AWS_ENDPOINT_URL_DYNAMODB: settings.dynamoDbEndpoint,
    AWS_ENDPOINT_URL_SQS: endpoint,
    AWS_ENDPOINT_URL_S3: endpoint,
    UPLOADS_BUCKET: uploadsBucket,
    TABLE_NAME: settings.tableName,
    SECRETS_FILE: settings.secretsFile,
    PRINT_QUEUES_URL: `${endpoint}/000000000000`,
    PRINT_QUEUE_PREFIX: `${settings.tableName}-print-`,
    REPLAYS_FUNCTION: 'replays' satisfies WorkerName,
    FAN_OUT_FUNCTION: 'fan-out' satisfies WorkerName,
    PAGES_FOLDER: pagesFolder,
    IMPORTS_FUNCTION: 'imports' satisfies WorkerName,
    DELIVERIES_FUNCTION: 'deliveries' satisfies WorkerName,
    PRINT_DLQ_ARN: `arn:aws:sqs:us-east-1:000000000000:${printDlq}`,
  })
  await Promise.all([
    createTable(settings.dynamoDbEndpoint, settings.tableName, {
      hasStream: settings.stream !== undefined,
    }),
    new SQSClient({ endpoint }).send(
      new CreateQueueCommand({ QueueName: printDlq, Attributes: { FifoQueue: 'true' } }),
    ),
    new S3Client({ endpoint }).send(new CreateBucketCommand({ Bucket: uploadsBucket })),
  ])
  const inProcess = inProcessInvoke(pagesFolder)
  let stream: ReturnType<typeof followStream> | undefined
  const executions = accountExecutions(async (name, event) => {
    try {
      return await inProcess(name, event)
    } finally {
      if (name !== streamWorker.name) stream?.nudge()
    }
  })
  const { invoke } = executions
  const gateway = await startGateway({
    port: settings.port,
    host: settings.host ?? '127.0.0.1',
    managementPort: settings.internalPorts?.management,
    http: {
      routes: groups.flatMap(({ name, endpoints }) =>
        Object.values(endpoints).map((endpoint) => ({
          method: endpoint.method,
          path: endpoint.path,
          functionName: name,
          bodyLimit: bodyLimitOf(endpoint),
        })),
      ),
      fallback: 'fallback',
    },
    sockets: socketApis.map(({ name, paths }) => ({
      paths,
      functionName: name,
      stage: 'live',
    })),
    invoke,
  })
  const lambdaApi = await startLambdaApi(executions.invokeLater, {
    ...(settings.asyncConcurrency && { concurrency: settings.asyncConcurrency }),
    ...(settings.internalPorts && { port: settings.internalPorts.lambda }),
  }).catch(async (error: unknown) => {
    await gateway.close()
    throw error
  })
  const { hasSchedule = true } = settings
  const scheduled = hasSchedule ? [...socketApis, ...workers] : []
  const stopSchedule = startSchedule(scheduled, invoke)
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_LAMBDA: lambdaApi.endpoint,
    WATCHERS_ENDPOINT: gateway.managementUrl('/ws/payments'),
    TUNNEL_ENDPOINT: gateway.managementUrl('/ws/tunnel'),
    TUNNEL_URL: `${gateway.url.replace('http', 'ws')}/ws/tunnel`,
    PUBLIC_URL: gateway.url,
    ...settings.options,
  })
  stream = settings.stream && followTable(settings, executions.invokeLater)
  const lookups = settings.looksUpInvoices && (await followInvoices(settings, invoke))
  process.env.LOOKUPS_QUEUE_URL = lookups ? lookups.queueUrl : ''
  return {
    url: gateway.url,
    invoke,
    /** Limits the executions that run at once; a new AWS account has ten. */
    limitExecutions: executions.setLimit,
    /** Loses the network of every socket of /ws/payments, as a shop's Wi-Fi does. */
    loseNetwork: () => gateway.loseNetwork('/ws/payments'),
    close: async (): Promise<void> => {
      stopSchedule()
      if (lookups) await lookups.close()
      await gateway.close()
      await stream?.close()
      await lambdaApi.close()
    },
  }
}

/** Follows the table's stream for the worker that does. */
function followTable(
  { dynamoDbEndpoint: endpoint, tableName, stream }: ShopSettings,
  invoke: Invoke,
) {
  return followStream({
    endpoint,
    tableName,
    followed: streamWorker.follows,
    invoke: (event) => invoke(streamWorker.name, event),
    positionFile: stream?.positionFile,
  })
}

/** Takes messages about open invoices for the worker that looks them up. */
function followInvoices({ queuesEndpoint, tableName }: ShopSettings, invoke: Invoke) {
  const queue = { endpoint: queuesEndpoint, name: `${tableName}-lookups` }
  return followLookups(queue, (event) => invoke(refunds.name, event))
}

type Handler = (event: unknown, context: unknown) => Promise<unknown>

/** Imports a handler at its first call, with the environment set and its page built. */
function inProcessInvoke(pagesFolder: string): Invoke {
  const loaded = new Map<string, Promise<{ handler: Handler }>>()
  const load = async (name: string): Promise<{ handler: Handler }> => {
    const { buildPage, isBuiltPage } = await import('../built-pages.ts')
    if (isBuiltPage(name)) buildPage(name, join(pagesFolder, name))
    return import(`../../functions/${name}/handler.ts`)
  }
  return async (name, event) => {
    const module = loaded.get(name) ?? load(name)
    loaded.set(name, module)
    const { handler } = await module
    return handler(event, { functionName: name, getRemainingTimeInMillis: () => 29_000 })
  }
}

const minuteMs = 60_000

/** Invokes functions at their intervals, as EventBridge does. Returns a function that stops. */
function startSchedule(
  rules: readonly { readonly name: string; readonly everyMinutes?: number }[],
  invoke: Invoke,
): () => void {
  const run = (name: string) =>
    invoke(name, {
      source: 'aws.events',
      'detail-type': 'Scheduled Event',
      time: new Date().toISOString(),
      detail: {},
    }).catch((error: unknown) => console.error(`${name} scheduled:`, error))
  const timers = rules.flatMap(({ name, everyMinutes }) =>
    everyMinutes === undefined
      ? []
      : [setInterval(() => void run(name), everyMinutes * minuteMs)],
  )
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}
