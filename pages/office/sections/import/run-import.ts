import type { ImportRun } from '../../../../shared/client/api.ts'
import { pos } from '../../../parts/pos.ts'
import type { ImportKind } from './columns.ts'

export type How = {
  readonly kind: ImportKind
  readonly dryRun: boolean
  readonly decimal: ',' | '.' | undefined
}

const pollMs = 1_000

/**
 * Runs an import to its end, and reports its progress. Throws PosError, and the signal's
 * reason once it is aborted; parts that were sent are imported all the same.
 */
export async function runImport(
  parts: readonly string[],
  { decimal, ...how }: How,
  onProgress: (run: ImportRun) => void,
  signal: AbortSignal,
): Promise<ImportRun> {
  const { id } = await pos.importRuns.create({
    body: { ...how, ...(decimal && { decimal }) },
  })
  for (const [at, body] of parts.entries()) {
    await pos.importRuns.putPart({ params: { id, n: String(at + 1) }, body, signal })
  }
  for (;;) {
    const run = await pos.importRuns.one({ params: { id }, signal })
    onProgress(run)
    if (run.status === 'done' || run.status === 'failed') return run
    await new Promise((resolve) => setTimeout(resolve, pollMs))
    signal.throwIfAborted()
  }
}
