import { useState } from 'preact/hooks'
import { TextField } from '../../../../../page-parts/controls/text-field.tsx'
import { type OnSiteAgent, pos } from '../../../../../page-parts/pos.ts'
import { maxHeartbeatAgeMs } from '../../../../../shared/agents/protocol/heartbeat.ts'
import { useTill } from '../../shop/till.tsx'
import { usePrintersTexts } from './use-printers-texts.ts'

type Props = {
  readonly agents: readonly OnSiteAgent[]
  readonly onConnected: () => Promise<void>
}

/** The computers of the shop that print, and the command that connects another one. */
export function Agents({ agents, onConnected }: Props) {
  const texts = usePrintersTexts()
  const { failed } = useTill()
  const [name, setName] = useState<string>()
  const [command, setCommand] = useState<string>()
  const [trouble, setTrouble] = useState<string>()
  const connect = async (event: SubmitEvent) => {
    event.preventDefault()
    setTrouble(undefined)
    try {
      const { enrolmentToken } = await pos.agents.enrol({ body: { name: name ?? '' } })
      setCommand(
        `sudo lightning-pos-agent enrol ${location.origin} ${enrolmentToken} && sudo systemctl restart lightning-pos-agent`,
      )
      setName(undefined)
      await onConnected()
    } catch (error) {
      setTrouble(failed(error))
    }
  }
  return (
    <>
      {agents.length > 0 && <h3>{texts.agents}</h3>}
      <ul class="settings">
        {agents.map((agent) => (
          <li key={agent.id} class="setting">
            <span>{agent.name}</span>
            <AgentBadge agent={agent} />
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
    </>
  )
}

function AgentBadge({ agent }: { readonly agent: OnSiteAgent }) {
  const texts = usePrintersTexts()
  const { enrolled, lastSeenMs } = agent
  if (!enrolled) return <span class="badge plain">{texts.notConnected}</span>
  const isOnline = lastSeenMs !== null && Date.now() - lastSeenMs <= maxHeartbeatAgeMs
  return (
    <span class={`badge ${isOnline ? 'good' : 'bad'}`}>
      {isOnline ? texts.online : texts.offline}
    </span>
  )
}

function Command({ text }: { readonly text: string }) {
  const texts = usePrintersTexts()
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
