import type { NodeHealth } from '../../../shared/client/api.ts'
import { useFormats } from '../../parts/formats.tsx'
import { useTexts } from '../texts/use-texts.ts'

/** Says in words why the Lightning node cannot receive payments; nothing while all is well. */
export function NodeWarningTexts({ health }: { readonly health: NodeHealth }) {
  const texts = useTexts()
  const { satoshis, moment } = useFormats()
  const { warnings, inboundSat, awaySince } = health
  const { peerLostSince, channelCostSat, feeCreditSat } = health
  return (
    <>
      {warnings.includes('node_unreachable') && awaySince !== null && (
        <>
          <p class="trouble">{texts.nodeAway(moment(Date.parse(awaySince)))}</p>
          <p class="quiet small">{texts.nodeAwayWhatToDo}</p>
        </>
      )}
      {warnings.includes('node_peer_lost') && peerLostSince !== null && (
        <>
          <p class="trouble">{texts.peerLost(moment(Date.parse(peerLostSince)))}</p>
          <p class="quiet small">{texts.peerLostWhatToDo}</p>
        </>
      )}
      {warnings.includes('node_limited_password') && (
        <>
          <p class="trouble">{texts.limitedPassword}</p>
          <p class="quiet small">{texts.limitedPasswordWhatToDo}</p>
        </>
      )}
      {warnings.includes('node_webhook_silent') && (
        <>
          <p class="trouble">{texts.webhookSilent}</p>
          <p class="quiet small">{texts.webhookSilentWhatToDo}</p>
        </>
      )}
      {warnings.includes('no_channel') && channelCostSat !== null && (
        <p class="quiet">{texts.noChannel(satoshis(channelCostSat))}</p>
      )}
      {warnings.includes('fee_credit') && feeCreditSat !== null && (
        <p class="quiet">{texts.feeCredit(satoshis(feeCreditSat))}</p>
      )}
      {warnings.includes('inbound_low') && inboundSat !== null && (
        <>
          <p class="trouble">{texts.lowInbound(satoshis(inboundSat))}</p>
          <p class="quiet small">{texts.lowInboundWhatToDo}</p>
        </>
      )}
    </>
  )
}
