import { SignJWT } from 'jose'
import { everyPermission } from '../../../shared/people/staff/permissions.ts'
import { type Request, requests, userId } from './requests.ts'

/**
 * A fresh process of `npm run bench -- --peers`: loads the bundle that it is given, sends it
 * its first request, then batches of each request. Prints JSON, times in milliseconds of
 * processor time; those of requests are the median of the batches, for one request.
 */
type Handler = (event: object, context: object) => Promise<Result>
type Result = { readonly statusCode: number; readonly body?: string }

/** What a process prints. */
export type ProcessFigures = {
  readonly initMs: number
  readonly firstRequestMs: number
  readonly requestMs: Readonly<Record<string, number>>
}

const [warmUpBatches, batches, batchSize] = [15, 15, 100]
const context = {
  awsRequestId: '018f0000-0000-7000-a000-000000000001',
  functionName: 'bench',
  getRemainingTimeInMillis: () => 29_000,
}

const print = console.log
// A log line of a function goes to a file of the platform.
console.log = () => {}

const cookie = `accessToken=${await signToken()}`
const before = process.cpuUsage()
const { handler }: { handler: Handler } = await import(process.argv[2] ?? '')
const initMs = cpuMsSince(before)
const firstRequestMs = await batchMs(requests[0], 1)
const times = new Map(requests.map(({ name }) => [name, [] as number[]]))
for (let batch = 0; batch < warmUpBatches + batches; batch += 1) {
  for (const request of requests) {
    const spentMs = (await batchMs(request, batchSize)) / batchSize
    if (batch >= warmUpBatches) times.get(request.name)?.push(spentMs)
  }
}
const requestMs = Object.fromEntries([...times].map(([name, ms]) => [name, medianOf(ms)]))
print(JSON.stringify({ initMs, firstRequestMs, requestMs } satisfies ProcessFigures))
// The adapter of Express keeps a server.
process.exit()

async function batchMs(request: Request, count: number): Promise<number> {
  const text = JSON.stringify(eventOf(request))
  const events = Array.from({ length: count }, () => JSON.parse(text) as object)
  const startedAt = process.cpuUsage()
  for (const event of events) {
    const { statusCode, body = '' } = await handler(event, context)
    if (statusCode !== request.status || !body.includes(request.shows)) {
      throw new Error(`${request.name}: ${statusCode} ${body}`)
    }
  }
  return cpuMsSince(startedAt)
}

/** The event of an HTTP API, as API Gateway sends it from behind the front door. */
function eventOf({ method, path, body }: Request): object {
  return {
    version: '2.0',
    routeKey: `${method} ${path}`,
    rawPath: path,
    rawQueryString: '',
    cookies: [cookie],
    headers: {
      accept: 'application/json',
      'accept-encoding': 'gzip, br',
      host: 'pos.shop.example',
      origin: 'https://till.shop.example',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36',
      'x-forwarded-for': '203.0.113.7',
      'x-forwarded-proto': 'https',
      'x-front-door': process.env.FRONT_DOOR_SECRET,
      'x-viewer-address': '203.0.113.7',
      'x-viewer-host': 'pos.shop.example',
      ...(body !== undefined && {
        'content-type': 'application/json',
        'content-length': String(JSON.stringify(body).length),
      }),
    },
    requestContext: {
      accountId: '123456789012',
      apiId: 'bench',
      domainName: 'pos.shop.example',
      domainPrefix: 'pos',
      http: {
        method,
        path,
        protocol: 'HTTP/1.1',
        sourceIp: '203.0.113.7',
        userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36',
      },
      requestId: 'JKJaXmPLvHcESHA=',
      routeKey: `${method} ${path}`,
      stage: '$default',
      time: '15/Mar/2026:10:00:00 +0000',
      timeEpoch: 1_773_568_800_000,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    isBase64Encoded: false,
  }
}

function signToken(): Promise<string> {
  const claims = {
    sub: userId,
    sid: 'session',
    rol: 'role',
    adm: false,
    prm: everyPermission,
  }
  return new SignJWT({ ...claims, typ: 'access' })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer('lightning-pos')
    .setAudience('lightning-pos')
    .setJti('018f0000-0000-7000-a000-000000000002')
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(process.env.TOKEN_KEY))
}

function cpuMsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1_000
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
