import type { ReactNode } from 'react'
import type { NewProgramDefaults } from '../../api/types.ts'
import { CURRENCIES } from '../../format/money.ts'
import { formatRate } from '../../format/number.ts'
import { interfaceLanguage } from '../../messages/message.ts'
import { t } from '../../messages/team-text.ts'
import { commissionText, durationText, holdText } from '../settings/policy-labels.ts'
import { APPROVALS, COMMISSION_BASES, LEAD_POLICIES, PAYMENT_MODES } from '../settings/program-labels.ts'

/** Every setting that a new program starts with, and what it does. */
export function ProgramDefaults({ defaults }: { defaults: NewProgramDefaults }) {
  const { policy, commissionBase, holdPeriodDays } = defaults
  const days = (count: number) => t('settings.daysDays', { days: count })
  const commission = {
    ...policy,
    commissionBase,
    amountCents: null,
    currency: null,
    durationMonths: null,
  }
  return (
    <dl className="flex flex-col gap-3.5">
      <Default
        name={t('setup.commission')}
        value={`${commissionText(commission)} ${durationText(commission)}`}
      >
        {t('setup.commissionIsNextStep')}
      </Default>
      <Default name={t('setup.approval')} value={APPROVALS[defaults.commissionApproval].label}>
        {APPROVALS[defaults.commissionApproval].hint}
      </Default>
      <Default name={t('setup.holdPeriod')} value={holdText(holdPeriodDays, holdPeriodDays)}>
        {t('setup.holdPeriodMeans')}
      </Default>
      <Default name={t('settings.commissionBase')} value={COMMISSION_BASES[commissionBase].label}>
        {COMMISSION_BASES[commissionBase].hint}
      </Default>
      <Default name={t('settings.commissionPerLead')} value={t('setup.none')}>
        {t('setup.perLeadInSettings')}
      </Default>
      <Default name={t('setup.currencies')} value={currencyList()}>
        {t('setup.currenciesMean')}
      </Default>
      <Default name={t('setup.attributionWindow')} value={days(defaults.attributionWindowDays)}>
        {t('settings.fromClickCustomersFirstSale')}
      </Default>
      <Default name={t('setup.cookieWindow')} value={days(defaults.cookieWindowDays)}>
        {t('settings.howLongVisitorsBrowserRemembers')}
      </Default>
      <Default
        name={t('setup.couponCodes')}
        value={t('setup.couponPrecedence', { precedence: defaults.couponPrecedence })}
      >
        {t('setup.couponPrecedenceMeans')}
      </Default>
      <Default name={t('settings.leadPolicy')} value={LEAD_POLICIES[defaults.leadAuthPolicy].label}>
        {LEAD_POLICIES[defaults.leadAuthPolicy].hint}
      </Default>
      <Default name={t('settings.paymentMode')} value={PAYMENT_MODES[defaults.paymentTrackingMode].label}>
        {t('setup.paymentModeMeans')}
      </Default>
      {defaults.platformFeeBps > 0 && (
        <Default name={t('setup.platformFee')} value={formatRate(defaults.platformFeeBps)}>
          {t('setup.platformFeeMeans')}
        </Default>
      )}
    </dl>
  )
}

function Default({ name, value, children }: { name: string; value: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-3">{name}</dt>
      <dd>
        <span className="font-medium">{value}</span>
        <span className="block text-[0.8125rem] text-ink-3">{children}</span>
      </dd>
    </div>
  )
}

function currencyList(): string {
  return new Intl.ListFormat(interfaceLanguage(), { type: 'disjunction' }).format(CURRENCIES)
}
