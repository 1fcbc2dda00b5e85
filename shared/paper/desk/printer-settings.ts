import * as z from 'zod'
import { cashId, findPaymentMethod } from '../../money/payment-methods.ts'
import {
  CodePage,
  Cut,
  defaultSettings,
  maxCopies,
  maxGoodbyeSeconds,
  PaperColumns,
  PrinterLanguage,
  type PrintSettings,
} from '../layout/print-settings.ts'
import type { PrintedTicket } from '../layout/printed-ticket.ts'

const OpenDrawer = z
  .enum(['always', 'cash', 'never'])
  .describe('When a ticket opens the cash drawer; `cash` if it shows cash')

/** How a configuration prints; every field may be left out. */
const PrinterSettings = z.object({
  columns: PaperColumns,
  language: PrinterLanguage.describe('The commands that the printer understands'),
  codePage: CodePage.describe("The printer's table of letters"),
  cut: Cut.describe('How the paper is cut after a ticket'),
  openDrawer: OpenDrawer,
  buzzer: z.boolean().describe('Whether a ticket sounds the buzzer'),
  copies: z.int().min(1).max(maxCopies).describe('How often a ticket is printed'),
  goodbyeSeconds: z
    .number()
    .min(0)
    .max(maxGoodbyeSeconds)
    .nullable()
    .describe(
      "Wait for a network printer that confirms nothing; null as the agent's file says",
    ),
})
export type PrinterSettings = z.output<typeof PrinterSettings>

/** What a configuration prints like unless it says otherwise. */
export const defaultPrinterSettings: PrinterSettings = {
  ...defaultSettings,
  openDrawer: 'never',
}

const { shape } = PrinterSettings

/** The fields of a configuration. */
export const settingFields = shape

/** The fields of a new configuration. */
export const settingInputs = {
  columns: shape.columns.default(defaultPrinterSettings.columns),
  language: shape.language.default(defaultPrinterSettings.language),
  codePage: shape.codePage.default(defaultPrinterSettings.codePage),
  cut: shape.cut.default(defaultPrinterSettings.cut),
  openDrawer: shape.openDrawer.default(defaultPrinterSettings.openDrawer),
  buzzer: shape.buzzer.default(defaultPrinterSettings.buzzer),
  copies: shape.copies.default(defaultPrinterSettings.copies),
  goodbyeSeconds: shape.goodbyeSeconds.default(defaultPrinterSettings.goodbyeSeconds),
}

/** The fields of a change. */
export const settingPatches = PrinterSettings.partial().shape

const cash = findPaymentMethod(cashId)?.name

const showsCash = ({ details: { tenders = [] } = {} }: PrintedTicket) =>
  tenders.some(({ method }) => method === cash)

/**
 * The settings of a ticket's job on a printer; undefined where they are the defaults, as
 * earlier clouds sent jobs.
 */
export function settingsOf(
  printer: PrinterSettings,
  ticket: PrintedTicket,
): PrintSettings | undefined {
  const { columns, language, codePage, cut, buzzer, copies, goodbyeSeconds } = printer
  const openDrawer =
    printer.openDrawer === 'always' ||
    (printer.openDrawer === 'cash' && showsCash(ticket))
  const settings: PrintSettings = {
    columns,
    language,
    codePage,
    cut,
    openDrawer,
    buzzer,
    copies,
    goodbyeSeconds,
  }
  const names = Object.keys(settings) as (keyof PrintSettings)[]
  const isDefault = names.every((name) => settings[name] === defaultSettings[name])
  return isDefault ? undefined : settings
}

/** Settings for a copy of a ticket: one, and the drawer stays shut. */
export const asOneCopy = (
  settings: PrintSettings | undefined,
): PrintSettings | undefined => settings && { ...settings, openDrawer: false, copies: 1 }
