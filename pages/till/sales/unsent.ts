import { useWatched } from '../../parts/kept.ts'
import { outbox } from './own-outbox.ts'
import type { PendingSale } from './pending-sale.ts'

/** Sales that wait for the shop, but for those whose payment is awaited. */
const unsentSales = (): readonly PendingSale[] =>
  outbox.all().filter(({ unpaidUntilMs }) => unpaidUntilMs === undefined)

/** As a text, so that it is the same as long as nothing changes. */
const countAndSum = () => {
  const sales = unsentSales()
  const cents = sales.reduce((sum, { totalCents }) => sum + totalCents, 0)
  const refused = sales.filter((sale) => sale.refused).length
  return `${sales.length} ${cents} ${refused}`
}

/** Counts the sales that the shop does not have yet, with their sum, and those that it does not book. */
export function useUnsent() {
  const [count = 0, cents = 0, refused = 0] = useWatched(countAndSum)
    .split(' ')
    .map(Number)
  return { count, cents, refused }
}

/** Lets a person save what was sold without the cloud as a file, for /office. */
export function saveUnsent(): void {
  const sales = outbox.offlineSales()
  const content = {
    savedAt: new Date().toISOString(),
    tills: [...Map.groupBy(sales, ({ till }) => till.id)].map(([tillId, ofTill]) => ({
      tillId,
      series: ofTill[0]?.till.series,
      sales: ofTill.map(({ receipt }) => receipt),
    })),
  }
  const file = new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = `unsent-sales-${content.savedAt.slice(0, 10)}.json`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
