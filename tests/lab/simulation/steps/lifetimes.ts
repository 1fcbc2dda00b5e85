import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StepCheck } from './step.ts'

const root = join(import.meta.dirname, '../../../..')

/** Records that expire: where they are, and after how long at most. */
type Lifetime = { readonly pk: string; readonly sk: string; readonly ms: number }

const unitsMs: Readonly<Record<string, number>> = {
  day: 24 * 60 * 60_000,
  hour: 60 * 60_000,
  minute: 60_000,
}

/** Clocks of functions differ, and expiry is in whole seconds. */
const toleranceMs = 5_000

/** The table of lifetimes in docs/data-model.md; of several in a row the longest is the last. */
function lifetimes(): Lifetime[] {
  const page = readFileSync(join(root, 'docs/data-model.md'), 'utf8')
  const [, section = ''] = page.split('\n## Lifetimes\n')
  const row =
    /^\| .+ \| `([^`<]+)[^`]*` \| (?:`([^`<]+)[^`]*`|any) \| (?:[^|]*; [^|]*?)?(\d+) (\w+) \|$/gm
  return [...section.matchAll(row)].map(([, pk = '', sk = '', count, unit = '']) => ({
    pk,
    sk,
    ms: Number(count) * (unitsMs[unit.replace(/s$/, '')] ?? Number.NaN),
  }))
}

const isAt = (text: string, start: string) =>
  start.endsWith('#') ? text.startsWith(start) : text === start || start === ''

/**
 * Checks lifetimes: only records of the listed kinds expire, within the lifetime of their
 * kind; nothing else vanishes.
 */
export const checkLifetimes = (): StepCheck => {
  const kinds = lifetimes()
  return ({ changes, nowMs, isExpiry }, findings) => {
    for (const { key, item, before } of changes) {
      const kind = kinds.find(({ pk, sk }) => isAt(key.pk, pk) && isAt(key.sk, sk))
      const name = `${key.pk} ${key.sk}`
      if (isExpiry && before) {
        const expired = Number(before.expiresAt) * 1_000
        findings.isTrue(`${name} vanished`, kind !== undefined && expired < nowMs)
      }
      if (!item) continue
      const hasExpiry = typeof item.expiresAt === 'number'
      findings.equal(`${name} has an expiry`, hasExpiry, kind !== undefined)
      if (!kind || !hasExpiry) continue
      const livesMs = Number(item.expiresAt) * 1_000 - nowMs
      const isWithin = livesMs <= kind.ms + toleranceMs
      findings.isTrue(`${name} lives ${livesMs} ms more`, isWithin)
    }
  }
}
