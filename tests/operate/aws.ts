import {
  CloudFormationClient,
  DescribeStackEventsCommand,
  DescribeStacksCommand,
  ListStackResourcesCommand,
} from '@aws-sdk/client-cloudformation'
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  GetItemCommand,
  ResourceNotFoundException,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb'
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts'
import { mockClient } from 'aws-sdk-client-mock'
import { afterEach, beforeEach, vi } from 'vitest'
import { type IndexSchema, tableSchema } from '../../shared/platform/dynamodb/schema.ts'
import { parameterStore } from '../support/parameter-store.ts'

const cloudFormation = mockClient(CloudFormationClient)
const dynamoDb = mockClient(DynamoDBClient)
const lambda = mockClient(LambdaClient)
const sts = mockClient(STSClient)

/** The account's parameters, none at first. */
export const parameters = parameterStore()

/** Output of the programs, both streams. */
let printed: string[]
export const output = () => printed.join('\n')

const noStack = Object.assign(new Error('Stack with id corner does not exist'), {
  name: 'ValidationError',
})

/** Answer of the AWS CLI by its first two words: an account with room, or an error. */
type CliAnswer = object | ((args: readonly string[]) => object)
const answers: Record<string, CliAnswer> = {}
export const cli = {
  calls: [] as string[],
  answer: (command: string, answer: CliAnswer) =>
    Object.assign(answers, { [command]: answer }),
  run: async (args: readonly string[]) => {
    const command = args.slice(0, 2).join(' ')
    cli.calls.push(command)
    const known = answers[command]
    const answer = typeof known === 'function' ? known(args) : known
    if (!answer || answer instanceof Error) throw answer ?? new Error(`aws ${command}`)
    return answer
  },
}
/**
 * The stage of a stack's HTTP API with the settings of some routes. Like AWS, `update` fails
 * while there are settings of a route that is not among its keys.
 */
export function httpStage(name: string, routes: readonly string[]) {
  const settings = new Set(routes)
  const resource = {
    LogicalResourceId: 'Api',
    LastUpdatedTimestamp: new Date(0),
    ResourceStatus: 'UPDATE_COMPLETE' as const,
  }
  const apis = ['http1', 'sockets'].map((PhysicalResourceId) => ({
    ...resource,
    PhysicalResourceId,
    ResourceType: 'AWS::ApiGatewayV2::Api',
  }))
  cloudFormation.on(ListStackResourcesCommand, { StackName: name }).resolves({
    StackResourceSummaries: [...apis, { ...resource, ResourceType: 'AWS::SQS::Queue' }],
  })
  const optionOf = (args: readonly string[], option: string) =>
    args[args.indexOf(option) + 1] ?? ''
  cli.answer('apigatewayv2 get-stage', (args) => {
    if (optionOf(args, '--api-id') !== 'http1') {
      throw Object.assign(new Error('no stage'), {
        stderr:
          'An error occurred (NotFoundException) when calling the GetStage operation',
      })
    }
    return { RouteSettings: Object.fromEntries([...settings].map((key) => [key, {}])) }
  })
  cli.answer('apigatewayv2 delete-route-settings', (args) => {
    settings.delete(optionOf(args, '--route-key'))
    return {}
  })
  return {
    settings: () => [...settings],
    update: (keys: readonly string[]): number => {
      if ([...settings].some((key) => !keys.includes(key))) return 1
      for (const key of keys) settings.add(key)
      return 0
    },
  }
}

export const listOf = (count: number) => ({ AnyList: { Items: Array(count).fill({}) } })

/** The ARN of a table's stream. */
export const streamOf = (table: string) =>
  `arn:aws:dynamodb:eu-central-1:111122223333:table/${table}/stream/2026-01-01T00:00:00.000`

