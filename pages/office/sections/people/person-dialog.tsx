import { useState } from 'preact/hooks'
import type { ListedRole, User } from '../../../../shared/client/api.ts'
import { Dialog } from '../../../parts/controls/dialog.tsx'
import { SelectField } from '../../../parts/controls/select-field.tsx'
import { TextField } from '../../../parts/controls/text-field.tsx'
import { pos } from '../../../parts/pos.ts'
import { ConfirmDialog } from '../../controls/confirm-dialog.tsx'
import { useVisit } from '../../figures/visit.tsx'
import { NewPin } from './new-pin.tsx'
import { SessionsDialog } from './sessions-dialog.tsx'
import { usePeopleTexts } from './use-texts.ts'

type Props = {
  readonly person: User
  readonly roles: readonly ListedRole[]
  /** Called with the news of the change. */
  readonly onClose: (news?: string) => void
}

/** A person: name, role and contact, a new PIN, the end of its sessions, and its removal. */
export function PersonDialog({ person, roles, onClose }: Props) {
  const texts = usePeopleTexts()
  const { may } = useVisit()
  const [name, setName] = useState(person.name)
  const [roleId, setRoleId] = useState(person.roleId ?? '')
  const [email, setEmail] = useState(person.email ?? '')
  const [phone, setPhone] = useState(person.phone ?? '')
  const [asked, setAsked] = useState<
    'change' | 'pin' | 'devices' | 'sessions' | 'remove'
  >()
  const params = { id: person.id }
  const isOtherRole = roleId !== (person.roleId ?? '')
  const role = roles.find(({ id }) => id === roleId)?.role ?? texts.noRole
  const save = async () => {
    const body = {
      ...(name.trim() !== person.name && { name: name.trim() }),
      ...(isOtherRole && { roleId }),
      ...(email.trim() !== (person.email ?? '') && { email: email.trim() || null }),
      ...(phone.trim() !== (person.phone ?? '') && { phone: phone.trim() || null }),
    }
    if (Object.keys(body).length > 0) await pos.users.update({ params, body })
  }
  const back = () => setAsked(undefined)
  return (
    <Dialog title={texts.change(person.name)} onClose={() => onClose()}>
      {may('users_update') && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            setAsked('change')
          }}
        >
          <TextField
            label={texts.name}
            name="person-name"
            autocomplete="off"
            value={name}
            onText={setName}
            pattern=".*\S.*"
            required
          />
          {roles.length > 0 && (
            <SelectField
              label={texts.role}
              name="person-role"
              value={roleId}
              onChoose={setRoleId}
              options={[
                ...(person.roleId ? [] : [{ value: '', label: texts.noRole }]),
                ...roles.map(({ id, role: label }) => ({ value: id, label })),
              ]}
            />
          )}
          <div class="side-by-side">
            <TextField
              label={texts.email}
              name="person-email"
              inputMode="email"
              autocomplete="off"
              value={email}
              onText={setEmail}
            />
            <TextField
              label={texts.phone}
              name="person-phone"
              inputMode="tel"
              autocomplete="off"
              value={phone}
              onText={setPhone}
            />
          </div>
          <button type="submit" class="strong">
            {texts.save}
          </button>
        </form>
      )}
      <div class="stacked">
        {may('users_update') && (
          <>
            <button type="button" onClick={() => setAsked('pin')}>
              {texts.newPin}
            </button>
            <button type="button" onClick={() => setAsked('devices')}>
              {texts.devices}
            </button>
            <button type="button" onClick={() => setAsked('sessions')}>
              {texts.endSessions}
            </button>
          </>
        )}
        {may('users_delete') && (
          <button type="button" class="danger" onClick={() => setAsked('remove')}>
            {texts.remove}
          </button>
        )}
      </div>
      {asked === 'change' && (
        <ConfirmDialog
          title={texts.confirmChange(person.name)}
          confirm={texts.save}
          onConfirm={save}
          onClose={back}
          onDone={() => onClose()}
        >
          {name.trim() !== person.name && (
            <p>{texts.renamed(person.name, name.trim())}</p>
          )}
          {isOtherRole && <p>{texts.rights(name.trim(), role)}</p>}
        </ConfirmDialog>
      )}
      {asked === 'pin' && (
        <NewPin person={person} onBack={back} onDone={() => onClose()} />
      )}
      {asked === 'devices' && <SessionsDialog person={person} onClose={back} />}
      {asked === 'sessions' && (
        <ConfirmDialog
          title={texts.endSessions}
          confirm={texts.endSessions}
          onConfirm={() => pos.users.endSessions({ params })}
          onClose={back}
          onDone={() => onClose(texts.sessionsEnded(person.name))}
        >
          <p>{texts.endSessionsHint(person.name)}</p>
        </ConfirmDialog>
      )}
      {asked === 'remove' && (
        <ConfirmDialog
          title={`${texts.remove}: ${person.name}`}
          confirm={texts.remove}
          onConfirm={() => pos.users.remove({ params, body: {} })}
          onClose={back}
          onDone={() => onClose()}
        >
          <p>{texts.removeHint(person.name)}</p>
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
