import type { Ending } from './engines/tethered.ts'

const mostCharacters = 300

/** Why a process ended, on one line: `SIGKILL`, or `exit code 1: Error: no space left`. */
export function reasonOf({ code, signal, words }: Ending): string {
  return [signal ?? `exit code ${code}`, lastWords(words)].filter(Boolean).join(': ')
}

/** Of a stack trace the line that names the error, of other words all. */
function lastWords(words: string): string {
  const error = words.split('\n').findLast((line) => /error\b[^:]*: /i.test(line))
  return (error ?? words).replace(/\s+/g, ' ').trim().slice(0, mostCharacters)
}
