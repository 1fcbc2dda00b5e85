import * as zlib from 'node:zlib'
import * as apiGateway from '@aws-sdk/client-apigatewaymanagementapi'
import * as dynamoDb from '@aws-sdk/client-dynamodb'
import * as lambda from '@aws-sdk/client-lambda'
import * as sqs from '@aws-sdk/client-sqs'
import * as documents from '@aws-sdk/lib-dynamodb'
import { call, type Network, Retryable } from '../machine/calls.ts'
import type { FaultKind } from '../machine/faults.ts'
import type { Instance, Invocation } from '../machine/instance.ts'
import { like } from '../machine/modules.ts'
import { cancelled } from '../table/errors.ts'
import type { MemoryTable } from '../table/table.ts'
import type { Parameters } from '../table/values.ts'
import type { Queues } from './queues.ts'
import { httpsOf, type Receiver } from './receiver.ts'
import type { Sockets } from './sockets.ts'

type Command = {
  readonly input: Parameters
  readonly constructor: { readonly name: string }
}
type Options = { readonly abortSignal?: AbortSignal }

export type Services = Network & {
  readonly table: MemoryTable
  readonly queues: Queues
  readonly sockets: Sockets
  readonly receiver: Receiver
  /** Invocation whose call the table executes. */
  writer: Invocation | undefined
  readonly invokeLater: (name: string, event: unknown) => void
}

/** Modules of the AWS SDK whose clients call the simulated services for one instance. */
export function substitutes(services: Services, from: Instance) {
  const { table, queues, sockets } = services

  const ofTable = (command: Command, { abortSignal }: Options = {}) => {
    const name = command.constructor.name
    return call(services, from, {
      what: name,
      execute: () => {
        services.writer = from.invocation
        return executed(table, command)
      },
      attempts: 10,
      attemptMs: 2_000,
      signal: abortSignal,
      faults: faultsOf[name] ?? [],
      refusal: (fault) => tableRefusal(fault, command),
    }).then((result) => result as object)
  }

  const client = (execute: (command: Command) => unknown) =>
    class {
      send = (command: Command, { abortSignal }: Options = {}) =>
        call(services, from, {
          what: command.constructor.name,
          execute: () => execute(command),
          attempts: 3,
          attemptMs: 3_000,
          signal: abortSignal,
          refusal: serviceRefusal,
        })
    }

  return {
    'node:https': httpsOf(services, from, services.receiver),
    // The real ones answer from another thread, at a moment that no seed decides
    'node:zlib': like(zlib, {
      gzip: atOnce(zlib.gzipSync),
      gunzip: atOnce(zlib.gunzipSync),
    }),
    '@aws-sdk/client-dynamodb': like(dynamoDb, { DynamoDBClient: class {} }),
    '@aws-sdk/lib-dynamodb': like(documents, {
      DynamoDBDocumentClient: { from: () => ({ send: ofTable }) },
    }),
    '@aws-sdk/client-sqs': like(sqs, {
      SQSClient: client((command) =>
        queues.execute(command.constructor.name, command.input),
      ),
    }),
    '@aws-sdk/client-lambda': like(lambda, {
      LambdaClient: client(({ input }) => {
        from.disturb()
        services.invokeLater(
          String(input.FunctionName),
          JSON.parse(String(input.Payload)),
        )
        return {}
      }),
    }),
    '@aws-sdk/client-apigatewaymanagementapi': like(apiGateway, {
      ApiGatewayManagementApiClient: client(({ constructor: { name }, input }) => {
        const id = String(input.ConnectionId)
        const isOpen =
          name === 'PostToConnectionCommand'
            ? sockets.post(id, String(input.Data), from)
            : sockets.close(id)
        if (!isOpen)
          throw new apiGateway.GoneException({
            message: 'gone',
            $metadata: { attempts: 1 },
          })
        return {}
      }),
    }),
  }
}

const atOnce =
  (run: (bytes: Buffer) => Buffer) =>
  (bytes: Buffer, answer: (error: null, result: Buffer) => void) =>
    answer(null, run(bytes))

/** Faults that a command of the table has besides those of every call. */
const faultsOf: Readonly<Record<string, readonly FaultKind[]>> = {
  TransactWriteCommand: ['conflict', 'conflict', 'in progress'],
  UpdateCommand: ['conflict'],
  BatchGetCommand: ['unprocessed'],
}

function executed(
  table: MemoryTable,
  { constructor: { name }, input }: Command,
): unknown {
  if (name === 'GetCommand') return table.get(input)
  if (name === 'BatchGetCommand') return table.batchGet(input)
  if (name === 'QueryCommand') return table.query(input)
  if (name === 'PutCommand') return table.put(input)
  if (name === 'UpdateCommand') return table.update(input)
  if (name === 'TransactWriteCommand') return table.transactWrite(input)
  throw new Error(`no such command in memory: ${name}`)
}

const serviceRefusal = (fault: FaultKind): Error | undefined =>
  fault === 'refused' || fault === 'throttled' ? new Retryable(fault) : undefined

function tableRefusal(fault: FaultKind, { input }: Command): Error | undefined {
  if (fault === 'conflict') {
    const items = input.TransactItems as unknown[] | undefined
    if (!items) {
      return new dynamoDb.TransactionConflictException({ message: fault, $metadata: {} })
    }
    return cancelled(
      items.map((_, at) => ({ Code: at === 0 ? 'TransactionConflict' : 'None' })),
    )
  }
  if (fault === 'in progress') {
    return new dynamoDb.TransactionInProgressException({ message: fault, $metadata: {} })
  }
  if (fault === 'throttled' && input.TransactItems) {
    return cancelled([{ Code: 'ThrottlingError' }])
  }
  return serviceRefusal(fault)
}
