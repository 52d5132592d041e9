import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { t } from '../../messages/portal-text.ts'
import { LabelBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody } from '../../ui/card.tsx'
import { Select } from '../../ui/field.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ErrorState, SkeletonRows } from '../../ui/states.tsx'
import { STATES, TimeZoneNote } from '../display.tsx'
import { FileButton } from '../file-button.tsx'
import { type PortalProgram, readEarnings } from '../queries.ts'
import { updateSearch, useAppLocation } from '../router.ts'
import { ShowMore } from '../show-more.tsx'
import { EarningRow } from './earning-row.tsx'
import { Claims, MissingSale } from './missing-sale.tsx'

const STATUSES = [
  ['pending', t('earnings.onHoldOrWaiting')],
  ['approved', t('earnings.approved')],
  ['paid', t('earnings.paid')],
  ['reversed', t('earnings.refundedOrReversed')],
] as const

/** The partner's earnings, each with its reason, and the look-up of a sale that isn't among them. */
export default function EarningsPage({ program }: { program: PortalProgram }) {
  const { search } = useAppLocation()
  const status = STATUSES.find(([value]) => value === search.get('status'))?.[0]
  const open = Number(search.get('open') ?? Number.NaN)
  const isMissing = search.has('missing')
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
            <Button
              aria-expanded={isMissing}
              onClick={() => updateSearch({ missing: isMissing ? undefined : 'sale' })}
            >
              {t('missingSale.missingSale')}
            </Button>
          </>
        }
      />
      {isMissing && <MissingSale program={program} />}
      <Claims program={program} isComplete={isMissing} />
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
                  <EarningRow
                    program={program}
                    earning={earning}
                    amountCents={earning.amountCents - earning.reversedCents}
                    originalCents={earning.amountCents}
                    badge={<LabelBadge {...STATES[earning.state]} />}
                    isOpen={earning.id === open}
                    onToggle={() =>
                      updateSearch({ open: earning.id === open ? undefined : String(earning.id) })
                    }
                  />
                </li>
              ))}
            </ul>
          )}
        </Card>
      )}
      <ShowMore list={earnings} rows={rows} className="mt-4" />
    </>
  )
}
