import { useState } from 'react'
import type { Partner } from '../../api/types.ts'
import { formatInstant } from '../../format/date.ts'
import { formatCountOf } from '../../format/number.ts'
import { useMay, useProgram } from '../../session/use-program.ts'
import { LabelBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { ApplicationWebsite } from './partner-application.tsx'
import { PARTNER_STATUSES } from './partner-words.ts'
import { useDecidePartner } from './use-decide-partner.ts'

/** Who the partner is, and how it stands in the program. */
export function PartnerProfile({ partner }: { partner: Partner }) {
  const { timeZone } = useProgram()
  return (
    <section aria-label="Profile" className="flex flex-col gap-3">
      <h2 className="font-semibold text-[0.9375rem] tracking-tight">Profile</h2>
      <Facts>
        <Fact name="Status">
          <LabelBadge {...PARTNER_STATUSES[partner.status]} />
        </Fact>
        <Fact name="E-mail">
          <a href={`mailto:${partner.email}`} className="text-accent-text underline">
            {partner.email}
          </a>
        </Fact>
        <ApplicationWebsite partnerId={partner.id} />
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
    </section>
  )
}

/** Approves or rejects; either may be changed later. */
export function PartnerDecision({ partner }: { partner: Partner }) {
  const mayManage = useMay()('partner:manage')
  const decide = useDecidePartner()
  const { sayError } = useToasts()
  const [isAsking, setIsAsking] = useState(false)
  // What a partner ended himself nobody decides anew.
  if (!mayManage || partner.status === 'closed') return null
  return (
    <>
      {partner.status !== 'approved' && (
        <Button
          look="primary"
          isBusy={decide.isPending && decide.variables.decision === 'approve'}
          onClick={() => decide.mutate({ partner, decision: 'approve' }, { onError: sayError })}
        >
          Approve
        </Button>
      )}
      {partner.status !== 'rejected' && <Button onClick={() => setIsAsking(true)}>Reject</Button>}
      {isAsking && (
        <ConfirmDialog
          title={`Reject ${partner.name}?`}
          action="Reject partner"
          onConfirm={() => decide.mutateAsync({ partner, decision: 'reject' })}
          onClose={() => setIsAsking(false)}
        >
          {partner.status === 'approved'
            ? 'From then on clicks on its links are not counted, its sales are not attributed, and it is not paid. The decision may be changed later; what came meanwhile stays lost.'
            : 'An application of it that waits is rejected too, and its applicant is mailed that, without a reason: under Applications you may give one. The decision may be changed later.'}
        </ConfirmDialog>
      )}
    </>
  )
}
