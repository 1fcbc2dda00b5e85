import { useState } from 'preact/hooks'
import type { User } from '../../../../shared/client/api.ts'
import { pos } from '../../../parts/pos.ts'
import { Table } from '../../controls/table.tsx'
import { useList } from '../../figures/use-list.ts'
import { useVisit } from '../../figures/visit.tsx'
import { useTexts } from '../../texts/use-texts.ts'
import { type KnownRole, RoleDialog } from './role-dialog.tsx'
import { usePeopleTexts } from './use-texts.ts'

/** The roles of the shop, and what each may do. */
export function Roles() {
  const texts = usePeopleTexts()
  const page = useTexts()
  const { may } = useVisit()
  const mayCount = may('users_read')
  const { value, problem, readAgain } = useList(async () => {
    const [roles, people] = await Promise.all([
      pos.roles.list(),
      mayCount ? (pos.users.list() as Promise<User[]>) : [],
    ])
    return Promise.all(
      roles.map(async ({ id, role, isAdmin }): Promise<KnownRole> => {
        const permissions = await pos.roles.permissions({ params: { id } })
        return {
          id,
          name: role,
          isAdmin,
          permissions: permissions.map(({ name }) => name),
          holders: people.filter(({ roleId }) => roleId === id).length,
        }
      }),
    )
  })
  const [opened, setOpened] = useState<KnownRole | 'new'>()
  if (!value) {
    return problem ? (
      <p class="trouble">{problem === 'denied' ? page.denied : page.failed}</p>
    ) : (
      <p class="quiet">{page.loading}</p>
    )
  }
  const close = () => {
    setOpened(undefined)
    void readAgain()
  }
  return (
    <>
      {may('roles_create') && (
        <div class="section-bar">
          <button type="button" class="strong" onClick={() => setOpened('new')}>
            {texts.addRole}
          </button>
        </div>
      )}
      <div class="card">
        <Table
          label={texts.roles}
          rows={value}
          keyOf={({ id }) => id}
          columns={[
            {
              heading: texts.role,
              cell: (role) =>
                may('roles_update') ? (
                  <button type="button" class="plain" onClick={() => setOpened(role)}>
                    {role.name}
                  </button>
                ) : (
                  role.name
                ),
            },
            {
              heading: texts.may,
              cell: ({ isAdmin, permissions }) =>
                isAdmin ? texts.everything : texts.permissionCount(permissions.length),
            },
            {
              heading: texts.people,
              isFigure: true,
              cell: ({ holders }) => (mayCount ? holders : ''),
            },
          ]}
        />
      </div>
      {opened && (
        <RoleDialog role={opened === 'new' ? undefined : opened} onClose={close} />
      )}
    </>
  )
}
