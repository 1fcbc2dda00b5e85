import { type ComponentChildren, createContext } from 'preact'
import { useContext, useEffect, useState } from 'preact/hooks'
import { PosError } from '../../../shared/client/pos-error.ts'
import { hasTills } from '../../parts/is-served.ts'
import { pos } from '../../parts/pos.ts'
import { askedId, isDeclined, keepOwn, keptTill } from './own-till.ts'
import { useTill } from './till.tsx'
import type { OwnTill } from './till-numbers.ts'

type Own = {
  /** The till that this device is, as long as the shop knows it. */
  readonly own: OwnTill | undefined
  /** True where somebody may make this device a till. */
  readonly mayRegister: boolean
  /** True where the shop asks for that by itself. */
  readonly isOffered: boolean
  readonly setOwn: (own: OwnTill | undefined) => void
  readonly decline: () => void
}

const Context = createContext<Own>({
  own: undefined,
  mayRegister: false,
  isOffered: false,
  setOwn: () => undefined,
  decline: () => undefined,
})

/** The till that this device is. */
export const useOwnTill = () => useContext(Context)

/** Finds out once somebody has logged in whether this device is a till, and which. */
export function OwnTillProvider({ children }: { readonly children: ComponentChildren }) {
  const { may, failed } = useTill()
  const [own, setOwn] = useState(() => (hasTills() ? keptTill.get() : undefined))
  const [isKnown, setKnown] = useState(false)
  const [hasDeclined, setDeclined] = useState(() => isDeclined.get())
  const mayCreate = may('tills_create')
  useEffect(() => {
    if (!hasTills()) return
    findOwn(mayCreate).then((found) => {
      setOwn(found)
      setKnown(true)
    }, failed)
  }, [mayCreate, failed])
  const mayRegister = isKnown && mayCreate && !own
  const value = {
    own,
    mayRegister,
    isOffered: mayRegister && !hasDeclined,
    setOwn,
    decline: () => {
      setDeclined(true)
      void isDeclined.set(true)
    },
  }
  return <Context.Provider value={value}>{children}</Context.Provider>
}

/**
 * The till of this device as the shop has it. One whose token is gone gets it again from somebody
 * who may; one whose numbers are gone ends. Throws PosError.
 */
async function findOwn(mayCreate: boolean): Promise<OwnTill | undefined> {
  const known = keptTill.get()
  const till = await ownTill()
  if (till?.revokedAt || till?.endedAt) {
    if (known?.id === till.id) await keptTill.set(undefined)
    return undefined
  }
  if (till && !known && till.id !== askedId.get()) {
    await pos.tills.status({ body: { storageGone: true } })
    return undefined
  }
  if (till && (!known || known.id === till.id)) {
    const { id, name, series, lastNumber } = till
    return keepOwn({ id, name, series, lastNumber })
  }
  return known && mayCreate ? withToken(known) : undefined
}

const ownTill = () => pos.tills.own().catch(unless(404))

/** Undefined for an answer with this status. */
const unless = (status: number) => (error: unknown) => {
  if (error instanceof PosError && error.status === status) return undefined
  throw error
}

async function withToken(known: OwnTill): Promise<OwnTill | undefined> {
  try {
    await pos.tills.token({ params: { id: known.id }, body: {} })
    return known
  } catch (error) {
    if (!(error instanceof PosError) || ![403, 404].includes(error.status)) throw error
    // Revoked meanwhile, or of another shop
    await keptTill.set(undefined)
    return undefined
  }
}
