import { useState } from 'preact/hooks'
import { Dialog } from '../../../parts/controls/dialog.tsx'
import { TextField } from '../../../parts/controls/text-field.tsx'
import { pos } from '../../../parts/pos.ts'
import { ConfirmDialog } from '../../controls/confirm-dialog.tsx'
import { PermissionChoice } from '../../controls/permissions/permission-choice.tsx'
import { usePermissionTexts } from '../../controls/permissions/use-texts.ts'
import { useVisit } from '../../figures/visit.tsx'
import { presetNames, presets } from './presets.ts'
import { usePeopleTexts } from './use-texts.ts'

export type KnownRole = {
  readonly id: string
  readonly name: string
  readonly isAdmin: boolean
  readonly permissions: readonly string[]
  /** Number of people with the role. */
  readonly holders: number
}

type Props = {
  /** The one to change; undefined for a new one. */
  readonly role: KnownRole | undefined
  readonly onClose: () => void
}

/** The role as it was when it was opened. */
const asRead = ({ name, isAdmin, permissions }: KnownRole) => ({
  role: name,
  isAdmin,
  permissions,
})

/** Edits a role: each permission is a sentence. */
export function RoleDialog({ role, onClose }: Props) {
  const texts = usePeopleTexts()
  const { user, may } = useVisit()
  const [name, setName] = useState(role?.name ?? '')
  const [isAdmin, setAdmin] = useState(role?.isAdmin ?? false)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(role?.permissions))
  const [asked, setAsked] = useState<'save' | 'remove'>()
  const all = Object.keys(usePermissionTexts().permissions)
  const before = new Set(role?.permissions)
  const given = all.filter((each) => chosen.has(each) && !before.has(each))
  const taken = all.filter((each) => !chosen.has(each) && before.has(each))
  const save = () => {
    const body = {
      role: name.trim(),
      ...(isAdmin !== (role?.isAdmin ?? false) && { isAdmin }),
      // An administrator has every one
      ...(!isAdmin && { permissions: [...chosen] }),
    }
    return role
      ? pos.roles.update({
          params: { id: role.id },
          body: { ...body, ifWas: asRead(role) },
        })
      : pos.roles.create({ body })
  }
  const back = () => setAsked(undefined)
  return (
    <Dialog
      title={role ? texts.change(role.name) : texts.addRole}
      size="wide"
      onClose={onClose}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          setAsked('save')
        }}
      >
        <TextField
          label={texts.roleName}
          name="role-name"
          autocomplete="off"
          value={name}
          onText={setName}
          pattern=".*\S.*"
          required
        />
        {user.isAdmin && (
          <label class="check">
            <input
              type="checkbox"
              name="is-admin"
              checked={isAdmin}
              onChange={({ currentTarget }) => setAdmin(currentTarget.checked)}
            />
            <span>
              {texts.everything}
              <span class="quiet small block">{texts.everythingHint}</span>
            </span>
          </label>
        )}
        {!isAdmin && (
          <>
            <fieldset class="presets">
              <legend>{texts.beginWith}</legend>
              {presetNames.map((preset) => (
                <button
                  key={preset}
                  type="button"
                  title={texts.presetHints[preset]}
                  onClick={() => {
                    setChosen(new Set(presets[preset]))
                    if (name.trim() === '') setName(texts.presets[preset])
                  }}
                >
                  {texts.presets[preset]}
                </button>
              ))}
            </fieldset>
            <PermissionChoice chosen={chosen} onChosen={setChosen} />
          </>
        )}
        <div class="actions">
          {role && may('roles_delete') && (
            <button type="button" class="danger" onClick={() => setAsked('remove')}>
              {texts.removeRole}
            </button>
          )}
          <button type="submit" class="strong">
            {role ? texts.save : texts.addRole}
          </button>
        </div>
      </form>
      {asked === 'save' && (
        <ConfirmDialog
          title={texts.confirmRole(name.trim())}
          confirm={role ? texts.save : texts.addRole}
          onConfirm={save}
          onClose={back}
          onDone={onClose}
        >
          {isAdmin && (
            <p>
              {texts.everything}. {texts.everythingHint}
            </p>
          )}
          {!isAdmin && <Sentences title={texts.rightsGiven} names={given} />}
          {!isAdmin && <Sentences title={texts.rightsTaken} names={taken} />}
          {role && <p class="quiet small">{texts.rightsHint}</p>}
        </ConfirmDialog>
      )}
      {role && asked === 'remove' && (
        <ConfirmDialog
          title={`${texts.removeRole}: ${role.name}`}
          confirm={texts.removeRole}
          onConfirm={() => pos.roles.remove({ params: { id: role.id } })}
          onClose={back}
          onDone={onClose}
        >
          <p>{texts.removeRoleHint(role.name, texts.holders(role.holders))}</p>
        </ConfirmDialog>
      )}
    </Dialog>
  )
}

type SentencesProps = { readonly title: string; readonly names: readonly string[] }

function Sentences({ title, names }: SentencesProps) {
  const { permissions } = usePermissionTexts()
  const sentences: Readonly<Record<string, string>> = permissions
  if (names.length === 0) return null
  return (
    <div>
      <p>
        <strong>{title}</strong>
      </p>
      <ul class="sentences">
        {names.map((name) => (
          <li key={name}>{sentences[name]}</li>
        ))}
      </ul>
    </div>
  )
}
