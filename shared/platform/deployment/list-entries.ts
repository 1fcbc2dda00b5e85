/** The entries of a comma-separated list, without blank ones. */
export const listEntries = (text: string): string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
