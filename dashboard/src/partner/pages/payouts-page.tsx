import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { capitalize } from '../../format/capitalize.ts'
import { formatInstantDay, formatMonth } from '../../format/date.ts'
import { formatList } from '../../format/list.ts'
import { byCurrency, formatMoney } from '../../format/money.ts'
import { rich, t } from '../../messages/portal-text.ts'
import { nextPayoutLines } from '../../pages/payouts/next-payout-lines.ts'
import { LabelBadge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { FigureText } from '../../ui/figure-text.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ErrorState, SkeletonRows } from '../../ui/states.tsx'
import { Money, QueryView, RowChevron, TimeZoneNote } from '../display.tsx'
import { FileButton } from '../file-button.tsx'
import { Link } from '../link.tsx'
import { MoneyStates } from '../money.tsx'
import { isBlocked, lacksOnlyDetails } from '../money-states.ts'
import { METHODS, payoutWaitText } from '../payout-labels.ts'
import {
  balanceQuery,
  type NextPayout,
  type PortalPayout,
  type PortalProgram,
  type PortalStatement,
  payoutDetailsQuery,
  readPayoutItems,
  readPayouts,
  statementsQuery,
} from '../queries.ts'
import { updateSearch, useAppLocation } from '../router.ts'
import { ShowMore } from '../show-more.tsx'
import { EarningRow } from './earning-row.tsx'

const STATUSES: Record<'open' | 'paid' | 'canceled', { label: string; tone: Tone }> = {
  open: { label: t('payouts.statuses.open'), tone: 'warn' },
  paid: { label: t('payouts.statuses.paid'), tone: 'good' },
  canceled: { label: t('payouts.statuses.canceled'), tone: 'neutral' },
}

/** An open payout of a partner without payout details. */
const NO_DETAILS = { label: t('payouts.statuses.noDetails'), tone: 'bad' } as const

/** The partner's next payouts, past payouts and statements. */
export default function PayoutsPage({ program }: { program: PortalProgram }) {
  const balance = useQuery(balanceQuery(program.id))
  return (
    <>
      <PageHeader title={t('payouts.payouts')} description={<TimeZoneNote program={program} />} />
      <div className="flex flex-col gap-4">
        <QueryView query={balance}>{(money) => <NextPayouts program={program} money={money} />}</QueryView>
        <MoneyStates program={program} hasNextPayouts={(money) => relevantPayouts(money) !== undefined} />
        <PayoutDetails program={program} />
        <Statements program={program} />
        <History program={program} lacksDetails={balance.data?.hasPayoutDetails === false} />
      </div>
    </>
  )
}

/** Conditions a payout is waiting for even if nothing is due yet; the others only matter once there is an amount. */
const STANDING_REASONS: readonly NextPayout['blockers'][number]['reason'][] = [
  'partner_pending',
  'partner_rejected',
  'partner_held',
  'details_missing',
  'reversed',
  'details_change',
]

interface NextMoney {
  nextPayouts: readonly NextPayout[]
  hasPayoutDetails: boolean
}

/**
 * Returns the next payouts with what they are waiting for; undefined if the money states already show everything: an
 * amount waiting only for payout details or for the payout day, or an open payout with nothing else due.
 */
function relevantPayouts({ nextPayouts, hasPayoutDetails }: NextMoney): NextPayout[] | undefined {
  const relevant = nextPayouts
    .toSorted(byCurrency)
    .map((payout) => ({
      ...payout,
      blockers: withMissingDetails(payout, hasPayoutDetails).filter(({ reason }) =>
        payout.amountCents > 0 ? reason !== 'payout_open' : STANDING_REASONS.includes(reason),
      ),
    }))
    .filter(({ amountCents, blockers }) => amountCents > 0 || blockers.length > 0)
  const isDue = relevant.some(({ amountCents }) => amountCents > 0)
  if (isDue) return relevant.every(lacksOnlyDetails) || !relevant.some(isBlocked) ? undefined : relevant
  return relevant.length === 0 && hasOpenPayout(nextPayouts) ? undefined : relevant
}

const hasOpenPayout = (nextPayouts: readonly NextPayout[]) =>
  nextPayouts.some(({ blockers }) => blockers.some(({ reason }) => reason === 'payout_open'))

/** The next payout's amount in each currency with something due, and what it is waiting for. */
function NextPayouts({ program, money }: { program: PortalProgram; money: NextMoney }) {
  const relevant = relevantPayouts(money)
  if (relevant === undefined) return null
  const isDue = relevant.some(({ amountCents }) => amountCents > 0)
  const { common, own } = nextPayoutLines(relevant, (wait, { currency }) =>
    payoutWaitText(wait, { currency, timeZone: program.timeZone }),
  )
  // A zero amount with only common conditions adds nothing to the list above.
  const visiblePayouts = own.filter(
    ({ payout, conditions }) => payout.amountCents > 0 || conditions.length > 0,
  )
  const description =
    money.nextPayouts.length === 0
      ? t('payouts.noEarningsYetYourNext')
      : isDue
        ? t('payouts.whatItWaitsFor')
        : hasOpenPayout(money.nextPayouts)
          ? undefined
          : nothingOwed(money, program.timeZone)
  return (
    <Card aria-label={t('payouts.nextPayout')}>
      <CardHeader title={t('payouts.nextPayout')} description={description} />
      <CardBody className="flex flex-col gap-3">
        {common.length > 0 && (
          <WaitConditions label={t('payouts.whyYourPayoutsAreWaiting')} conditions={common} />
        )}
        {visiblePayouts.map(({ payout: { currency, amountCents }, conditions }) => (
          <div key={currency} className="@container">
            {amountCents > 0 && (
              <FigureText text={formatMoney(amountCents, currency)} rem={1.125} className="font-semibold" />
            )}
            {conditions.length > 0 && (
              <WaitConditions
                label={t('payouts.whyYourCurrencyPayoutIs', { currency })}
                conditions={conditions}
              />
            )}
          </div>
        ))}
      </CardBody>
    </Card>
  )
}

/** Explains why nothing is due: all earnings may be on hold. */
function nothingOwed({ nextPayouts }: NextMoney, timeZone: string): string {
  const waits = nextPayouts.flatMap(({ currency, blockers }) =>
    blockers.flatMap((wait) => (wait.reason === 'on_hold' ? [{ currency, wait }] : [])),
  )
  const [first] = waits.toSorted((a, b) => ((a.wait.until ?? '') < (b.wait.until ?? '') ? -1 : 1))
  return first === undefined
    ? t('payoutLabels.waits.nothingOwed')
    : t('payouts.allOnHold', { next: payoutWaitText(first.wait, { currency: first.currency, timeZone }) })
}

/**
 * Adds missing payout details to the list: the program needs them to send an amount, even if it doesn't require them.
 */
function withMissingDetails(
  { amountCents, blockers }: NextPayout,
  hasPayoutDetails: boolean,
): NextPayout['blockers'] {
  const isListed = blockers.some(({ reason }) => reason === 'details_missing')
  return hasPayoutDetails || isListed || amountCents <= 0
    ? blockers
    : [{ reason: 'details_missing' }, ...blockers]
}

function WaitConditions({ label, conditions }: { label: string; conditions: readonly string[] }) {
  return (
    <ul aria-label={label} className="mt-1 flex flex-col gap-1 text-ink-2">
      {conditions.map((one) => (
        <li key={one}>{one}</li>
      ))}
    </ul>
  )
}

/** A one-line summary of the payout details, with an edit link. */
function PayoutDetails({ program }: { program: PortalProgram }) {
  const details = useQuery(payoutDetailsQuery(program.id))
  return (
    <QueryView query={details}>
      {(versions) => {
        const inUse = versions.find(({ state }) => state === 'in_use')
        const conditions =
          inUse === undefined
            ? t('payouts.noPayoutDetailsYet')
            : `${METHODS[inUse.method].label} ${inUse.account ?? t('payouts.cantBeReadAnymore')}`
        const waits = versions.some(({ state }) => state === 'waiting') ? t('payouts.aChangeIsPending') : ''
        return (
          <Card>
            <CardHeader
              title={t('payouts.payoutDetails')}
              description={`${conditions}${waits}`}
              actions={
                <Button look={inUse === undefined ? 'primary' : 'secondary'} asChild>
                  <Link to={`/programs/${program.id}/payout-details`}>
                    {inUse === undefined ? t('payouts.addPayoutDetails') : t('payouts.viewOrChange')}
                  </Link>
                </Button>
              }
            />
            <CardBody className="pt-0!" />
          </Card>
        )
      }}
    </QueryView>
  )
}

/** One statement per completed month. */
function Statements({ program }: { program: PortalProgram }) {
  const statements = useQuery(statementsQuery(program.id))
  const statementUrl = (month: string, kind: 'html' | 'csv') =>
    `/api/partner/programs/${program.id}/statement.${kind}?month=${month}`
  return (
    <Card>
      <CardHeader title={t('payouts.statements')} description={t('payouts.onePerCompletedMonthStatements')} />
      <QueryView query={statements}>
        {(all) =>
          all.length === 0 ? (
            <CardBody>
              <p className="text-ink-3">{t('payouts.yourFirstStatementAppearsAfter')}</p>
            </CardBody>
          ) : (
            <ul className="mt-3 divide-y">
              {[...new Set(all.map(({ month }) => month))].map((month) => (
                <li
                  key={month}
                  className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 sm:px-5"
                >
                  <span className="font-medium">{capitalize(formatMonth(month))}</span>
                  <span className="ml-auto flex flex-wrap items-center justify-end gap-x-3 gap-y-1 text-right">
                    <Closing of={all.filter((one) => one.month === month)} />
                    <FileButton size="small" href={statementUrl(month, 'html')} isPage>
                      {rich('payouts.openStatementForMonth', {
                        month: formatMonth(month),
                        span: (children) => <span className="sr-only">{children}</span>,
                      })}
                    </FileButton>
                    <FileButton size="small" href={statementUrl(month, 'csv')}>
                      {rich('payouts.csvForMonth', {
                        month: formatMonth(month),
                        span: (children) => <span className="sr-only">{children}</span>,
                      })}
                    </FileButton>
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </Card>
  )
}

/** A month's closing balances, and the part on hold. */
function Closing({ of }: { of: readonly PortalStatement[] }) {
  const held = of.filter(({ heldCents }) => heldCents > 0).toSorted(byCurrency)
  return (
    <span>
      <span className="block font-semibold">
        <Money sums={Object.fromEntries(of.map((one) => [one.currency, one.closingCents]))} />
      </span>
      {held.length > 0 && (
        <span className="block text-[0.8125rem] text-ink-3">
          {t('payouts.statementHeld', {
            amounts: formatList(held.map(({ currency, heldCents }) => formatMoney(heldCents, currency))),
          })}
        </span>
      )}
    </span>
  )
}

/** Past payouts. When opened, a payout shows what it contains. */
function History({ program, lacksDetails }: { program: PortalProgram; lacksDetails: boolean }) {
  const open = Number(useAppLocation().search.get('open') ?? Number.NaN)
  const payouts = useInfiniteQuery({
    queryKey: ['partner', program.id, 'payouts'],
    queryFn: ({ pageParam }) => readPayouts(program.id, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta }) => meta.nextCursor ?? undefined,
  })
  const rows = useRef<HTMLUListElement>(null)
  const all = payouts.data?.pages.flatMap(({ data }) => data)
  return (
    <Card>
      <CardHeader title={t('payouts.history')} />
      {payouts.isError && <ErrorState error={payouts.error} onRetry={() => void payouts.refetch()} />}
      {payouts.isPending && <SkeletonRows rows={3} />}
      {all?.length === 0 && (
        <CardBody>
          <p className="text-ink-3">{t('payouts.noPayoutsYet')}</p>
        </CardBody>
      )}
      <ul ref={rows} className="mt-3 divide-y">
        {all?.map((payout) => (
          <li key={payout.id} tabIndex={-1}>
            <PayoutRow
              program={program}
              payout={payout}
              lacksDetails={lacksDetails}
              isOpen={payout.id === open}
              onToggle={() => updateSearch({ open: payout.id === open ? undefined : String(payout.id) })}
            />
          </li>
        ))}
      </ul>
      <ShowMore list={payouts} rows={rows} className="m-4 sm:m-5" />
    </Card>
  )
}

function PayoutRow({
  program,
  payout,
  lacksDetails,
  isOpen,
  onToggle,
}: {
  program: PortalProgram
  payout: PortalPayout
  lacksDetails: boolean
  isOpen: boolean
  onToggle: () => void
}) {
  const status = payout.status === 'open' && lacksDetails ? NO_DETAILS : STATUSES[payout.status]
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        className="flex w-full flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3 text-left hover:bg-fill sm:px-5"
      >
        <span className="min-w-0">
          <span className="block font-medium">{t('payouts.payoutId', { id: payout.id })}</span>
          <span className="block break-all text-[0.8125rem] text-ink-3">
            {t('payouts.commissions', {
              commissions: payout.commissions,
              day: formatInstantDay(payout.createdAt, program.timeZone),
            })}
          </span>
          <span className="block break-all text-[0.8125rem] text-ink-3">
            {t('payouts.progress', {
              status: payout.status,
              day: payout.closedAt === null ? '' : formatInstantDay(payout.closedAt, program.timeZone),
              hasReference: String(payout.reference !== null),
              reference: payout.reference ?? '',
            })}
          </span>
        </span>
        <span className="ml-auto flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
          <LabelBadge {...status} />
          <span className="font-semibold tabular-nums">
            {formatMoney(payout.amountCents, payout.currency)}
          </span>
          <RowChevron isOpen={isOpen} />
        </span>
      </button>
      {isOpen && <PayoutItems program={program} payout={payout} />}
    </>
  )
}

/** The commissions that a payout includes, and those it deducts. */
function PayoutItems({ program, payout }: { program: PortalProgram; payout: PortalPayout }) {
  const [open, setOpen] = useState<number>()
  const items = useInfiniteQuery({
    queryKey: ['partner', program.id, 'payout-items', payout.id],
    queryFn: ({ pageParam }) => readPayoutItems(program.id, payout.id, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta }) => meta.nextCursor ?? undefined,
  })
  const rows = useRef<HTMLUListElement>(null)
  const all = items.data?.pages.flatMap(({ data }) => data)
  return (
    <div className="border-t bg-canvas sm:pl-4">
      {items.isError && <ErrorState error={items.error} onRetry={() => void items.refetch()} />}
      {items.isPending && <SkeletonRows rows={3} />}
      <ul ref={rows} aria-label={t('payouts.contentsOfPayoutId', { id: payout.id })} className="divide-y">
        {all?.map((item) => (
          <li key={item.commissionId} tabIndex={-1}>
            <EarningRow
              program={program}
              earning={{ ...item, id: item.commissionId }}
              amountCents={item.amountCents}
              badge={
                item.amountCents < 0 ? <LabelBadge label={t('payouts.deduction')} tone="bad" /> : undefined
              }
              isOpen={open === item.commissionId}
              onToggle={() => setOpen(open === item.commissionId ? undefined : item.commissionId)}
            />
          </li>
        ))}
      </ul>
      <ShowMore list={items} rows={rows} className="m-4 sm:m-5" />
    </div>
  )
}
