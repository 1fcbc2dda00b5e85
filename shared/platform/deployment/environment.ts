import { furtherShopIfAny } from '../../current-shop.ts'
import type { OptionValues } from './option-schemas.ts'
import { type FunctionOption, functionOptions } from './options.ts'

/** Values of the functions' options that differ from the defaults. */
export type ChosenOptions = {
  readonly [Name in FunctionOption]?:
    | OptionValues[(typeof functionOptions)[Name]['type']]
    | undefined
}

/** The environment variable of an option: `corsOrigins` is `CORS_ORIGINS`. */
export const variableOf = (name: string): string =>
  name.replace(/[A-Z]/g, '_$&').toUpperCase()

/** The text of an option: the current shop's own, else the deployment's; '' for neither. */
export const textOfOption = (name: string): string =>
  furtherShopIfAny()?.settings?.[name] || process.env[variableOf(name)] || ''

/** The variable of an option for `npm start`: `corsOrigins` is `POS_CORS_ORIGINS`. */
export const machineVariableOf = (name: string): string => `POS_${variableOf(name)}`

/** Options as environment variables of a function. Lists are joined with commas. */
export const environmentOf = (chosen: ChosenOptions): Record<string, string> =>
  Object.fromEntries(
    (Object.keys(functionOptions) as FunctionOption[]).flatMap((name) => {
      const value = chosen[name]
      return value === undefined ? [] : [[variableOf(name), String(value)]]
    }),
  )
