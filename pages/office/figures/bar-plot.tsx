import { useEffect, useRef } from 'preact/hooks'
import uPlot from 'uplot'
import { usePreferences } from '../../parts/preferences.tsx'

/** A bar: what its axis says, and how long it is. */
export type Bar = { readonly label: string; readonly value: number }

type Props = {
  readonly bars: readonly Bar[]
  /** Description of the plot for people who do not see it. */
  readonly description: string
  readonly direction: 'up' | 'right'
  readonly format: (value: number) => string
}

const barHeight = 34
const font = '13px system-ui, sans-serif'

/** A plot of bars that fits its place and the theme. A table says the same beside it. */
export function BarPlot({ bars, description, direction, format }: Props) {
  const { theme } = usePreferences()
  const place = useRef<HTMLDivElement>(null)
  const key = JSON.stringify([
    theme,
    bars.map(({ label, value }) => [label, format(value)]),
  ])

  useEffect(() => {
    const { current } = place
    if (!current) return
    const sizeOf = () => ({
      width: current.clientWidth,
      height: direction === 'up' ? current.clientHeight : bars.length * barHeight + 36,
    })
    const options = {
      ...sizeOf(),
      ...(direction === 'up' ? upward : rightward)(bars, format, colorsIn(current)),
      cursor: { show: false },
      legend: { show: false },
    }
    const data = [bars.map((_, at) => at), bars.map(({ value }) => value)]
    const plot = new uPlot(options, data as uPlot.AlignedData, current)
    const fit = new ResizeObserver(() => plot.setSize(sizeOf()))
    fit.observe(current)
    return () => {
      fit.disconnect()
      plot.destroy()
    }
  }, [key])

  return (
    <div
      ref={place}
      class={`plot ${direction}`}
      role="img"
      aria-label={description}
      key={direction}
    />
  )
}

type Colors = { readonly ink: string; readonly line: string; readonly bar: string }

/** The colours of the theme: a canvas takes none from styles by itself. */
function colorsIn(place: HTMLElement): Colors {
  const { color, borderColor, accentColor } = getComputedStyle(place)
  return { ink: color, line: borderColor, bar: accentColor }
}

type Draw = (
  bars: readonly Bar[],
  format: (value: number) => string,
  colors: Colors,
) => Pick<uPlot.Options, 'scales' | 'axes' | 'series' | 'padding'>

const series = ({ bar }: Colors, factor: number, max: number): uPlot.Series[] => [
  {},
  {
    fill: bar,
    width: 0,
    paths: uPlot.paths.bars?.({ size: [factor, max], radius: [0.2, 0] }) ?? (() => null),
    points: { show: false },
  },
]

/** Amounts from zero on, with a little room above the largest. */
const amounts = (_: uPlot, __: number, max: number): [number, number] => [
  0,
  max > 0 ? max * 1.08 : 1,
]

const upward: Draw = (bars, format, colors) => ({
  padding: [8, 4, 0, 0],
  scales: { x: { time: false, range: [-0.6, bars.length - 0.4] }, y: { range: amounts } },
  axes: [
    {
      font,
      stroke: colors.ink,
      grid: { show: false },
      ticks: { show: false },
      size: 28,
      gap: 4,
      splits: (plot) => everyNth(bars, plot.width),
      values: (_, splits) => splits.map((at) => bars[at]?.label ?? ''),
    },
    {
      font,
      stroke: colors.ink,
      grid: { stroke: colors.line, width: 1 },
      ticks: { show: false },
      size: (_, values) => widest(values ?? []),
      gap: 6,
      // Nothing is said at zero, where the first hour's label is.
      values: (_, splits) => splits.map((value) => (value === 0 ? '' : format(value))),
    },
  ],
  series: series(colors, 0.7, 44),
})

const rightward: Draw = (bars, format, colors) => ({
  padding: [0, 12, 0, 0],
  scales: {
    x: { time: false, ori: 1, dir: -1, range: [-0.6, bars.length - 0.4] },
    y: { ori: 0, range: amounts },
  },
  axes: [
    {
      font,
      side: 3,
      stroke: colors.ink,
      grid: { show: false },
      ticks: { show: false },
      size: () => widest(bars.map(({ label }) => label)),
      gap: 8,
      splits: () => bars.map((_, at) => at),
      values: (_, splits) => splits.map((at) => bars[at]?.label ?? ''),
    },
    {
      font,
      side: 2,
      stroke: colors.ink,
      grid: { stroke: colors.line, width: 1 },
      ticks: { show: false },
      size: 28,
      space: 70,
      gap: 4,
      values: (_, splits) => splits.map(format),
    },
  ],
  series: series(colors, 0.6, 22),
})

/** As many labels as fit side by side, evenly. */
function everyNth(bars: readonly Bar[], width: number): number[] {
  const room = widest(bars.map(({ label }) => label)) + 4
  const step = Math.max(1, Math.ceil((bars.length * room) / width))
  return bars.map((_, at) => at).filter((at) => at % step === 0)
}

const ruler = document.createElement('canvas').getContext('2d')

/** The width of the widest text, in CSS pixels, with a margin. */
function widest(texts: readonly string[]): number {
  if (!ruler) return 60
  ruler.font = font
  return (
    Math.ceil(Math.max(0, ...texts.map((text) => ruler.measureText(text).width))) + 14
  )
}
