import type { Failure, FailureKind } from '../../shared/failure.ts'
import {
  type Access,
  admitsKeys,
  type Endpoint,
  type Group,
  takesKey,
} from '../../shared/platform/http/endpoint.ts'
import { blankNameOf } from '../../shared/platform/http/pipeline/read-request.ts'
import type { Problem } from '../../shared/platform/http/problem.ts'
import { problemOf, refusalOf } from '../../shared/platform/http/problems.ts'
import type { Json } from './json.ts'

/** A failure of an endpoint. `text` has `{placeholders}`, which `body` has filled in. */
export type DocumentedFailure = {
  readonly kind: string
  /** Value of the header Error-Code. */
  readonly code: string
  readonly status: number
  readonly form: Problem['form'] | 'retry' | 'node'
  readonly text: string
  readonly body: Json | undefined
  /** True if the endpoint keeps the default text. */
  readonly isDefault: boolean
}

/** Every failure that an endpoint may answer, by its declaration. */
export function failuresOf(group: Group, endpoint: Endpoint): DocumentedFailure[] {
  const { problems = {}, failures = [] } = endpoint
  const kinds = new Set<FailureKind>([
    ...impliedFailures(group, endpoint),
    ...(Object.keys(problems) as FailureKind[]),
    ...failures,
  ])
  return [
    ...[...kinds].flatMap((kind) => documented(kind, endpoint)),
    ...nodeFailures(endpoint),
  ]
}

/** True if people need any token: API keys then need a permission, or are refused. */
const isForAnyPerson = (access: Endpoint['access']): boolean =>
  ['token', 'token-once-set-up', 'login-screen'].includes(access as string)

/** The failures that follow from the rest of a declaration. */
function impliedFailures(group: Group, endpoint: Endpoint): FailureKind[] {
  const { access, method, path, option, query, body, reply } = endpoint
  const writes = method !== 'GET'
  return [
    ...accessFailures[typeof access === 'object' ? 'permission' : access],
    ...pick(admitsKeys(endpoint), 'apiKeyWithCookies', 'apiKeyBusy'),
    ...pick(endpoint.expensive !== undefined, 'callerBusy'),
    ...pick(isForAnyPerson(access), 'permissionRequired'),
    ...pick(endpoint.notForKeys, 'permissionRequired'),
    ...pick(option !== undefined, 'notFound'),
    ...pick(endpoint.till !== undefined, 'tillTokenInvalid'),
    ...pick(endpoint.till === 'sells' || endpoint.till === 'lives', 'tillRevoked'),
    ...pick(path.includes('{'), 'blankParameter'),
    ...pick(query !== undefined || body !== undefined, 'invalid'),
    ...pick(reply.isList, 'invalidPage', 'responseTooLarge'),
    ...pick(reply.contentType === 'text/csv', 'exportTooLarge'),
    ...pick(writes, 'bodyTooLarge'),
    ...pick(writes && group.uses.includes('table'), 'conflict'),
    ...pick(
      takesKey(endpoint),
      'malformedIdempotencyKey',
      'requestInProgress',
      'idempotencyKeyReused',
    ),
  ]
}

const pick = (applies: boolean | undefined, ...kinds: FailureKind[]) =>
  applies ? kinds : []

const accessFailures: Readonly<
  Record<Extract<Access, string> | 'permission', readonly FailureKind[]>
> = {
  public: [],
  permission: ['unauthenticated', 'permissionRequired'],
  administrator: ['unauthenticated', 'adminRequired', 'permissionRequired'],
  wallet: [
    'unauthenticated',
    'walletSessionExpired',
    'adminRequired',
    'permissionRequired',
    'walletRequired',
  ],
  'login-screen': ['unauthenticated'],
  token: ['unauthenticated'],
  'token-once-set-up': ['unauthenticated'],
  agent: ['unauthenticated'],
}

