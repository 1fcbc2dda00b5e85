import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Answer } from '../client.ts'

/** Something differed from the contract; the story ends here. */
export class ContractViolation extends Error {
  override name = 'Differs'
}

let stepNumber = 0

/** Tells what happens next. */
export function step(what: string): void {
  stepNumber += 1
  console.log(`\n${String(stepNumber).padStart(2)}. ${what}`)
}

/** Tells a result. */
export const result = (text: string): void => console.log(`    ${text}`)

/** Checks an answer's status and the named parts of its body; answers the body. */
export function expectResponse(
  { status, body }: Answer,
  expected: { status: number; body?: unknown },
) {
  expectEqual('status', status, expected.status, body)
  if ('body' in expected) expectContains('body', body, expected.body)
  return body
}

/** Checks a value that must be exactly so. */
export function expectEqual(
  what: string,
  actual: unknown,
  expected: unknown,
  context?: unknown,
) {
  if (isDeepStrictEqual(actual, expected)) return
  const shown = context === undefined ? '' : ` (${JSON.stringify(context)})`
  throw new ContractViolation(
    `${what} is ${JSON.stringify(actual)}, the contract says ${JSON.stringify(expected)}${shown}`,
  )
}

/** Checks that a value holds at least what is expected, part by part. */
function expectContains(what: string, actual: unknown, expected: unknown): void {
  if (typeof expected !== 'object' || expected === null || Array.isArray(expected)) {
    expectEqual(what, actual, expected)
    return
  }
  for (const [key, value] of Object.entries(expected)) {
    expectContains(
      `${what}.${key}`,
      (actual as Record<string, unknown> | null)?.[key],
      value,
    )
  }
}

/** Looks again and again, for 15 seconds. Throws Differs when it does not come. */
export async function waitFor<T>(
  what: string,
  look: () => T | undefined | Promise<T | undefined>,
): Promise<T> {
  const untilMs = Date.now() + 15_000
  while (Date.now() < untilMs) {
    const found = await look()
    if (found !== undefined) return found
    await sleep(50)
  }
  throw new ContractViolation(`${what} did not come within 15 s`)
}
