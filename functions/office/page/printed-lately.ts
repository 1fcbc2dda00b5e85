/** What of a print job tells whether its printer has printed. */
type Job = {
  readonly state: string
  readonly agentName: string
  readonly printerName: string
}

/** A printer that rests would else cost all jobs of the day each time. */
const maxPages = 10

/**
 * The names of printers that have printed, of `wanted` at least, each also as
 * `<agent>/<printer>`. Pages of jobs are read, newest first, until all wanted printers are
 * found, and ten at most: in a busy shop the kitchen's jobs of an hour may fill the first
 * one.
 */
export async function printedLately(
  pages: AsyncIterable<readonly Job[]>,
  wanted: () => Promise<readonly string[]>,
): Promise<ReadonlySet<string>> {
  const printed = new Set<string>()
  let read = 0
  for await (const jobs of pages) {
    for (const { state, agentName, printerName } of jobs) {
      if (state !== 'printed' && state !== 'reprinted') continue
      printed.add(printerName).add(`${agentName}/${printerName}`)
    }
    read += 1
    if (read === maxPages || (await wanted()).every((name) => printed.has(name))) break
  }
  return printed
}
