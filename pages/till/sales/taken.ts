import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { TakenStore } from './outbox.ts'
import type { OfflinePending } from './pending-sale.ts'

interface Schema extends DBSchema {
  taken: {
    key: string
    value: OfflinePending & { readonly takenMs: number }
    indexes: { byTime: number; byNumber: [string, number] }
  }
}

/** So long a sale is kept, in ms, and so many at most: the oldest go. */
const keptMs = 7 * 86_400_000
const maxKept = 20_000

let opening: Promise<IDBPDatabase<Schema>> | undefined
const forget = () => {
  opening = undefined
}

/** A database of its own: every page reads all of the other one at its start. */
function open(): Promise<IDBPDatabase<Schema>> {
  opening ??= openDB<Schema>('lightning-pos-taken', 1, {
    upgrade: (database) => {
      const store = database.createObjectStore('taken', { keyPath: 'saleId' })
      store.createIndex('byTime', 'takenMs')
      store.createIndex('byNumber', ['till.id', 'receipt.number'])
    },
    blocking: (_current, _wanted, event) => {
      const database = event.target as IDBDatabase
      database.close()
      forget()
    },
    terminated: forget,
  }).catch((error: unknown) => {
    forget()
    throw error
  })
  return opening
}

const ofTill = (tillId: string) =>
  IDBKeyRange.bound([tillId, 0], [tillId, Number.MAX_SAFE_INTEGER])

/** The sales that the shop has taken, as this browser keeps them. */
export const taken: TakenStore = {
  keep: async (sale) => {
    const nowMs = Date.now()
    const { store, done } = (await open()).transaction('taken', 'readwrite')
    const drop = async (isOld: (takenMs: number) => boolean) => {
      let cursor = await store.index('byTime').openCursor()
      for (; cursor && isOld(cursor.key); cursor = await cursor.continue()) {
        await cursor.delete()
      }
    }
    const write = async () => {
      await store.put({ ...sale, takenMs: nowMs })
      let tooMany = (await store.count()) - maxKept
      await drop((takenMs) => tooMany-- > 0 || takenMs < nowMs - keptMs)
    }
    await Promise.all([write(), done])
  },
  forget: async (saleId) => (await open()).delete('taken', saleId),
  lastNumber: async (tillId) => {
    const { store } = (await open()).transaction('taken')
    const last = await store.index('byNumber').openKeyCursor(ofTill(tillId), 'prev')
    return last?.key[1] ?? 0
  },
  ofTill: async (tillId) =>
    (await open()).getAllFromIndex('taken', 'byNumber', ofTill(tillId)),
}
