import { type ComponentType, h } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useErrorText } from './error-text.ts'

/** A component whose script is loaded when it is first drawn. It needs the network then. */
export function loadedLater<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let known: ComponentType<Props> | undefined
  return function Later(props: Props) {
    const errorText = useErrorText()
    const [state, setState] = useState<'loading' | 'loaded' | 'failed'>(
      known ? 'loaded' : 'loading',
    )
    useEffect(() => {
      if (known) return
      let isWanted = true
      load().then(
        (component) => {
          known = component
          if (isWanted) setState('loaded')
        },
        () => isWanted && setState('failed'),
      )
      return () => {
        isWanted = false
      }
    }, [])
    if (known) return h(known, props)
    return state === 'failed' ? (
      <p class="trouble" role="alert">
        {errorText(undefined)}
      </p>
    ) : null
  }
}
