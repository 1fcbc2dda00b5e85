import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { AnswersReporter } from './support/answers/reporter.ts'
import { FailedFilesReporter } from './support/failed-files.ts'

/** Tests with hundreds of sockets, which have the machine to themselves at the end. */
const crowds = 'tests/sockets/**/*.test.ts'

/** Tests of the cloud's template. */
const templates = 'tests/infra/**/*.test.ts'

/** Tests whose shops reach the table through a fault proxy, while others call it directly. */
const proxied = [
  'tests/api/pay-codes/table-code-reads.test.ts',
  'tests/api/sales/payment-constants.test.ts',
  'tests/api/staff/permissions.test.ts',
  'tests/faults/!(login-work|uploads|webhook).test.ts',
  'tests/races/{contention,orders}.test.ts',
]

/** Tests that need a separate process: they set it up as no other test does. */
const alone = [
  // It has its own engine.
  'tests/api/http/big-lists.long.test.ts',
  'tests/{bench,browser}/**/*.test.ts',
  'tests/api/front-door/**/*.test.ts',
  // It sets the clock weeks ahead, which ids of other files would follow.
  'tests/api/refunds/payout-lookups.test.ts',
  // Their ids tell times, and files that set the clock ahead leave such ids behind them.
  'tests/api/shifts/report.test.ts',
  'tests/api/shop/{base,changed}-currency.test.ts',
  // They set the clock ahead, and a process goes by when it has read a host.
  'tests/api/shops/{settings,states}.test.ts',
  // They close their shop, and a process remembers a host's record for seconds.
  'tests/api/{imports,webhooks}/closed-shop.test.ts',
  'tests/api/shops/{move,remove}.test.ts',
  'tests/faults/{uploads,webhook}.test.ts',
  // It opens its shop on its own ports, which clients of other files do not know.
  'tests/generated/audit.test.ts',
  // It counts the agents of its process.
  'tests/local/agent-restart*.test.ts',
  'tests/operate/!(migrations).test.ts',
  // Their clocks are at the day of the table.
  'tests/upgrade/**/*.test.ts',
  'tests/tunnel/**/*.test.ts',
  // It sets the clock back, which ids of other files would not survive.
  'tests/unit/ids.test.ts',
  // Small files that take long: here they do not begin last, when nothing else is left.
  'tests/demo/demo.long.test.ts',
  'tests/lab/simulation/simulation.test.ts',
  'tests/webhook/reconciliation.test.ts',
]

/** Tests that replace or reload modules, which native imports cannot. */
const replacing = [
  'tests/api/shops/throttle.test.ts',
  'tests/faults/login-work.test.ts',
  'tests/unit/auth/{cookies,front-door}.test.ts',
  'tests/unit/deployment/{parameter-store,secrets,web-origin}.test.ts',
  'tests/unit/payments-feed/lost-frames.test.ts',
]

/** Node's own imports take less time than Vite's; it strips the types itself. */
const nativeImports = { viteModuleRunner: false, nodeLoader: false }

/** Tests of `npm run test:long` alone: long tests, and the laboratory but for one sample. */
const isLong = process.env.POS_TEST_LONG === 'true'
const onlyLong = isLong
  ? []
  : [
      'tests/**/*.long.test.ts',
      'tests/lab/!(simulation)/**/*.ts',
      'tests/lab/simulation/!(table)/**/*.ts',
      // It compares the table in memory with the engine that `npm run test:judge` chooses.
      ...(process.env.POS_ENGINE ? [] : ['tests/lab/simulation/table/*.ts']),
    ]

/** Processes that tests start take up what the first of their kind has compiled. */
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
  new URL('../node_modules/.cache/compiled', import.meta.url),
)

const root = fileURLToPath(new URL('..', import.meta.url))
process.env.POS_DRAW_SEED ??= treeOfHead()

export default defineConfig({
  root,
  test: {
    setupFiles: [
      'tests/support/record-rights.ts',
      'tests/support/failed-logs.ts',
      'tests/support/main-shop.ts',
      'tests/support/same-day.ts',
      'tests/support/same-draws.ts',
      'tests/support/same-environment.ts',
    ],
    globalSetup: 'tests/support/engines.ts',
    reporters: ['default', new AnswersReporter(), new FailedFilesReporter()],
    // A file has its process to itself while it runs, as its shop's handlers take their
    // environment from the process.
    pool: 'forks',
    // Many tests wait for processes and clocks rather than for a processor.
    maxWorkers: 7,
    sequence: { groupOrder: 1 },
    // A slow machine is not the fault of what is waited for.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    // A request's log line is of use when it failed.
    silent: 'passed-only',
    projects: [
      {
        extends: true,
        test: {
          name: 'shared process',
          include: ['tests/**/*.test.ts'],
          exclude: [templates, crowds, ...replacing, ...proxied, ...alone, ...onlyLong],
          experimental: nativeImports,
          // They follow one another in a process, which loads the handlers once.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'behind a proxy',
          include: proxied,
          exclude: onlyLong,
          experimental: nativeImports,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'own process',
          include: alone,
          exclude: onlyLong,
          experimental: nativeImports,
        },
      },
      {
        extends: true,
        test: {
          name: 'replaced modules',
          include: replacing,
        },
      },
      {
        extends: true,
        test: {
          name: 'cloud',
          include: [templates],
          exclude: onlyLong,
          experimental: nativeImports,
          // They share a few processes: each spends seconds on loading CDK, and makes the
          // template of a deployment once.
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'crowds',
          include: [crowds],
          experimental: nativeImports,
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})

/** The files of this commit as Git names them together; nothing where there is no Git. */
function treeOfHead(): string {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD^{tree}'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return ''
  }
}
