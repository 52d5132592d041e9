import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { balancesQuery, payoutsQuery } from '../../api/money-queries.ts'
import { flattenPages } from '../../api/paged-query.ts'
import { commissionsQuery } from '../../api/record-queries.ts'
import type { Partner, PartnerBalance } from '../../api/types.ts'
import { formatInstant } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import { t } from '../../messages/team-text.ts'
import { useProgram, useProgramId } from '../../session/use-program.ts'
import { LabelBadge } from '../../ui/badge.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { DetailItem, DetailList } from '../../ui/detail-list.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Sums } from '../../ui/sums.tsx'
import { remainingCents } from '../commissions/commission-amounts.ts'
import { COMMISSION_STATUSES } from '../commissions/commission-labels.ts'
import { EarningEventLink } from '../events/earning-event-link.tsx'
import { NextPayoutBlockers } from '../payouts/next-payouts.tsx'
import { PAYOUT_BLOCKERS } from '../payouts/payout-blockers.ts'
import { PAYOUT_STATUSES } from '../payouts/payout-labels.ts'
import { PayoutHold } from './payout-hold.tsx'

/** Number of rows shown from lists that have their own page. */
const NEWEST = 5
const LINK = 'text-accent-text underline'

/** The partner's newest commissions. */
export function PartnerCommissions({ partnerId }: { partnerId: number }) {
  const programId = useProgramId()
  const { timeZone } = useProgram()
  const list = useInfiniteQuery(commissionsQuery(programId, { partnerId }))
  return (
    <Card aria-label={t('partners.commissions')}>
      <CardHeader
        title={t('partners.commissions')}
        description={t('partners.mostRecent')}
        actions={
          <Link
            to="/programs/$programId/commissions"
            params={{ programId }}
            search={{ partner: partnerId }}
            className={LINK}
          >
            {t('partners.viewAllCommissions')}
          </Link>
        }
      />
      <Loaded query={list} loadingRows={3}>
        {(data) => (
          <Rows empty={t('partners.noCommissionsYet')}>
            {flattenPages(data)
              .slice(0, NEWEST)
              .map((row) => (
                <Row key={row.id}>
                  <Link
                    to="/programs/$programId/commissions"
                    params={{ programId }}
                    search={{ partner: partnerId, open: row.id }}
                    className="font-medium tabular-nums hover:underline"
                  >
                    {formatMoney(remainingCents(row), row.currency)}
                    <span className="sr-only">{t('partners.commissionId', { id: row.id })}</span>
                  </Link>
                  <LabelBadge {...COMMISSION_STATUSES[row.status]} />
                  <EarningEventLink of={row} className="text-ink-2 hover:underline" />
                  <Time>{formatInstant(row.createdAt, timeZone)}</Time>
                </Row>
              ))}
          </Rows>
        )}
      </Loaded>
    </Card>
  )
}

/** The partner's balances, what the next payout waits for, and the newest payouts. */
export function PartnerPayouts({ partner }: { partner: Partner }) {
  const programId = useProgramId()
  const { timeZone } = useProgram()
  const list = useInfiniteQuery(payoutsQuery(programId, { partnerId: partner.id }))
  return (
    <Card aria-label={t('partners.payouts')}>
      <CardHeader
        title={t('partners.payouts')}
        actions={
          <Link
            to="/programs/$programId/payouts"
            params={{ programId }}
            search={{ partner: partner.id }}
            className={LINK}
          >
            {t('partners.viewAllPayouts')}
          </Link>
        }
      />
      <CardBody className="flex flex-col gap-4">
        <Balance partnerId={partner.id} />
        <PayoutHold partner={partner} />
      </CardBody>
      <Loaded query={list} loadingRows={2}>
        {(data) => (
          <Rows empty={t('partners.noPayoutsYet')}>
            {flattenPages(data)
              .slice(0, NEWEST)
              .map((row) => (
                <Row key={row.id}>
                  <Link
                    to="/programs/$programId/payouts"
                    params={{ programId }}
                    search={{ partner: partner.id, open: row.id }}
                    className="font-medium tabular-nums hover:underline"
                  >
                    {formatMoney(row.amountCents, row.currency)}
                    <span className="sr-only">{t('partners.payoutId', { id: row.id })}</span>
                  </Link>
                  <LabelBadge {...PAYOUT_STATUSES[row.status]} />
                  {row.payoutBlocker !== null && <LabelBadge {...PAYOUT_BLOCKERS[row.payoutBlocker]} />}
                  <Time>{formatInstant(row.createdAt, timeZone)}</Time>
                </Row>
              ))}
          </Rows>
        )}
      </Loaded>
    </Card>
  )
}

function Balance({ partnerId }: { partnerId: number }) {
  const query = useInfiniteQuery(balancesQuery(useProgramId(), { partnerId }))
  return (
    <section aria-label={t('partners.balance')}>
      <h3 className="mb-2 font-semibold">{t('partners.balance')}</h3>
      <Loaded query={query} loadingRows={1}>
        {(data) => {
          const row = flattenPages(data).find((one) => one.partnerId === partnerId)
          if (row === undefined || row.balances.length === 0) {
            return <p className="text-ink-3">{t('partners.noBalance')}</p>
          }
          const { balances } = row
          const renderSums = (cents: (balance: PartnerBalance['balances'][number]) => number) => (
            <Sums sums={Object.fromEntries(balances.map((balance) => [balance.currency, cents(balance)]))} />
          )
          return (
            <DetailList>
              <DetailItem name={t('partners.pending')}>
                {renderSums(({ pendingCents }) => pendingCents)}
              </DetailItem>
              <DetailItem name={t('partners.owed')}>{renderSums(({ owedCents }) => owedCents)}</DetailItem>
              <DetailItem name={t('partners.paid')}>{renderSums(({ paidCents }) => paidCents)}</DetailItem>
              <DetailItem name={t('partners.nextPayout')}>
                <NextPayoutBlockers payouts={row.nextPayouts} />
              </DetailItem>
            </DetailList>
          )
        }}
      </Loaded>
    </section>
  )
}

function Rows({ empty, children }: { empty: string; children: ReactNode[] }) {
  if (children.length === 0) return <p className="px-4 pb-4 text-ink-3 sm:px-5">{empty}</p>
  return <ul className="mt-3 divide-y border-t">{children}</ul>
}

function Row({ children }: { children: ReactNode }) {
  return <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 sm:px-5">{children}</li>
}

function Time({ children }: { children: ReactNode }) {
  return <span className="ml-auto whitespace-nowrap text-ink-3 text-xs">{children}</span>
}
