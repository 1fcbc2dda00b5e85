import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/** The pages of an origin share it; a key begins with the name of its page. */
const name = 'lightning-pos'

interface Schema extends DBSchema {
  kept: { key: string; value: unknown }
}

let opening: Promise<IDBPDatabase<Schema>> | undefined

function open(): Promise<IDBPDatabase<Schema>> {
  opening ??= openDB<Schema>(name, 1, {
    upgrade: (database) => void database.createObjectStore('kept'),
    // A page of a later release wants another layout
    blocking: (_current, _wanted, event) => {
      const database = event.target as IDBDatabase
      database.close()
      opening = undefined
    },
    terminated: () => {
      opening = undefined
    },
  }).catch((error: unknown) => {
    opening = undefined
    throw error
  })
  return opening
}

/** All that is kept, by its keys. Throws where the browser keeps nothing. */
export async function readAll(): Promise<ReadonlyMap<string, unknown>> {
  const { store } = (await open()).transaction('kept')
  const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()])
  return new Map(keys.map((key, at) => [key, values[at]]))
}

/**
 * Changes values in one step over all windows: `change` gets those of `keys`, and what it returns
 * by key is kept, or deleted if it is undefined. It is on the disk once this resolves. Throws where
 * the browser has no room or keeps nothing.
 */
export async function writeTogether(
  keys: readonly string[],
  change: (stored: readonly unknown[]) => ReadonlyMap<string, unknown>,
): Promise<ReadonlyMap<string, unknown>> {
  const { store, done } = (await open()).transaction('kept', 'readwrite', {
    durability: 'strict',
  })
  const values = change(await Promise.all(keys.map((key) => store.get(key))))
  const writes = [...values].map(([key, value]) =>
    value === undefined ? store.delete(key) : store.put(value, key),
  )
  await Promise.all([...writes, done])
  return values
}

/**
 * Keeps a value, or deletes it if it is undefined. It is on the disk once this resolves.
 * Throws if the browser has no room or keeps nothing. Writes are done in the order of
 * their calls.
 */
export async function write(key: string, value: unknown): Promise<void> {
  const { store, done } = (await open()).transaction('kept', 'readwrite', {
    durability: 'strict',
  })
  // A browser without room lets each request succeed, and then aborts the transaction
  await Promise.all([
    value === undefined ? store.delete(key) : store.put(value, key),
    done,
  ])
}
