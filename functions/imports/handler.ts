import { importWaitingPart } from '../../shared/back-office/imports/imports.ts'
import { inInvokersShop } from '../../shared/platform/deployment/invoke-async.ts'

/** Imports a waiting part, and leaves the next one to another invocation. */
export const handler = (event: object): Promise<void> =>
  inInvokersShop(event, importWaitingPart)
