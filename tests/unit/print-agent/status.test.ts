import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../../infra/local/engines/free-port.ts'
import { plainLines } from '../../../print-agent/commands/status.ts'
import {
  busyWords,
  reasonWords,
  unreachableReason,
} from '../../../print-agent/connectivity.ts'
import { serveStatus } from '../../../print-agent/status/page.ts'
import {
  afterEvent,
  afterReport,
  firstStatus,
  type Status,
} from '../../../print-agent/status/status.ts'
import { es } from '../../../print-agent/status/texts/es.ts'
import { textsFor, viewOf } from '../../../print-agent/status/view.ts'

const identity = { version: '1.0.0', pid: 1, baseUrl: 'https://pos.example' }
const first = (hasNode = true) => firstStatus({ ...identity, hasNode }, 1_000)

/** The status after events of the log, a second apart. */
const statusAfter = (status: Status, ...events: [string, Record<string, unknown>?][]) =>
  events.reduce(
    (before, [event, fields = {}], index) =>
      afterEvent(before, event, fields, 2_000 + index * 1_000),
    status,
  )

const running = () =>
  statusAfter(
    afterReport(first(), 1_500),
    ['queue-reached'],
    ['tunnel-open'],
    ['node-events-open'],
    ['printers-found', { printers: [{ name: 'kitchen', kind: 'network' }] }],
  )

const moodOf = (status: Status, nowMs = 2_000) => viewOf(status, textsFor(), nowMs).mood

describe('the status of the agent', () => {
  test('follows the log: starting, working, lost with its reason, back', () => {
    expect(moodOf(first())).toBe('waiting')
    expect(moodOf(first(), 4_001)).toBe('bad')
    expect(moodOf(running())).toBe('good')
    const lost = statusAfter(running(), ['cloud-lost', { reason: 'no network' }])
    expect(moodOf(lost)).toBe('bad')
    expect(lost.cloud).toEqual({ state: 'lost', sinceMs: 2_000, reason: 'no network' })
    expect(moodOf(statusAfter(lost, ['cloud-back']))).toBe('good')
  })

  test('calls a printer ready once a receipt came out of it, and not before', () => {
    const printerText = (status: Status, texts = textsFor()) =>
      viewOf(status, texts).sections[1]?.lines[0]?.text
    expect(printerText(running())).toMatch(/no receipt since the start/)
    expect(printerText(running(), es)).toMatch(/ningún recibo desde el arranque/)
    const printed = statusAfter(
      running(),
      [
        'job-finished',
        { jobId: 'j1', printer: 'kitchen', outcome: 'printed', detail: null },
      ],
      ['printers-found', { printers: [{ name: 'kitchen', kind: 'network' }] }],
    )
    expect(printerText(printed)).toMatch(/ready/)
  })

  test('needs no tunnel without a node', () => {
    const status = statusAfter(afterReport(first(false), 1_500), ['queue-reached'])
    expect(moodOf(status)).toBe('good')
    expect(status.tunnel.state).toBe('off')
  })

  test('shows the last jobs, and a printer that failed until it prints again', () => {
    const failed = statusAfter(
      running(),
      ['print-failed', { printer: 'kitchen', problem: 'no answer' }],
      ['print-failed', { printer: 'kitchen', problem: 'out of paper' }],
      [
        'job-finished',
        { jobId: 'j1', printer: 'kitchen', outcome: 'failed', detail: 'out of paper' },
      ],
    )
    expect(failed.printers[0]).toMatchObject({
      problem: 'out of paper',
      failingSinceMs: 2_000,
    })
    expect(moodOf(failed)).toBe('bad')
    const printed = statusAfter(failed, [
      'job-finished',
      { jobId: 'j2', printer: 'kitchen', outcome: 'printed', detail: null },
    ])
    expect(printed.jobs.map(({ jobId }) => jobId)).toEqual(['j2', 'j1'])
    expect(moodOf(printed)).toBe('good')
  })

  test('says since when a queue is stopped in CUPS, until it is started', () => {
    const found = (halt: string | null): [string, Record<string, unknown>] => [
      'printers-found',
      { printers: [{ name: 'kitchen', kind: 'system', halt }] },
    ]
    const stopped = statusAfter(running(), found('stopped'), found('stopped'))
    expect(stopped.printers).toMatchObject([
      { problem: 'stopped', failingSinceMs: 2_000 },
    ])
    const started = statusAfter(stopped, found(null))
    expect(started.printers).toMatchObject([{ problem: null, failingSinceMs: null }])
    const unplugged = ['print-failed', { printer: 'kitchen', problem: 'off' }] as const
    expect(statusAfter(running(), [...unplugged], found(null)).printers).toMatchObject([
      { problem: 'off' },
    ])
  })

  test('keeps 20 problems, and one that repeats once', () => {
    const repeated = statusAfter(
      running(),
      ...Array.from({ length: 50 }, (_, at): [string, Record<string, unknown>] => [
        'print-failed',
        { printer: 'kitchen', problem: `problem ${at % 30}` },
      ]),
    )
    expect(repeated.problems).toHaveLength(20)
    expect(new Set(repeated.problems.map(({ reason }) => reason)).size).toBe(20)
  })

  test('survives events with other fields than it knows', () => {
    expect(
      statusAfter(running(), ['job-finished', {}], ['disk-failed', {}], ['what', {}]),
    ).toEqual(expect.objectContaining({ cloud: running().cloud }))
  })

  test('is shown in English or Spanish', () => {
    expect(textsFor('de, es;q=0.5, en;q=0.4').language).toBe('es')
    expect(textsFor('es-MX').language).toBe('es')
    expect(textsFor('es_ES.UTF-8').language).toBe('es')
    expect(textsFor('fr').language).toBe('en')
    const lost = statusAfter(running(), ['cloud-lost', { reason: 'no network' }])
    expect(plainLines(viewOf(lost, es)).join('\n')).toMatch(/!! Nube: .*no hay red/)
  })

  test('has Spanish words for every reason of a lost network', () => {
    const words = [...Object.values(reasonWords), ...Object.values(busyWords)]
    const missing = words.filter((each) => !es.reasons[each])
    expect(missing).toEqual([])
  })
})

