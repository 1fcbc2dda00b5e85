import { writeSync } from 'node:fs'

const STDOUT = 1

/**
 * Writes one line of JSON to standard output. Callers must not pass secrets. Of an error
 * only the name and the message are logged. A line that cannot be written is dropped: the
 * disk of the log may be full, and its reader gone.
 */
export function log(event: string, fields: Record<string, unknown> = {}): void {
  const line = { time: new Date().toISOString(), event, ...fields }
  try {
    writeSync(STDOUT, `${JSON.stringify(line, plainErrors)}\n`)
  } catch {
    // There is nowhere to tell it.
  }
}

function plainErrors(_key: string, value: unknown): unknown {
  return value instanceof Error ? `${value.name}: ${value.message}` : value
}
