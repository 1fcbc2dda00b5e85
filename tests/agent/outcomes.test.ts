import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CloudRefused } from '../../print-agent/cloud.ts'
import { sendHeartbeats } from '../../print-agent/heartbeat.ts'
import { openJournal } from '../../print-agent/jobs/journal.ts'
import { outcomeReports } from '../../print-agent/jobs/outcomes.ts'
import { JobIsOver, jobClaims, jobProgress } from '../../print-agent/jobs/run-job.ts'
import { nodePeer } from '../../print-agent/payments/node-peer.ts'
import { afterEvent, firstStatus } from '../../print-agent/status/status.ts'
import type { Tunnel } from '../../print-agent/tunnel/keep.ts'
import { nodePassword } from '../../print-agent/tunnel/requests.ts'
import { Report } from '../../shared/agents/protocol/report.ts'
import { JobOutcomeReport } from '../../shared/paper/queue/print-job.ts'
import { temporaryFolder } from './agent-process.ts'

test.each([
  ['too long', 'x'.repeat(3_000), 'x'.repeat(2_000)],
  ['cut within a character', `${'x'.repeat(1_999)}🧾`, `${'x'.repeat(1_999)}\ufffd`],
  ['ill-formed', 'half a \ud83e', 'half a \ufffd'],
])('the cloud accepts an outcome whose detail is %s', async (_, detail, accepted) => {
  const journal = await openJournal(join(await temporaryFolder(), 'jobs.jsonl'))
  await journal.finished('a', 'failed', detail)
  const sent: unknown[] = []
  const cloud = {
    jobState: (_jobId: string, report: JobOutcomeReport) =>
      Promise.resolve(sent.push(JobOutcomeReport.parse(report))),
  }
  await outcomeReports(cloud, journal).sendAll(AbortSignal.timeout(60_000))
  expect(sent).toMatchObject([{ state: 'failed', detail: accepted }])
})

const info = { method: 'GET', path: '/getinfo', form: null } as const

test('a heartbeat reports each failed attempt once, and what the node says', async () => {
  const progress = jobProgress()
  progress.failed('a', 1, 'no paper')
  progress.failed('b', 4, 'half a \ud83e')
  progress.failed('c', 1, 'x'.repeat(3_000))
  progress.failed('d', 1, 'it is printed by now')
  progress.ended('d')
  const stop = new AbortController()
  const sent: Report[] = []
  const cloud = {
    report: (report: Report) => {
      sent.push(Report.parse(report))
      stop.abort()
      return Promise.resolve({ tunnelUrl: 'ws://x', nextReportSeconds: 60 })
    },
    nowMs: Date.now,
  }
  const printers = { list: () => Promise.resolve([]) }
  const agent = { version: '1', pid: 1, baseUrl: 'https://pos.example', hasNode: false }
  const status = {
    current: () => firstStatus(agent, 0),
    printersChange: () => stop.signal,
    reported: () => {},
  }
  const password = nodePassword()
  await password.watched(() => Promise.resolve({ status: 401, body: '' }))(info)
  await sendHeartbeats(
    { cloud, printers, progress, password, peer: nodePeer(), tunnel: {}, status },
    stop.signal,
  )
  expect(sent).toMatchObject([
    {
      claimsJobs: true,
      nodeRefusesPassword: true,
      jobs: [
        { id: 'a', attempts: 1, error: 'no paper' },
        { id: 'b', attempts: 4, error: 'half a \ufffd' },
        { id: 'c', attempts: 1, error: 'x'.repeat(2_000) },
      ],
    },
  ])
  expect(progress.unreported()).toEqual([])
})

test('a printer that begins to fail is reported at once, and not with the next heartbeat', async () => {
  const stop = new AbortController()
  const agent = { version: '1', pid: 1, baseUrl: 'https://pos.example', hasNode: false }
  const found = { printers: [{ name: 'till', kind: 'network' }] }
  let current = afterEvent(firstStatus(agent, 0), 'printers-found', found, 1_000)
  let change = new AbortController()
  const sent: Report[] = []
  const cloud = {
    report: async (report: Report) => {
      sent.push(Report.parse(report))
      if (sent.length === 2) stop.abort()
      const failure = { printer: 'till', problem: 'no answer' }
      current = afterEvent(current, 'print-failed', failure, Date.now())
      change.abort()
      change = new AbortController()
      return { tunnelUrl: 'ws://x', nextReportSeconds: 60 }
    },
    nowMs: () => Date.now() + 5_000_000,
  }
  await sendHeartbeats(
    {
      cloud,
      printers: { list: async () => [] },
      progress: jobProgress(),
      password: nodePassword(),
      peer: nodePeer(),
      tunnel: {},
      status: {
        current: () => current,
        printersChange: () => change.signal,
        reported: () => {},
      },
    },
    stop.signal,
  )
  const failing = current.printers[0]?.failingSinceMs ?? 0
  expect(sent.map(({ printers }) => printers)).toMatchObject([
    [{ name: 'till', problem: null, failingSinceMs: null }],
    [{ name: 'till', problem: 'no answer' }],
  ])
  const reported = sent[1]?.printers[0]?.failingSinceMs ?? 0
  expect(Math.abs(reported - failing - 5_000_000)).toBeLessThan(1_000)
})

