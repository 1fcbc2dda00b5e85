import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { AnswersReporter } from './support/answers/reporter.ts'

/** Tests with a thousand sockets, which have the machine to themselves at the end. */
const crowds = 'tests/sockets/**/*.test.ts'

/** Tests of the cloud's template. */
const templates = 'tests/infra/**/*.test.ts'

/**
 * Tests that need nothing of their process but a table of their own: no WebSocket, no fault
 * proxy and no variables of another process, as clients keep the first address they call.
 */
const sharing = [
  'tests/api/{catalog,http,printers,reports,restaurant,shifts,shop,store,uploads}/**/*.test.ts',
  'tests/api/sales/!(payment-constants).test.ts',
  'tests/api/staff/!(permissions|user-sessions).test.ts',
  'tests/api/wallet/!(wallet-tunnel).test.ts',
  'tests/client/**/*.test.ts',
  'tests/generated/**/*.test.ts',
  'tests/house/**/*.test.ts',
  'tests/operate/{migrations,restore}.test.ts',
  'tests/races/!(orders|watchers).test.ts',
  'tests/unit/!(agents|auth|deployment|dynamodb|payments-feed)/**/*.test.ts',
]

/** Tests that replace or reload modules, which native imports cannot. */
const replacing = [
  'tests/faults/login-work.test.ts',
  'tests/unit/{auth,deployment,payments-feed}/**/*.test.ts',
]

/** Node's own imports take less time than Vite's; it strips the types itself. */
const nativeImports = { viteModuleRunner: false, nodeLoader: false }

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
          exclude: [templates, crowds, ...replacing, ...sharing, ...mass],
          experimental: nativeImports,
          // Many tests wait for processes and clocks rather than for a processor.
          maxWorkers: 5,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'shared process',
          include: sharing,
          exclude: mass,
          experimental: nativeImports,
          // They follow one another in a process, which loads the handlers once.
          isolate: false,
          maxWorkers: 5,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'replaced modules',
          include: replacing,
          maxWorkers: 5,
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
          maxWorkers: 5,
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
