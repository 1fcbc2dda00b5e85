import { basicAuthorization } from '../../shared/lightning/node/phoenixd/notifications.ts'

/** Answer of a node: its status, content type and text. */
type Answer = { status: number; type: string; text: string }

/** One call that spends nothing, and phoenixd 0.8.0's answer to it. */
type Row = {
  call: string
  form?: Readonly<Record<string, string>>
  /** In place of the form. */
  body?: { type: string; text: string }
  /** Without the password. */
  anonymous?: boolean
  status: number
  /** All of the text; or its beginning, if it ends in `…`; or the keys of its JSON. */
  answers: string | readonly string[]
}

const noHash = '0'.repeat(64)

const badParameter = (name: string, type: string) =>
  `Request parameter ${name} couldn't be parsed/converted to ${type}`

const payment = ['type', 'subType', 'paymentHash', 'isPaid', 'receivedSat', 'createdAt']

/** The rows that need a password that may pay follow `payinvoice`. */
const rows: readonly Row[] = [
  {
    call: 'GET /getinfo',
    anonymous: true,
    status: 401,
    answers:
      'Invalid authentication (use basic auth with the http password set in phoenix.conf)',
  },
  {
    call: 'GET /nowhere',
    anonymous: true,
    status: 404,
    answers: 'Unknown endpoint (check api doc)',
  },
  {
    call: 'GET /createinvoice',
    status: 405,
    answers: 'Invalid http method (use the correct GET/POST)',
  },
  {
    call: 'GET /getinfo',
    status: 200,
    answers: ['nodeId', 'channels', 'chain', 'version'],
  },
  { call: 'GET /getbalance', status: 200, answers: ['balanceSat', 'feeCreditSat'] },
  { call: 'GET /payments/incoming?limit=1', status: 200, answers: payment },
  { call: `GET /payments/incoming/${noHash}`, status: 404, answers: 'Not found' },
  {
    call: 'GET /payments/incoming/nonsense',
    status: 400,
    answers: badParameter('paymentHash', 'hex32'),
  },
  { call: `GET /payments/outgoingbyhash/${noHash}`, status: 404, answers: 'Not found' },
  {
    call: 'POST /createinvoice',
    form: { amountSat: '1' },
    status: 400,
    answers: 'Must provide either a description or descriptionHash',
  },
  {
    call: 'POST /createinvoice',
    form: { description: 'a'.repeat(129) },
    status: 400,
    answers: 'Request parameter description is too long (max 128 characters)',
  },
  {
    call: 'POST /createinvoice',
    form: { description: '', amountSat: 'one' },
    status: 400,
    answers: badParameter('amountSat', 'integer'),
  },
  {
    call: 'POST /createinvoice',
    body: { type: 'application/json', text: '{"description":"x"}' },
    status: 400,
    answers: 'Failed to convert request body to …',
  },
  {
    call: 'POST /createinvoice',
    body: { type: 'text/plain', text: 'description=x' },
    status: 415,
    answers: "Cannot transform this request's content to …",
  },
  {
    call: 'POST /payinvoice',
    form: { amountSat: '1' },
    status: 400,
    answers: 'Request parameter invoice is missing',
  },
  {
    call: 'POST /payinvoice',
    form: { invoice: 'nonsense' },
    status: 400,
    answers: badParameter('invoice', 'bolt11invoice'),
  },
  {
    call: 'POST /payoffer',
    form: { offer: 'nonsense' },
    status: 400,
    answers: badParameter('offer', 'offer'),
  },
  {
    call: 'POST /sendtoaddress',
    form: { address: 'nowhere' },
    status: 200,
    answers: 'Request parameter amountSat is missing',
  },
]

const timeoutMs = 10_000

/**
 * Compares a node's answers with those of phoenixd 0.8.0. Creates no invoice and spends
 * nothing. Returns a line for each difference, and whether the password may pay. Throws
 * when the node cannot be reached.
 */
export async function compareNode(url: string, password: string) {
  const differences: string[] = []
  let mayPay = true
  for (const row of rows) {
    if (!mayPay && /pay|send/.test(row.call)) continue
    const answer = await ask(url, password, row)
    if (row.call === 'POST /payinvoice' && answer.status === 401) {
      mayPay = false
      continue
    }
    const difference = differenceOf(row, answer)
    if (difference) differences.push(`${row.call}: ${difference}`)
  }
  return { differences, mayPay }
}

async function ask(url: string, password: string, row: Row): Promise<Answer> {
  const [method = '', path = ''] = row.call.split(' ')
  const response = await fetch(url.replace(/\/+$/, '') + path, {
    method,
    headers: {
      ...(!row.anonymous && { authorization: basicAuthorization(password) }),
      ...(row.body && { 'content-type': row.body.type }),
    },
    ...(row.form && { body: new URLSearchParams(row.form) }),
    ...(row.body && { body: row.body.text }),
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  })
  const type = response.headers.get('content-type') ?? ''
  return { status: response.status, type, text: await response.text() }
}

function differenceOf(row: Row, { status, type, text }: Answer): string | undefined {
  const shown = text.length > 200 ? `${text.slice(0, 200)}…` : text
  if (status !== row.status) {
    return `answers ${status} in place of ${row.status}: ${shown}`
  }
  if (typeof row.answers === 'string') {
    const isSame = row.answers.endsWith('…')
      ? text.startsWith(row.answers.slice(0, -1))
      : text === row.answers
    return isSame ? undefined : `says "${shown}" in place of "${row.answers}"`
  }
  if (!type.startsWith('application/json')) return `answers ${type} in place of JSON`
  const content: unknown = JSON.parse(text)
  const objects: object[] = Array.isArray(content) ? content : [content]
  const missing = row.answers.filter((key) => objects.some((each) => !(key in each)))
  return missing.length > 0 ? `leaves out ${missing.join(', ')}` : undefined
}
