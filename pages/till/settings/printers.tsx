import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { Dialog } from '../../parts/controls/dialog.tsx'
import { DoubtfulPrints } from '../../parts/controls/doubtful-prints.tsx'
import { Agents } from '../../parts/printers/agents.tsx'
import { PrinterList } from '../../parts/printers/printer-list.tsx'
import type { PrinterPlace } from '../../parts/printers/printer-place.ts'
import {
  type Printers as Found,
  readPrinters,
} from '../../parts/printers/read-printers.ts'
import { useTill, useWhileSeen } from '../shop/till.tsx'
import { useTexts } from '../texts/use-texts.ts'

/** An agent that was connected reports its printers within moments. In ms. */
const betweenReadsMs = 5_000

/** The printers of the shop, what they failed to print, and for administrators their computers. */
export function Printers({ onClose }: { readonly onClose: () => void }) {
  const texts = useTexts()
  const { shop, user, may, failed } = useTill()
  const { isAdmin } = user
  const { found, trouble, read } = usePrinters(isAdmin, failed)
  const isRestaurant = shop.settings.businessType === 'restaurant'
  const place: PrinterPlace = { isAdmin, isRestaurant, may, failed }
  return (
    <Dialog title={texts.printers} size="wide" onClose={onClose}>
      <p class="trouble" role="alert">
        {trouble}
      </p>
      {found && (
        <>
          <PrinterList found={found} place={place} onChanged={read} />
          <DoubtfulPrints jobs={found.jobs} onPrinted={read} />
          {isAdmin && <Agents agents={found.agents} place={place} onChanged={read} />}
        </>
      )}
    </Dialog>
  )
}

function usePrinters(isAdmin: boolean, failed: PrinterPlace['failed']) {
  const [found, setFound] = useState<Found>()
  const [trouble, setTrouble] = useState<string>()
  const begun = useRef(0)
  const shown = useRef(0)
  const read = useCallback(async () => {
    begun.current += 1
    const at = begun.current
    try {
      const now = await readPrinters(isAdmin)
      // A slow reading brings back nothing old
      if (at < shown.current) return
      shown.current = at
      setFound(now)
      setTrouble(undefined)
    } catch (error) {
      setTrouble(failed(error))
    }
  }, [isAdmin, failed])
  useEffect(() => void read(), [read])
  useWhileSeen(betweenReadsMs, read)
  return { found, trouble, read }
}
