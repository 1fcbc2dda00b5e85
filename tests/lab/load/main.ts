import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '../../../shared/client/connect.ts'
import type { Pos } from '../../../shared/client/pos.ts'
import { type Crowd, openCrowd } from '../../sockets/watchers-crowd.ts'
import { positiveNumber, readArguments } from '../../support/command-line.ts'
import { auditBooks, type Finding } from './audit.ts'
import { judge } from './flatness.ts'
import { openGauges } from './gauges.ts'
import { openMenu } from './menu.ts'
import { openPaper } from './paper.ts'
import {
  readReports,
  type Shift,
  sellForCash,
  sellOverLightning,
  serveTable,
} from './people.ts'
import { minuteLines } from './print.ts'
import { type RequestRecorder, requestRecorder } from './requests.ts'
import { type RunningSystem, startRealSystem } from './system.ts'

/*
 * `npm run load -- --minutes 10`: the system of `npm start` as real processes under full
 * load for so long, and whether memory, handles and queues stay flat and the books are
 * right. Each person begins the next piece of work when the one before is done.
 */
const { values } = readArguments({
  options: { minutes: { type: 'string', default: '10' } },
})
const minutes = positiveNumber('minutes', values.minutes)

const owner = { name: 'Ana', pin: '4321' }
const measureEveryMs = 2_500
const watchers = 50
/** A shorter run is warm-up for the most part: its slopes are shown, and not judged. */
const judgedFromMinutes = 5

const staff = [
  [4, sellForCash],
  [2, sellOverLightning],
  [3, serveTable],
  [1, readReports],
] as const

/** First words of a verdict's lines. */
const words: Record<string, string> = { true: 'ok  ', false: 'FAIL', null: '–   ' }

const system = await startRealSystem()
let findings: Finding[]
try {
  findings = await run(system)
} finally {
  await system.close()
}
console.log('\nVerdict')
for (const { text, holds } of findings) console.log(`  ${words[String(holds)]}  ${text}`)
process.exit(findings.some(({ holds }) => holds === false) ? 1 : 0)

async function run({ url, nodeUrl }: RunningSystem): Promise<Finding[]> {
  const recorder = requestRecorder()
  const { pos, userId } = await setUp(url, recorder)
  const paper = await openPaper(pos, system)
  const shift: Shift = {
    userId,
    nodeUrl,
    paper,
    menu: await openMenu(pos),
    sold: [],
    settled: [],
    paidHashes: [],
    failures: [],
  }
  const crowd = await watch(url)
  // The set-up is not part of the load.
  recorder.take()
  console.log(
    `${minutes} minutes of load, by ${describeStaff()} and ${watchers} watchers`,
  )
  const unexpected = await work(url, recorder, shift)
  await sleep(2_000)
  const findings = [
    ...unexpected,
    ...(await auditBooks(pos, shift)),
    frames(crowd, shift.paidHashes),
  ]
  await crowd.close()
  await paper.close()
  return findings
}

/** Sets the shop up, with the client of its owner. */
async function setUp(url: string, recorder: RequestRecorder) {
  const pos = connect({ baseUrl: url, fetch: recorder.fetch })
  const shop = {
    businessType: 'store' as const,
    businessName: 'Load',
    businessCurrency: 'USD',
    userName: owner.name,
    userPassword: 'wallet',
    userPin: owner.pin,
  }
  await pos.setup.setUp({ body: shop })
  const { user } = await pos.auth.login({ body: owner })
  const nowMs = String(Date.now())
  const { userId } = user
  const opened = { shiftDate: nowMs, startTime: nowMs, notes: '', initialAmount: 100 }
  await pos.shifts.create({ body: { userId, ...opened } })
  return { pos, userId }
}