/** The mocked account: as a new one with CDK's bootstrap stack, and no shop. */
export const aws = {
  cloudFormation,
  dynamoDb,
  lambda,
  sts,
  stack: (name: string, status: string, outputs: Readonly<Record<string, string>>) =>
    cloudFormation.on(DescribeStacksCommand, { StackName: name }).resolves({
      Stacks: [
        {
          StackName: name,
          StackId: `id of ${name}`,
          CreationTime: new Date(0),
          StackStatus: status as 'CREATE_COMPLETE',
          Outputs: Object.entries(outputs).map(([OutputKey, OutputValue]) => ({
            OutputKey,
            OutputValue,
          })),
        },
      ],
    }),
  noStack: (name: string) =>
    cloudFormation.on(DescribeStacksCommand, { StackName: name }).rejects(noStack),
  /** A change of a stack that failed for this reason, now or some ms ago. */
  failed: (name: string, ResourceStatusReason: string, ageMs = 0) => {
    const event = { StackName: name, StackId: name, EventId: 'event' }
    const Timestamp = new Date(Date.now() - ageMs)
    cloudFormation
      .on(DescribeStackEventsCommand, { StackName: name })
      .resolves({
        StackEvents: [{ ...event, Timestamp: new Date() }],
        NextToken: 'older',
      })
      .on(DescribeStackEventsCommand, { StackName: name, NextToken: 'older' })
      .resolves({ StackEvents: [{ ...event, Timestamp, ResourceStatusReason }] })
  },
  /** Answers with a table with the schema's keys, by default as after a restore. */
  table: (
    name: string,
    {
      indexes = tableSchema.indexes,
      isComplete = false,
      layout = 2,
      pk = 'pk',
      restoredTo,
      adoptedTo,
    }: {
      indexes?: readonly IndexSchema[]
      isComplete?: boolean
      layout?: number
      pk?: string
      restoredTo?: Date | undefined
      adoptedTo?: string
    } = {},
  ) => {
    const keys = (one: string, other: string) => [
      { AttributeName: one, KeyType: 'HASH' as const },
      { AttributeName: other, KeyType: 'RANGE' as const },
    ]
    const TableName = name
    const status = isComplete ? 'ENABLED' : 'DISABLED'
    dynamoDb
      .on(DescribeTableCommand, { TableName })
      .resolves({
        Table: {
          KeySchema: keys(pk, 'sk'),
          DeletionProtectionEnabled: isComplete,
          ...(restoredTo && {
            RestoreSummary: { RestoreDateTime: restoredTo, RestoreInProgress: false },
          }),
          ...(isComplete && {
            StreamSpecification: {
              StreamEnabled: true,
              StreamViewType: 'NEW_AND_OLD_IMAGES' as const,
            },
            LatestStreamArn: streamOf(name),
          }),
          GlobalSecondaryIndexes: indexes.map((index) => ({
            IndexName: index.name,
            KeySchema: keys(index.pk, index.sk),
            Projection: { NonKeyAttributes: [...index.projects] },
          })),
        },
      })
      .on(UpdateTableCommand, { TableName })
      .resolves({ TableDescription: { LatestStreamArn: streamOf(name) } })
      .on(DescribeTimeToLiveCommand, { TableName })
      .resolves({
        TimeToLiveDescription: {
          TimeToLiveStatus: status,
          ...(isComplete && { AttributeName: tableSchema.timeToLive }),
        },
      })
      .on(DescribeContinuousBackupsCommand, { TableName })
      .resolves({
        ContinuousBackupsDescription: {
          ContinuousBackupsStatus: 'ENABLED',
          PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: status },
        },
      })
      .on(GetItemCommand, { TableName })
      .resolves({
        Item: {
          version: { N: String(layout) },
          ...(adoptedTo && { adoptedTo: { S: adoptedTo } }),
        },
      })
  },
}

beforeEach(() => {
  vi.stubEnv('AWS_REGION', 'eu-central-1')
  printed = []
  cli.calls = []
  cli.answer('iam get-account-summary', { SummaryMap: { Roles: 90, RolesQuota: 1_000 } })
  for (const kind of ['cache', 'origin-request', 'response-headers']) {
    cli.answer(`cloudfront list-${kind}-policies`, listOf(3))
  }
  cli.answer('cloudfront list-distributions', listOf(1))
  cli.answer('freetier get-account-plan-state', { accountPlanType: 'PAID' })
  for (const name of ['log', 'error'] as const) {
    vi.spyOn(console, name).mockImplementation((text) => printed.push(String(text)))
  }
  for (const mock of [cloudFormation, dynamoDb, lambda, sts]) mock.reset()
  parameters.reset()
  sts.on(GetCallerIdentityCommand).resolves({ Account: '111122223333' })
  lambda
    .on(GetAccountSettingsCommand)
    .resolves({ AccountLimit: { ConcurrentExecutions: 1_000 } })
  dynamoDb
    .on(DescribeTableCommand)
    .rejects(new ResourceNotFoundException({ message: 'none', $metadata: {} }))
  aws.noStack('corner')
  aws.stack('CDKToolkit', 'CREATE_COMPLETE', { BootstrapVersion: '30' })
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})
