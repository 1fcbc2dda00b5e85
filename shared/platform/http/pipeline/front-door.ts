import { Failure } from '../../../failure.ts'
import { cameByFrontDoor } from '../../../people/auth/front-door.ts'
import type { HttpEvent, Step } from '../exchange.ts'
import { isWarmer } from '../keep-warm.ts'

/** Refuses requests to API Gateway's own address where a front door is deployed. */
export const frontDoorOnly = (): Step => ({
  before: ({ event }) => refuseBypass(event),
})

/** Throws `frontDoorBypassed`. Keep-warm calls pass, after they have read the secret. */
export async function refuseBypass(event: HttpEvent): Promise<void> {
  const bypassed = (await cameByFrontDoor(event.headers)) === false
  if (bypassed && !isWarmer(event)) throw new Failure('frontDoorBypassed')
}
