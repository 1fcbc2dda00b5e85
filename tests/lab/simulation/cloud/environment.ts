/** Secret by which the node signs its webhooks. */
export const webhookSecret = 'webhook-secret-of-the-simulation'

/** The text of the file with the deployment's secrets. */
export const secrets = JSON.stringify({
  masterKey: '11'.repeat(32),
  webhookSecret,
  nodePassword: 'node-password',
})

/** The functions' environment variables. */
export const environment = {
  TABLE_NAME: 'simulation',
  SECRETS_FILE: 'secrets.json',
  ACCESS_TOKEN_SECONDS: '86400000',
  AWS_REGION: 'us-east-1',
  PRINT_QUEUES_URL: 'https://queues/1',
  PRINT_QUEUE_PREFIX: 'print-',
  PRINT_DLQ_ARN: 'arn:aws:sqs:us-east-1:1:dead.fifo',
  WATCHERS_ENDPOINT: 'https://watchers',
  TUNNEL_ENDPOINT: 'https://tunnel',
  TUNNEL_URL: 'wss://tunnel',
  FAN_OUT_FUNCTION: 'fan-out',
  REPLAYS_FUNCTION: 'replays',
  DELIVERIES_FUNCTION: 'deliveries',
  PUBLIC_URL: 'https://shop',
  LOCAL_PLATFORM: 'true',
  NODE_URL: 'http://node',
}
