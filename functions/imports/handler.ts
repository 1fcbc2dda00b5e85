import { inInvokersShop } from '../../shared/deployment/invoke-async.ts'
import { importWaitingPart } from '../../shared/imports/imports.ts'

/** Imports a part that waits, and leaves the next one to another invocation. */
export const handler = (event: object): Promise<void> =>
  inInvokersShop(event, importWaitingPart)
