import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { type ParseArgsConfig, parseArgs } from 'node:util'

/** A reason not to go on, in plain words: printed without a stack. */
export class Refusal extends Error {
  override name = 'Refusal'
}

/** The command line is wrong: the usage is printed as well. */
export class WrongUsage extends Error {
  override name = 'WrongUsage'
}

/**
 * Parses arguments. An unknown option is a `WrongUsage`, and so is a stray word unless the
 * program takes words.
 */
export function parseCommandLine<Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
  allowPositionals = false,
) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals })
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

/** Asks the operator a question; '' without a terminal. */
export type Ask = (question: string) => Promise<string>

/** Asks on this terminal. */
export const ask: Ask = async (question) =>
  (await readLine(question, process.stdout)).trim()

/** Asks for a line on the terminal without echo. */
export const askSecret: Ask = async (question) => {
  const line = await readLine(
    question,
    new Writable({ write: (_chunk, _encoding, done) => done() }),
  )
  process.stdout.write('\n')
  return line
}

async function readLine(question: string, output: Writable): Promise<string> {
  process.stdout.write(question)
  const terminal = process.stdin.isTTY
  const lines = createInterface({ input: process.stdin, output, terminal })
  // Without it Ctrl-C would count as an empty answer
  lines.once('SIGINT', () => process.exit(130))
  const [line = ''] = await Promise.race([once(lines, 'line'), once(lines, 'close')])
  lines.close()
  return line as string
}

/** Runs the CDK CLI with these arguments in a region; returns its exit code. */
export type Cdk = (args: readonly string[], region: string) => Promise<number>

const root = join(import.meta.dirname, '../..')

/** The CDK CLI of this repository, with this terminal as its own. */
export const cdk: Cdk = (args, region) =>
  new Promise((resolve, reject) => {
    const program = createRequire(import.meta.url).resolve('aws-cdk/bin/cdk')
    const child = spawn(process.execPath, [program, ...args], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, AWS_REGION: region },
    })
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? 1))
  })
