import type { Page } from 'puppeteer-core'

/** A sale that the till keeps until the shop has answered. */
type WaitingSale = {
  readonly saleId: string
  readonly madeMs: number
  readonly request: { readonly body: { readonly quoteId?: string } }
}

/** Returns the values that the browser keeps on its disk for the pages, by key. */
export const keptIn = (page: Page): Promise<Record<string, unknown>> =>
  page.evaluate(
    () =>
      new Promise<Record<string, unknown>>((resolve, reject) => {
        const opening = indexedDB.open('lightning-pos')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const database = opening.result
          const kept: Record<string, unknown> = {}
          const transaction = database.transaction('kept')
          transaction.objectStore('kept').openCursor().onsuccess = ({ target }) => {
            const cursor = (target as IDBRequest<IDBCursorWithValue | null>).result
            if (!cursor) return
            kept[cursor.key as string] = cursor.value
            cursor.continue()
          }
          transaction.oncomplete = () => {
            database.close()
            resolve(kept)
          }
        }
      }),
  )

/** The sales that wait, in the order in which they were made. */
export async function waitingSales(page: Page): Promise<WaitingSale[]> {
  const kept = Object.entries(await keptIn(page))
  return kept
    .flatMap(([key, sale]) =>
      key.startsWith('till.sales/') ? [sale as WaitingSale] : [],
    )
    .sort((one, other) => one.madeMs - other.madeMs)
}

/** The quote of the sale that waits for its payment, the last one unless told. */
export const waitingQuote = async (page: Page, at = -1): Promise<string | undefined> =>
  (await waitingSales(page)).at(at)?.request.body.quoteId

/** Waits until the page keeps the shop's data, a second after it shows them. */
export const untilDataIsKept = (page: Page) =>
  page.waitForFunction(
    () =>
      new Promise<boolean>((resolve) => {
        const opening = indexedDB.open('lightning-pos-till-data')
        opening.onsuccess = () => {
          const database = opening.result
          const counting = database.transaction('data').objectStore('data').count()
          counting.onsuccess = () => {
            database.close()
            resolve(counting.result > 0)
          }
        }
      }),
  )
