const text = (name: string) => process.env[name] || ''

/**
 * Where a function finds what the deployment made for it, '' where it uses no such
 * resource. Nobody chooses these values: CDK sets them in the cloud, the local platform
 * on one machine.
 */
export const resources = {
  /** Name of the one table. */
  tableName: () => text('TABLE_NAME'),
  /** Endpoint of the watchers' sockets for posts to connections. */
  watchersEndpoint: () => text('WATCHERS_ENDPOINT'),
  /** Endpoint of the agents' tunnel sockets for posts to connections. */
  tunnelEndpoint: () => text('TUNNEL_ENDPOINT'),
  /** Address that agents dial for the tunnel. */
  tunnelUrl: () => text('TUNNEL_URL'),
  /** Prefix of the names of the agents' queues. */
  printQueuePrefix: () => text('PRINT_QUEUE_PREFIX'),
  /** Prefix of the queues' addresses: service and account, no slash at the end. */
  printQueuesUrl: () => text('PRINT_QUEUES_URL'),
  /** ARN of the dead-letter queue for jobs that no agent could read. */
  printDlqArn: () => text('PRINT_DLQ_ARN'),
  /** ARN of the role that an agent assumes for its own queue. */
  agentRoleArn: () => text('AGENT_ROLE_ARN'),
  /** Name of the worker that sends replays; it knows itself by its own name. */
  replaysFunction: () => text('REPLAYS_FUNCTION') || text('AWS_LAMBDA_FUNCTION_NAME'),
  /** Name of the worker that finishes fan-outs. */
  fanOutFunction: () => text('FAN_OUT_FUNCTION'),
  /** Name of the bucket of uploaded files. */
  uploadsBucket: () => text('UPLOADS_BUCKET'),
  /** The region that the function runs in. */
  region: () => text('AWS_REGION'),
  /** Endpoint of the local queues; '' in the cloud. */
  localQueuesEndpoint: () =>
    text('LOCAL_PLATFORM') === 'true' ? text('AWS_ENDPOINT_URL_SQS') : '',
} as const
