import { openBenchShop } from '../bench-shop.ts'
import { withShop } from '../engines.ts'
import type { Latency } from '../latency.ts'
import { latencyRow } from '../latency-row.ts'
import { type Line, type Section, sectionOf } from '../section.ts'
import { measureTunnel } from '../tunnel.ts'

/** A call of the Lightning node through the tunnel, beside a direct one. */
export const measure = (): Promise<Section[]> =>
  withShop(openBenchShop, async (shop) => {
    const latencies = await measureTunnel(shop)
    const title = 'To the Lightning node and back, in ms'
    return [sectionOf(title, latencies, latencyRow, tunnelLine)]
  })

function tunnelLine([direct, usual]: readonly Latency[]): Line[] {
  const overMs = (usual?.medianMs ?? Number.NaN) - (direct?.medianMs ?? Number.NaN)
  const figure = `${overMs.toFixed(1)} ms more than ${direct?.medianMs.toFixed(1)} ms`
  return [['the node through the tunnel, over direct', figure]]
}
