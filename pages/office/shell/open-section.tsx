import type { ComponentType } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useShop } from '../shop/shop.tsx'
import { useTexts } from '../texts/use-texts.ts'
import type { Section } from './section.ts'

/** The section that is open, once it is loaded. */
export function OpenSection({ section }: { readonly section: Section }) {
  const texts = useTexts()
  const { shop } = useShop()
  const [loaded, setLoaded] = useState<{
    readonly of: Section
    readonly View?: ComponentType
  }>()
  useEffect(() => {
    let isWanted = true
    section.load().then(
      ({ View }) => isWanted && setLoaded({ of: section, View }),
      () => isWanted && setLoaded({ of: section }),
    )
    return () => {
      isWanted = false
    }
  }, [section])
  const title = section.titleIn(texts)
  useEffect(() => {
    document.title = `${title} · ${shop.name}`
  }, [title, shop.name])
  const heading = useRef<HTMLHeadingElement>(null)
  const first = useRef(section)
  // Screen readers begin at the chosen section.
  useLayoutEffect(() => {
    if (first.current !== section) {
      first.current = section
      heading.current?.focus()
      scrollTo(0, 0)
    }
  }, [section])
  const View = loaded?.of === section ? loaded.View : undefined
  return (
    <main>
      <h2 ref={heading} class="section-title" tabIndex={-1}>
        {title}
      </h2>
      {View && <View />}
      {!View && loaded?.of !== section && <p class="quiet">{texts.loading}</p>}
      {!View && loaded?.of === section && (
        <div class="card">
          <p class="trouble" role="alert">
            {texts.notLoaded}
          </p>
          <button type="button" onClick={() => location.reload()}>
            {texts.loadAgain}
          </button>
        </div>
      )}
    </main>
  )
}
