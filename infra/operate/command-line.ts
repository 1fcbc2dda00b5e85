import { type ParseArgsConfig, parseArgs } from 'node:util'

/** A reason not to go on, in plain words: printed without a stack. */
export class Refusal extends Error {
  override name = 'Refusal'
}

/** The command line is wrong: the usage is printed as well. */
export class WrongUsage extends Error {
  override name = 'WrongUsage'
}

/** Parses arguments; an unknown option or a stray word is a `WrongUsage`. */
export function parseCommandLine<Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], options, strict: true }).values
  } catch (error) {
    throw new WrongUsage((error as Error).message)
  }
}

/** The shop's name, which every program needs. Throws `WrongUsage`. */
export function requiredShop(shop: string | undefined): string {
  if (!shop) throw new WrongUsage("--shop is missing: the shop's name, such as corner")
  return shop
}

/**
 * Runs a program of the command line and returns its exit code: 0 when it is done, 1 when it
 * or AWS refused, 2 when the command line is wrong.
 */
export async function runProgram(
  usage: string,
  args: readonly string[],
  work: () => Promise<void>,
): Promise<number> {
  if (args.includes('--help')) {
    console.log(usage)
    return 0
  }
  try {
    await work()
    return 0
  } catch (error) {
    if (error instanceof WrongUsage) {
      console.error(`${error.message}\n\n${usage}`)
      return 2
    }
    const { name, message } = error as Error
    console.error(error instanceof Refusal ? message : `${name}: ${message}`)
    return 1
  }
}
