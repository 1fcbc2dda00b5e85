import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import {
  functionOptions,
  stackOptions,
} from '../../shared/platform/deployment/options.ts'
import { readOptions } from '../cloud/options.ts'
import { WrongUsage } from './command-line.ts'
import { dataOptions } from './shop-data.ts'
import type { StackState } from './stack.ts'

/** Options by name, each as the text that CDK's context takes. */
export type Context = Readonly<Record<string, string>>

/** Plan of one deployment. */
export type Plan = ReturnType<typeof planDeployment>

const declared = { ...stackOptions, ...functionOptions }

/** Options that the program chooses itself. */
const chosenHere = new Set([
  'shop',
  'protectTable',
  'keepEarlierIndexes',
  'tableStreamArn',
])

/** The options of `-c name=value`, and of a file before them. Throws `WrongUsage`. */
export function givenOptions(
  file: string | undefined,
  pairs: readonly string[],
): Context {
  const given = { ...(file === undefined ? {} : optionsInFile(file)), ...inPairs(pairs) }
  for (const [name, value] of Object.entries(given)) {
    requireOption(name)
    if (value === '') requireResettable(name)
  }
  return given
}

/** Throws `WrongUsage` unless an option of this name may be given. */
function requireOption(name: string): void {
  if (!Object.hasOwn(declared, name)) throw new WrongUsage(`${name} is not an option`)
  if (chosenHere.has(name)) throw new WrongUsage(`${name} is set by this program`)
}

/**
 * Throws `WrongUsage` unless an option may go back to its default. Without the names of its
 * data a shop would begin anew, on an empty table or with keys that match no PIN.
 */
export function requireResettable(name: string): void {
  requireOption(name)
  if (!dataOptions.includes(name)) return
  throw new WrongUsage(
    `${name} cannot be reset, by --reset or an empty value: the shop would begin without its ` +
      'data or its keys. Leave it out, or give another name. For an empty shop, deploy ' +
      'under another --shop.',
  )
}

/**
 * Plans a deployment: the options given, else those of the last deployment but the ones to
 * reset. The code of the first set-up never changes. Throws `WrongUsage` for a wrong value.
 */
export function planDeployment(
  shop: string,
  stack: StackState | undefined,
  { given, reset }: { readonly given: Context; readonly reset: readonly string[] },
) {
  const isFirst = stack === undefined || failedToCreate(stack)
  const outputs = isFirst ? new Map<string, string>() : stack.outputs
  const earlier = deployedOptions(outputs)
  /** Names of options that were not given and keep what the last deployment had. */
  const kept = Object.keys(earlier).filter(
    (name) => name in declared && !(name in given) && !reset.includes(name),
  )
  const context: Context = {
    setupCode: outputs.get('SetupCode') || newSetupCode(),
    ...Object.fromEntries(kept.map((name) => [name, earlier[name] ?? ''])),
    ...given,
    shop,
    // Deletion protection would block the rollback of a first create.
    protectTable: String(!isFirst),
  }
  try {
    readOptions((name) => context[name])
  } catch (error) {
    throw new WrongUsage((error as Error).message)
  }
  return { isFirst, context, kept }
}

/** The options of the last deployment, by the outputs of its stack. */
export const deployedOptions = (outputs: ReadonlyMap<string, string>) =>
  JSON.parse(outputs.get('Options') ?? '{}') as Context

/** A first deployment that failed leaves a stack, which CDK deletes before the next one. */
const failedToCreate = ({ status }: StackState) =>
  /^(CREATE_FAILED|ROLLBACK_COMPLETE|ROLLBACK_FAILED|REVIEW_IN_PROGRESS)$/.test(status)

/** The arguments of the CDK CLI. */
export const cdkArguments = (
  command: 'deploy' | 'destroy',
  context: Context,
): string[] => [command, ...contextArguments(context)]

/** Options as arguments of the CDK CLI and of `npm run deploy`. */
export const contextArguments = (context: Context): string[] =>
  Object.entries(context).flatMap(([name, value]) => ['-c', `${name}=${value}`])

function inPairs(pairs: readonly string[]): Context {
  const entries = pairs.map((pair) => {
    const at = pair.indexOf('=')
    if (at < 1) throw new WrongUsage(`-c ${pair}: must be name=value`)
    return [pair.slice(0, at), pair.slice(at + 1)] as const
  })
  return Object.fromEntries(entries)
}

function optionsInFile(file: string): Context {
  try {
    const options = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
    return Object.fromEntries(
      Object.entries(options).map(([name, value]) => [name, String(value)]),
    )
  } catch (error) {
    throw new WrongUsage(`--options ${file}: ${(error as Error).message}`)
  }
}

/** Without letters and digits that are read wrongly: 0 and O, 1, I and L. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** A random code of 60 bits that can be read aloud: `K7WM-3FQP-ZT2H`. */
export function newSetupCode(): string {
  const part = () =>
    Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return [part(), part(), part()].join('-')
}
