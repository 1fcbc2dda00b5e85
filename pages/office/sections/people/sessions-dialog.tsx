import { useState } from 'preact/hooks'
import type { ListedSession, User } from '../../../../shared/client/api.ts'
import { Dialog } from '../../../parts/controls/dialog.tsx'
import { useFormats } from '../../../parts/formats.tsx'
import { pos } from '../../../parts/pos.ts'
import { ConfirmDialog } from '../../controls/confirm-dialog.tsx'
import { useList } from '../../figures/use-list.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { deviceName } from './device-name.ts'
import { usePeopleTexts } from './use-texts.ts'

type Props = { readonly person: User; readonly onClose: () => void }

/** Where a person is logged in, and the end of each of these sessions. */
export function SessionsDialog({ person, onClose }: Props) {
  const texts = usePeopleTexts()
  const page = useTexts()
  const { moment } = useFormats()
  const [asked, setAsked] = useState<ListedSession>()
  const { value, problem, readAgain } = useList(() =>
    pos.users.sessions({ params: { id: person.id } }),
  )
  const nameOf = ({ userAgent, tillName }: ListedSession) =>
    [tillName, deviceName(userAgent) ?? texts.unknownDevice].filter(Boolean).join(' · ')
  return (
    <Dialog title={texts.sessionsOf(person.name)} onClose={onClose}>
      {problem && (
        <p class="trouble">{problem === 'denied' ? page.denied : page.failed}</p>
      )}
      {!value && !problem && <p class="quiet">{page.loading}</p>}
      {value?.length === 0 && <p>{texts.noSessions}</p>}
      <ul class="rows">
        {value?.map((session) => (
          <li key={session.id}>
            <span class="what">
              {nameOf(session)}
              {session.isOwn && <span class="badge good">{texts.thisDevice}</span>}
              <span class="quiet small block">
                {texts.loggedIn(moment(Date.parse(session.openedAt)))}
              </span>
            </span>
            {!session.isOwn && (
              <button type="button" class="small" onClick={() => setAsked(session)}>
                {texts.endSession}
              </button>
            )}
          </li>
        ))}
      </ul>
      <p class="quiet small">{texts.sessionsHint}</p>
      {asked && (
        <ConfirmDialog
          title={`${texts.endSession}: ${nameOf(asked)}`}
          confirm={texts.endSession}
          onConfirm={async () => {
            const params = { id: person.id, sessionId: asked.id }
            await pos.users.endSession({ params })
            await readAgain()
          }}
          onClose={() => setAsked(undefined)}
        >
          <p>{texts.endSessionHint(person.name)}</p>
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
