import { useId } from 'preact/hooks'
import { SecretField } from '../../parts/controls/secret-field.tsx'
import { TextField } from '../../parts/controls/text-field.tsx'
import { useSetUpTexts } from '../texts/use-texts.ts'
import type { StepProps } from './step.ts'

type Props = StepProps & {
  /** True if the deployment has asked for its set-up code. */
  readonly needsCode: boolean
}

/** The owner, who is the first user, and whether there are samples to begin with. */
export function OwnerStep({ answers, change, needsCode }: Props) {
  const texts = useSetUpTexts()
  const id = useId()
  return (
    <>
      <TextField
        label={texts.ownerName}
        hint={texts.ownerNameHint}
        value={answers.ownerName}
        onText={(ownerName) => change({ ownerName })}
        name="name"
        autocomplete="given-name"
        pattern=".*\S.*"
        required
      />
      <SecretField
        isShownFirst
        label={texts.pin}
        hint={texts.pinHint}
        value={answers.pin}
        onText={(pin) => change({ pin })}
        name="pin"
        inputMode="numeric"
        autocomplete="new-password"
        minLength={4}
        required
      />
      <SecretField
        isShownFirst
        label={texts.password}
        hint={texts.passwordHint}
        value={answers.walletPassword}
        onText={(walletPassword) => change({ walletPassword })}
        name="wallet-password"
        autocomplete="new-password"
        minLength={8}
      />
      {needsCode && (
        <TextField
          label={texts.code}
          hint={texts.codeHint}
          value={answers.setupCode}
          onText={(setupCode) => change({ setupCode })}
          name="setup-code"
          autocomplete="off"
          required
        />
      )}
      <label class="check" for={id}>
        <input
          id={id}
          type="checkbox"
          checked={answers.hasSamples}
          onChange={({ currentTarget }) => change({ hasSamples: currentTarget.checked })}
        />
        <span>
          {texts.withSamples(answers.businessType)}
          <span class="quiet small block">{texts.samplesHint}</span>
        </span>
      </label>
    </>
  )
}
