import { textOfOption } from './environment.ts'
import { listEntries } from './list-entries.ts'
import type { OptionValues } from './option-schemas.ts'
import { type FunctionOption, functionOptions } from './options.ts'
import { webOrigin } from './web-origin.ts'

type TypeOf<Name extends FunctionOption> = (typeof functionOptions)[Name]['type']
type SettingType = TypeOf<FunctionOption>

/** A function for each option that reads it. */
type Settings = {
  readonly [Name in FunctionOption]: () => OptionValues[TypeOf<Name>]
}

/** Parses an option's text. It is valid: CDK, `npm start` and `npm run shops` check it. */
const parse: { readonly [Type in SettingType]: (text: string) => OptionValues[Type] } = {
  seconds: Number,
  count: Number,
  flag: (text) => text === 'true',
  url: (text) => text.replace(/\/+$/, ''),
  origins: (text) => listEntries(text).flatMap((entry) => webOrigin(entry) ?? []),
  rateSources: listEntries,
  ipAddresses: listEntries,
  domainName: (text) => text,
  code: (text) => text,
}

/**
 * The options of a deployment for its functions: those of the current shop, else from the
 * function's environment, else the declared default. Durations are in seconds. URLs have no
 * slash at the end; one that is not set is ''. Secrets are in secrets.ts, names and addresses
 * of resources in resources.ts.
 */
export const settings = Object.fromEntries(
  Object.entries(functionOptions).map(([name, option]) => {
    const read = () => {
      const text = textOfOption(name)
      return text ? parse[option.type](text) : option.default
    }
    return [name, read]
  }),
) as Settings
