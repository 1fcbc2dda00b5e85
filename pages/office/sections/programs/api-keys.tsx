import { useState } from 'preact/hooks'
import type { ApiKey } from '../../../../shared/client/api.ts'
import { useFormats } from '../../../parts/formats.tsx'
import { pos } from '../../../parts/pos.ts'
import { ConfirmDialog } from '../../controls/confirm-dialog.tsx'
import { Table } from '../../controls/table.tsx'
import { useList } from '../../figures/use-list.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { NewKey } from './new-key.tsx'
import { ShownOnce } from './shown-once.tsx'
import { useProgramTexts } from './use-texts.ts'

/** The keys of other programs: what each may do, when it was last used, and its end. */
export function ApiKeys() {
  const texts = useProgramTexts()
  const page = useTexts()
  const { moment } = useFormats()
  const { value, problem, readAgain } = useList(() => pos.apiKeys.list())
  const [isAdding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string>()
  const [asked, setAsked] = useState<ApiKey>()
  const when = (iso: string | undefined) => (iso ? moment(Date.parse(iso)) : texts.never)
  return (
    <>
      <div class="section-bar">
        <button type="button" class="strong" onClick={() => setAdding(true)}>
          {texts.addKey}
        </button>
      </div>
      <div class="card">
        <p class="quiet small">{texts.keysHint}</p>
        {problem && <p class="trouble">{page.failed}</p>}
        {!value && !problem && <p class="quiet">{page.loading}</p>}
        {value?.length === 0 && <p>{texts.noKeys}</p>}
        {value && value.length > 0 && (
          <Table
            label={texts.keys}
            rows={value}
            keyOf={({ id }) => id}
            columns={[
              {
                heading: texts.name,
                cell: ({ name, prefix }) => (
                  <>
                    {name} <span class="quiet small block">lpk_{prefix}…</span>
                  </>
                ),
              },
              {
                heading: texts.mayDo,
                isWideOnly: true,
                cell: ({ permissions }) => texts.permissionCount(permissions.length),
              },
              { heading: texts.lastUsed, cell: ({ lastUsedAt }) => when(lastUsedAt) },
              {
                heading: texts.ends,
                isWideOnly: true,
                cell: ({ expiresAt }) => when(expiresAt),
              },
              {
                heading: texts.revoke,
                isFigure: true,
                cell: (key) => (
                  <button
                    type="button"
                    class="small"
                    aria-label={`${texts.revoke}: ${key.name}`}
                    onClick={() => setAsked(key)}
                  >
                    {texts.revoke}
                  </button>
                ),
              },
            ]}
          />
        )}
      </div>
      {isAdding && (
        <NewKey
          onClose={() => setAdding(false)}
          onMade={(made) => {
            setAdding(false)
            setSecret(made)
            void readAgain()
          }}
        />
      )}
      {secret && (
        <ShownOnce
          title={texts.keyMade}
          hint={texts.secretHint}
          secret={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
      {asked && (
        <ConfirmDialog
          title={`${texts.revoke}: ${asked.name}`}
          confirm={texts.revoke}
          onConfirm={async () => {
            await pos.apiKeys.remove({ params: { id: asked.id } })
            await readAgain()
          }}
          onClose={() => setAsked(undefined)}
        >
          <p>{texts.revokeHint}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
