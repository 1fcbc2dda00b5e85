import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Reporter, TestModule, Vitest } from 'vitest/node'
import {
  compiledFolder,
  type ListedOperation,
  listFile,
  useCompiledFolder,
} from './compiled.ts'
import { recordAnswersIn, recordedAnswers } from './record.ts'

/**
 * Prints how many answers the run compared with docs/openapi.json. A run of all tests fails
 * when it has not seen each operation succeed.
 */
export class AnswersReporter implements Reporter {
  readonly #folder = mkdtempSync(join(tmpdir(), 'pos-answers-'))
  #vitest: Vitest | undefined

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
    recordAnswersIn(this.#folder)
    useCompiledFolder()
  }

  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    const counts = recordedAnswers(this.#folder)
    rmSync(this.#folder, { recursive: true })
    if (counts.size === 0) return
    const answers = [...counts.values()].reduce((sum, count) => sum + count, 0)
    const operations = JSON.parse(
      readFileSync(join(compiledFolder(), listFile), 'utf8'),
    ) as ListedOperation[]
    const documented = operations.flatMap(({ id, responses }) =>
      Object.keys(responses).map((status) => `${id} ${status}`),
    )
    const unseen = operations.filter(
      ({ id, responses }) =>
        !successes(responses).some((status) => counts.has(`${id} ${status}`)),
    )
    console.log(
      `Answers: ${answers} as docs/openapi.json says, from ` +
        `${operations.length - unseen.length} of ${operations.length} operations and with ` +
        `${documented.filter((each) => counts.has(each)).length} of ${documented.length} ` +
        'documented statuses',
    )
    if (unseen.length === 0 || !(await this.#isWhole(modules))) return
    console.error(`No test saw these succeed: ${unseen.map(({ id }) => id).join(', ')}`)
    process.exitCode = 1
  }

  async #isWhole(modules: readonly TestModule[]): Promise<boolean> {
    if (!this.#vitest || this.#vitest.config.testNamePattern) return false
    return (await this.#vitest.globTestSpecifications()).length === modules.length
  }
}

/** The statuses of success; all of them where an operation has no success. */
function successes(responses: ListedOperation['responses']): string[] {
  const statuses = Object.keys(responses)
  const below400 = statuses.filter((status) => Number(status) < 400)
  return below400.length > 0 ? below400 : statuses
}
