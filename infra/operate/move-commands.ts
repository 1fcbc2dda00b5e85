import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { inShop } from '../../shared/current-shop.ts'
import { read } from '../../shared/platform/dynamodb/read.ts'
import type { ShopRecord } from '../../shared/platform/shops/shop-records.ts'
import {
  changeShop,
  currentOf,
  findShop,
} from '../../shared/platform/shops/shop-records.ts'
import {
  type OpenShift,
  openShiftKey,
} from '../../shared/selling/shifts/shift-records.ts'
import { ask, askSecret, Refusal, WrongUsage } from './command-line.ts'
import { importShop } from './import-shop.ts'
import { exportShop, isExportOf, removeShop, untilQuiet } from './move-shop.ts'
import { requireNames } from './shop-names.ts'
import { closeSockets } from './shop-sockets.ts'

/** Exports a closed shop for `export`. Throws `Refusal` if it was opened meanwhile. */
export async function exportTo(shop: ShopRecord, to: string | undefined): Promise<void> {
  if (to === undefined) throw new WrongUsage('--to is missing: the file to write')
  requireRunning()
  requireNoFile(to)
  console.log(`Waiting until all that began before has ended.`)
  await untilQuiet(shop)
  await requireNoClose(shop)
  const moveCode = randomBytes(32).toString('hex')
  // First, so that no file is ever without its code
  console.log(`move code ${moveCode}`)
  const { items, files } = await exportShop(shop, to, moveCode)
  const after = await findShop(shop.id)
  if (after?.state === 'open' || after?.closedAtMs !== shop.closedAtMs) {
    await rm(to)
    throw new Refusal(
      `${shop.id} was resumed or closed again during the export: nothing was kept of it.`,
    )
  }
  console.log(`${to} has ${items} records and ${files} pictures of ${shop.id}.`)
  console.log('Keep the code apart from the file: with both, PINs can be guessed.')
}

/** A close freezes tills one after the other: a file from between belongs to no Z. */
async function requireNoClose(shop: ShopRecord): Promise<void> {
  const open = await inShop(currentOf(shop), () => read<OpenShift>(openShiftKey))
  if (open?.closing === undefined) return
  throw new Refusal(
    `The close of a shift of ${shop.id} was cut off: resume the shop, and close the shift ` +
      'once more.',
  )
}

type ImportDetails = {
  readonly hosts: readonly string[]
  readonly stack: string
  readonly from?: string | undefined
  readonly code?: string | undefined
}

/** Makes a shop of a file for `import`. Throws `Refusal` as `importShop` does. */
export async function importFile(
  id: string,
  { hosts, stack, from, code }: ImportDetails,
): Promise<void> {
  if (from === undefined) throw new WrongUsage('--from is missing: the file to read')
  requireRunning()
  requireNames(id, hosts, stack)
  const askMoveCode = async () => code ?? (await askSecret('Move code: '))
  const { items, files } = await importShop(from, { id, hosts }, askMoveCode)
  console.log(
    `${id} has ${items} records and ${files} pictures, and is read-only at ${hosts.join(', ')}; ` +
      'open it with resume once the other deployment has suspended it.',
  )
}

/** Exports and deletes a shop for `delete`; it may be repeated. Throws `Refusal`. */
export async function remove(
  shop: ShopRecord,
  { to, yes }: { readonly to?: string | undefined; readonly yes: boolean },
): Promise<void> {
  requireRunning()
  const { id } = shop
  const answer = yes ? id : await ask(`To delete all data of ${id}, type "${id}": `)
  if (answer !== id) throw new Refusal('Not confirmed: nothing was changed.')
  const current = async () => (await findShop(id)) ?? shop
  if (!shop.unfinished) {
    if (to === undefined) throw new WrongUsage('--to is missing: the file to export to')
    // That of the same command, if it was interrupted
    const isExported =
      shop.state === 'suspended' && existsSync(to) && (await isExportOf(shop, to))
    if (!isExported) requireNoFile(to)
    if (shop.state !== 'suspended') await changeShop(shop, { state: 'suspended' })
    const suspended = await current()
    await closeSockets(suspended)
    if (!isExported) await exportTo(suspended, to)
    // Fails if it was resumed since
    await changeShop(suspended, { unfinished: 'deletion' })
  } else if (shop.unfinished !== 'deletion') {
    // An import that still runs cannot end any more
    await changeShop(shop, { unfinished: 'deletion' })
  }
  await removeShop(await current())
  console.log(`${id} is deleted. AWS keeps backups of its data for 35 days.`)
}

function requireNoFile(path: string): void {
  if (existsSync(path)) throw new Refusal(`There is a file ${path} already.`)
}

/** Pictures and queues of this machine are served only while its system runs. */
function requireRunning(): void {
  if (!process.env.UPLOADS_BUCKET) throw new Refusal('First start the system: npm start')
}
