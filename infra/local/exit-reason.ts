import type { ProcessExit } from './engines/supervised-process.ts'

const maxCharacters = 300

/** Why a process ended, on one line: `SIGKILL`, or `exit code 1: Error: no space left`. */
export function exitReason({ code, signal, stderrTail }: ProcessExit): string {
  return [signal ?? `exit code ${code}`, errorLine(stderrTail)].filter(Boolean).join(': ')
}

/** Of a stack trace the line that names the error, of other words all. */
function errorLine(words: string): string {
  const error = words.split('\n').findLast((line) => /error\b[^:]*: /i.test(line))
  return (error ?? words).replace(/\s+/g, ' ').trim().slice(0, maxCharacters)
}
