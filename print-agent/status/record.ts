import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceFile } from '../../shared/atomic-file.ts'
import type { Config } from '../config.ts'
import { listenToLog } from '../log.ts'
import { agentVersion } from '../release.ts'
import { afterEvent, afterReport, firstStatus, Status } from './status.ts'

/** Changes that come together are one write. */
const writeAfterMs = 1_000

const fileIn = (stateDir: string) => join(stateDir, 'status.json')

export type StatusRecord = Awaited<ReturnType<typeof recordStatus>>

/**
 * Keeps the status from the events of the log, in memory and in the state directory.
 * While the disk is full, an older status stays there.
 */
export async function recordStatus(config: Config, now: () => number = Date.now) {
  const agent = { version: agentVersion, pid: process.pid, baseUrl: config.baseUrl }
  let status = firstStatus({ ...agent, hasNode: config.node !== null }, now())
  let timer: NodeJS.Timeout | undefined
  let news = new AbortController()

  const write = async () => {
    clearTimeout(timer)
    timer = undefined
    const path = fileIn(config.stateDir)
    await replaceFile(path, JSON.stringify(status)).catch(() => undefined)
  }
  const change = (next: Status) => {
    if (next === status) return
    if (problemsIn(next) !== problemsIn(status)) {
      news.abort()
      news = new AbortController()
    }
    status = next
    timer ??= setTimeout(() => void write(), writeAfterMs).unref()
  }
  const stopListening = listenToLog((event, fields) =>
    change(afterEvent(status, event, fields, now())),
  )
  await mkdir(config.stateDir, { recursive: true, mode: 0o700 })
  await write()

  return {
    current: (): Status => status,
    /** Aborts when a printer begins to fail, or works again. */
    printersChange: (): AbortSignal => news.signal,
    /** Call it when a heartbeat was answered, or sent through the open tunnel. */
    reported: () => change(afterReport(status, now())),
    close: async () => {
      stopListening()
      await write()
    },
  }
}

const problemsIn = ({ printers }: Status) =>
  JSON.stringify(printers.map(({ name, problem }) => [name, problem]))

/** The status in a state directory, a second old at most if its agent runs. */
export async function readStatus(stateDir: string): Promise<Status | undefined> {
  const text = await readFile(fileIn(stateDir), 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  return Status.parse(JSON.parse(text))
}
