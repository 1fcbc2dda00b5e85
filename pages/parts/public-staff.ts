import { pos } from './pos.ts'
import { problemOf } from './problem.ts'

type PublicStaff = {
  readonly shopName?: string
  /** By name. */
  readonly staff: readonly { readonly id: string; readonly name: string }[]
}

/**
 * The shop's name and its people, if the deployment makes them public, as the page of this name
 * says that it served; else nobody. Throws while the shop is unreachable.
 */
export async function publicStaff(page: string): Promise<PublicStaff> {
  const { publicLoginScreen } = document.getElementById(page)?.dataset ?? {}
  if (publicLoginScreen !== 'true') return { staff: [] }
  try {
    const { businessName } = await pos.config.show()
    const staff = await pos.users.listPublic()
    staff.sort((one, other) => one.name.localeCompare(other.name))
    return { shopName: businessName, staff }
  } catch (error) {
    if (problemOf(error) === 'unreachable') throw error
    return { staff: [] }
  }
}
