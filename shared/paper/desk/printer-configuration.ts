import * as z from 'zod'
import {
  id,
  isoTime,
  nonBlank,
  nullableText,
  optionalText,
  recordId,
} from '../../validation/fields.ts'
import { settingFields, settingInputs, settingPatches } from './printer-settings.ts'

/** What a printer is for. */
export const PrinterType = z
  .enum(['KITCHEN', 'CUSTOMER', 'BAR'])
  .meta({ id: 'PrinterType', description: 'What a printer is for' })
export type PrinterType = z.output<typeof PrinterType>

/** What fields mean, in requests and responses. */
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
    ...settingFields,
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
    ...settingPatches,
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
