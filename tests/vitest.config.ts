import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { AnswersReporter } from './support/answers/reporter.ts'

/** Tests with a thousand sockets, which have the machine to themselves at the end. */
const crowds = 'tests/sockets/**/*.test.ts'

/** Tests of the cloud's template. */
const templates = 'tests/infra/**/*.test.ts'

/** Tests that need nothing of their process but a table of their own. */
const sharing = [
  'tests/api/{catalog,http,reports,restaurant,sales,shop,uploads}/**/*.test.ts',
  'tests/races/{burst,checkout,links,shifts,staff,tables,templates}.test.ts',
  'tests/client/**/*.test.ts',
  'tests/house/**/*.test.ts',
  'tests/unit/{lightning,money,printing,time}/**/*.test.ts',
]

/** Tests that are worth their time in `npm run test:long` alone. */
const mass = process.env.POS_TEST_LONG === 'true' ? [] : ['tests/**/*.long.test.ts']

/** Processes that tests start take up what the first of their kind has compiled. */
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
  new URL('../node_modules/.cache/compiled', import.meta.url),
)

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    globalSetup: 'tests/support/engines.ts',
    reporters: ['default', new AnswersReporter()],
    // Each file has a process of its own, as each shop's handlers take their environment
    // from their process.
    pool: 'forks',
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // A slow machine is no fault of what is waited for.
    expect: { poll: { timeout: 15_000 } },
    // A request's log line is of use when it failed.
    silent: 'passed-only',
    projects: [
      {
        extends: true,
        test: {
          name: 'shop',
          include: ['tests/**/*.test.ts'],
          exclude: [templates, crowds, ...sharing, ...mass],
          // Many tests wait for processes and clocks rather than for a processor.
          maxWorkers: 4,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'shared process',
          include: sharing,
          exclude: mass,
          // They follow one another in a process, which loads the handlers once.
          isolate: false,
          maxWorkers: 4,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'cloud',
          include: [templates],
          // They share a process: each would spend seconds on loading CDK.
          isolate: false,
          maxWorkers: 4,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'crowds',
          include: [crowds],
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