test.each([429, 503])('a queue that returns %s is called busy, not broken', (status) => {
  const answer = { name: 'Unknown', $metadata: { httpStatusCode: status } }
  const error = Object.assign(new Error('UnknownError'), answer)
  expect(unreachableReason(error)).toBe(busyWords[status])
  expect(busyWords[status]).toContain(`(${status}); the agent tries again by itself`)
})

describe('the status page', () => {
  async function openPage(status: Status) {
    const port = await freePort()
    const stop = new AbortController()
    const served = serveStatus(port, () => status, stop.signal)
    onTestFinished(async () => {
      stop.abort()
      await served
    })
    return async (headers = {}, { method = 'GET', path = '/' } = {}) => {
      const sent = request({ host: '127.0.0.1', port, path, method, headers }).end()
      const response = await new Promise<import('node:http').IncomingMessage>((resolve) =>
        sent.on('response', resolve),
      )
      return {
        status: response.statusCode,
        headers: response.headers,
        body: await text(response),
      }
    }
  }

  test('shows what is known, escaped, and lets nothing run', async () => {
    const printers = [{ name: '<script>alert(1)</script>', kind: 'network' }]
    const get = await openPage(statusAfter(running(), ['printers-found', { printers }]))
    const { status, headers, body } = await get({ 'accept-language': 'es-ES' })
    expect(status).toBe(200)
    expect(body).toContain('<html lang="es">')
    expect(body).toContain('Todo funciona')
    expect(body).toContain('&lt;script&gt;')
    expect(body).not.toContain('<script')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['cache-control']).toBe('no-store')
  })

  test('serves only its own host names, so that no page elsewhere can read it', async () => {
    const get = await openPage(running())
    for (const host of ['localhost', 'LOCALHOST:9180', '127.0.0.1:9180']) {
      expect(await get({ host })).toMatchObject({ status: 200 })
    }
    for (const host of ['evil.example', 'localhost.evil.example:9180']) {
      expect(await get({ host })).toMatchObject({ status: 421, body: '' })
    }
  })

  test('is read-only', async () => {
    const get = await openPage(running())
    expect(await get({}, { method: 'POST' })).toMatchObject({ status: 405, body: '' })
    expect(await get({}, { path: '/x' })).toMatchObject({ status: 404 })
  })
})
