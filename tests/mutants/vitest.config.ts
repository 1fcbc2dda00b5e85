import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { rooms } from './rooms.ts'
import { roomVariable, staticVariable } from './variables.ts'

/** The tests of one room, for Stryker. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: [...(rooms[process.env[roomVariable] ?? '']?.tests ?? [])],
    exclude: ['**/*.long.test.ts'],
    setupFiles: ['tests/mutants/memory.ts'],
    globalSetup: 'tests/mutants/engines.ts',
    // Only mutants of what runs at the import of a module need it to be loaded anew.
    isolate: process.env[staticVariable] === 'true',
    testTimeout: 20_000,
    hookTimeout: 30_000,
    silent: true,
  },
})
