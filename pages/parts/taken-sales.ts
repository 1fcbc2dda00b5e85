import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/** A sale of a till, with all that it takes to hand it in again. */
type TakenSale = {
  readonly saleId: string
  readonly till: { readonly id: string }
  readonly receipt: { readonly number: number }
}

interface Schema extends DBSchema {
  taken: {
    key: string
    value: TakenSale & { readonly takenMs: number }
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

/** Makes the store of sales that the shop has taken, which this browser keeps for some days. */
export const takenSales = <Sale extends TakenSale>() => ({
  keep: async (sale: Sale): Promise<void> => {
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
  forget: async (saleId: string): Promise<void> => (await open()).delete('taken', saleId),
  lastNumber: async (tillId: string): Promise<number> => {
    const { store } = (await open()).transaction('taken')
    const last = await store.index('byNumber').openKeyCursor(ofTill(tillId), 'prev')
    return last?.key[1] ?? 0
  },
  ofTill: async (tillId: string) =>
    (await (
      await open()
    ).getAllFromIndex('taken', 'byNumber', ofTill(tillId))) as unknown as Sale[],
})
