import { matchesGlob, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { rooms, roomVariable } from './rooms.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { tests, isPure } = rooms[process.env[roomVariable] ?? ''] ?? { tests: [] }

/** The first failure ends a run, so quick tests come first. */
class InOrderOfRoom extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const place = ({ moduleId }: TestSpecification) =>
      tests.findIndex((pattern) => matchesGlob(relative(root, moduleId), pattern))
    return files.toSorted((one, other) => place(one) - place(other))
  }
}

/** The tests of one room, for Stryker. */
export default defineConfig({
  root,
  test: {
    include: [...tests],
    exclude: ['**/*.long.test.ts'],
    // Each run loads its modules anew, and the clients of AWS are most of them.
    setupFiles: isPure
      ? []
      : ['tests/mutants/memory.ts', 'tests/mutants/load-sources.ts'],
    globalSetup: 'tests/mutants/engines.ts',
    // Files of a run share their modules. Each run has a thread of its own.
    isolate: false,
    pool: 'threads',
    // Node's own imports take less time than Vite's.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    sequence: { sequencer: InOrderOfRoom },
    testTimeout: 20_000,
    hookTimeout: 30_000,
    silent: true,
  },
})
