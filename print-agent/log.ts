/**
 * Writes one line of JSON to standard output. Callers must not pass secrets. Of an error
 * only the name and the message are logged.
 */
export function log(event: string, fields: Record<string, unknown> = {}): void {
  const line = { time: new Date().toISOString(), event, ...fields }
  process.stdout.write(`${JSON.stringify(line, plainErrors)}\n`)
}

function plainErrors(_key: string, value: unknown): unknown {
  return value instanceof Error ? `${value.name}: ${value.message}` : value
}
