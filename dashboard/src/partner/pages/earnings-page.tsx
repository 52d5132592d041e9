import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { formatInstant } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import { t } from '../../messages/portal-text.ts'
import { LabelBadge } from '../../ui/badge.tsx'
import { Card, CardBody } from '../../ui/card.tsx'
import { Select } from '../../ui/field.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ErrorState, SkeletonRows } from '../../ui/states.tsx'
import { QueryView, STATES, TimeZoneNote } from '../display.tsx'
import { FileButton } from '../file-button.tsx'
import { earningQuery, type PortalEarning, type PortalProgram, readEarnings } from '../queries.ts'
import { updateSearch, useAppLocation } from '../router.ts'
import { ShowMore } from '../show-more.tsx'
import { MissingSale } from './missing-sale.tsx'

const STATUSES = [
  ['pending', t('earnings.onHoldOrWaiting')],
  ['approved', t('earnings.approved')],
  ['paid', t('earnings.paid')],
  ['reversed', t('earnings.refundedOrReversed')],
] as const

/** The partner's earnings, each with its reason. */
export default function EarningsPage({ program }: { program: PortalProgram }) {
  const { search } = useAppLocation()
  const status = STATUSES.find(([value]) => value === search.get('status'))?.[0]
  const open = Number(search.get('open') ?? Number.NaN)
  const earnings = useInfiniteQuery({
    queryKey: ['partner', program.id, 'earnings', status],
    queryFn: ({ pageParam }) => readEarnings(program.id, { status, cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta }) => meta.nextCursor ?? undefined,
  })
  const rows = useRef<HTMLUListElement>(null)
  const all = earnings.data?.pages.flatMap(({ data }) => data)
  const file = `/api/partner/programs/${program.id}/earnings.csv${status === undefined ? '' : `?status=${status}`}`
  return (
    <>
      <PageHeader
        title={t('earnings.earnings')}
        description={<TimeZoneNote program={program} />}
        actions={
          <>
            <Select
              aria-label={t('earnings.status')}
              value={status ?? ''}
              onChange={(event) =>
                updateSearch({ status: event.target.value === '' ? undefined : event.target.value })
              }
            >
              <option value="">{t('earnings.allStatuses')}</option>
              {STATUSES.map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
            <FileButton href={file}>{t('earnings.csv')}</FileButton>
          </>
        }
      />
      {earnings.isError && <ErrorState error={earnings.error} onRetry={() => void earnings.refetch()} />}
      {earnings.isPending && <SkeletonRows rows={6} />}
      {all !== undefined && (
        <Card>
          {all.length === 0 ? (
            <CardBody>
              <p className="text-ink-3">
                {status === undefined
                  ? t('earnings.noEarningsYetTheyAppear')
                  : t('earnings.noEarningsWithThisStatus')}
              </p>
            </CardBody>
          ) : (
            <ul
              ref={rows}
              className="divide-y [&>li:first-child>button]:rounded-t-xl [&>li:last-child>:last-child]:rounded-b-xl"
            >
              {all.map((earning) => (
                <li key={earning.id} tabIndex={-1}>
                  <Row program={program} earning={earning} isOpen={earning.id === open} />
                </li>
              ))}
            </ul>
          )}
        </Card>
      )}
      <ShowMore list={earnings} rows={rows} className="mt-4" />
      <MissingSale program={program} />
    </>
  )
}

function Row({
  program,
  earning,
  isOpen,
}: {
  program: PortalProgram
  earning: PortalEarning
  isOpen: boolean
}) {
  const what =
    earning.kind === 'lead'
      ? t('earnings.signup')
      : earning.isRenewal
        ? t('earnings.renewal')
        : t('earnings.sale')
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => updateSearch({ open: isOpen ? undefined : String(earning.id) })}
        className="flex w-full flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3 text-left hover:bg-fill sm:px-5"
      >
        <span className="min-w-0 flex-[1_1_8rem]">
          <span className="block font-medium">
            {what}, {t('earnings.customerCode', { code: earning.customer.replace('Customer ', '') })}
          </span>
          <span className="block text-[0.8125rem] text-ink-3">
            {formatInstant(earning.earnedAt, program.timeZone)}
          </span>
        </span>
        <span className="ml-auto flex max-w-full shrink-0 flex-col-reverse items-end gap-x-3 gap-y-1 sm:flex-row sm:items-center">
          <LabelBadge {...STATES[earning.state]} />
          <span className="min-w-20 text-right font-semibold tabular-nums">
            {formatMoney(earning.amountCents - earning.reversedCents, earning.currency)}
          </span>
        </span>
      </button>
      {isOpen && <Why program={program} id={earning.id} />}
    </>
  )
}

function Why({ program, id }: { program: PortalProgram; id: number }) {
  const earning = useQuery(earningQuery(program.id, id))
  return (
    <div className="border-t bg-canvas px-4 py-3 sm:px-5">
      <h3 className="mb-2 font-medium">{t('earnings.details')}</h3>
      <QueryView query={earning}>
        {({ reasons }) => (
          <ol className="flex max-w-[80ch] list-decimal flex-col gap-1.5 pl-5 marker:text-ink-3">
            {reasons.map(({ step, text }) => (
              <li key={step} className="break-words">
                {text}
              </li>
            ))}
          </ol>
        )}
      </QueryView>
    </div>
  )
}
