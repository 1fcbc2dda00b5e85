import { type ComponentChildren, createContext } from 'preact'
import {
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'preact/hooks'
import { DialogNotice } from '../controls/dialog.tsx'
import { listenForScans, type Receiver } from './listen.ts'

type Scanner = {
  /**
   * Lets a receiver take the codes until its component is gone. Returns a function that
   * ends it.
   */
  readonly receive: (receiver: Receiver) => () => void
  /** Shows a notice about a code, until the next one; undefined clears it. */
  readonly say: (text: string | undefined) => void
  /**
   * Reports keys that were pressed in no field and are no code. Returns a function that
   * ends it.
   */
  readonly onKeys: (act: (keys: string) => void) => () => void
}

const Context = createContext<Scanner | undefined>(undefined)

export function useScanner(): Scanner {
  const scanner = useContext(Context)
  if (!scanner) throw new Error('no scanner above')
  return scanner
}

/** Sets a holder's value; returns a function that clears it again. */
const put = <Who,>(place: { current: Who | undefined }, who: Who) => {
  place.current = who
  return () => {
    if (place.current === who) place.current = undefined
  }
}

type Props = {
  /** Test for codes of goods, while nobody takes codes. */
  readonly knows: (codes: readonly string[]) => boolean
  /** Text of a refused code, while nobody takes codes. */
  readonly refusalOf: (code: string) => string
  readonly children: ComponentChildren
}

/** Listens for a scanner that types, and reports codes that are not sold. */
export function ScannerProvider({ knows, refusalOf, children }: Props) {
  const [notice, setNotice] = useState<string>()
  const receiver = useRef<Receiver | undefined>(undefined)
  const refuse = { knows, take: ([code = '']) => setNotice(refusalOf(code)) } as Receiver
  const otherwise = useRef(refuse)
  otherwise.current = refuse
  const keys = useRef<((keys: string) => void) | undefined>(undefined)
  useLayoutEffect(
    () =>
      listenForScans(
        () => receiver.current ?? otherwise.current,
        (pressed) => keys.current?.(pressed),
      ),
    [],
  )
  const clear = useCallback(() => setNotice(undefined), [])
  useEffect(() => {
    addEventListener('hashchange', clear)
    return () => removeEventListener('hashchange', clear)
  }, [clear])
  const dialogNotice = useMemo(() => ({ text: notice, clear }), [notice, clear])
  const scanner = useMemo<Scanner>(
    () => ({
      receive: (next) => put(receiver, next),
      onKeys: (act) => put(keys, act),
      say: setNotice,
    }),
    [],
  )
  return (
    <Context.Provider value={scanner}>
      <DialogNotice.Provider value={dialogNotice}>{children}</DialogNotice.Provider>
      <p class="trouble scan-trouble" role="alert">
        {notice}
      </p>
    </Context.Provider>
  )
}
