/**
 * Writes one structured line to standard output. Callers pass no secrets: what is logged
 * of an error is its name and message.
 */
export function log(event: string, fields: Record<string, unknown> = {}): void {
  const line = { time: new Date().toISOString(), event, ...fields }
  process.stdout.write(`${JSON.stringify(line, plainErrors)}\n`)
}

function plainErrors(_key: string, value: unknown): unknown {
  return value instanceof Error ? `${value.name}: ${value.message}` : value
}
