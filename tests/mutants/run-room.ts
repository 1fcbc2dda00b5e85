import { rmSync } from 'node:fs'
import type { MutantResult } from '@stryker-mutator/api/core'
import { Stryker } from '@stryker-mutator/core'
import type { Room } from './rooms.ts'
import { roomVariable, staticVariable } from './variables.ts'

/** What Stryker keeps of a room, which git ignores: an aborted run goes on from it. */
const incrementalFile = (name: string) => `.mutants/${name}.json`

/** Forgets the results of earlier runs. */
export const forget = (name: string): void =>
  rmSync(incrementalFile(name), { force: true })

/**
 * Tests the mutants of a room that have no result yet, or whose code or tests changed.
 * Mutants of what runs at the import of a module follow in processes of their own: the
 * others share one that stays, which takes a tenth of the time.
 */
export async function runRoom(
  name: string,
  room: Room,
  concurrency: number,
): Promise<MutantResult[]> {
  process.env[roomVariable] = name
  await runMutants(name, room, { concurrency, ignoreStatic: true })
  process.env[staticVariable] = 'true'
  try {
    return await runMutants(name, room, { concurrency, ignoreStatic: false })
  } finally {
    delete process.env[staticVariable]
  }
}

const runMutants = (
  name: string,
  { sources }: Room,
  options: { readonly concurrency: number; readonly ignoreStatic: boolean },
) =>
  new Stryker({
    ...options,
    mutate: [...sources],
    ignorers: ['documented-text'],
    plugins: [
      '@stryker-mutator/vitest-runner',
      new URL('documented-text.ts', import.meta.url).href,
    ],
    testRunner: 'vitest',
    vitest: { configFile: 'tests/mutants/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    incremental: true,
    incrementalFile: incrementalFile(name),
    tempDirName: '.mutants/sandboxes',
    // It would rewrite the paths of tsconfig.json, by an API that TypeScript 7 lacks.
    ignorePatterns: [
      'tsconfig.json',
      'docs/**/*.webp',
      'tests/**/pictures',
      '.pos',
      'cdk.out',
    ],
    reporters: ['progress-append-only'],
    // Computing machines are shared.
    timeoutMS: 30_000,
    timeoutFactor: 5,
    dryRunTimeoutMinutes: 15,
  } as ConstructorParameters<typeof Stryker>[0]).runMutationTest()
