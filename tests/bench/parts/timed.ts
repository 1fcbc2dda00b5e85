import { addProducts, openBenchShop } from '../bench-shop.ts'
import { withShop } from '../engines.ts'
import { measureFanOut } from '../fan-out.ts'
import { type Latency, measureLatencies } from '../latency.ts'
import { latencyRow } from '../latency-row.ts'
import { measurePaper } from '../paper.ts'
import { type Line, type Section, sectionOf } from '../section.ts'
import { openTills, type TillsFigures } from '../tills.ts'

/** Times on this machine, where engine, functions and clients share the processors. */
export const measure = (): Promise<Section[]> =>
  withShop(openBenchShop, async (shop, { dynamoDb }) => {
    const products = await addProducts(shop, 2)
    const latencies = await measureLatencies(shop, products)
    const serve = await openTills(shop, dynamoDb)
    await serve(1, 10)
    const tills = [await serve(1, 60), await serve(10, 12), await serve(50, 4)]
    const paper = await measurePaper(shop)
    // Last, because a thousand sockets take a while to close.
    const fanOuts = [await measureFanOut(shop, 1_000)]
    return [
      sectionOf('Warm requests over HTTP, in ms', latencies, latencyRow, latencyLines),
      sectionOf(
        'Tills that list products, sell, print and refund',
        tills,
        tillsRow,
        tillsLines,
      ),
      sectionOf(
        'From a print request to the first byte at a printer, in ms',
        paper,
        latencyRow,
        paperLine,
      ),
      sectionOf(
        'A payment to real sockets, in ms',
        fanOuts,
        ({ watchers, reached, webhookMs, lastFrameMs }) => ({
          watchers,
          reached,
          'webhook answered': webhookMs.toFixed(0),
          'last frame': lastFrameMs.toFixed(0),
        }),
        ([fanOut]) => [
          [
            `a payment to ${fanOut?.watchers} real sockets`,
            `${fanOut?.lastFrameMs.toFixed(0)} ms to the last frame`,
          ],
        ],
      ),
    ]
  })

const latencyLines = (latencies: readonly Latency[]): Line[] =>
  latencies
    .filter(({ request }) => /^GET \/products|checkout/.test(request))
    .map(({ request, medianMs, p99Ms }) => [
      `${request}, warm, over HTTP`,
      `${medianMs.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`,
    ])

const paperLine = ([running]: readonly Latency[]): Line[] => [
  ['from a print request to paper', `${running?.medianMs.toFixed(0)} ms`],
]

const tillsLines = (figures: readonly TillsFigures[]): Line[] =>
  figures.map((each) => [
    `${each.tills} ${each.tills === 1 ? 'till' : 'tills at once'}: list, sell, print, refund`,
    `${each.perSecond.toFixed(0)} requests a second; p50 ${each.p50Ms.toFixed(0)} ms, ` +
      `p95 ${each.p95Ms.toFixed(0)} ms, p99 ${each.p99Ms.toFixed(0)} ms; ` +
      `${shown(engineShareOf(each), 0)} % of the processor time is the local engine's`,
  ])

/** In percent of the processor time. */
const engineShareOf = ({ engineCpuMs, ownCpuMs }: TillsFigures) =>
  (100 * engineCpuMs) / (engineCpuMs + ownCpuMs)

function tillsRow(figures: TillsFigures) {
  const { tills, requests, perSecond } = figures
  const { p50Ms, p95Ms, p99Ms, engineCpuMs, ownCpuMs } = figures
  return {
    tills,
    requests,
    'requests a second': perSecond.toFixed(0),
    'p50 ms': p50Ms.toFixed(0),
    'p95 ms': p95Ms.toFixed(0),
    'p99 ms': p99Ms.toFixed(0),
    'processor ms a request, engine': shown(engineCpuMs),
    'all else': ownCpuMs.toFixed(1),
    "engine's share": `${shown(engineShareOf(figures), 0)} %`,
  }
}

const shown = (value: number, digits = 1) =>
  Number.isNaN(value) ? '–' : value.toFixed(digits)
