import { useState } from 'preact/hooks'
import { NodeLines } from '../controls/node-lines.tsx'
import { TextField } from '../controls/text-field.tsx'
import { type OnSiteAgent, pos } from '../pos.ts'
import { AgentBadge, AgentFacts, isOnline } from './agent-state.tsx'
import type { PrinterPlace } from './printer-place.ts'
import { RemoveButton } from './row-buttons.tsx'
import { usePrinterTexts } from './use-texts.ts'

type Props = {
  readonly agents: readonly OnSiteAgent[]
  readonly place: PrinterPlace
  readonly onChanged: () => Promise<void>
}

/**
 * Lists the shop's computers, with a button to remove those that are away, and shows how
 * to connect one.
 */
export function Agents({ agents, place, onChanged }: Props) {
  const texts = usePrinterTexts()
  const { failed } = place
  const [name, setName] = useState<string>()
  const [command, setCommand] = useState<string>()
  const [trouble, setTrouble] = useState<string>()
  const revoke = async (id: string) => {
    setTrouble(undefined)
    try {
      await pos.agents.revoke({ params: { id } })
      // The shown command may be this computer's
      setCommand(undefined)
      await onChanged()
    } catch (error) {
      setTrouble(failed(error))
    }
  }
  const connect = async (event: SubmitEvent) => {
    event.preventDefault()
    setTrouble(undefined)
    try {
      const { enrolmentToken } = await pos.agents.enrol({ body: { name: name ?? '' } })
      setCommand(
        `sudo lightning-pos-agent enrol ${location.origin} ${enrolmentToken} && sudo systemctl restart lightning-pos-agent`,
      )
      setName(undefined)
      await onChanged()
    } catch (error) {
      setTrouble(failed(error))
    }
  }
  return (
    <>
      {agents.length > 0 && <h3>{texts.agents}</h3>}
      <ul class="settings">
        {agents.map((agent) => (
          <li key={agent.id}>
            <p class="setting">
              <span>
                {agent.name}
                <AgentFacts agent={agent} nowMs={Date.now()} />
              </span>
              <AgentBadge agent={agent} nowMs={Date.now()} />
            </p>
            {!isOnline(agent, Date.now()) && (
              <div class="actions">
                <RemoveButton
                  name={agent.name}
                  isBusy={false}
                  onClick={() => void revoke(agent.id)}
                />
              </div>
            )}
          </li>
        ))}
      </ul>
      {command && <Command text={command} />}
      {name === undefined ? (
        <button type="button" onClick={() => setName(texts.agentNameDefault)}>
          {texts.connect}
        </button>
      ) : (
        <form onSubmit={(event) => void connect(event)}>
          <TextField
            label={texts.agentName}
            name="agent-name"
            autocomplete="off"
            value={name}
            onText={setName}
            pattern=".*\S.*"
            required
          />
          <button type="submit" class="strong">
            {texts.connect}
          </button>
        </form>
      )}
      <p class="trouble" role="alert">
        {trouble}
      </p>
      <NodeLines />
    </>
  )
}

function Command({ text }: { readonly text: string }) {
  const texts = usePrinterTexts()
  const [isCopied, setCopied] = useState(false)
  return (
    <div role="status">
      <p>{texts.runThis}</p>
      <p class="command">
        <code>{text}</code>
      </p>
      {/* Browsers give the clipboard to https and to the machine itself */}
      {navigator.clipboard && (
        <button
          type="button"
          onClick={() =>
            void navigator.clipboard.writeText(text).then(() => setCopied(true))
          }
        >
          {isCopied ? texts.copied : texts.copy}
        </button>
      )}
    </div>
  )
}
