import { checkCategory } from '../../catalog/categories.ts'
import { Failure, required } from '../../failure.ts'
import { newId } from '../../ids.ts'
import { insertAuditEntry, insertChangeAudit } from '../../people/audit/audit-trail.ts'
import {
  collectionKey,
  type Item,
  type Key,
  uniqueGuard,
} from '../../platform/dynamodb/keys.ts'
import {
  deleteUnchanged,
  retryOnConflict,
  unchanged,
  updateUnchanged,
  versionConflict,
} from '../../platform/dynamodb/optimistic-lock.ts'
import { readAll } from '../../platform/dynamodb/read.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import {
  deleteIfPresent,
  insert,
  type OnConditionFailed,
  put,
  update,
  type Write,
  type Writes,
} from '../../platform/dynamodb/write.ts'
import { transactAndRespond } from '../../platform/idempotency/transact-and-respond.ts'
import { isoSeconds } from '../../platform/time/iso.ts'
import {
  defaultPrinterSettings,
  type Printer,
  type PrinterInput,
  type PrinterPatch,
  type PrinterSelection,
  type PrinterSettings,
  type PrinterType,
} from './printer-configuration.ts'

/** A printer configuration as it is stored; one without settings has the defaults. */
type PrinterRecord = Item &
  Omit<Printer, 'isDefault' | 'categoryIds' | keyof PrinterSettings> &
  Partial<PrinterSettings> & {
    /** Of dishes; absent on configurations that never had any, which are for all. */
    readonly categoryIds?: readonly string[]
    /** Counts the changes, but not that another configuration became the default. */
    readonly version: number
  }

/** The default of a type. There is one such record per type, so one default at most. */
type DefaultRecord = Item & { readonly printerId: string }

export type StoredPrinter = PrinterRecord & Readonly<Printer>

const printerKey = (id: string): Key => collectionKey('PRINTER', id)

const defaultKey = (type: PrinterType): Key => ({ pk: 'PRINTER', sk: `DEFAULT#${type}` })

const nameGuard = ({ printerType, printerName }: PrinterSelection): Key =>
  uniqueGuard(`PRINTER#${printerType}`, printerName)

const alreadyExists = () => new Failure('alreadyExists')

/** Every configuration, with the default of each type, in one query. */
export async function allPrinters(): Promise<StoredPrinter[]> {
  const items = await readAll<PrinterRecord | DefaultRecord>({ pk: 'PRINTER' })
  const defaults = new Map(
    items.filter(isDefaultRecord).map(({ sk, printerId }) => [sk, printerId]),
  )
  return items
    .filter((item): item is PrinterRecord => !isDefaultRecord(item))
    .map((item) => ({
      ...defaultPrinterSettings,
      ...item,
      categoryIds: [...(item.categoryIds ?? [])],
      isDefault: defaults.get(defaultKey(item.printerType).sk) === item.id,
    }))
}

const isDefaultRecord = (item: PrinterRecord | DefaultRecord): item is DefaultRecord =>
  item.sk.startsWith('DEFAULT#')

/**
 * Creates a configuration (POST /printers/configs). A new default replaces the current
 * one. Throws `alreadyExists`, and `invalid` for an unknown category.
 */
export async function createPrinter(input: PrinterInput, nowMs: number) {
  const id = newId()
  return transactAndRespond(insertPrinter(id, input, nowMs, alreadyExists), { id })
}

/**
 * Changes a configuration (PUT /printers/configs/{id}). Throws `notFound`, `alreadyExists`,
 * and `invalid` for an unknown category.
 */
export const changePrinter = (id: string, patch: PrinterPatch) =>
  retryOnConflict(async () => {
    const current = await findPrinter(id)
    const { isDefault = current.isDefault, ...fields } = patch
    const { printerType = current.printerType, printerName = current.printerName } =
      fields
    const changesType = printerType !== current.printerType
    await transact([
      updatePrinter(current, fields),
      ...insertPrinterAudit(current, { ...fields, isDefault }),
      ...checkCategories(fields.categoryIds, current.categoryIds),
      ...(changesType || printerName !== current.printerName
        ? [
            deleteIfPresent(nameGuard(current)),
            insert(nameGuard({ printerType, printerName }), alreadyExists),
          ]
        : []),
      current.isDefault && (changesType || !isDefault) && deleteDefault(current),
      isDefault && (changesType || !current.isDefault) && putDefault(printerType, id),
    ])
  })

