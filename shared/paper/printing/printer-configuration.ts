import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { PrinterState } from '../../agents/protocol/report.ts'
import { cashId, findPaymentMethod } from '../../platform/money/payment-methods.ts'
import {
  id,
  isoTime,
  natural,
  nonBlank,
  nullableText,
  optionalText,
  recordId,
} from '../../platform/validation/fields.ts'
import { numberedPage } from '../layout/code-pages.ts'
import {
  Cut,
  columnsWithin,
  defaultSettings,
  maxCopies,
  maxFeed,
  maxGoodbyeSeconds,
  PaperColumns,
  PrinterCodePage,
  PrinterDots,
  PrinterLanguage,
  PrintSettings,
} from '../layout/print-settings.ts'
import type { PrintedTicket } from '../layout/receipt.ts'

const OpenDrawer = z
  .enum(['always', 'cash', 'never'])
  .describe('When a ticket opens the cash drawer; `cash` if it shows cash')

/** Settings of a printer configuration; every field may be left out. */
const PrinterSettings = z.object({
  columns: PaperColumns,
  language: PrinterLanguage.describe('The commands that the printer understands'),
  codePage: PrinterCodePage.describe(
    "The printer's table of letters, with its maker unless that numbers them as Epson",
  ),
  dots: PrinterDots.nullable().describe(
    'Printable dots of a line, which win over columns; null where they are not known',
  ),
  feed: z.int().min(0).max(maxFeed).describe('Lines fed before the cut'),
  cut: Cut.describe('How the paper is cut after a ticket'),
  openDrawer: OpenDrawer,
  buzzer: z.boolean().describe('Whether a ticket sounds the buzzer'),
  copies: z.int().min(1).max(maxCopies).describe('How often a ticket is printed'),
  goodbyeSeconds: z
    .number()
    .min(0)
    .max(maxGoodbyeSeconds)
    .refine((seconds) => seconds === 0 || seconds >= 0.001, {
      error: 'must be 0 or at least 0.001',
    })
    .nullable()
    .describe(
      "Wait for a network printer that confirms nothing; null as the agent's file says",
    ),
})
export type PrinterSettings = z.output<typeof PrinterSettings>

const { codePageNumber: _epson, ...defaultsOfPrinters } = defaultSettings

/** Settings where a configuration has none. */
export const defaultPrinterSettings: PrinterSettings = {
  ...defaultsOfPrinters,
  openDrawer: 'never',
}

const { shape } = PrinterSettings

/** The fields of a new configuration. */
const settingInputs = {
  columns: shape.columns.default(defaultPrinterSettings.columns),
  language: shape.language.default(defaultPrinterSettings.language),
  codePage: shape.codePage.default(defaultPrinterSettings.codePage),
  dots: shape.dots.default(defaultPrinterSettings.dots),
  feed: shape.feed.default(defaultPrinterSettings.feed),
  cut: shape.cut.default(defaultPrinterSettings.cut),
  openDrawer: shape.openDrawer.default(defaultPrinterSettings.openDrawer),
  buzzer: shape.buzzer.default(defaultPrinterSettings.buzzer),
  copies: shape.copies.default(defaultPrinterSettings.copies),
  goodbyeSeconds: shape.goodbyeSeconds.default(defaultPrinterSettings.goodbyeSeconds),
}

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
  const { openDrawer: when } = printer
  const openDrawer = when === 'always' || (when === 'cash' && showsCash(ticket))
  const settings = PrintSettings.parse({ ...jobSettingsOf(printer), openDrawer })
  return isDeepStrictEqual(settings, defaultSettings) ? undefined : settings
}

/** A printer's settings for any job, with columns for agents that know no dots. */
export function jobSettingsOf(printer: PrinterSettings): PrintSettings {
  const { codePage, dots } = printer
  return PrintSettings.parse({
    ...printer,
    ...numberedPage(codePage),
    ...(dots !== null && { columns: columnsWithin(dots) }),
    openDrawer: false,
  })
}

