import { useEffect, useState } from 'preact/hooks'
import type { QrCode } from '../later/qr-code.ts'
import { laterAddress } from '../later.ts'

type Props = {
  readonly text: string
  /** Name of the code for people who do not see it. */
  readonly label: string
}

/** Modules of white around the code, which scanners need. */
const quiet = 3

/**
 * Loads the module that draws codes, so that the first code does not wait for it. Never throws.
 */
export const prepareQr = (): Promise<unknown> => loadQr().catch(() => undefined)

const loadQr = (): Promise<typeof import('../later/qr-code.ts')> =>
  import(laterAddress('qr-code', '.js'))

/** A QR code that fills its place; dark on white in every theme, as scanners expect. */
export function Qr({ text, label }: Props) {
  const [code, setCode] = useState<QrCode>()
  useEffect(() => {
    let isWanted = true
    const draw = async () => {
      const { qrCodeOf } = await loadQr()
      if (isWanted) setCode(qrCodeOf(text))
    }
    // Without it the invoice can be copied
    draw().catch(() => undefined)
    return () => {
      isWanted = false
    }
  }, [text])
  const { size, path } = code ?? { size: 1, path: '' }
  const side = size + 2 * quiet
  return (
    <svg class="qr" viewBox={`${-quiet} ${-quiet} ${side} ${side}`} role="img">
      <title>{label}</title>
      <rect x={-quiet} y={-quiet} width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" shape-rendering="crispEdges" />
    </svg>
  )
}
