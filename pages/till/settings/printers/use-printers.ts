import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { Printer, PrintJob } from '../../../../shared/client/api.ts'
import { type OnSiteAgent, type PrinterStatus, pos } from '../../../parts/pos.ts'
import { useTill, useWhileSeen } from '../../shop/till.tsx'

/** A printer of the shop: how it prints, and how it is. */
export type ShownPrinter = { readonly config: Printer; readonly status: PrinterStatus }

/** The printers of the shop, and what they are connected to. */
export type Printers = {
  readonly printers: readonly ShownPrinter[]
  /** The names that agents report now. */
  readonly reached: readonly string[]
  /** Print jobs of the last 24 hours, newest first. */
  readonly jobs: readonly PrintJob[]
  /** For administrators. */
  readonly agents: readonly OnSiteAgent[]
}

/** An agent that was connected reports its printers within moments. In ms. */
const betweenReadsMs = 5_000

export function usePrinters() {
  const { user, failed } = useTill()
  const [found, setFound] = useState<Printers>()
  const [trouble, setTrouble] = useState<string>()
  const { isAdmin } = user
  const begun = useRef(0)
  const shown = useRef(0)
  const read = useCallback(async () => {
    begun.current += 1
    const at = begun.current
    try {
      const [configs, statuses, reached, jobs, agents] = await Promise.all([
        pos.printers.list(),
        pos.printers.statuses(),
        pos.printers.available(),
        pos.printers.jobs(),
        isAdmin ? pos.agents.list() : [],
      ])
      const printers = configs.flatMap((config) => {
        const status = statuses.find(({ id }) => id === config.id)
        return status ? [{ config, status }] : []
      })
      // A slow reading brings back nothing old
      if (at < shown.current) return
      shown.current = at
      setFound({ printers, reached, jobs, agents })
      setTrouble(undefined)
    } catch (error) {
      setTrouble(failed(error))
    }
  }, [isAdmin, failed])
  useEffect(() => void read(), [read])
  useWhileSeen(betweenReadsMs, read)
  return { found, trouble, read }
}
