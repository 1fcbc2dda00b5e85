import { useState } from 'preact/hooks'
import type { Printer } from '../../../../shared/client/api.ts'
import { SelectField } from '../../../parts/controls/select-field.tsx'
import { pos, type TicketTemplate } from '../../../parts/pos.ts'
import { useAction } from '../../controls/use-action.ts'
import { useList } from '../../figures/use-list.ts'
import { usePicture } from '../../figures/use-picture.ts'
import { useTexts } from '../../texts/use-texts.ts'
import type { PartProps } from './part.ts'
import { useDeviceTexts } from './use-texts.ts'

/** The template of each printer, chosen by its picture. */
export function Papers({ found, onChanged }: PartProps) {
  const texts = useDeviceTexts()
  const page = useTexts()
  const { value: templates, problem } = useList(async () => {
    const [own, builtIn] = await Promise.all([
      pos.templates.list(),
      pos.templates.builtIn(),
    ])
    const named = new Set(own.map(({ name }) => name))
    return [...own, ...builtIn.filter(({ name }) => !named.has(name))]
  })
  const [chosenId, setChosenId] = useState<string>()
  const printers = found.printers.map(({ config }) => config)
  const chosen = printers.find(({ id }) => id === chosenId) ?? printers[0]
  if (!chosen) return <p class="quiet">{texts.noPrinter}</p>
  if (!templates) {
    return (
      <p class={problem ? 'trouble' : 'quiet'}>{problem ? page.failed : page.loading}</p>
    )
  }
  return (
    <div class="card">
      <p class="quiet small">{texts.papersHint}</p>
      <SelectField
        label={texts.printer}
        name="printer"
        value={chosen.id}
        onChoose={setChosenId}
        options={printers.map(({ id, printerName }) => ({
          value: id,
          label: printerName,
        }))}
      />
      <PaperOf
        key={chosen.id}
        printer={chosen}
        templates={templates}
        onChanged={onChanged}
      />
    </div>
  )
}

type PaperProps = Pick<PartProps, 'onChanged'> & {
  readonly printer: Printer
  readonly templates: readonly TicketTemplate[]
}

function PaperOf({ printer, templates, onChanged }: PaperProps) {
  const texts = useDeviceTexts()
  const { isBusy, trouble, run } = useAction()
  const [name, setName] = useState(printer.templateName ?? '')
  const [said, setSaid] = useState('')
  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    const params = { id: printer.id }
    const body = { templateName: name || null }
    if (!(await run(() => pos.printers.update({ params, body })))) return
    setSaid(texts.saved)
    await onChanged()
  }
  const usual = printer.printerType === 'CUSTOMER' ? 'Receipt' : 'Kitchen'
  const template = templates.find((each) => each.name === (name || usual))
  return (
    <form onSubmit={(event) => void save(event)}>
      <SelectField
        label={texts.template}
        name="template"
        value={name}
        onChoose={(value) => {
          setSaid('')
          setName(value)
        }}
        options={[
          { value: '', label: texts.usual },
          ...templates.map((each) => ({ value: each.name, label: each.name })),
        ]}
      />
      {template && <Preview template={template} columns={printer.columns} />}
      <p role="status">{said}</p>
      <p class="trouble" role="alert">
        {trouble}
      </p>
      <button
        type="submit"
        class="strong"
        disabled={isBusy || name === (printer.templateName ?? '')}
      >
        {texts.save}
      </button>
    </form>
  )
}

type PreviewProps = {
  readonly template: TicketTemplate
  readonly columns: Printer['columns']
}

/** The picture of a template on a printer's paper. */
function Preview({ template, columns }: PreviewProps) {
  const texts = useDeviceTexts()
  const { id, elements } = template
  const { url, isMissing } = usePicture(
    (signal) => pos.templates.preview({ body: { elements, columns }, signal }),
    `${id} ${columns}`,
  )
  if (isMissing) return <p class="trouble">{texts.noPreview}</p>
  return url ? <img class="paper-picture" src={url} alt={texts.preview} /> : null
}
