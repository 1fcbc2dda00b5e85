import { rm } from 'node:fs/promises'

/**
 * Deletes a folder with all that is in it, if it exists. A process that was killed a
 * moment ago may still add a file, so it tries again for some seconds.
 */
export const removeFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 20 })
