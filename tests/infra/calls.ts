import type { RecordRights } from '../../infra/cloud/record-rights.ts'
import { inEveryShop } from '../../infra/cloud/resources.ts'
import { tableSchema } from '../../shared/platform/dynamodb/schema.ts'
import type { Resource } from '../../shared/platform/http/endpoint.ts'
import { arnOf } from './concrete.ts'
import type { Call } from './simulation.ts'

/** Environment of a function after a deployment. */
type Environment = Readonly<Record<string, string>>

/** An agent that may enrol at any time. */
export const agentId = '5f0c9f6e-1c9a-4a55-8d57-6a4e8d0b7f10'

/** The IAM actions that each command of the SDK needs, for every command in the code. */
export const actionsOf: Readonly<Record<string, readonly string[]>> = {
  GetCommand: ['dynamodb:GetItem'],
  BatchGetCommand: ['dynamodb:BatchGetItem'],
  QueryCommand: ['dynamodb:Query'],
  PutCommand: ['dynamodb:PutItem'],
  UpdateCommand: ['dynamodb:UpdateItem'],
  // A transaction has no separate action: IAM checks each of its parts.
  TransactGetCommand: ['dynamodb:GetItem'],
  TransactWriteCommand: [
    'dynamodb:PutItem',
    'dynamodb:UpdateItem',
    'dynamodb:DeleteItem',
    'dynamodb:ConditionCheckItem',
  ],
  CreateQueueCommand: ['sqs:CreateQueue'],
  SetQueueAttributesCommand: ['sqs:SetQueueAttributes'],
  GetQueueAttributesCommand: ['sqs:GetQueueAttributes'],
  DeleteQueueCommand: ['sqs:DeleteQueue'],
  SendMessageCommand: ['sqs:SendMessage'],
  AssumeRoleCommand: ['sts:AssumeRole'],
  PutObjectCommand: ['s3:PutObject'],
  GetObjectCommand: ['s3:GetObject'],
  DeleteObjectCommand: ['s3:DeleteObject'],
  GetSecretValueCommand: ['secretsmanager:GetSecretValue'],
  GetParametersCommand: ['ssm:GetParameters'],
  PostToConnectionCommand: ['execute-api:ManageConnections'],
  DeleteConnectionCommand: ['execute-api:ManageConnections'],
  InvokeCommand: ['lambda:InvokeFunction'],
}

/** The table, as the environment names it. */
export const tableArn = ({ TABLE_NAME }: Environment) =>
  arnOf('dynamodb', `table/${TABLE_NAME}`)

export const queueArn = ({ PRINT_QUEUE_PREFIX }: Environment, agent = agentId) =>
  arnOf('sqs', `${PRINT_QUEUE_PREFIX}${agent}.fifo`)

/** A connection of the WebSocket API whose management endpoint this is. */
export const connectionArn = (
  endpoint: string | undefined,
  method: 'POST' | 'DELETE',
) => {
  const { hostname, pathname } = new URL(endpoint ?? 'missing endpoint:')
  return arnOf(
    'execute-api',
    `${hostname.split('.')[0]}${pathname}/${method}/@connections/L0SM9cOFvHcCIhw=`,
  )
}

const command = (name: string, ...arns: string[]): Call[] =>
  (actionsOf[name] ?? []).flatMap((action) => arns.map((arn) => ({ action, arn })))

const alertPartitions = ['OPEN-ALERT', '@corner#ALERT#integrations']

/** Records of the sender of webhooks; it reads and writes no others. */
const webhookPartitions = [
  'WEBHOOK',
  'WEBHOOK-DELIVERY#a',
  '@corner#WEBHOOK',
  '@corner#WEBHOOK-DELIVERY#a',
  'WEBHOOK-DUE',
  ...alertPartitions,
]

const readsOf = (environment: Environment, partition: string): Call[] =>
  ['GetCommand', 'BatchGetCommand', 'QueryCommand']
    .flatMap((name) => command(name, tableArn(environment)))
    .map((call) => ({ ...call, partition }))

const reads = (environment: Environment): Call[] => {
  const table = tableArn(environment)
  const indexes = tableSchema.indexes.map(({ name }) => `${table}/index/${name}`)
  return [
    ...command('GetCommand', table),
    ...command('BatchGetCommand', table),
    ...command('QueryCommand', table, ...indexes),
    ...readsOfWebhooks(environment),
  ]
}

