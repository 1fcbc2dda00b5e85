import { type ComponentChildren, createContext } from 'preact'
import { useContext, useEffect, useMemo, useState } from 'preact/hooks'
import { PosError } from '../../../../shared/client/pos-error.ts'
import { pos } from '../../../parts/pos.ts'

/** The wallet session of this visit to the section, which its password opens. */
export type Wallet = {
  /** End of the session, in Unix ms; undefined while the wallet is locked. */
  readonly endsMs: number | undefined
  /** Throws PosError. */
  readonly open: (password: string) => Promise<void>
  /** Throws PosError. */
  readonly lock: () => Promise<void>
  /** Calls the wallet; a refusal for want of a session shows that it is locked. Throws PosError. */
  readonly asking: <Value>(call: Promise<Value>) => Promise<Value>
}

const Context = createContext<Wallet | undefined>(undefined)

export function useWallet(): Wallet {
  const wallet = useContext(Context)
  if (!wallet) throw new Error('no wallet above')
  return wallet
}

const lockedCodes = ['wallet_required', 'wallet_session_expired']

/** Holds the wallet session; who goes to another section locks the wallet. */
export function WalletProvider({ children }: { readonly children: ComponentChildren }) {
  const [endsMs, setEndsMs] = useState<number>()
  const isOpen = endsMs !== undefined
  useEffect(() => {
    if (!isOpen) return
    return () => {
      // After a logout there is no session to end
      if (!location.hash.startsWith('#node')) pos.wallet.close().catch(() => {})
    }
  }, [isOpen])
  const wallet = useMemo<Wallet>(
    () => ({
      endsMs,
      open: async (password) => {
        const opened = await pos.wallet.open({ body: { password } })
        setEndsMs(opened.walletTokenExpiresAt)
      },
      lock: async () => {
        await pos.wallet.close()
        setEndsMs(undefined)
      },
      asking: async (call) => {
        try {
          return await call
        } catch (error) {
          if (error instanceof PosError && lockedCodes.includes(error.code))
            setEndsMs(undefined)
          throw error
        }
      },
    }),
    [endsMs],
  )
  return <Context.Provider value={wallet}>{children}</Context.Provider>
}
