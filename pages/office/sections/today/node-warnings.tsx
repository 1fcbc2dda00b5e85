import { pos } from '../../../parts/pos.ts'
import { NodeWarningTexts } from '../../figures/node-warning-texts.tsx'
import { useReading } from '../../figures/reading.ts'
import { Card } from '../../figures/section.tsx'
import { useTexts } from '../../texts/use-texts.ts'

/**
 * Shows the reasons why the Lightning node cannot receive payments; nothing while all is well.
 */
export function NodeWarnings() {
  const texts = useTexts()
  const { value: health } = useReading((signal) => pos.wallet.health({ signal }), {
    needs: 'payments_read',
    pace: 'often',
    news: ['alert'],
    look: 'always',
  })
  if (!health || health.warnings.length === 0) return null
  return (
    <Card title={texts.node} area="node-warnings">
      <NodeWarningTexts health={health} />
    </Card>
  )
}
