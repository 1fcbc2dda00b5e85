import { textOfOption } from './environment.ts'
import { listEntries } from './list-entries.ts'

const text = (name: string) => process.env[name] || ''

/**
 * Names and addresses of a function's resources, '' for a resource that it does not use.
 * They are not options: CDK sets them in the cloud, the local platform on one machine.
 */
export const resources = {
  tableName: () => text('TABLE_NAME'),
  /** Endpoint of the watchers' sockets for posts to connections. */
  watchersEndpoint: () => text('WATCHERS_ENDPOINT'),
  /** Endpoint of the agents' tunnel sockets for posts to connections. */
  tunnelEndpoint: () => text('TUNNEL_ENDPOINT'),
  /** The WebSocket URL of the tunnel, for agents. */
  tunnelUrl: () => text('TUNNEL_URL'),
  /** Prefix of the names of the agents' queues. */
  printQueuePrefix: () => text('PRINT_QUEUE_PREFIX'),
  /** Prefix of the queues' URLs: service and account, without a slash at the end. */
  printQueuesUrl: () => text('PRINT_QUEUES_URL'),
  /** ARN of the dead-letter queue for jobs that no agent could handle. */
  printDlqArn: () => text('PRINT_DLQ_ARN'),
  /** ARN of the role that agents' credentials are derived from. */
  agentRoleArn: () => text('AGENT_ROLE_ARN'),
  /** URL of the queue of invoices to look up; '' where an agent tells the node's payments. */
  lookupsQueueUrl: () => text('LOOKUPS_QUEUE_URL'),
  /** Name of the worker that sends replays. The worker itself has no variable for it. */
  replaysFunction: () => text('REPLAYS_FUNCTION') || text('AWS_LAMBDA_FUNCTION_NAME'),
  /** Name of the worker that finishes fan-outs. */
  fanOutFunction: () => text('FAN_OUT_FUNCTION'),
  /** Name of the worker that imports rows. The worker itself has no variable for it. */
  importsFunction: () => text('IMPORTS_FUNCTION') || text('AWS_LAMBDA_FUNCTION_NAME'),
  /** Name of the worker that sends events to webhooks, which has no variable for it. */
  deliveriesFunction: () =>
    text('DELIVERIES_FUNCTION') || text('AWS_LAMBDA_FUNCTION_NAME'),
  /** True if webhooks may lead to programs on this machine; never in the cloud. */
  hasLocalReceivers: () =>
    text('LOCAL_PLATFORM') === 'true' && text('LOCAL_RECEIVERS') === 'true',
  /** Name of the bucket of uploaded files. */
  uploadsBucket: () => text('UPLOADS_BUCKET'),
  /** The deployment's own host names, as far as they are known before it is made. */
  ownHosts: () => listEntries(text('OWN_HOSTS')),
  /** Folder of the built pages' folders; '' in the cloud, where a page is beside its function. */
  pagesFolder: () => text('PAGES_FOLDER'),
  /** After how many minutes without a sale to say so, 0 for never, and when; by shop. */
  salesWatch: () => ({
    afterMinutes: Number(textOfOption('salesStopMinutes')),
    openingHours: textOfOption('openingHours'),
    timeZone: textOfOption('timeZone'),
  }),
  /** True if everything runs on one machine. */
  isLocal: () => text('LOCAL_PLATFORM') === 'true',
  /** The region that the function runs in. */
  region: () => text('AWS_REGION'),
  /** Endpoint of the local queues; '' in the cloud. */
  localQueuesEndpoint: () =>
    text('LOCAL_PLATFORM') === 'true' ? text('AWS_ENDPOINT_URL_SQS') : '',
  /** Endpoint of the local table; '' in the cloud. */
  localTableEndpoint: () =>
    text('LOCAL_PLATFORM') === 'true' ? text('AWS_ENDPOINT_URL_DYNAMODB') : '',
} as const
