import { useMemo } from 'preact/hooks'
import { create } from 'qrcode'

type Props = {
  readonly text: string
  /** What it is, for those who do not see it. */
  readonly label: string
}

/** Modules of white around the code, which scanners need. */
const quiet = 3

/** A QR code that fills its place; dark on white in every theme, as scanners expect. */
export function Qr({ text, label }: Props) {
  const { size, path } = useMemo(() => pathOf(text), [text])
  const side = size + 2 * quiet
  return (
    <svg class="qr" viewBox={`${-quiet} ${-quiet} ${side} ${side}`} role="img">
      <title>{label}</title>
      <rect x={-quiet} y={-quiet} width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" shape-rendering="crispEdges" />
    </svg>
  )
}

/** One path of all dark modules. Invoices in capitals make a smaller code. */
function pathOf(text: string): { readonly size: number; readonly path: string } {
  const { modules } = create(text, { errorCorrectionLevel: 'L' })
  const { size } = modules
  const dark = Array.from(modules.data, (module, at) => (module ? at : -1))
  const path = dark
    .filter((at) => at >= 0)
    .map((at) => `M${at % size} ${Math.floor(at / size)}h1v1h-1z`)
    .join('')
  return { size, path }
}