test('heartbeats go through the tunnel while nothing changes and the cloud hears them there', async () => {
  const stop = new AbortController()
  const agent = { version: '1', pid: 1, baseUrl: 'https://pos.example', hasNode: true }
  const found = { printers: [{ name: 'till', kind: 'network' }] }
  let current = afterEvent(firstStatus(agent, 0), 'printers-found', found, 1_000)
  const reports: Report[] = []
  let unchangedReportSeconds: number | undefined
  let heartbeats = 0
  const progress = jobProgress()
  const tunnel: Tunnel = {}
  const running = sendHeartbeats(
    {
      cloud: {
        report: async (report: Report) => {
          reports.push(Report.parse(report))
          const url = { tunnelUrl: 'ws://x', nextReportSeconds: 0.01 }
          return { ...url, ...(unchangedReportSeconds && { unchangedReportSeconds }) }
        },
        nowMs: Date.now,
      },
      printers: { list: async () => [] },
      progress,
      password: nodePassword(),
      peer: nodePeer(),
      tunnel,
      status: {
        current: () => current,
        printersChange: () => stop.signal,
        reported: () => {},
      },
    },
    stop.signal,
  )
  const openTunnel = () => {
    tunnel.sendHeartbeat = () => {
      heartbeats += 1
      return true
    }
  }
  const more = (count: () => number) => {
    const before = count()
    return expect.poll(count).toBeGreaterThan(before + 5)
  }

  // A cloud that does not hear the tunnel
  openTunnel()
  await more(() => reports.length)
  expect(heartbeats).toBe(0)
  expect(reports.at(-1)).toMatchObject({ tunnelHeartbeats: true })

  unchangedReportSeconds = 60
  await more(() => heartbeats)
  const before = reports.length
  await more(() => heartbeats)
  expect(reports).toHaveLength(before)

  // The cloud knows of a receipt by its job's outcome
  const printed = { jobId: 'a', printer: 'till', outcome: 'printed' }
  current = afterEvent(current, 'job-finished', printed, Date.now())
  await more(() => heartbeats)
  expect(reports).toHaveLength(before)
  // A job that is tried again is reported with the next heartbeat
  progress.failed('a', 1, 'no paper')
  await expect.poll(() => reports.length).toBe(before + 1)
  expect(reports.at(-1)?.printers[0]?.lastPrintedMs).toEqual(expect.any(Number))
  await expect.poll(() => reports.at(-1)?.jobs).toMatchObject([{ id: 'a' }])

  // Without the tunnel
  tunnel.sendHeartbeat = undefined
  await more(() => reports.length)

  // Every so often, as a cloud of an earlier release may hear nothing else
  unchangedReportSeconds = 0.1
  await more(() => reports.length)
  openTunnel()
  await more(() => reports.length)
  await more(() => heartbeats)
  stop.abort()
  await running
})

test('a claim asks once, and without a response not again for a while', async () => {
  const asked: string[] = []
  let answer: () => Promise<void> = () => Promise.resolve()
  const claim = jobClaims({
    beginJob: (id: string) => {
      asked.push(id)
      return answer()
    },
  })
  await claim('granted', 1)
  answer = () => Promise.reject(new CloudRefused('/agents/jobs/over/begin', 409))
  await expect(claim('over', 1)).rejects.toThrow(JobIsOver)
  answer = () => Promise.reject(new CloudRefused('/agents/jobs/old/begin', 404))
  await claim('of an older cloud', 1)
  answer = () => Promise.reject(new Error('it answers 503'))
  await claim('unanswered', 1)
  await claim('unasked', 1)
  expect(asked).toEqual(['granted', 'over', 'of an older cloud', 'unanswered'])
})
