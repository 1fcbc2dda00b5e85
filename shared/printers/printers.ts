import { collectionKey, type Item, type Key, uniqueGuard } from '../dynamodb/keys.ts'
import { retryOnConflict, VersionConflict } from '../dynamodb/optimistic-lock.ts'
import { readAll } from '../dynamodb/read.ts'
import { noResponse, transact } from '../dynamodb/transact.ts'
import {
  deleteIfPresent,
  deleteItem,
  insert,
  put,
  update,
  type Write,
} from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'
import { newId } from '../ids.ts'
import { isoSeconds } from '../time/iso.ts'
import type { PrinterType } from './printer.ts'

/** A printer configuration, unique by type and name. */
export type StoredPrinter = PrinterRecord & {
  /** Whether it is the default of its type. */
  readonly isDefault: boolean
}

type PrinterRecord = Item & {
  readonly id: string
  readonly printerType: PrinterType
  readonly printerName: string
  readonly templateName: string | null
  readonly enabled: boolean
  /** ISO 8601. */
  readonly createdAt: string
  /** Counts what was said of it; ceasing to be the default is not. */
  readonly version: number
}

/** A type's default: as there is one such record a type, there is one default at most. */
type DefaultItem = Item & { readonly printerId: string }

/** What a client says of a new configuration. */
export type PrinterInput = {
  readonly printerType: PrinterType
  readonly printerName: string
  readonly templateName: string | null
  readonly isDefault: boolean
  readonly enabled: boolean
}

/** What a client changes; what is undefined stays as it is. */
export type PrinterPatch = {
  readonly [K in keyof PrinterInput]?: PrinterInput[K] | undefined
}

const printerKey = (id: string): Key => collectionKey('PRINTER', id)

const defaultKey = (type: PrinterType): Key => ({ pk: 'PRINTER', sk: `DEFAULT#${type}` })

const nameKey = ({ printerType, printerName }: Named): Key =>
  uniqueGuard(`PRINTER#${printerType}`, printerName)

type Named = Pick<PrinterInput, 'printerType' | 'printerName'>

const taken = () => new Failure('alreadyExists')
const stale = () => new VersionConflict()

/** Every configuration, with the default of each type, in one query. */
export async function allPrinters(): Promise<StoredPrinter[]> {
  const items = await readAll<PrinterRecord | DefaultItem>({ pk: 'PRINTER' })
  const defaults = new Map(
    items.filter(isDefaultItem).map(({ sk, printerId }) => [sk, printerId]),
  )
  return items
    .filter((item): item is PrinterRecord => !isDefaultItem(item))
    .map((item) => ({
      ...item,
      isDefault: defaults.get(defaultKey(item.printerType).sk) === item.id,
    }))
}

const isDefaultItem = (item: PrinterRecord | DefaultItem): item is DefaultItem =>
  item.sk.startsWith('DEFAULT#')

/** Creates a configuration; a new default displaces the old one. Throws `alreadyExists`. */
export async function createPrinter(input: PrinterInput, nowMs: number) {
  const id = newId()
  await transact(insertPrinter(id, input, nowMs, taken), { id })
  return { id }
}

/** Changes a configuration. Throws `notFound`, `alreadyExists`. */
export const changePrinter = (id: string, patch: PrinterPatch) =>
  retryOnConflict(async () => {
    const held = await findPrinter(id)
    const { isDefault = held.isDefault, ...rest } = patch
    const { printerType: type = held.printerType, printerName = held.printerName } = rest
    const changesType = type !== held.printerType
    await transact(
      [
        updatePrinter(held, rest),
        ...(changesType || printerName !== held.printerName
          ? [
              deleteIfPresent(nameKey(held)),
              insert(nameKey({ printerType: type, printerName }), taken),
            ]
          : []),
        ...(held.isDefault && (changesType || !isDefault) ? [deleteDefault(held)] : []),
        ...(isDefault && (changesType || !held.isDefault) ? [putDefault(type, id)] : []),
      ],
      noResponse,
    )
  })

/** Deletes a configuration. Throws `notFound`. */
export const deletePrinter = (id: string) =>
  retryOnConflict(async () => {
    const held = await findPrinter(id)
    await transact(
      [
        deleteItem(held, unchanged(held), stale),
        deleteIfPresent(nameKey(held)),
        ...(held.isDefault ? [deleteDefault(held)] : []),
      ],
      noResponse,
    )
  })

/**
 * Makes a configuration the default of its type. Throws `notFound`, and `conflict` when
 * it was changed or deleted between its reading and its writing.
 */
export async function makeDefaultPrinter(id: string): Promise<void> {
  const { printerType } = await findPrinter(id)
  await transact(
    [
      update(
        printerKey(id),
        {
          add: { version: 1 },
          when: '#printerType = :type',
          values: { type: printerType },
        },
        () => new Failure('conflict'),
      ),
      putDefault(printerType, id),
    ],
    noResponse,
  )
}

/** Creates or finds the configuration of this type and name, enabled and the default. */
export const setPrinter = (named: Named, nowMs: number) =>
  retryOnConflict(async () => {
    const held = (await allPrinters()).find(
      ({ printerType, printerName }) =>
        printerType === named.printerType && printerName === named.printerName,
    )
    if (held) {
      await transact(
        [updatePrinter(held, { enabled: true }), putDefault(held.printerType, held.id)],
        noResponse,
      )
      return
    }
    const input = { ...named, templateName: null, isDefault: true, enabled: true }
    await transact(insertPrinter(newId(), input, nowMs, stale), noResponse)
  })

async function findPrinter(id: string): Promise<StoredPrinter> {
  const held = (await allPrinters()).find((each) => each.id === id)
  if (!held) throw new Failure('notFound')
  return held
}

function insertPrinter(
  id: string,
  { isDefault, ...input }: PrinterInput,
  nowMs: number,
  refusal: () => Error,
): Write[] {
  const printer: PrinterRecord = {
    ...printerKey(id),
    ...input,
    id,
    createdAt: isoSeconds(nowMs),
    version: 1,
  }
  return [
    insert(printer),
    insert(nameKey(input), refusal),
    ...(isDefault ? [putDefault(input.printerType, id)] : []),
  ]
}

/** Changes a configuration, unless it was changed since it was read. */
const updatePrinter = (held: StoredPrinter, set: Omit<PrinterPatch, 'isDefault'>): Write =>
  update(held, { set, add: { version: 1 }, ...unchanged(held) }, stale)

const unchanged = ({ version }: StoredPrinter) => ({
  when: '#version = :seen',
  values: { seen: version },
})

const putDefault = (type: PrinterType, printerId: string): Write =>
  put({ ...defaultKey(type), printerId } satisfies DefaultItem)

/** Leaves the type without a default, unless another one was made it meanwhile. */
const deleteDefault = ({ id, printerType }: StoredPrinter): Write =>
  deleteItem(
    defaultKey(printerType),
    { when: '#printerId = :mine', values: { mine: id } },
    stale,
  )
