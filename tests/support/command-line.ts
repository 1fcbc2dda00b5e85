import { type ParseArgsConfig, parseArgs } from 'node:util'

/** Ends a command whose arguments are wrong, with one line that says so. */
export function refuseArguments(text: string): never {
  console.error(text)
  process.exit(2)
}

/** `parseArgs`; ends the command for an option that it does not have. */
export function readArguments<T extends ParseArgsConfig>(
  config: T,
): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config)
  } catch (error) {
    return refuseArguments((error as Error).message)
  }
}

/** An option's number above 0; ends the command for another one. */
export function positiveNumber(option: string, text: string): number {
  const number = Number(text)
  if (number > 0 && number < Number.POSITIVE_INFINITY) return number
  return refuseArguments(`--${option} must be a number above 0`)
}

/** An option's whole number from 1 on; ends the command for another one. */
export function wholeNumber(option: string, text: string): number {
  const number = positiveNumber(option, text)
  if (Number.isSafeInteger(number)) return number
  return refuseArguments(`--${option} must be a whole number from 1 on`)
}