/** Settings for a copy of a ticket: one, the drawer stays shut, and no buzzer sounds. */
export const asOneCopy = (
  settings: PrintSettings | undefined,
): PrintSettings | undefined =>
  settings && { ...settings, openDrawer: false, buzzer: false, copies: 1 }

/** Purposes of a printer. */
export const PrinterType = z
  .enum(['KITCHEN', 'CUSTOMER', 'BAR'])
  .meta({ id: 'PrinterType', description: 'What a printer is for' })
export type PrinterType = z.output<typeof PrinterType>

/** Descriptions of fields, in requests and responses. */
const texts = {
  printerName: 'As its agent reports it, such as oven',
  templateName: 'Name of its template; null for the one in the request',
  enabled: 'Whether it prints at all',
  isDefault: 'Whether it is the default of its type',
  categoryIds: 'Of dishes; empty is all categories',
} as const

/** A printer configuration, unique by type and name. */
export const Printer = z
  .object({
    id: recordId(),
    printerType: PrinterType,
    printerName: z.string().describe(texts.printerName),
    templateName: nullableText.describe(texts.templateName),
    isDefault: z.boolean().describe(texts.isDefault),
    enabled: z.boolean().describe(texts.enabled),
    categoryIds: z.array(z.string()).describe(texts.categoryIds),
    ...shape,
    createdAt: isoTime,
  })
  .meta({
    id: 'Printer',
    description: 'A printer configuration, unique by type and name',
  })
export type Printer = z.output<typeof Printer>

/** Text that may be left out, null or blank; all of these become null. */
export const textOrNull = optionalText.transform((value) => value ?? null)

/** A transaction checks each of them. */
const maxCategories = 50

const categoryIds = z
  .array(id)
  .max(maxCategories)
  .describe(texts.categoryIds)
  .transform((ids) => [...new Set(ids)])

/** Body of POST /printers/configs. */
export const PrinterInput = z
  .object({
    printerType: PrinterType,
    printerName: nonBlank.describe(texts.printerName),
    templateName: textOrNull.describe(texts.templateName),
    isDefault: z.boolean().default(false).describe(texts.isDefault),
    enabled: z.boolean().default(true).describe(texts.enabled),
    categoryIds: categoryIds.default([]),
    ...settingInputs,
  })
  .meta({ id: 'PrinterInput' })
export type PrinterInput = z.output<typeof PrinterInput>

/** Body of PUT /printers/configs/{id}: a field that is left out stays as it is. */
export const PrinterPatch = z
  .object({
    printerType: PrinterType.optional(),
    printerName: nonBlank.optional().describe(texts.printerName),
    templateName: optionalText.describe(texts.templateName),
    isDefault: z.boolean().optional().describe(texts.isDefault),
    enabled: z.boolean().optional().describe(texts.enabled),
    categoryIds: categoryIds.optional(),
    ...PrinterSettings.partial().shape,
  })
  .meta({
    id: 'PrinterPatch',
    description: 'Fields that are left out keep their values',
    example: { enabled: false },
  })
export type PrinterPatch = z.output<typeof PrinterPatch>

/** Body of POST /printers/set. */
export const PrinterSelection = z
  .object({
    printerType: PrinterType,
    printerName: nonBlank.describe(texts.printerName),
  })
  .meta({ id: 'PrinterSelection' })
export type PrinterSelection = z.output<typeof PrinterSelection>

/** A printer configuration with its printer's state. */
export const PrinterStatus = Printer.pick({
  id: true,
  printerName: true,
  printerType: true,
})
  .extend({
    enabled: z.boolean().describe('Whether tickets of its type go there'),
    agentName: z.string().nullable().describe('null while no agent reaches it'),
    ...PrinterState.shape,
    waiting: natural.describe('Jobs that wait for it, or that it prints now'),
    lastSkippedMs: natural
      .nullable()
      .describe('Unix ms of a ticket of the last hour that printed nothing: no template'),
  })
  .meta({
    id: 'PrinterStatus',
    description: 'A printer configuration, and what its printer does',
  })
export type PrinterStatus = z.output<typeof PrinterStatus>
