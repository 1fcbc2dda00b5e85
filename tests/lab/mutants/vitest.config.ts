import { matchesGlob, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { compileAnswers } from '../../support/answers/compile.ts'
import { modules, moduleVariable } from './modules.ts'

compileAnswers()

const root = fileURLToPath(new URL('../../..', import.meta.url))
const { tests, isPure } = modules[process.env[moduleVariable] ?? ''] ?? { tests: [] }

/** The first failure ends a run, so quick tests come first. */
class InOrderOfModule extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const place = ({ moduleId }: TestSpecification) =>
      tests.findIndex((pattern) => matchesGlob(relative(root, moduleId), pattern))
    return files.toSorted((one, other) => place(one) - place(other))
  }
}

/** The tests of one module, for Stryker. */
export default defineConfig({
  root,
  test: {
    include: [...tests],
    exclude: ['**/*.long.test.ts'],
    // Each run reloads its modules, and the clients of AWS are most of them.
    setupFiles: isPure ? [] : ['tests/lab/mutants/memory.ts'],
    // No engine is started: the table is in memory.
    provide: {
      dynamoDbEndpoint: 'http://127.0.0.1:9',
      queuesEndpoint: 'http://127.0.0.1:9',
    },
    // Files of a run share their modules. Each run has its own thread.
    isolate: false,
    pool: 'threads',
    // Node's own imports take less time than Vite's.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    sequence: { sequencer: InOrderOfModule },
    testTimeout: 20_000,
    hookTimeout: 30_000,
    silent: true,
  },
})
