/** A setting of the configuration file that the environment may override. */
type Setting = {
  /** Its place in the file, such as `node.url`. */
  readonly name: string
  /** Lists are JSON in the environment. */
  readonly type: 'text' | 'flag' | 'number' | 'list'
  /** Value unless it is set, for the README. */
  readonly default: string
  /** A sentence for the README, without a capital or a full stop. */
  readonly description: string
}

/** The agent's settings. `npm run generate` writes them into the README's table. */
export const settings: readonly Setting[] = [
  {
    name: 'baseUrl',
    type: 'text',
    default: 'needed',
    description: 'address of the shop, such as `https://pos.shop.example`',
  },
  {
    name: 'enrolmentToken',
    type: 'text',
    default: 'needed until the first start',
    description: 'the token that was shown when the agent was created',
  },
  {
    name: 'stateDir',
    type: 'text',
    default: 'needed',
    description:
      "folder for the agent's identity and journal, relative to the configuration file",
  },
  {
    name: 'statusPort',
    type: 'number',
    default: '`9180`',
    description: 'port of the status page on this machine; `0` switches the page off',
  },
  {
    name: 'printers.system',
    type: 'flag',
    default: '`true`',
    description: "whether the operating system's printers are used",
  },
  {
    name: 'printers.network',
    type: 'list',
    default: 'none',
    description:
      'printers reached by TCP: `name`, `host`, and optionally `port` (9100), `goodbyeSeconds` (2) and `status` (`auto`, `required` or `off`)',
  },
  {
    name: 'printers.devices',
    type: 'list',
    default: 'none',
    description: 'printers behind a device file: `name` and `path`, as in `/dev/usb/lp0`',
  },
  {
    name: 'printers.virtual',
    type: 'list',
    default: 'none',
    description: 'printers that write pictures: `name` and `directory`',
  },
  {
    name: 'node.url',
    type: 'text',
    default: 'no node',
    description: 'address of the Lightning node, such as `http://127.0.0.1:9740`',
  },
  {
    name: 'node.password',
    type: 'text',
    default: 'no node',
    description: "the node's HTTP password",
  },
]

export type Environment = Readonly<Record<string, string | undefined>>

/** `printers.network` is `POS_AGENT_PRINTERS_NETWORK`. */
export const variableOf = ({ name }: Pick<Setting, 'name'>): string =>
  `POS_AGENT_${name.replaceAll('.', '_').replaceAll(/(?<=[a-z])[A-Z]/g, '_$&')}`.toUpperCase()

/** The path of the configuration file. */
export const configVariable = 'POS_AGENT_CONFIG'

/**
 * A configuration with the settings of the environment in their places. Throws an Error
 * that names a variable with a wrong value or an unknown name.
 */
export function withOverrides(content: unknown, env: Environment): unknown {
  const known = new Set([configVariable, ...settings.map(variableOf)])
  const unknown = Object.keys(env).find(
    (name) => name.startsWith('POS_AGENT_') && !known.has(name),
  )
  if (unknown) throw new Error(`${unknown} is not a setting of the agent`)
  return settings.reduce((result, setting) => {
    const text = env[variableOf(setting)]
    if (text === undefined) return result
    return placed(result, setting.name.split('.'), parsedValue(setting, text))
  }, content)
}

/** A copy of `content` with a value at the end of the path. */
function placed(content: unknown, path: readonly string[], value: unknown): unknown {
  const [first, ...rest] = path
  if (first === undefined) return value
  const fields = content && typeof content === 'object' ? content : {}
  const inner = (fields as Record<string, unknown>)[first]
  return { ...fields, [first]: placed(inner, rest, value) }
}

function parsedValue(setting: Setting, text: string): unknown {
  if (setting.type === 'text') return text
  try {
    const value: unknown = JSON.parse(text)
    const type = Array.isArray(value) ? 'list' : typeof value
    if (type === { flag: 'boolean', number: 'number', list: 'list' }[setting.type])
      return value
  } catch {
    // The sentence below is plainer than the parser's, which would quote the text.
  }
  const wanted = {
    flag: 'true or false',
    number: 'a number',
    list: 'a list as JSON, such as [{"name": "kitchen", "host": "192.168.1.50"}]',
  }
  throw new Error(`${variableOf(setting)} must be ${wanted[setting.type]}`)
}
