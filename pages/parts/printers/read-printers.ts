import type { Printer, PrintJob } from '../../../shared/client/api.ts'
import { type OnSiteAgent, type PrinterStatus, pos } from '../pos.ts'

/** A printer of the shop: how it prints, and how it is. */
export type ShownPrinter = { readonly config: Printer; readonly status: PrinterStatus }

/** The printers of the shop, and what they are connected to. */
export type Printers = {
  readonly printers: readonly ShownPrinter[]
  /** The names that agents report now. */
  readonly reached: readonly string[]
  /** Print jobs of the last 24 hours, newest first. */
  readonly jobs: readonly PrintJob[]
  /** Blank for all but administrators. */
  readonly agents: readonly OnSiteAgent[]
}

/** Reads the printers as they are now; throws PosError. */
export async function readPrinters(
  isAdmin: boolean,
  signal?: AbortSignal,
): Promise<Printers> {
  const options = signal ? { signal } : {}
  const [configs, statuses, reached, jobs, agents] = await Promise.all([
    pos.printers.list(options),
    pos.printers.statuses(options),
    pos.printers.available(options),
    pos.printers.jobs(options),
    isAdmin ? pos.agents.list(options) : [],
  ])
  const printers = configs.flatMap((config) => {
    const status = statuses.find(({ id }) => id === config.id)
    return status ? [{ config, status }] : []
  })
  return { printers, reached, jobs, agents }
}
