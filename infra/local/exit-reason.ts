import type { ProcessExit } from './engines/supervised-process.ts'

const maxCharacters = 300

/** Why a process ended, on one line: `SIGKILL`, or `exit code 1: Error: no space left`. */
export function exitReason({ code, signal, stderrTail }: ProcessExit): string {
  return [signal ?? `exit code ${code}`, errorLine(stderrTail)].filter(Boolean).join(': ')
}

/** The line of a stack trace that names the error; any other text as a whole. */
function errorLine(text: string): string {
  const error = text.split('\n').findLast((line) => /error\b[^:]*: /i.test(line))
  return (error ?? text).replace(/\s+/g, ' ').trim().slice(0, maxCharacters)
}