function documented(kind: FailureKind, endpoint: Endpoint): DocumentedFailure[] {
  if (kind === 'tooManyAttempts') return [retryLater]
  const { path, problems } = endpoint
  const { code, status, form, text } = problemOf(kind, problems)
  const isDefault = problems?.[kind] === undefined
  const common = { code, status, form, isDefault }
  if (kind !== 'blankParameter' || !isDefault) {
    const details = detailsOf[`${kind} ${form}`] ?? {}
    const { body } = refusalOf({ kind, details }, problems, samples)
    return [{ ...common, kind, text, body: body as Json | undefined }]
  }
  // Each path parameter has its own text, unless the endpoint has one for all of them.
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const texts = new Set(
    names.map((name) => text.replace('{parameter}', blankNameOf(endpoint, name))),
  )
  return [...texts].map((each, at) => ({
    ...common,
    kind: at === 0 ? kind : `${kind}${at + 1}`,
    text: each,
    body: each,
    isDefault: each === 'Missing or malformed ID',
  }))
}

/** Details of failures in examples, by their kind and form. */
const detailsOf: Readonly<Record<string, Failure['details']>> = {
  'checkoutAmountsDiffer coded': { expectedCents: 1_250, field: 'tenders' },
  'alreadyExists owned': {
    takenCode: '4006381333931',
    productId: '0199f2a4-5c1e-4d3a-9b8f-3e2d1c0b4a59',
    productName: 'Green tea',
  },
}

/** Placeholders for the details of a failure in examples. */
const samples: Readonly<Record<string, string>> = {
  fault: 'name: must not be blank',
  id: '0199f2a4-5c1e-4d3a-9b8f-3e2d1c0b4a59',
  dishId: '0199f2a4-5c1e-4d3a-9b8f-6a5b4c3d2e1f',
  jobId: '0199f2a4-5c1e-4d3a-9b8f-0f1e2d3c4b5a',
  roleId: '0199f2a4-5c1e-4d3a-9b8f-7c6d5e4f3a2b',
  acronym: 'XYZ',
  name: 'startDate',
  value: 'yesterday',
  given: 'startDate',
  missing: 'endDate',
  limit: '90',
  names: 'names',
}

const retryLater: DocumentedFailure = {
  kind: 'tooManyAttempts',
  code: 'too_many_attempts',
  status: 429,
  form: 'retry',
  text: 'Too many failures: try again after this many seconds',
  body: { retryAfter: 60 },
  isDefault: true,
}

/** Answers of the node to reads, and to requests that pay. */
const nodeReasons: readonly [reason: string, status: number, text: string][] = [
  ['node_unavailable', 503, 'Lightning node is unavailable'],
  ['unknown', 502, 'The Lightning node failed for an unknown reason'],
]
const paymentReasons: typeof nodeReasons = [
  ...nodeReasons,
  ['invoice_already_paid', 409, 'this invoice has already been paid'],
  ['invoice_expired', 410, 'this invoice has expired'],
  ['recipient_rejected_payment', 422, 'recipient node rejected the payment'],
  ['invalid_invoice', 400, 'invalid invoice'],
  ['invalid_address', 400, 'invalid address'],
  ['insufficient_funds', 402, 'not enough funds'],
  ['payment_failed', 422, 'the payment amount is too large'],
  ['invalid_request', 400, 'The Lightning node refused the request as invalid'],
]

const nodeFailures = ({ callsNode, repeat }: Endpoint): DocumentedFailure[] =>
  (callsNode
    ? repeat === 'pays' || callsNode === 'payment'
      ? paymentReasons
      : nodeReasons
    : []
  ).map(([reason, status, message]) => ({
    kind: reason,
    code: reason,
    status,
    form: 'node',
    text: message,
    body: {
      message,
      code: status === 503 ? 0 : 400,
      source: 'node',
      reason,
      ...(reason === 'payment_failed' && { next: 'other_amount' }),
    },
    isDefault: true,
  }))
