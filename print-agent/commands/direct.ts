import { replaceFile } from '../../shared/atomic-file.ts'
import { configOf, readContent } from '../config.ts'
import { muteLog } from '../log.ts'
import { type RawTcpQueue, rawTcpQueues } from '../printers/cups.ts'
import { connectPrinter } from '../printers/network.ts'
import { PrinterFailure } from '../printers/printer.ts'
import { type Command, exitCodes } from './command.ts'
import { actAsOwner } from './owner.ts'

/**
 * Lets the agent reach a printer by TCP whose queue in CUPS does so, too: CUPS does not know
 * whether such a printer read a receipt, and the agent asks it. The printer keeps its name.
 */
export const direct: Command = {
  usage: '<printer>',
  argumentCount: 1,
  description: 'prints to a network printer of CUPS without CUPS, which sees more',
  run: async ({ arguments: [name = ''], configPath, env, say, complain }) => {
    muteLog()
    await actAsOwner(configPath)
    const content = await readContent(configPath)
    configOf(JSON.stringify(content), configPath, env)
    try {
      const queue = (await rawTcpQueues()).find((each) => each.name === name)
      if (!queue?.address) {
        complain(`${name} is no queue of CUPS that names an address of raw TCP.`)
        return exitCodes.failed
      }
      const { host, port } = queue.address
      const socket = await connectPrinter(host, port)
      socket.destroy()
      const text = `${JSON.stringify(withPrinter(content, { name, host, port }), null, 2)}\n`
      configOf(text, configPath, env)
      await replaceFile(configPath, text)
      say(`The agent prints to ${name} at ${host}:${port} once it is restarted.`)
      return exitCodes.ok
    } catch (error) {
      if (!(error instanceof PrinterFailure)) throw error
      complain(`Nothing is changed: ${error.message}`)
      return exitCodes.failed
    }
  },
}

/** A configuration's content with one more printer on the network. */
function withPrinter(content: unknown, printer: object): object {
  const { printers = {}, ...others } = content as {
    printers?: { network?: object[] }
  }
  const network = [...(printers.network ?? []), printer]
  return { ...others, printers: { ...printers, network } }
}

/** Advice for a printer whose queue is in CUPS. */
export const directAdvice = ({ name, address }: RawTcpQueue): string =>
  `its queue in CUPS does not know whether it read a receipt; ${
    address
      ? `lightning-pos-agent direct ${name} prints without CUPS`
      : 'add it to printers.network with its address'
  }`