const auditPartitions = ['AUDIT', '@corner#AUDIT']
const watcherPartitions = [
  'WATCHERS',
  'SESSION-WATCHERS#a',
  'LIVE-EVENTS',
  '@corner#WATCHERS',
  '@corner#SESSION-WATCHERS#a',
  '@corner#LIVE-EVENTS',
]

const tillDataPartitions = ['TILL-DATA', '@corner#TILL-DATA']

const stockPartitions = ['PRODUCT', 'UNITS-OWED', 'BELOW-ZERO', '@corner#PRODUCT']

const printJobPartitions = ['PRINT-JOBS', 'PRINT-JOB#a', 'LOGO', '@corner#PRINT-JOB#a']

const readsOfWebhooks = (environment: Environment): Call[] =>
  [...webhookPartitions, 'SHOPS'].flatMap((key) => readsOf(environment, key))

/** Some of the partitions that functions write. */
const someWritten = [
  'ORDER#a',
  ...auditPartitions,
  ...watcherPartitions,
  ...tillDataPartitions,
  ...stockPartitions,
  ...printJobPartitions,
  ...webhookPartitions,
]

/** A transaction's parts, on records of a partition. */
const writes = (environment: Environment, partition: string): Call[] =>
  ['TransactWriteCommand', 'UpdateCommand']
    .flatMap((name) => command(name, tableArn(environment)))
    .map((call) => ({
      ...call,
      partition,
    }))

const invoke = (functionName: string | undefined) =>
  command('InvokeCommand', arnOf('lambda', `function:${functionName}`))

/** A picture of the main shop and one of a further shop. */
const pictureArns = (bucket = '') =>
  ['uploads/a.png', 'shops/corner/uploads/a.png'].map(
    (key) => `arn:aws:s3:::${bucket}/${key}`,
  )

/** The calls that a function makes with each resource, at the addresses it is given. */
const callsWith: Readonly<
  Partial<Record<Resource, (environment: Environment, name: string) => Call[]>>
> = {
  'table:read': reads,
  table: (environment) => [
    ...reads(environment),
    ...someWritten.flatMap((key) => writes(environment, key)),
  ],
  audit: (environment) => auditPartitions.flatMap((key) => writes(environment, key)),
  'watcher-records': (environment) =>
    watcherPartitions.flatMap((key) => writes(environment, key)),
  'stock-records': (environment) =>
    stockPartitions.flatMap((key) => writes(environment, key)),
  'till-data-version': (environment) =>
    tillDataPartitions.flatMap((key) => writes(environment, key)),
  'webhook-records': (environment) => [
    ...readsOfWebhooks(environment),
    ...[...webhookPartitions, ...auditPartitions].flatMap((key) =>
      writes(environment, key),
    ),
  ],
  alerts: (environment) => alertPartitions.flatMap((key) => writes(environment, key)),
  'webhook-deliveries': (environment) =>
    ['WEBHOOK-DELIVERY#a', '@corner#WEBHOOK-DELIVERY#a', 'WEBHOOK-DUE'].flatMap((key) =>
      writes(environment, key),
    ),
  'print-job-records': (environment) =>
    printJobPartitions.flatMap((key) => writes(environment, key)),
  node: ({ TUNNEL_ENDPOINT }) =>
    command('PostToConnectionCommand', connectionArn(TUNNEL_ENDPOINT, 'POST')),
  'tunnels:close': ({ TUNNEL_ENDPOINT }) =>
    command('DeleteConnectionCommand', connectionArn(TUNNEL_ENDPOINT, 'DELETE')),
  'watchers:post': ({ WATCHERS_ENDPOINT }) =>
    command('PostToConnectionCommand', connectionArn(WATCHERS_ENDPOINT, 'POST')),
  'watchers:close': ({ WATCHERS_ENDPOINT }) =>
    command('DeleteConnectionCommand', connectionArn(WATCHERS_ENDPOINT, 'DELETE')),
  'print-queues': (environment) => command('SendMessageCommand', queueArn(environment)),
  'agent-queues': (environment) => [
    ...command('CreateQueueCommand', queueArn(environment)),
    ...command('SetQueueAttributesCommand', queueArn(environment)),
    ...command('GetQueueAttributesCommand', queueArn(environment)),
    ...command('DeleteQueueCommand', queueArn(environment)),
    ...command('AssumeRoleCommand', environment.AGENT_ROLE_ARN ?? ''),
  ],
  uploads: ({ UPLOADS_BUCKET }) => [
    ...command('PutObjectCommand', ...pictureArns(UPLOADS_BUCKET)),
    ...command('GetObjectCommand', ...pictureArns(UPLOADS_BUCKET)),
    // With this right S3 answers 404 for a missing file; it sends no command for it.
    { action: 's3:ListBucket', arn: `arn:aws:s3:::${UPLOADS_BUCKET}` },
  ],
  'uploads:delete': ({ UPLOADS_BUCKET }) =>
    command('DeleteObjectCommand', ...pictureArns(UPLOADS_BUCKET)),
  'fan-out': ({ FAN_OUT_FUNCTION }, name) => invoke(FAN_OUT_FUNCTION ?? name),
  imports: ({ IMPORTS_FUNCTION }, name) => invoke(IMPORTS_FUNCTION ?? name),
  deliveries: ({ DELIVERIES_FUNCTION }, name) => invoke(DELIVERIES_FUNCTION ?? name),
  replays: ({ REPLAYS_FUNCTION }, name) => invoke(REPLAYS_FUNCTION ?? name),
}