/** Deletes a configuration (DELETE /printers/configs/{id}). Throws `notFound`. */
export const deletePrinter = (id: string) =>
  retryOnConflict(async () => {
    const current = await findPrinter(id)
    await transact([
      deleteUnchanged(current, ['version']),
      deleteIfPresent(nameGuard(current)),
      insertAuditEntry({ ...about(current), before: valuesOf(current) }),
      current.isDefault && deleteDefault(current),
    ])
  })

/**
 * Makes a configuration the default of its type (POST /printers/configs/{id}/default).
 * Throws `notFound`, and `conflict` when its type was changed or it was deleted between
 * the read and the write.
 */
export async function makeDefaultPrinter(id: string): Promise<void> {
  const current = await findPrinter(id)
  await transact([
    update(
      current,
      { add: { version: 1 }, ...unchanged(current, ['printerType']) },
      () => new Failure('conflict'),
    ),
    putDefault(current.printerType, id),
    ...insertPrinterAudit(current, { isDefault: true }),
  ])
}

/**
 * Enables the configuration of this type and name and makes it the default (POST
 * /printers/set). Creates it if there is none.
 */
export const setPrinter = (selection: PrinterSelection, nowMs: number) =>
  retryOnConflict(async () => {
    const current = (await allPrinters()).find(
      ({ printerType, printerName }) =>
        printerType === selection.printerType && printerName === selection.printerName,
    )
    if (current) {
      await transact([
        updatePrinter(current, { enabled: true }),
        putDefault(current.printerType, current.id),
        ...insertPrinterAudit(current, { enabled: true, isDefault: true }),
      ])
      return
    }
    const input = {
      ...selection,
      templateName: null,
      isDefault: true,
      enabled: true,
      categoryIds: [],
      ...defaultPrinterSettings,
    }
    await transact(insertPrinter(newId(), input, nowMs, versionConflict))
  })

const findPrinter = async (id: string): Promise<StoredPrinter> =>
  required((await allPrinters()).find((each) => each.id === id))

/** `onConditionFailed` is the failure when type and name are in use. */
function insertPrinter(
  id: string,
  { isDefault, ...input }: PrinterInput,
  nowMs: number,
  onConditionFailed: OnConditionFailed,
): Writes {
  const printer: PrinterRecord = {
    ...printerKey(id),
    ...input,
    id,
    createdAt: isoSeconds(nowMs),
    version: 1,
  }
  const audited = { ...input, id, isDefault }
  return [
    insert(printer),
    insert(nameGuard(input), onConditionFailed),
    insertAuditEntry({ ...about(audited), after: valuesOf(audited) }),
    ...checkCategories(input.categoryIds),
    isDefault && putDefault(input.printerType, id),
  ]
}

/** A category that was deleted after the configuration named it may stay. */
const checkCategories = (
  ids: readonly string[] = [],
  current: readonly string[] = [],
): Write[] =>
  ids.filter((id) => !current.includes(id)).map((id) => checkCategory('dish', id))

const updatePrinter = (
  current: StoredPrinter,
  set: Partial<Omit<PrinterPatch, 'isDefault'>>,
): Write => updateUnchanged(current, ['version'], { set, add: { version: 1 } })

const putDefault = (type: PrinterType, printerId: string): Write =>
  put({ ...defaultKey(type), printerId } satisfies DefaultRecord)

/**
 * Leaves the type without a default. VersionConflict when another configuration has become it.
 */
const deleteDefault = ({ id, printerType }: StoredPrinter): Write => {
  const current: DefaultRecord = { ...defaultKey(printerType), printerId: id }
  return deleteUnchanged(current, ['printerId'])
}

type AuditedPrinter = Omit<PrinterInput, 'categoryIds'> & { readonly id: string }

const about = ({ id, printerName }: AuditedPrinter) => ({
  kind: 'printer' as const,
  subject: { id, name: printerName },
})

/** Logs the changed fields of a configuration; nothing without a change. */
const insertPrinterAudit = (printer: AuditedPrinter, after: Partial<PrinterPatch>) =>
  insertChangeAudit(about(printer), printer, after)

/** Returns the fields of a new or deleted configuration that the audit trail keeps. */
const valuesOf = (printer: AuditedPrinter) => {
  const { printerType, printerName, templateName } = printer
  const { isDefault, enabled, openDrawer } = printer
  return { printerType, printerName, templateName, isDefault, enabled, openDrawer }
}
