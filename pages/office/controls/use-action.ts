import { useState } from 'preact/hooks'
import { useErrorText } from '../../parts/error-text.ts'
import { useVisit } from '../figures/visit.tsx'

/** A change that somebody asks for: whether it runs, and in plain words why it did not succeed. */
export type Action = {
  readonly isBusy: boolean
  readonly trouble: string | undefined
  readonly say: (trouble: string | undefined) => void
  /** Runs it, unless one runs already. Returns whether it succeeded. */
  readonly run: (change: () => Promise<unknown>) => Promise<boolean>
}

/** A hook: `wordingOf` words refusals that need more than their code. */
export function useAction(wordingOf?: (error: unknown) => string | undefined): Action {
  const { succeeded, failed } = useVisit()
  const errorText = useErrorText()
  const [isBusy, setBusy] = useState(false)
  const [trouble, say] = useState<string>()
  const run = async (change: () => Promise<unknown>) => {
    if (isBusy) return false
    setBusy(true)
    say(undefined)
    try {
      await change()
      succeeded()
      return true
    } catch (error) {
      failed(error)
      say(wordingOf?.(error) ?? errorText(error))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, trouble, say, run }
}
