import { openBenchShop } from '../bench-shop.ts'
import { browserBundles } from '../browser-bundles.ts'
import { withShop } from '../engines.ts'
import { type Section, sectionOf } from '../section.ts'
import {
  measureTillPage,
  productCount,
  slowing,
  type TillPageFigures,
} from '../till-page.ts'

type Figure = {
  readonly what: string
  readonly value: number
  readonly unit: string
  readonly budget: number
}

/** Figures that are the same on every machine. Times are printed only. */
const asserted = ['KB', 'MB', 'a sale']

/** The page of the till in chromium, with many products, on a slowed processor. */
export const measure = (): Promise<Section[]> =>
  withShop(openBenchShop, async (shop) => {
    const figures = [await sizeLine(), ...linesOf(await measureTillPage(shop))]
    const section = sectionOf(
      `The page of /till with ${productCount.toLocaleString('en')} products; the processor slowed ${slowing} times but for sales`,
      figures,
      ({ what, value, unit, budget }) => ({
        'in the browser': what,
        figure: `${value.toFixed(0)} ${unit}`,
        budget: `${budget} ${unit}`,
      }),
    )
    const overBudget = figures
      .filter(({ value, unit, budget }) => asserted.includes(unit) && !(value <= budget))
      .map(({ what }) => what)
    return [{ ...section, overBudget }]
  })

async function sizeLine(): Promise<Figure> {
  const bundle = (await browserBundles()).find(({ name }) => name === 'page of /till')
  const value = (bundle?.gzipped ?? Number.NaN) / 1_000
  return {
    what: 'all that a first visit loads, gzipped',
    value,
    unit: 'KB',
    budget: bundle?.budgetKb ?? 0,
  }
}

const linesOf = (figures: TillPageFigures): Figure[] => [
  {
    what: 'first sale screen without a cache, median of 5',
    value: figures.coldMs,
    unit: 'ms',
    budget: 3_000,
  },
  {
    what: 'first sale screen with what the till keeps, median of 5',
    value: figures.keptMs,
    unit: 'ms',
    budget: 4_000,
  },
  {
    what: 'tap to painted cart, slowest of 20',
    value: figures.tapMs,
    unit: 'ms',
    budget: 200,
  },
  {
    what: 'key in the search to painted products, slowest of 12',
    value: figures.keyMs,
    unit: 'ms',
    budget: 300,
  },
  {
    what: `cash sale by five taps, mean of ${figures.sales.toLocaleString('en')}`,
    value: figures.saleMs,
    unit: 'ms',
    budget: 300,
  },
  {
    what: 'requests that change something',
    value: figures.requestsPerSale,
    unit: 'a sale',
    budget: 1,
  },
  { what: 'heap of scripts before', value: figures.heapMb, unit: 'MB', budget: 10 },
  {
    what: `the same after ${figures.sales.toLocaleString('en')} sales`,
    value: figures.heapAfterMb,
    unit: 'MB',
    budget: 12,
  },
]
