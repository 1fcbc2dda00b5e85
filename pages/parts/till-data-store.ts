import { openDB } from 'idb'
import type { TillData } from '../../shared/client/api.ts'
import type { TillDataStore } from '../../shared/client/till-data.ts'

/** A database of its own: every page reads the other one at its start. */
const open = () =>
  openDB<{ data: { key: string; value: string } }>('lightning-pos-till-data', 1, {
    upgrade: (database) => void database.createObjectStore('data'),
  })

const key = 'latest'

/** Order in which rows are shown: sorting them at a start takes long. */
const collator = new Intl.Collator(undefined, { numeric: true })

/** Keeps till data as text, which a browser reads faster than thousands of objects. */
export const tillDataStore: TillDataStore = {
  load: async () => {
    try {
      const database = await open()
      const text = await database.get('data', key)
      database.close()
      return text === undefined ? undefined : (JSON.parse(text) as TillData)
    } catch {
      // A browser that keeps nothing reads everything
      return undefined
    }
  },
  save: (data) => {
    latest = data
    saving ??= saveLatest().finally(() => {
      saving = undefined
    })
    return saving
  },
}

/** The first screen comes first. In ms. */
const patienceMs = 1_000

let latest: TillData | undefined
let saving: Promise<void> | undefined

/** Saves one after another, so that the newest is what stays. */
async function saveLatest(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, patienceMs))
  for (let data = latest; data; data = data === latest ? undefined : latest) {
    const database = await open()
    const products = data.products.toSorted((one, other) =>
      collator.compare(one.name, other.name),
    )
    await database.put('data', JSON.stringify({ ...data, products }), key)
    database.close()
  }
}
