import { measurePeers, type PeerFigures, type Spread } from '../../lab/peers/measure.ts'
import { type Section, sectionOf } from '../section.ts'

/** Processes of each handler, in which the median is found. */
const rounds = 9

/** The same three endpoints, with other libraries and with none. */
export async function measure(): Promise<Section[]> {
  const figures = await measurePeers(rounds)
  const raw = figures[0]?.initMs.median ?? Number.NaN
  return [
    sectionOf(
      'Processor time in µs a request, in ms to load; median (quartiles)',
      figures,
      (figure) => peerRow(figure, raw),
    ),
  ]
}

const peerRow = (figure: PeerFigures, rawInitMs: number) => ({
  handler: figure.peer,
  ...Object.fromEntries(
    Object.entries(figure.requestUs).map(([name, spread]) => [name, shown(spread)]),
  ),
  init: shown(figure.initMs),
  'of raw': (figure.initMs.median / rawInitMs).toFixed(2),
  'first request, ms': shown(figure.firstRequestMs),
  KB: figure.kilobytes,
})

const shown = ({ median, lower, upper }: Spread) =>
  `${median.toFixed(0)} (${lower.toFixed(0)}–${upper.toFixed(0)})`
