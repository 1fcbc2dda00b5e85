import '../shared/localhost-names.ts'
import { parseArgs } from 'node:util'
import { check } from './commands/check.ts'
import { type Call, type Command, exitCodes } from './commands/command.ts'
import { direct } from './commands/direct.ts'
import { enrol } from './commands/enrol.ts'
import { printers, testPrint } from './commands/print.ts'
import { run } from './commands/run.ts'
import { status } from './commands/status.ts'
import { update } from './commands/update.ts'
import { ConfigProblem, configPathOf } from './config.ts'
import { agentVersion, releaseKey } from './release.ts'

/** Every command, in the order of the help. */
const commands: Readonly<Record<string, Command>> = {
  enrol,
  check,
  printers,
  'test-print': testPrint,
  direct,
  run,
  status,
  update,
}

const options = {
  config: { type: 'string', short: 'c' },
  downgrade: { type: 'boolean', default: false },
  back: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', short: 'v', default: false },
} as const

const terminal: Pick<Call, 'env' | 'say' | 'complain'> = {
  env: process.env,
  say: (line) => console.log(line),
  complain: (line) => console.error(line),
}

/** Runs the command that the arguments name, and returns the exit code. */
export async function runCommandLine(
  words: readonly string[],
  { env, say, complain } = terminal,
): Promise<number> {
  const parsed = parse(words)
  if (typeof parsed === 'string') {
    complain(`${parsed}\nlightning-pos-agent --help lists the commands.`)
    return exitCodes.usage
  }
  const { command, given, values } = parsed
  if (values.version) say(versionLine)
  if (values.help) say(help)
  if (values.version || values.help) return exitCodes.ok
  if (!command) {
    complain(help)
    return exitCodes.usage
  }
  try {
    return await command.run({
      arguments: given,
      flags: values,
      configPath: configPathOf(values.config, env),
      env,
      say,
      complain,
    })
  } catch (error) {
    complain(error instanceof ConfigProblem ? error.message : String(error))
    return error instanceof ConfigProblem ? exitCodes.config : exitCodes.failed
  }
}

/** Parses the arguments, or says what is wrong with them. */
function parse(words: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options,
      allowPositionals: true,
    })
    const [name = '', ...given] = positionals
    if (values.help || values.version || name === '') return { values, given }
    // Earlier releases were started with the path of their configuration alone.
    if (/[./\\]/.test(name) && given.length === 0) {
      return { command: run, given, values: { ...values, config: name } }
    }
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (!command) return `There is no command ${name}.`
    const isComplete = given.length === (values.back ? 0 : command.argumentCount)
    return isComplete
      ? { command, given, values }
      : `Usage: lightning-pos-agent ${name} ${command.usage}`.trimEnd()
  } catch (error) {
    return (error as Error).message
  }
}

const versionLine = releaseKey
  ? agentVersion
  : `${agentVersion} (development build: takes no updates)`

const help = [
  `The agent of Lightning POS ${agentVersion}: it prints in the shop and reaches its Lightning node.`,
  '',
  'Usage: lightning-pos-agent <command> [--config <file>]',
  '',
  ...Object.entries(commands).flatMap(([name, { usage, description }]) => [
    `  ${name} ${usage}`.trimEnd(),
    `      ${description}`,
  ]),
  '',
  '  --config <file>  the configuration; otherwise POS_AGENT_CONFIG, ./agent.json, or the',
  "                   installed agent's",
  '  --downgrade      update to an older version',
  '  --back           update: back to the version before',
  '  --version        the version',
].join('\n')