async function watch(url: string): Promise<Crowd> {
  const cookies = new Map<string, string>()
  await connect({ baseUrl: url, cookies }).auth.login({ body: owner })
  const crowd = await openCrowd(url, cookies.get('accessToken') ?? '', watchers)
  while (crowd.greeted() < watchers) await sleep(50)
  // News that is published while a socket opens, and up to half a second later, may reach
  // it twice.
  await sleep(1_000)
  return crowd
}

/** Lets the staff work for the time given, and prints each minute. */
async function work(
  url: string,
  recorder: RequestRecorder,
  shift: Shift,
): Promise<Finding[]> {
  const measuring = connect({ baseUrl: url })
  await measuring.auth.login({ body: owner })
  const gauges = openGauges(measuring, system)
  const endMs = performance.now() + minutes * 60_000
  const stop = new AbortController()
  const people = staff
    .flatMap(([count, act]) => Array.from({ length: count }, () => act))
    .map((act, at) => person(url, recorder, at, act, shift, stop.signal))
  const allDone = Promise.all(people)

  const errors = new Map<number, number>()
  let gauge = await gauges.measure()
  for (let minute = 1; !stop.signal.aborted; minute += 1) {
    const startMs = performance.now()
    const untilMs = Math.min(endMs, startMs + 60_000)
    while (performance.now() < untilMs && !stop.signal.aborted) {
      await sleep(Math.min(measureEveryMs, Math.max(1, untilMs - performance.now())))
      gauge = await gauges.measure().catch((error: unknown) => {
        shift.failures.push(`measuring: ${String(error)}`)
        return gauge
      })
    }
    const figures = recorder.take()
    for (const [status, count] of figures.errors) {
      errors.set(status, (errors.get(status) ?? 0) + count)
    }
    const seconds = (performance.now() - startMs) / 1_000
    console.log(minuteLines({ minute, seconds, figures, gauge, shift }).join('\n'))
    if (performance.now() >= endMs) stop.abort()
  }
  await allDone
  const lines = system.errorLines()
  // Expired access tokens get 401, and the client renews them.
  const others = [...errors].filter(([status]) => status !== 401)
  const told = others.map(([status, count]) => `${count} × ${status}`).join(', ')
  return [
    ...judge(gauges.series()).map(({ text, holds }) =>
      minutes < judgedFromMinutes
        ? { text: `${text}, judged from 5 minutes on`, holds: null }
        : { text, holds },
    ),
    { text: `unexpected statuses: ${told || 'none'}`, holds: others.length === 0 },
    {
      text: [`error lines in the log: ${lines.length}`, ...lines.slice(0, 5)].join(
        '\n        ',
      ),
      holds: lines.length === 0,
    },
    {
      text: `${gauge.dead} messages in the dead-letter queue`,
      holds: gauge.dead === 0,
    },
  ]
}

/** One person with a session of their own, who works until the signal. */
async function person(
  url: string,
  recorder: RequestRecorder,
  at: number,
  act: (pos: Pos, shift: Shift, round: number) => Promise<void>,
  shift: Shift,
  signal: AbortSignal,
): Promise<void> {
  const pos = connect({ baseUrl: url, fetch: recorder.fetch })
  await pos.auth.login({ body: owner })
  for (let round = at; !signal.aborted; round += staffCount()) {
    await act(pos, shift, round).catch((error: unknown) =>
      shift.failures.push(`${act.name}: ${String(error)}`),
    )
  }
}

function staffCount() {
  return staff.reduce((sum, [count]) => sum + count, 0)
}

function describeStaff() {
  return staff.map(([count, { name }]) => `${count} ${name}`).join(', ')
}

function frames(crowd: Crowd, hashes: readonly string[]): Finding {
  const missed = hashes.filter((hash) => crowd.reached(hash) < watchers)
  const repeated = hashes.filter((hash) => crowd.repeated(hash) > 0)
  return {
    text: `${hashes.length} payments to ${watchers} watchers: ${missed.length} missed, ${repeated.length} repeated`,
    holds: missed.length === 0 && repeated.length === 0,
  }
}
