import { useState } from 'preact/hooks'
import { useFormats } from '../../../parts/formats.tsx'
import { pos } from '../../../parts/pos.ts'
import { downloadFile } from '../../controls/download-table.ts'
import { useAction } from '../../controls/use-action.ts'
import { useShop } from '../../shop/shop.tsx'
import { useProgramTexts } from './use-texts.ts'

/** All that the shop has in one file, read page by page. */
export function ShopExport() {
  const texts = useProgramTexts()
  const { number } = useFormats()
  const { shop } = useShop()
  const { isBusy, trouble, run } = useAction()
  const [lines, setLines] = useState<number>()
  const download = () =>
    run(async () => {
      const parts: string[] = []
      let cursor: string | undefined
      let count = 0
      do {
        const page = await pos.exports.shop({ query: cursor ? { cursor } : {} })
        const rows = page.trimEnd().split('\n')
        const last = JSON.parse(rows.at(-1) ?? '{}') as {
          readonly Next?: { readonly cursor: string }
        }
        cursor = last.Next?.cursor
        parts.push(`${page.trimEnd()}\n`)
        count += rows.length
        setLines(count)
      } while (cursor)
      downloadFile(`${shop.name}.ndjson`, new Blob(parts))
    })
  return (
    <div class="card">
      <p>{texts.exportHint}</p>
      <p role="status">{lines !== undefined && texts.exported(number(lines))}</p>
      <p class="trouble" role="alert">
        {trouble}
      </p>
      <div class="actions">
        <button
          type="button"
          class="strong"
          disabled={isBusy}
          onClick={() => void download()}
        >
          {texts.exportShop}
        </button>
      </div>
    </div>
  )
}
