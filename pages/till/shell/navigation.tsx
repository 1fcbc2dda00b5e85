import { useEffect, useState } from 'preact/hooks'
import type { Section } from '../sections/section.ts'
import { useTill } from '../shop/till.tsx'
import { useTexts } from '../texts/use-texts.ts'
import { sections } from './all-sections.ts'

const sectionInAddress = () => location.hash.slice(1)

/** The sections that this shop and person have, and the one that the address names. */
export function useSection() {
  const till = useTill()
  const [id, setId] = useState(sectionInAddress)
  useEffect(() => {
    const change = () => setId(sectionInAddress())
    addEventListener('hashchange', change)
    return () => removeEventListener('hashchange', change)
  }, [])
  const shown = sections.filter(({ isFor }) => isFor(till))
  return { shown, section: shown.find((each) => each.id === id) ?? shown[0] }
}

type Props = {
  readonly shown: readonly Section[]
  readonly current: Section | undefined
}

export function Navigation({ shown, current }: Props) {
  const texts = useTexts()
  return (
    <nav class="sections" aria-label={texts.sections}>
      {shown.map((section) => (
        <SectionLink key={section.id} section={section} isCurrent={section === current} />
      ))}
    </nav>
  )
}

type LinkProps = { readonly section: Section; readonly isCurrent: boolean }

function SectionLink({ section: { id, useTitle, icon }, isCurrent }: LinkProps) {
  return (
    <a href={`#${id}`} aria-current={isCurrent ? 'page' : undefined}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={icon} />
      </svg>
      {useTitle()}
    </a>
  )
}
