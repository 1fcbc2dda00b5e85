import { useEffect, useState } from 'preact/hooks'
import { useVisit } from '../figures/visit.tsx'
import { useShop } from '../shop/shop.tsx'
import { useTexts } from '../texts/use-texts.ts'
import { sections } from './all-sections.ts'
import type { Section } from './section.ts'

/** The section that the address names, without what follows a slash. */
const sectionInAddress = () => location.hash.slice(1).split('/')[0] ?? ''

const named = (id: string) => sections.find((each) => each.id === id) ?? sections[0]

/** Begins to load the section that is likely to be shown first. */
export const loadFirst = () => named(sectionInAddress())?.load()

/**
 * The sections that this shop and person have, and the one that the address names; `refused` is one
 * that it names and they have not.
 */
export function useSection() {
  const { may, user } = useVisit()
  const { shop } = useShop()
  const [id, setId] = useState(sectionInAddress)
  useEffect(() => {
    const change = () => setId(sectionInAddress())
    addEventListener('hashchange', change)
    return () => removeEventListener('hashchange', change)
  }, [])
  const who = { may, isAdmin: user.isAdmin, isRestaurant: shop.isRestaurant }
  const shown = sections.filter(({ isFor }) => isFor(who))
  const section = shown.find((each) => each.id === id)
  const refused = section ? undefined : sections.find((each) => each.id === id)
  return { shown, section: section ?? shown[0], refused }
}

type Props = {
  readonly shown: readonly Section[]
  readonly current: Section
}

/** The sections: a list beside the page, or on a phone one that a button opens. */
export function Navigation({ shown, current }: Props) {
  const texts = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <nav
      class="sections"
      aria-label={texts.sections}
      onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
    >
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls="sections"
        onClick={() => setOpen(!isOpen)}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 6h16M4 12h16M4 18h16" />
        </svg>
        {current.titleIn(texts)}
        <span class="for-screen-readers">. {texts.sections}</span>
      </button>
      <ul id="sections" class={isOpen ? 'open' : ''}>
        {shown.map((section) => (
          <li key={section.id}>
            <a
              href={`#${section.id}`}
              aria-current={section === current ? 'page' : undefined}
              onClick={() => setOpen(false)}
            >
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d={section.icon} />
              </svg>
              {section.titleIn(texts)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
