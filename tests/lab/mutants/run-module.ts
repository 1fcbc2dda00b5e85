import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MutantResult } from '@stryker-mutator/api/core'
import { Stryker } from '@stryker-mutator/core'
import { type Module, moduleVariable } from './modules.ts'

/**
 * File of Stryker's results for a module, which git ignores: an aborted run goes on from it.
 */
const incrementalFile = (name: string) => `.mutants/${name}.json`

type Kept = { files: Record<string, { mutants: { status: string }[] }> }

/**
 * Forgets the mutants that lived, as Stryker does not notice a new test that kills one which
 * runs at the import of a module, and those whose time ran out, perhaps on a busy machine.
 */
function forgetSurvivors(name: string): void {
  const file = incrementalFile(name)
  if (!existsSync(file)) return
  const kept = JSON.parse(readFileSync(file, 'utf8')) as Kept
  for (const source of Object.values(kept.files)) {
    source.mutants = source.mutants.filter(({ status }) => status === 'Killed')
  }
  writeFileSync(file, JSON.stringify(kept))
}

/**
 * Tests the mutants of a module that lived, have no result yet, or whose code or tests changed;
 * all of them when it is `fresh`. Returns those and the others with their earlier results.
 */
export function runModule(
  name: string,
  { sources }: Module,
  concurrency: number,
  fresh: boolean,
): Promise<MutantResult[]> {
  if (fresh) rmSync(incrementalFile(name), { force: true })
  forgetSurvivors(name)
  process.env[moduleVariable] = name
  // Each run of Vitest reloads its modules.
  process.env.NODE_COMPILE_CACHE ??= join(process.cwd(), 'node_modules/.cache/compiled')
  const stryker = new Stryker({
    mutate: [...sources],
    ignorers: ['documented-text'],
    plugins: [
      '@stryker-mutator/vitest-runner',
      new URL('documented-text.ts', import.meta.url).href,
    ],
    testRunner: 'vitest',
    vitest: { configFile: 'tests/lab/mutants/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    incremental: true,
    incrementalFile: incrementalFile(name),
    tempDirName: `.mutants/sandbox-${name}`,
    ignorePatterns: [
      // It would be rewritten by an API that TypeScript 7 lacks.
      'tsconfig.json',
      'docs/**/*.webp',
      'tests/**/pictures',
      '.pos',
      '.mutants',
      'cdk.out',
    ],
    reporters: ['progress-append-only'],
    concurrency,
    // A slow machine kills no mutant.
    timeoutMS: 60_000,
    timeoutFactor: 3,
    dryRunTimeoutMinutes: 15,
    warnings: false,
    allowConsoleColors: false,
  })
  return stryker.runMutationTest()
}
