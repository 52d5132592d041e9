import { t } from '../../messages/team-text.ts'
import { useProgram } from '../../session/use-program.ts'
import { SalesSource } from './sales-source.tsx'
import { ServerKey } from './server-key.tsx'
import { StepCard } from './step-card.tsx'
import type { StepState } from './step-states.ts'
import { TestSale } from './test-sale.tsx'

/** How sales reach the service: from the merchant's server, or through the connected payment processor. */
export function PaymentsStep({ state }: { state: StepState }) {
  const mode = useProgram().paymentTrackingMode
  return (
    <StepCard
      number={3}
      title={t('integration.reportSales')}
      state={state}
      description={t('integration.reportSalesMeans', { mode })}
    >
      <SalesSource serverKey={<ServerKey />} />
      <TestSale />
    </StepCard>
  )
}
