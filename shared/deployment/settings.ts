import { webOrigin } from './web-origin.ts'

/**
 * What a deployment may set, read from the function's environment when it is asked for.
 * Secrets are not among them: see secrets.ts.
 */
const text = (name: string, otherwise = '') => process.env[name] || otherwise
const flag = (name: string) => process.env[name] === 'true'
const entries = (name: string, otherwise = '') =>
  text(name, otherwise)
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

export const settings = {
  /** Name of the one table. */
  tableName: () => text('TABLE_NAME'),
  /** Lifetime of an access token in seconds. */
  accessTokenSeconds: () => Number(text('ACCESS_TOKEN_SECONDS', '60')),
  /** Lifetime of a wallet session in seconds, fixed from its start. */
  walletTokenSeconds: () => Number(text('WALLET_TOKEN_SECONDS', '300')),
  /** Whether the login screen's three reads answer without a token (section 1). */
  publicLoginScreen: () => flag('PUBLIC_LOGIN_SCREEN'),
  /** Whether checkout confirms a payment hash before it sells (section 14). */
  verifyCheckout: () => flag('VERIFY_CHECKOUT'),
  /** Whether tills reach the clients' relay without TLS, so cookies are not Secure. */
  plainHttpTills: () => flag('PLAIN_HTTP_TILLS'),
  /** Addresses of proxies whose X-Forwarded-For and -Proto are believed. */
  trustedProxies: () => entries('TRUSTED_PROXIES'),
  /** The public address of the API, without a slash at its end. */
  publicUrl: () => text('PUBLIC_URL').replace(/\/+$/, ''),
  /** Browser origins that get CORS headers. */
  corsOrigins: () => entries('CORS_ORIGINS', 'http://localhost:3000').map(webOrigin),
  /** Address of a node reached without the tunnel; empty = through the tunnel. */
  nodeUrl: () => text('NODE_URL'),
  /** Endpoint of the watchers' sockets for posts to connections. */
  watchersEndpoint: () => text('WATCHERS_ENDPOINT'),
  /** Endpoint of the agents' tunnel sockets for posts to connections. */
  tunnelEndpoint: () => text('TUNNEL_ENDPOINT'),
  /** Address that agents dial for the tunnel. */
  tunnelUrl: () => text('TUNNEL_URL'),
  /** What the names of the agents' queues begin with. */
  printQueuePrefix: () => text('PRINT_QUEUE_PREFIX'),
  /** What the addresses of queues begin with: service, account, no slash at its end. */
  printQueuesUrl: () => text('PRINT_QUEUES_URL'),
  /** ARN of the queue for jobs that no agent could read. */
  printDlqArn: () => text('PRINT_DLQ_ARN'),
  /** ARN of the role that an agent's queue credentials are cut from. */
  agentRoleArn: () => text('AGENT_ROLE_ARN'),
  /** Name of the bucket of uploaded files. */
  uploadsBucket: () => text('UPLOADS_BUCKET'),
  /** The region that the function runs in. */
  region: () => text('AWS_REGION'),
  /** Endpoint of the local queues; empty in the cloud. */
  localQueuesEndpoint: () => (flag('LOCAL_PLATFORM') ? text('AWS_ENDPOINT_URL_SQS') : ''),
} as const
