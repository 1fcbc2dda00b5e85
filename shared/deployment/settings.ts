import { listEntries, variableOf } from './environment.ts'
import { type FunctionOption, functionOptions, type OptionValues } from './options.ts'
import { webOrigin } from './web-origin.ts'

type TypeOf<Name extends FunctionOption> = (typeof functionOptions)[Name]['type']
type SettingType = TypeOf<FunctionOption>

/** Each option, read from the environment when it is called. */
type Settings = {
  readonly [Name in FunctionOption]: () => OptionValues[TypeOf<Name>]
}

/** The value of a variable. CDK and `npm start` have checked it before they set it. */
const parse: { readonly [Type in SettingType]: (text: string) => OptionValues[Type] } = {
  seconds: Number,
  flag: (text) => text === 'true',
  url: (text) => text.replace(/\/+$/, ''),
  origins: (text) => listEntries(text).flatMap((entry) => webOrigin(entry) ?? []),
  ipAddresses: listEntries,
}

/**
 * The options of a deployment as its functions see them: the function's environment, else
 * the declared default. Durations are in seconds, addresses have no slash at the end, and
 * an address that nobody chose is ''. Secrets are in secrets.ts, and what the deployment
 * made for its functions in resources.ts.
 */
export const settings = Object.fromEntries(
  Object.entries(functionOptions).map(([name, option]) => {
    const variable = variableOf(name)
    const read = () => {
      const text = process.env[variable]
      return text ? parse[option.type](text) : option.default
    }
    return [name, read]
  }),
) as Settings
