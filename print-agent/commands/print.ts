import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { defaultSettings } from '../../shared/paper/layout/print-settings.ts'
import { TemplateElement } from '../../shared/paper/layout/template.ts'
import { testElements } from '../../shared/paper/layout/test-page.ts'
import type { PrintJob } from '../../shared/paper/queue/print-job.ts'
import { readConfig } from '../config.ts'
import { openRenderers, render, Unprintable } from '../jobs/render.ts'
import { listenToLog, muteLog } from '../log.ts'
import { PrinterFailure } from '../printers/printer.ts'
import { allPrinters } from '../printers/printers.ts'
import { agentVersion } from '../release.ts'
import { type Command, exitCodes } from './command.ts'
import { actAsOwner } from './owner.ts'

const giveUpMs = 30_000

/** Prints a page as the agent prints receipts. */
export const testPrint: Command = {
  usage: '<printer>',
  argumentCount: 1,
  description: 'prints a test page',
  run: async ({ arguments: [name = ''], configPath, env, say, complain }) => {
    muteLog()
    await actAsOwner(configPath)
    const { printers: config } = await readConfig(configPath, env)
    const document = await render(testPage(name), { isCopy: false }, openRenderers())
    try {
      const giveUp = AbortSignal.timeout(giveUpMs)
      const { print } = allPrinters(config)
      const doubt = await print(name, document, async () => undefined, giveUp)
      say(
        doubt
          ? `${name} was sent the test page: ${doubt}.`
          : `${name} took the test page.`,
      )
    } catch (error) {
      if (!(error instanceof PrinterFailure || error instanceof Unprintable)) throw error
      complain(`${name} did not print: ${error.message}`)
      return exitCodes.failed
    }
    return exitCodes.ok
  },
}

function testPage(printerName: string): PrintJob {
  const nowMs = Date.now()
  const element = (type: TemplateElement['type'], value = '', style = {}) =>
    TemplateElement.parse({ type, value, style })
  return {
    id: randomUUID(),
    printerName,
    templateName: 'test page',
    elements: [
      element('HEADER', 'Lightning POS', { justification: 'CENTER', fontSize: 'LARGE' }),
      element('SEPARATOR', '-'),
      element('TEXT', `Printer: ${printerName}`),
      element('TEXT', `Computer: ${hostname()}`),
      element('TEXT', `Agent: ${agentVersion}`),
      ...testElements(defaultSettings),
      element('SEPARATOR', '-'),
      element('FOOTER', '{{ticket.date}}', { justification: 'CENTER' }),
    ],
    ticket: {
      ticketId: 'test-page',
      tableName: '',
      roomName: '',
      date: new Date(nowMs).toLocaleString('sv-SE'),
      items: [],
      total: 0,
    },
    config: null,
    createdAtMs: nowMs,
    expiresAtMs: nowMs + giveUpMs,
  }
}

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
