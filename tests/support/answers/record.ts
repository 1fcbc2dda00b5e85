import { appendFileSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Names the folder of the run, in which each process has a file with its answers. */
const variable = 'POS_TEST_ANSWERS'

/** Lets every process of the run record its answers in a folder. */
export const recordAnswersIn = (folder: string): void => {
  process.env[variable] = folder
}

/** Adds an answer that was found correct to what the run has seen. */
export function recordAnswer(operation: string, status: number): void {
  const folder = process.env[variable]
  if (folder)
    appendFileSync(join(folder, `${process.pid}.txt`), `${operation} ${status}\n`)
}

/** Counts the answers of each operation with each status, by `<operation> <status>`. */
export function recordedAnswers(folder: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const file of globSync('*.txt', { cwd: folder })) {
    for (const line of readFileSync(join(folder, file), 'utf8').split('\n')) {
      if (line !== '') counts.set(line, (counts.get(line) ?? 0) + 1)
    }
  }
  return counts
}
