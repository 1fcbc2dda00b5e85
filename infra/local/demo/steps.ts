import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Pos } from '../../../shared/client/pos.ts'

/** A response differs from the contract; the demo stops. */
export class ContractViolation extends Error {
  override name = 'ContractViolation'
}

let stepNumber = 0

/** Prints the title of the next step. */
export function step(title: string): void {
  stepNumber += 1
  console.log(`\n${String(stepNumber).padStart(2)}. ${title}`)
}

/** Prints a result of the current step. */
export const result = (text: string): void => console.log(`    ${text}`)

/** Checks that a response contains the expected fields. Returns it. */
export function expectFields<Body>(body: Body, expected: unknown): Body {
  expectContains('body', body, expected)
  return body
}

/** Checks that a value equals the expected one. Throws ContractViolation. */
export function expectEqual(
  what: string,
  actual: unknown,
  expected: unknown,
  context?: unknown,
): void {
  if (isDeepStrictEqual(actual, expected)) return
  const shown = context === undefined ? '' : ` (${JSON.stringify(context)})`
  throw new ContractViolation(
    `${what} is ${JSON.stringify(actual)}, the contract says ${JSON.stringify(expected)}${shown}`,
  )
}

/** Checks that a value contains the expected fields, at any depth. */
function expectContains(what: string, actual: unknown, expected: unknown): void {
  if (typeof expected !== 'object' || expected === null || Array.isArray(expected)) {
    expectEqual(what, actual, expected)
    return
  }
  const fields = actual as Record<string, unknown> | null
  for (const [key, value] of Object.entries(expected)) {
    expectContains(`${what}.${key}`, fields?.[key], value)
  }
}

/** Polls for a minute until a value is found. Throws ContractViolation if none is. */
export async function waitFor<T>(
  what: string,
  find: () => T | undefined | Promise<T | undefined>,
): Promise<T> {
  const deadlineMs = Date.now() + 60_000
  while (Date.now() < deadlineMs) {
    const found = await find()
    if (found !== undefined) return found
    await sleep(50)
  }
  throw new ContractViolation(`${what} did not arrive within a minute`)
}

/** The system that the demo runs against: API, simulated node and data directory. */
export type DemoSystem = {
  readonly url: string
  readonly nodeUrl: string
  readonly dataDir: string
}

/** Context of every step: the system, its client, and the id of its owner. */
export type Demo = DemoSystem & { readonly pos: Pos; readonly userId: string }
