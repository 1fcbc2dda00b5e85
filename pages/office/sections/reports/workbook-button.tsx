import { downloadFile } from '../../controls/download-table.ts'
import { useAction } from '../../controls/use-action.ts'
import type { Sheet } from './workbook.ts'

type Props = {
  readonly label: string
  /** Of the file. */
  readonly name: string
  /** Reads what is in it. Throws PosError. */
  readonly sheets: () => Promise<readonly Sheet[]>
}

/** Makes a workbook of tables and downloads it. */
export function WorkbookButton({ label, name, sheets }: Props) {
  const { isBusy, trouble, run } = useAction()
  const download = () =>
    run(async () => {
      // Loaded when it is needed
      const [{ workbookOf }, read] = await Promise.all([
        import('./workbook.ts'),
        sheets(),
      ])
      downloadFile(`${name}.xlsx`, workbookOf(read))
    })
  return (
    <>
      <button type="button" disabled={isBusy} onClick={() => void download()}>
        {label}
      </button>
      {trouble && (
        <p class="trouble" role="alert">
          {trouble}
        </p>
      )}
    </>
  )
}
