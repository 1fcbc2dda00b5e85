import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb'
import { sameSecret } from '../../shared/constant-time.ts'
import { type CurrentShop, inDeployment, inShop } from '../../shared/current-shop.ts'
import { dueOfBrought } from '../../shared/events/webhooks/deliveries.ts'
import { isFailure } from '../../shared/failure.ts'
import { createPrintQueue } from '../../shared/paper/queue/print-queues.ts'
import { seal, unseal } from '../../shared/platform/deployment/seal.ts'
import { secret } from '../../shared/platform/deployment/secrets.ts'
import { sealingVersion } from '../../shared/platform/deployment/shop-secrets.ts'
import type { Item } from '../../shared/platform/dynamodb/keys.ts'
import { layoutVersion } from '../../shared/platform/dynamodb/schema-version.ts'
import { keyPrefix, withShopKeys } from '../../shared/platform/dynamodb/shop-keys.ts'
import { maxActions, transact } from '../../shared/platform/dynamodb/transact.ts'
import { put, type Write } from '../../shared/platform/dynamodb/write.ts'
import {
  changeShop,
  checkUnfinished,
  createShop,
  currentOf,
  findShop,
  firstVersions,
  type ShopRecord,
} from '../../shared/platform/shops/shop-records.ts'
import { putFile } from '../../shared/platform/uploads/bucket.ts'
import { contentTypeOf } from '../../shared/platform/uploads/picture.ts'
import { Refusal } from './command-line.ts'
import { agentOf, type CarriedKeys, carried, withKeys } from './move-shop.ts'
import { beginEpoch } from './new-epoch.ts'
import type { StoredItem } from './scan.ts'
import {
  checkShopFile,
  type EndLine,
  macOf,
  partsOf,
  type ShopLine,
} from './shop-file.ts'
import { changedSettings } from './shop-settings.ts'

/**
 * Makes a new shop of a file, read-only at first. Until all of it is stored the shop is
 * suspended, and the same import may be repeated, which ends the one before. Throws
 * `Refusal` for a file that is not whole or of another release's records, a wrong move
 * code, or a taken id or host.
 */
export async function importShop(
  path: string,
  { id, hosts }: Pick<ShopRecord, 'id' | 'hosts'>,
  askMoveCode: () => Promise<string>,
): Promise<EndLine> {
  const { shop, end } = await checkShopFile(path)
  if (shop.layout !== layoutVersion) {
    throw new Refusal(
      `${path} has records of layout ${shop.layout}, and this release has ` +
        `${layoutVersion}: update the older deployment first.`,
    )
  }
  const keys =
    shop.keys === undefined ? {} : await openKeys(path, shop.keys, end, askMoveCode)
  // Another run of the same import, which was interrupted or still stores records, ends with this
  const unfinished = `${end.sha256} ${randomUUID()}`
  const record = await beginImport({ id, hosts }, shop, keys, unfinished)
  await inShop(currentOf(record), () => storeParts(path, record))
  const importedAtMs = Date.now()
  await changeShop(record, { state: 'read-only', unfinished: null, importedAtMs })
  return end
}

async function beginImport(
  { id, hosts }: Pick<ShopRecord, 'id' | 'hosts'>,
  shop: ShopLine,
  keys: CarriedKeys,
  unfinished: string,
): Promise<ShopRecord> {
  const found = await findShop(id)
  if (found) {
    if (digestOf(found.unfinished) !== digestOf(unfinished)) {
      throw new Refusal(`There is a shop ${id} already.`)
    }
    await changeShop(found, { unfinished })
    return { ...found, unfinished }
  }
  const settings = Object.entries(shop.settings).map(
    ([name, value]) => `${name}=${value}`,
  )
  try {
    return await createShop(id, hosts, Date.now(), {
      state: 'suspended',
      unfinished,
      settings: settings.length === 0 ? {} : changedSettings({}, settings),
      keyVersions: await versionsWith(keys, id),
    })
  } catch (error) {
    throw isFailure(error, 'alreadyExists')
      ? new Refusal('One of these hosts is that of another shop.')
      : error
  }
}

const digestOf = (unfinished: string | null | undefined) => unfinished?.split(' ')[0]

async function openKeys(
  path: string,
  sealed: string,
  { sha256, mac }: EndLine,
  askMoveCode: () => Promise<string>,
): Promise<CarriedKeys> {
  const moveCode = await askMoveCode()
  const keys = unseal(moveCode, sealed)
  if (keys === undefined) throw new Refusal(`This is not the move code of ${path}.`)
  if (!sameSecret(macOf(sha256, moveCode), String(mac))) {
    throw new Refusal(`${path} was changed after its export: nothing was imported.`)
  }
  return JSON.parse(keys)
}

/** Versions of a new shop's own secrets, and after them the values that it brings along. */
async function versionsWith(
  keys: CarriedKeys,
  id: string,
): Promise<ShopRecord['keyVersions']> {
  const own = firstVersions(Date.now())
  const versions = carried.map(async (name) => {
    const sealing: CurrentShop = { id, keyVersions: { [name]: [sealingVersion] } }
    const key = await inShop(sealing, () => secret(name))
    const brought = keys[name]?.map((value) => seal(key, value)) ?? []
    return [name, [...(own[name] ?? []), ...brought]]
  })
  return { ...own, ...Object.fromEntries(await Promise.all(versions)) }
}

/** Stores the current shop's records and pictures, and makes its agents' queues. */
async function storeParts(path: string, shop: ShopRecord): Promise<void> {
  const prefix = keyPrefix()
  // By their keys: a file of the API may have a record twice
  let items = new Map<string, StoredItem>()
  let size = 0
  const commit = (writes: readonly Write[]) =>
    inDeployment(() =>
      transact([checkUnfinished(shop, () => new Refusal(overtaken)), ...writes]),
    )
  const storeItems = async () => {
    const puts = [...items.values()].map((item) => put(unmarshall(item) as Item))
    items = new Map()
    size = 0
    await commit(puts)
  }
  for await (const part of partsOf(path)) {
    if ('File' in part) {
      const { key, bytes } = part.File
      const contentType = contentTypeOf(basename(key)) ?? 'application/octet-stream'
      await putFile(key, Buffer.from(bytes, 'base64'), contentType)
      continue
    }
    const agentId = agentOf(part.Item)
    if (agentId) await createPrintQueue(agentId)
    const item = withKeys(part.Item, (key) => `${prefix}${key}`)
    const { length } = JSON.stringify(item)
    // Besides the item and the check there is a record of the deployment, at most
    if (items.size > maxActions - 3 || size + length > maxSize) await storeItems()
    const due = dueOfBrought(unmarshall(part.Item) as Item)
    for (const each of [item, ...(due ? [marshall(due)] : [])]) {
      items.set(`${each.pk?.S} ${each.sk?.S}`, each)
    }
    size += length
  }
  await storeItems()
  await beginEpoch((writes) => {
    const actions = writes.map(({ action }) => action)
    const { TransactItems } = withShopKeys({ TransactItems: actions }, prefix)
    return commit(
      writes.map((write, at) => ({
        ...write,
        action: TransactItems[at] ?? write.action,
      })),
    )
  })
}

const overtaken =
  'The shop was deleted, or the same import has begun again: this one ends.'

/** Characters of one transaction, of three bytes at most; DynamoDB takes 4 MB. */
const maxSize = 1_000_000
