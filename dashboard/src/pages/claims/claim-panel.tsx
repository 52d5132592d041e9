import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { claimQuery } from '../../api/claim-queries.ts'
import type { ClaimDetails } from '../../api/types.ts'
import { formatInstant } from '../../format/date.ts'
import { CURRENCIES, formatMoney } from '../../format/money.ts'
import { t } from '../../messages/team-text.ts'
import { usePermissionCheck, useProgram, useProgramId } from '../../session/use-program.ts'
import { LabelBadge } from '../../ui/badge.tsx'
import { DetailItem, DetailList } from '../../ui/detail-list.tsx'
import { SidePanel } from '../../ui/dialog.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { ServiceText } from '../explain/service-text.tsx'
import { TimelineList } from '../explain/timeline-list.tsx'
import { CLAIM_STATES, describeSubject, OBSTACLES, RECEIVED } from './claim-labels.ts'
import { DecideClaim } from './decide-claim.tsx'

/** A claim with its evidence and actions. */
export function ClaimPanel({ claimId, onClose }: { claimId: number; onClose: () => void }) {
  const [order, setOrder] = useState<string>()
  const query = useQuery(claimQuery(useProgramId(), claimId, order))
  const canDecide = usePermissionCheck()('claim:manage')
  return (
    <SidePanel
      isOpen
      onClose={onClose}
      title={query.data === undefined ? t('claims.claim') : describeSubject(query.data)}
      description={query.data?.partnerName}
    >
      <Loaded query={query} loadingRows={6}>
        {(claim) => (
          <div className="flex flex-col gap-6">
            <Summary claim={claim} />
            {claim.state === 'open' && canDecide && (
              <DecideClaim claim={claim} order={order} onReview={setOrder} />
            )}
            <Evidence claim={claim} order={order} />
          </div>
        )}
      </Loaded>
    </SidePanel>
  )
}

function Summary({ claim }: { claim: ClaimDetails }) {
  const { timeZone } = useProgram()
  const programId = useProgramId()
  const { state, note, message, decidedBy, createdAt, closedAt, partnerId, commissionId } = claim
  return (
    <section aria-label={t('claims.claim')}>
      <DetailList>
        <DetailItem name={t('claims.status')}>
          <LabelBadge {...CLAIM_STATES[state]} />
        </DetailItem>
        <DetailItem name={t('claims.created')}>{formatInstant(createdAt, timeZone)}</DetailItem>
        <DetailItem name={t('claims.closed')}>
          {closedAt !== null && formatInstant(closedAt, timeZone)}
        </DetailItem>
        <DetailItem name={t('claims.decidedBy')}>{decidedBy}</DetailItem>
        <DetailItem name={t('claims.partnersNote')}>
          {note === null ? t('claims.erased') : <span className="whitespace-pre-wrap">{note}</span>}
        </DetailItem>
        <DetailItem name={t('claims.reply')}>
          {message !== null && <span className="whitespace-pre-wrap">{message}</span>}
        </DetailItem>
      </DetailList>
      <p className="mt-3 flex flex-wrap gap-x-4 gap-y-1">
        <Link
          to="/programs/$programId/partners"
          params={{ programId }}
          search={{ open: partnerId }}
          className="text-accent-text underline"
        >
          {t('claims.viewPartner')}
        </Link>
        {commissionId !== null && (
          <Link
            to="/programs/$programId/commissions"
            params={{ programId }}
            search={{ open: commissionId }}
            className="text-accent-text underline"
          >
            {t('claims.viewCommission')}
          </Link>
        )}
      </p>
    </section>
  )
}

function Evidence({ claim, order }: { claim: ClaimDetails; order: string | undefined }) {
  const { timeZone } = useProgram()
  const { received, obstacle, explanation, clicks, state } = claim
  return (
    <section aria-label={t('claims.evidence')} className="flex flex-col gap-4">
      <h3 className="wrap-anywhere font-semibold">
        {order === undefined ? t('claims.evidence') : t('claims.evidenceForOrderOrder', { order })}
      </h3>
      {state === 'open' && obstacle !== null && (
        <p className="rounded-lg bg-warn-soft px-3 py-2 text-warn">{OBSTACLES[obstacle]}</p>
      )}
      <DetailList>
        <DetailItem name={t('claims.received')}>
          {received === null
            ? t('claims.nothingReceived')
            : `${RECEIVED[received.kind]}, ${formatInstant(received.at, timeZone)}`}
        </DetailItem>
        <DetailItem name={t('claims.amount')}>{received !== null && formatAmount(received)}</DetailItem>
      </DetailList>
      {explanation !== null && (
        <>
          <p className="wrap-anywhere max-w-[75ch]">
            <ServiceText text={explanation.conclusion.message} />
          </p>
          <TimelineList items={explanation.timeline} timeZone={timeZone} />
        </>
      )}
      <div>
        <h4 className="mb-2 font-medium">{t('claims.partnersLatestClicksBeforeThis')}</h4>
        {clicks.length === 0 ? (
          <p className="text-ink-3">{t('claims.noClicksFoundWithinTwice')}</p>
        ) : (
          <ul className="flex flex-col gap-1">
            {clicks.map(({ clickId, at, linkCode }) => (
              <li key={clickId} className="flex flex-wrap gap-x-3">
                <span>{formatInstant(at, timeZone)}</span>
                <span className="text-ink-3">{linkCode}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

function formatAmount({ amountCents, currency }: NonNullable<ClaimDetails['received']>): string {
  if (amountCents === null || currency === null) return t('claims.unreadable')
  const isTaken = CURRENCIES.some((one) => one === currency)
  return isTaken ? formatMoney(amountCents, currency) : `${amountCents} ${currency}`
}
