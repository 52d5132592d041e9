import type { ClaimDetails } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'
import { CodeBlock } from '../../ui/copy.tsx'
import { resendSaleCurl } from '../health/resend-sale.ts'

/** The command that sends the sale of a claim. Only the merchant's server knows its amount and customer. */
export function SendSale({ claim, order }: { claim: ClaimDetails; order: string }) {
  const { customers, received } = claim
  const [customer, other] = customers
  const customerKey = other === undefined ? customer?.customerKey : undefined
  const sale = {
    transactionId: order,
    customerKey: customerKey ?? 'THE_CUSTOMER_KEY',
    clickId: null,
    amount: null,
    currency: received?.currency ?? 'THE_CURRENCY',
    couponCode: null,
  }
  return (
    <section aria-label={t('claims.sendSale')} className="flex flex-col gap-2">
      <h3 className="font-semibold">{t('claims.sendSale')}</h3>
      <p className="text-ink-2">{t('claims.sendSaleFromYourServer')}</p>
      <CodeBlock code={resendSaleCurl(location.origin, sale)} what={t('health.command')} />
    </section>
  )
}
