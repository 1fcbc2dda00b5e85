import * as z from 'zod'
import { id, isoTime, nonBlank, optionalText } from '../../validation/fields.ts'
import { settingFields, settingInputs, settingPatches } from './printer-settings.ts'

/** What a printer is for. */
export const PrinterType = z
  .enum(['KITCHEN', 'CUSTOMER', 'BAR'])
  .meta({ id: 'PrinterType', description: 'What a printer is for' })
export type PrinterType = z.output<typeof PrinterType>

/** A printer configuration, unique by type and name. */
export const Printer = z
  .object({
    id: z.string(),
    printerType: PrinterType,
    printerName: z.string(),
    templateName: z.string().nullable(),
    /** Whether it is the default of its type. */
    isDefault: z.boolean().describe('Whether it is the default of its type'),
    enabled: z.boolean(),
    categoryIds: z.array(z.string()).describe('Of dishes; empty is all categories'),
    ...settingFields,
    /** ISO 8601. */
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
  .describe('Of dishes; empty is all categories')
  .transform((ids) => [...new Set(ids)])

/** Body of POST /printers/configs. */
export const PrinterInput = z
  .object({
    printerType: PrinterType,
    printerName: nonBlank,
    templateName: textOrNull,
    isDefault: z.boolean().default(false),
    enabled: z.boolean().default(true),
    categoryIds: categoryIds.default([]),
    ...settingInputs,
  })
  .meta({ id: 'PrinterInput' })
export type PrinterInput = z.output<typeof PrinterInput>

/** Body of PUT /printers/configs/{id}: a field that is left out stays as it is. */
export const PrinterPatch = z
  .object({
    printerType: PrinterType.optional(),
    printerName: nonBlank.optional(),
    templateName: optionalText,
    isDefault: z.boolean().optional(),
    enabled: z.boolean().optional(),
    categoryIds: categoryIds.optional(),
    ...settingPatches,
  })
  .meta({ id: 'PrinterPatch', description: 'Fields that are left out keep their values' })
export type PrinterPatch = z.output<typeof PrinterPatch>

/** Body of POST /printers/set. */
export const PrinterSelection = z
  .object({
    printerType: PrinterType,
    printerName: nonBlank,
  })
  .meta({ id: 'PrinterSelection' })
export type PrinterSelection = z.output<typeof PrinterSelection>