/** The secrets that the environment names, whatever their variables are called. */
const secretsOf = (environment: Environment): Call[] => [
  ...Object.values(environment)
    .filter((value) => value.includes(':secretsmanager:'))
    .flatMap((arn) => command('GetSecretValueCommand', arn)),
  ...Object.entries(environment)
    .filter(([variable]) => variable.endsWith('_PARAMETER'))
    .flatMap(([, path]) =>
      command('GetParametersCommand', arnOf('ssm', `parameter${path}`)),
    ),
]

/** The calls with which Lambda writes a function's log. */
export const logCalls = (logGroup: string): Call[] =>
  ['logs:CreateLogStream', 'logs:PutLogEvents'].map((action) => ({
    action,
    arn: arnOf('logs', `log-group:${logGroup}:log-stream:2026/11/22/a`),
  }))

/** A partition that a pattern names: `ORDER#*` names `ORDER#a`, `@*#DAY` names `@corner#DAY`. */
const sampleOf = (pattern: string) =>
  pattern.replace('@*', '@corner').replaceAll('*', 'a')

/** Returns the calls of a function with rights to some partitions of the table alone. */
export const callsOfRights = (
  environment: Environment,
  { reads = [], writes: written, checks = [] }: RecordRights,
): Call[] => {
  const samples = (patterns: readonly string[]) => inEveryShop(...patterns).map(sampleOf)
  return [
    ...samples(reads).flatMap((key) => readsOf(environment, key)),
    ...samples(written).flatMap((key) => writes(environment, key)),
    ...samples(checks).map((partition) => ({
      action: 'dynamodb:ConditionCheckItem',
      arn: tableArn(environment),
      partition,
    })),
  ]
}

/** Returns its calls of the table, in partitions that other functions write, too. */
function callsOfTable(
  environment: Environment,
  rights: RecordRights | undefined,
): Call[] {
  const all = callsWith.table?.(environment, '') ?? []
  if (!rights) return all
  const own = inEveryShop(...rights.writes).map(
    (pattern) => new RegExp(`^${pattern.replaceAll('*', '.*')}$`),
  )
  return all.filter(({ partition, arn, action }) =>
    partition === undefined || readActions.has(action)
      ? !rights.reads || arn.includes('/index/')
      : own.some((pattern) => pattern.test(partition)),
  )
}

const readActions = new Set(
  ['GetItem', 'BatchGetItem', 'Query'].map((name) => `dynamodb:${name}`),
)

/** Every call that a function with these resources makes. */
export const callsOf = (
  name: string,
  uses: readonly Resource[],
  environment: Environment,
  rights?: RecordRights,
): Call[] => [
  ...uses.flatMap((resource) =>
    resource === 'table'
      ? callsOfTable(environment, rights)
      : (callsWith[resource]?.(environment, name) ?? []),
  ),
  ...secretsOf(environment),
]
