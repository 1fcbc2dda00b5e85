import { readConfig } from '../config.ts'
import { listenToLog, muteLog } from '../log.ts'
import { allPrinters } from '../printers/printers.ts'
import { type Command, exitCodes } from './command.ts'
import { actAsOwner } from './owner.ts'

/** Lists the printers by the names that the shop's configuration of printers uses. */
export const printers: Command = {
  usage: '',
  argumentCount: 0,
  description: 'lists the printers that the agent finds',
  run: async ({ configPath, env, say, complain }) => {
    muteLog()
    await actAsOwner(configPath)
    listenToLog((event, { problem }) => {
      if (event === 'system-printers-failed') complain(String(problem))
    })
    const { printers: config } = await readConfig(configPath, env)
    const found = await allPrinters(config).list()
    for (const { name, kind } of found) say(`${name} (${kind})`)
    if (found.length === 0) complain('There is no printer.')
    return found.length > 0 ? exitCodes.ok : exitCodes.failed
  },
}
