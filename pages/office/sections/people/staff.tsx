import { useMemo, useState } from 'preact/hooks'
import type { ListedRole, User } from '../../../../shared/client/api.ts'
import { pos } from '../../../parts/pos.ts'
import { Table } from '../../controls/table.tsx'
import { useSearch } from '../../controls/use-search.tsx'
import { useList } from '../../figures/use-list.ts'
import { useVisit } from '../../figures/visit.tsx'
import { useTexts } from '../../texts/use-texts.ts'
import { NewPerson } from './new-person.tsx'
import { PersonDialog } from './person-dialog.tsx'
import { usePeopleTexts } from './use-texts.ts'

const textsOf = ({ name, role, email, phone }: User) => [name, role, email, phone]

/** The people who work here. */
export function Staff() {
  const texts = usePeopleTexts()
  const page = useTexts()
  const { may, user: me } = useVisit()
  const mayReadRoles = may('roles_read')
  const { value, problem, readAgain } = useList(async () => {
    const [people, roles] = await Promise.all([
      // With users_read they are whole
      pos.users.list() as Promise<User[]>,
      mayReadRoles ? pos.roles.list() : Promise.resolve<ListedRole[]>([]),
    ])
    return { people, roles }
  })
  const people = useMemo(
    () =>
      value?.people.toSorted((one, other) => one.name.localeCompare(other.name)) ?? [],
    [value],
  )
  const { found, field } = useSearch(people, textsOf, texts.search)
  const [opened, setOpened] = useState<User | 'new'>()
  const [said, setSaid] = useState('')
  const mayChange = may('users_update') || may('users_delete')
  if (!value) {
    return problem ? (
      <p class="trouble">{problem === 'denied' ? page.denied : page.failed}</p>
    ) : (
      <p class="quiet">{page.loading}</p>
    )
  }
  const close = (news = '') => {
    setOpened(undefined)
    setSaid(news)
    void readAgain()
  }
  return (
    <>
      <div class="section-bar">
        {field}
        {may('users_create') && mayReadRoles && (
          <button type="button" class="strong" onClick={() => setOpened('new')}>
            {texts.add}
          </button>
        )}
      </div>
      <p role="status">{said}</p>
      {found.length === 0 && <p class="quiet">{texts.noneFound}</p>}
      {found.length > 0 && (
        <div class="card">
          <Table
            label={texts.people}
            rows={found}
            keyOf={({ id }) => id}
            columns={[
              {
                heading: texts.name,
                cell: (person) => (
                  <>
                    {mayChange ? (
                      <button
                        type="button"
                        class="plain"
                        onClick={() => setOpened(person)}
                      >
                        {person.name}
                      </button>
                    ) : (
                      person.name
                    )}{' '}
                    {person.id === me.userId && <span class="badge">{texts.you}</span>}
                  </>
                ),
              },
              { heading: texts.role, cell: ({ role }) => role ?? texts.noRole },
              {
                heading: texts.contact,
                isWideOnly: true,
                cell: ({ email, phone }) => [email, phone].filter(Boolean).join(' · '),
              },
            ]}
          />
        </div>
      )}
      {opened === 'new' && <NewPerson roles={value.roles} onClose={close} />}
      {opened && opened !== 'new' && (
        <PersonDialog person={opened} roles={value.roles} onClose={close} />
      )}
    </>
  )
}
