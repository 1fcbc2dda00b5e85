import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { rooms, roomVariable } from './rooms.ts'

/** The tests of one room, for Stryker. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: [...(rooms[process.env[roomVariable] ?? '']?.tests ?? [])],
    exclude: ['**/*.long.test.ts'],
    setupFiles: ['tests/mutants/memory.ts', 'tests/mutants/load-sources.ts'],
    globalSetup: 'tests/mutants/engines.ts',
    // Files of a run share their modules. Each run has a thread of its own.
    isolate: false,
    pool: 'threads',
    testTimeout: 20_000,
    hookTimeout: 30_000,
    silent: true,
  },
})
