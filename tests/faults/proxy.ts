import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { BatchGetItemInput, TransactWriteItem } from '@aws-sdk/client-dynamodb'
import { conflictsOf } from './conflicts.ts'
import { answerWith, type Fault } from './fault.ts'
import { tableKeys } from './table-keys.ts'
import { transactionMeter } from './transaction-meter.ts'

/** A fault and the calls that get it: of an operation, and accepted by `when`. */
export type Injection = {
  /** Name of the API operation, such as `TransactWriteItems`; any if absent. */
  readonly operation?: string
  readonly when?: (request: Record<string, unknown>) => boolean
  /** The first matching call that gets the fault; 1 is the next one, and the default. */
  readonly nth?: number
  /** Number of matching calls in a row that get the fault; 1 by default. */
  readonly times?: number
  readonly fault: Fault
}

/** A call and its cost. */
export type Call = {
  readonly operation: string
  readonly request: Record<string, unknown>
  readonly status: number
  /** Capacity units over all tables and indexes of the call. */
  readonly capacityUnits: number
  /** Of all attempts that the SDK makes at a call. */
  readonly invocation: string
  /** Times of the call and its answer, by performance.now(). */
  readonly startedMs: number
  readonly endedMs: number
}

export type FaultProxy = {
  readonly endpoint: string
  readonly inject: (injection: Injection) => void
  /** Calls since the start or the last reset, including those with faults. */
  readonly calls: () => readonly Call[]
  /** Deletes recorded calls and injections. */
  readonly reset: () => void
  readonly close: () => void
}

/** Calls as the product made them: after two seconds on a busy machine the SDK tries again. */
export const withoutRetries = (calls: readonly Call[]): readonly Call[] => [
  ...new Map(calls.map((call) => [call.invocation, call])).values(),
]

export type ProxyOptions = {
  readonly metersTransactions?: boolean
  readonly busyMs?: number | undefined
}

type Answer = (incoming: IncomingMessage, response: ServerResponse) => Promise<void>

let answerOfProxy: Answer | undefined
let listening: Promise<string> | undefined

/**
 * Waits in five steps. While this process is given no processor, at most one of them passes:
 * calls that it sends together overlap, however busy the machine is.
 */
async function pauseInSteps(ms: number): Promise<void> {
  for (let step = 0; step < 5; step += 1) await pause(ms / 5)
}

/** Clients keep the first address that they call, so the proxies of a process share one. */
async function listen(): Promise<string> {
  const server = createServer((incoming, response) => {
    if (answerOfProxy) answerOfProxy(incoming, response).catch(() => response.destroy())
    else response.destroy()
  }).listen(0, '127.0.0.1')
  server.unref()
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}

/**
 * A proxy between the SDK and a DynamoDB endpoint that records every call and injects
 * faults. With `metersTransactions` it measures the cost of transactions, by reads before
 * and after each; otherwise their cost is the engine's figure, which is too low. With `busyMs`
 * transactions conflict as on AWS, each for so long. A process has one at a time.
 */
