import { useState } from 'preact/hooks'
import { useVisit } from '../../figures/visit.tsx'
import { Roles } from './roles.tsx'
import { Staff } from './staff.tsx'
import { Trail } from './trail.tsx'
import { usePeopleTexts } from './use-texts.ts'

const views = { people: Staff, roles: Roles, trail: Trail } as const
type Name = keyof typeof views

/** Shows the people, the roles, and the audit trail. */
export function View() {
  const texts = usePeopleTexts()
  const { user, may } = useVisit()
  const [name, setName] = useState<Name>('people')
  const shown = (Object.keys(views) as Name[]).filter(
    (each) =>
      each === 'people' ||
      (each === 'roles' && may('roles_read')) ||
      (each === 'trail' && user.isAdmin),
  )
  const Shown = views[name]
  return (
    <>
      <div class="tabs">
        {shown.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === name}
            onClick={() => setName(each)}
          >
            {texts[each]}
          </button>
        ))}
      </div>
      <Shown />
    </>
  )
}
