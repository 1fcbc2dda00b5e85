import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: 'tests/engines.ts',
    // Each file has a process of its own, as each shop's handlers take their environment
    // from their process.
    pool: 'forks',
    // Many tests wait for processes and clocks rather than for a processor.
    maxWorkers: 4,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // A request's log line is of use when it failed.
    silent: 'passed-only',
  },
})