export async function startFaultProxy(
  targetEndpoint: string,
  { metersTransactions = false, busyMs }: ProxyOptions = {},
): Promise<FaultProxy> {
  const keys = tableKeys(targetEndpoint)
  const meter = transactionMeter(keys)
  const conflicts = busyMs === undefined ? undefined : conflictsOf(keys, busyMs)
  let injections: { injection: Injection; matches: number }[] = []
  let calls: Call[] = []
  /** Calls that went on without a fault. */
  let passed = new Set<string>()

  /**
   * The fault of the first injection that is due. The call counts for every match, but not
   * again when the SDK repeats it only because a busy machine took long.
   */
  const faultFor = (
    operation: string,
    request: Record<string, unknown>,
    invocation: string,
  ) => {
    if (passed.has(invocation)) return undefined
    let fault: Fault | undefined
    for (const each of injections) {
      const { when = () => true, nth = 1, times = 1 } = each.injection
      const isMatch = (each.injection.operation ?? operation) === operation
      if (!isMatch || !when(request)) continue
      each.matches += 1
      const isDue = each.matches >= nth && each.matches < nth + times
      if (isDue) fault ??= each.injection.fault
    }
    if (!fault) passed.add(invocation)
    return fault
  }

  let lastMovedMs = 0
  let forwarded = 0
  let gathering: Promise<void> | undefined
  /**
   * Lets all calls that wait go on together: one that goes on alone would be a step ahead.
   * A reply that is still awaited, or has just been sent, may bring another call.
   */
  const gather = async (ms: number) => {
    do await pauseInSteps(ms)
    while (forwarded > 0 || performance.now() - lastMovedMs < ms)
    gathering = undefined
  }

  const answer: Answer = async (incoming, response) => {
    const startedMs = performance.now()
    lastMovedMs = startedMs
    const body = await buffer(incoming)
    const request = JSON.parse(body.toString('utf8') || '{}')
    const operation = String(incoming.headers['x-amz-target']).split('.').at(-1) ?? ''
    const invocation = String(incoming.headers['amz-sdk-invocation-id'] ?? randomUUID())
    const record = (status: number, capacityUnits: number) =>
      calls.push({
        operation,
        request,
        status,
        capacityUnits,
        invocation,
        startedMs,
        endedMs: performance.now(),
      })

    const fault = faultFor(operation, request, invocation)
    if (fault?.kind === 'answer') {
      const { status, body } = answerWith(fault, request)
      record(status, 0)
      send(response, status, body)
      return
    }
    if (fault?.kind === 'lost-request') {
      record(0, 0)
      response.destroy()
      return
    }
    if (fault?.kind === 'delay') await pauseInSteps(fault.ms)
    if (fault?.kind === 'gather') {
      gathering ??= gather(fault.ms)
      await gathering
    }
    if (fault?.kind === 'hold') await fault.until
    let reply = { status: 0, body: '' }
    const pass = () => forward(targetEndpoint, incoming, metered(operation, request))
    const run = async () => {
      reply = await (conflicts?.run(operation, request, pass) ?? pass())
    }
    const writes = request.TransactItems as TransactWriteItem[]
    const isMeasured = metersTransactions && operation === 'TransactWriteItems'
    forwarded += 1
    const measured = await (isMeasured ? meter.measure(writes, run) : run()).finally(
      () => {
        forwarded -= 1
        lastMovedMs = performance.now()
      },
    )
    record(
      reply.status,
      measured && reply.status === 200
        ? measured
        : Math.max(capacityOf(reply.body), leastUnits(operation, request)),
    )
    if (fault?.kind === 'lost-reply') response.destroy()
    else send(response, reply.status, reply.body)
  }

  answerOfProxy = answer
  listening ??= listen()
  return {
    endpoint: await listening,
    inject: (injection) => injections.push({ injection, matches: 0 }),
    calls: () => calls,
    reset: () => {
      injections = []
      calls = []
      passed = new Set()
    },
    close: () => {
      if (answerOfProxy === answer) answerOfProxy = undefined
    },
  }
}

const meteredOperations =
  /^(Get|Put|Update|Delete|BatchGet|BatchWrite|TransactGet|TransactWrite)Items?$|^Query$|^Scan$/

/** The request with a request for its cost, unless it has one. */
function metered(operation: string, request: Record<string, unknown>): string {
  const asksCost = meteredOperations.test(operation)
  return JSON.stringify(
    asksCost ? { ReturnConsumedCapacity: 'TOTAL', ...request } : request,
  )
}

async function forward(endpoint: string, incoming: IncomingMessage, body: string) {
  const { authorization = '', 'x-amz-target': target = '' } = incoming.headers
  const reply = await fetch(endpoint, {
    method: 'POST',
    // The engines read the access key from the signature and verify nothing else
    headers: {
      authorization,
      'x-amz-target': String(target),
      'x-amz-date': String(incoming.headers['x-amz-date'] ?? ''),
      'content-type': 'application/x-amz-json-1.0',
    },
    body,
  })
  return { status: reply.status, body: await reply.text() }
}

/**
 * Returns the least units of AWS: a read of an absent item, and a query without a match,
 * are free of charge on DynamoDB Local.
 */
function leastUnits(operation: string, request: Record<string, unknown>): number {
  if (operation === 'Query') return request.ConsistentRead ? 1 : 0.5
  if (operation !== 'BatchGetItem') return 0
  const tables = Object.values(
    (request as unknown as BatchGetItemInput).RequestItems ?? {},
  )
  return tables.reduce(
    (units, { Keys = [], ConsistentRead }) =>
      units + Keys.length * (ConsistentRead ? 1 : 0.5),
    0,
  )
}

function capacityOf(body: string): number {
  const { ConsumedCapacity = [] } = JSON.parse(body || '{}')
  const tables: { CapacityUnits?: number }[] = [ConsumedCapacity].flat()
  return tables.reduce((units, { CapacityUnits = 0 }) => units + CapacityUnits, 0)
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' })
  response.end(body)
}
