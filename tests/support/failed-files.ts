import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

/** Writes the test files that failed, one a line, to the file POS_FAILED_FILES. */
export class FailedFilesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const path = process.env.POS_FAILED_FILES
    if (!path) return
    const failed = modules.filter((module) => !module.ok())
    const names = failed.map(({ moduleId }) => relative(process.cwd(), moduleId))
    writeFileSync(path, names.map((name) => `${name}\n`).join(''))
  }
}
