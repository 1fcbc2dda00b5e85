import { browserBundles } from '../browser-bundles.ts'
import { type BundleFigures, measureBundles } from '../bundles.ts'
import { type Line, percentile, type Section, sectionOf } from '../section.ts'

/** Measures the loads of functions and browsers. */
export const measure = async (): Promise<Section[]> => [
  sectionOf(
    'Bundles of the functions; init in ms of processor time',
    measureBundles(),
    ({ name, kilobytes, initMs, bareMs }) => ({
      function: name,
      kilobytes,
      init: initMs.toFixed(0),
      'bare handler with the same clients': bareMs.toFixed(0),
      ratio: (initMs / bareMs).toFixed(2),
    }),
    initLine,
  ),
  sectionOf(
    'What browsers load, in KB (budget in brackets)',
    await browserBundles(),
    ({ name, raw, gzipped, budgetKb }) => ({
      bundle: name,
      raw: kilobytes(raw),
      gzipped: `${kilobytes(gzipped)} (${budgetKb})`,
    }),
  ),
]

function initLine(bundles: readonly BundleFigures[]): Line[] {
  const ratios = bundles.map(({ initMs, bareMs }) => initMs / bareMs)
  const median = percentile(
    ratios.toSorted((one, other) => one - other),
    0.5,
  )
  const figure = `${median.toFixed(2)} of a bare handler with the same AWS clients`
  return [['init of a function, the median of all', figure]]
}

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1)
