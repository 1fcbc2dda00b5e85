import { writeSync } from 'node:fs'

const standardOutput = 1

type LogListener = (event: string, fields: Record<string, unknown>) => void

const listeners = new Set<LogListener>([writeLine])

/** Logs an event. Never pass secrets. Of an error it logs name and message. */
export function log(event: string, fields: Record<string, unknown> = {}): void {
  for (const listener of listeners) listener(event, fields)
}

/** Also calls the listener with each event, until the returned function is called. */
export function listenToLog(listener: LogListener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** No more lines on standard output: a command writes its own there. */
export function muteLog(): void {
  listeners.delete(writeLine)
}

/** Writes one line of JSON, or drops it: the disk may be full, the reader gone. */
function writeLine(event: string, fields: Record<string, unknown>): void {
  const line = { time: new Date().toISOString(), event, ...fields }
  try {
    writeSync(standardOutput, `${JSON.stringify(line, plainErrors)}\n`)
  } catch {
    // There is nowhere to report it.
  }
}

function plainErrors(_key: string, value: unknown): unknown {
  return value instanceof Error ? `${value.name}: ${value.message}` : value
}
