import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { balancesQuery } from '../../api/money-queries.ts'
import { partnerNumbersQuery, partnerQuery } from '../../api/partner-queries.ts'
import type { Partner } from '../../api/types.ts'
import { formatDayRange, formatInstant } from '../../format/date.ts'
import { formatCount, formatCountOf } from '../../format/number.ts'
import { DEFAULT_PERIOD, type PeriodSearch, toPeriodRequest } from '../../search/period.ts'
import { useMay, useProgram, useProgramId } from '../../session/use-program.ts'
import { WordBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { SidePanel } from '../../ui/dialog.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { Sums } from '../../ui/sums.tsx'
import { NextPayoutWaits } from '../payouts/next-payouts.tsx'
import { PartnerDoor } from './partner-door.tsx'
import { PartnerGroup } from './partner-group.tsx'
import { PartnerLinks } from './partner-links.tsx'
import { PARTNER_STATUSES } from './partner-words.ts'
import { PartnerPayoutDetails } from './payout-details.tsx'
import { PayoutHold } from './payout-hold.tsx'
import { useDecidePartner } from './use-decide-partner.ts'

/** All about one partner: standing, numbers, links. */
export function PartnerPanel({
  partnerId,
  period,
  onClose,
}: {
  partnerId: number
  period: PeriodSearch
  onClose: () => void
}) {
  const may = useMay()
  const query = useQuery(partnerQuery(useProgramId(), partnerId))
  return (
    <SidePanel isOpen onClose={onClose} title={query.data?.name ?? 'Partner'} description={query.data?.email}>
      <Loaded query={query} loadingRows={4}>
        {(partner) => (
          <div className="flex flex-col gap-6">
            <Standing partner={partner} />
            <PartnerGroup partner={partner} />
            <Numbers partnerId={partnerId} period={period} />
            {may('billing:read') && <Balance partnerId={partnerId} />}
            <PayoutHold partner={partner} />
            {may('billing:read') && <PartnerPayoutDetails partner={partner} />}
            <PartnerLinks partner={partner} />
            {partner.status !== 'closed' && <PartnerDoor partnerId={partnerId} />}
          </div>
        )}
      </Loaded>
    </SidePanel>
  )
}

function Standing({ partner }: { partner: Partner }) {
  const { timeZone } = useProgram()
  const mayManage = useMay()('partner:manage')
  const decide = useDecidePartner()
  const busyWith = decide.isPending ? decide.variables.decision : undefined
  return (
    <section aria-label="Standing" className="flex flex-col gap-3">
      <Facts>
        <Fact name="Status">
          <WordBadge {...PARTNER_STATUSES[partner.status]} />
        </Fact>
        <Fact name="Joined">{formatInstant(partner.createdAt, timeZone)}</Fact>
        <Fact name="Decided">{partner.decidedAt !== null && formatInstant(partner.decidedAt, timeZone)}</Fact>
      </Facts>
      {partner.closedAt !== null && (
        <p className="text-[0.8125rem] text-ink-3">
          Closed by the partner on {formatInstant(partner.closedAt, timeZone)}. Name and e-mail are made up
          since then, and nothing more is attributed. What is owed is still paid.
        </p>
      )}
      {(partner.status === 'pending' || partner.status === 'rejected') && (
        <p className="text-[0.8125rem] text-ink-3">
          Clicks on its links are not counted and its sales are not attributed until it is approved.
        </p>
      )}
      {partner.uncountedClicks > 0 && (
        <p className="text-[0.8125rem] text-warn">
          {partner.status === 'pending'
            ? `${formatCountOf(partner.uncountedClicks, 'click')} not counted so far: approve the partner to count the next ones.`
            : `${formatCountOf(partner.uncountedClicks, 'click')} came while it waited for approval and were not counted.`}
        </p>
      )}
      {mayManage && partner.status !== 'closed' && (
        <div className="flex gap-2">
          {partner.status !== 'approved' && (
            <Button
              look="primary"
              isBusy={busyWith === 'approve'}
              onClick={() => decide.mutate({ partner, decision: 'approve' })}
            >
              Approve
            </Button>
          )}
          {partner.status !== 'rejected' && (
            <Button
              isBusy={busyWith === 'reject'}
              onClick={() => decide.mutate({ partner, decision: 'reject' })}
            >
              Reject
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

function periodWords({ period = DEFAULT_PERIOD, from, to }: PeriodSearch): string {
  if (from !== undefined && to !== undefined) return formatDayRange(from, to)
  return period === 'all' ? 'Since the beginning' : `Last ${Number.parseInt(period, 10)} days`
}

function Numbers({ partnerId, period }: { partnerId: number; period: PeriodSearch }) {
  const programId = useProgramId()
  const may = useMay()
  const { data } = useQuery(partnerNumbersQuery(programId, [partnerId], toPeriodRequest(period)))
  const numbers = data?.get(partnerId)
  if (numbers === undefined) return <SkeletonRows rows={2} />
  const search = { partner: partnerId }
  return (
    <section aria-label="Numbers">
      <h3 className="mb-2 font-semibold">{periodWords(period)}</h3>
      <Facts>
        <Fact name="Clicks">{formatCount(numbers.clicks)}</Fact>
        <Fact name="Leads">{formatCount(numbers.leads)}</Fact>
        <Fact name="New customers">{formatCount(numbers.conversions)}</Fact>
        <Fact name="Sales">{formatCount(numbers.sales)}</Fact>
        <Fact name="Revenue">
          <Sums sums={numbers.revenueByCurrency} />
        </Fact>
        <Fact name="Commission">
          <Sums sums={numbers.commissionByCurrency} />
        </Fact>
      </Facts>
      <p className="mt-3 flex flex-wrap gap-x-4 gap-y-1">
        <Link
          to="/programs/$programId/customers"
          params={{ programId }}
          search={search}
          className="text-accent-text underline"
        >
          Show its customers
        </Link>
        {may('billing:read') && (
          <Link
            to="/programs/$programId/commissions"
            params={{ programId }}
            search={search}
            className="text-accent-text underline"
          >
            Show its commissions
          </Link>
        )}
      </p>
    </section>
  )
}

/** What the partner is owed and has been paid, whatever the period. */
function Balance({ partnerId }: { partnerId: number }) {
  const programId = useProgramId()
  const { data } = useInfiniteQuery(balancesQuery(programId, { partnerId }))
  if (data === undefined) return <SkeletonRows rows={1} />
  const row = data.pages[0]?.data.find((one) => one.partnerId === partnerId)
  const balances = row?.balances ?? []
  if (balances.length === 0) return null
  const sumsOf = (cents: (balance: (typeof balances)[number]) => number) => (
    <Sums sums={Object.fromEntries(balances.map((balance) => [balance.currency, cents(balance)]))} />
  )
  return (
    <section aria-label="Balance">
      <h3 className="mb-2 font-semibold">Balance</h3>
      <Facts>
        <Fact name="On hold">{sumsOf(({ pendingCents }) => pendingCents)}</Fact>
        <Fact name="Owed">{sumsOf(({ owedCents }) => owedCents)}</Fact>
        <Fact name="Paid">{sumsOf(({ paidCents }) => paidCents)}</Fact>
        <Fact name="Next payout">
          <NextPayoutWaits payouts={row?.nextPayouts ?? []} />
        </Fact>
      </Facts>
      <p className="mt-3">
        <Link
          to="/programs/$programId/payouts"
          params={{ programId }}
          search={{ partner: partnerId }}
          className="text-accent-text underline"
        >
          Show its payouts
        </Link>
      </p>
    </section>
  )
}
