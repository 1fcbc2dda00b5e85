import { isRunning } from '../../shared/lock-file.ts'
import { readConfig } from '../config.ts'
import { readStatus } from '../status/record.ts'
import { type Mood, type StatusView, textsFor, viewOf } from '../status/view.ts'
import { type Command, exitCodes } from './command.ts'
import { actAsOwner } from './owner.ts'

/** Prints the status page's content, in the language of the terminal. */
export const status: Command = {
  usage: '',
  argumentCount: 0,
  description: 'shows what the running agent does; exits with 1 if something fails',
  run: async ({ configPath, env, say, complain }) => {
    await actAsOwner(configPath)
    const { stateDir } = await readConfig(configPath, env)
    const current = await readStatus(stateDir)
    if (!current || !(await isRunning(stateDir))) {
      complain('The agent is not running.')
      return exitCodes.failed
    }
    const view = viewOf(current, textsFor(env.LC_ALL || env.LC_MESSAGES || env.LANG))
    for (const line of plainLines(view)) say(line)
    return view.mood === 'bad' ? exitCodes.failed : exitCodes.ok
  },
}

const marks: Readonly<Record<Mood, string>> = {
  good: 'ok ',
  bad: '!! ',
  waiting: '.. ',
  plain: '   ',
}

/** The status as lines for a terminal. */
export function plainLines({ mood, headline, facts, sections }: StatusView): string[] {
  return [
    `${marks[mood]}${headline}`,
    ...facts.map(({ label, text }) => `   ${label}: ${text}`),
    ...sections.flatMap(({ title, lines, none }) => [
      '',
      title,
      ...lines.map((line) => `${marks[line.mood]}${line.label}: ${line.text}`),
      ...(lines.length === 0 ? [`   ${none}`] : []),
    ]),
  ]
}
