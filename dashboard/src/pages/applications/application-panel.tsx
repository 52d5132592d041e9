import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { applicationQuery } from '../../api/application-queries.ts'
import type { ApplicationDetails } from '../../api/types.ts'
import { formatInstant } from '../../format/date.ts'
import { t } from '../../messages/team-text.ts'
import { usePartnerMailSending } from '../../session/use-mail-sending.ts'
import { usePermissionCheck, useProgram, useProgramId } from '../../session/use-program.ts'
import { LabelBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm.tsx'
import { DetailItem, DetailList } from '../../ui/detail-list.tsx'
import { SidePanel } from '../../ui/dialog.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PromptDialog } from '../../ui/prompt-dialog.tsx'
import { SecretDialog } from '../../ui/secret-dialog.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { APPLICATION_STATUSES } from './application-labels.ts'
import { ApplicationAnswers, ApplicationHistory, Website } from './application-parts.tsx'
import { useDecideApplication } from './use-decide-application.ts'

/** An application with its applicant, answers, history and actions. */
export function ApplicationPanel({ applicationId, onClose }: { applicationId: number; onClose: () => void }) {
  const query = useQuery(applicationQuery(useProgramId(), applicationId))
  const canManage = usePermissionCheck()('partner:manage')
  return (
    <SidePanel
      isOpen
      onClose={onClose}
      title={query.data?.name ?? t('applications.application')}
      description={query.data?.email}
    >
      <Loaded query={query} loadingRows={5}>
        {(application) => (
          <div className="flex flex-col gap-6">
            <Summary application={application} />
            {canManage && <Decide application={application} />}
            <ApplicationAnswers answers={application.answers} />
            <ApplicationHistory steps={application.steps} />
          </div>
        )}
      </Loaded>
    </SidePanel>
  )
}

function Summary({ application }: { application: ApplicationDetails }) {
  const { timeZone } = useProgram()
  const programId = useProgramId()
  const { status, website, createdAt, termsVersion, isInvited, partnerId } = application
  return (
    <section aria-label={t('applications.application')}>
      <DetailList>
        <DetailItem name={t('applications.status')}>
          <LabelBadge {...APPLICATION_STATUSES[status]} />
        </DetailItem>
        <DetailItem name={t('applications.website')}>
          {website !== null && <Website address={website} />}
        </DetailItem>
        <DetailItem name={t('applications.applied')}>{formatInstant(createdAt, timeZone)}</DetailItem>
        <DetailItem name={t('applications.terms')}>
          {termsVersion !== null && t('applications.versionTermsVersionAccepted', { termsVersion })}
        </DetailItem>
        <DetailItem name={t('applications.invited')}>{isInvited && t('applications.yes')}</DetailItem>
      </DetailList>
      {partnerId !== null && (
        <p className="mt-3">
          <Link
            to="/programs/$programId/partners/$partnerId"
            params={{ programId, partnerId: String(partnerId) }}
            className="text-accent-text underline"
          >
            {t('applications.viewPartner')}
          </Link>
        </p>
      )}
    </section>
  )
}

function Decide({ application }: { application: ApplicationDetails }) {
  const { status, name } = application
  const sending = usePartnerMailSending()
  const { approve, reject, askQuestion } = useDecideApplication(application)
  const { showSuccess } = useToasts()
  const [action, setAction] = useState<'approve' | 'reject' | 'question'>()
  const [answerUrl, setAnswerUrl] = useState<string>()
  const isUndecided = status === 'pending' || status === 'info_requested'
  return (
    <div className="flex flex-wrap gap-2">
      {status !== 'approved' && (
        <Button look="primary" onClick={() => setAction('approve')}>
          {t('applications.approve')}
        </Button>
      )}
      {status !== 'rejected' && (
        <Button onClick={() => setAction('reject')}>{t('applications.reject')}</Button>
      )}
      {isUndecided && <Button onClick={() => setAction('question')}>{t('applications.askQuestion')}</Button>}
      {action === 'approve' && (
        <ConfirmDialog
          title={t('applications.approveName', { name })}
          action={t('applications.approve')}
          look="primary"
          onConfirm={async () => {
            await approve()
            showSuccess(t('applications.nameIsNowPartner', { name }))
          }}
          onClose={() => setAction(undefined)}
        >
          {t('applications.theyBecomePartner')} {t('applications.approvalIsEmailed', { sending })}
        </ConfirmDialog>
      )}
      {action === 'reject' && (
        <PromptDialog
          isLong
          title={t('applications.rejectName', { name })}
          label={t('applications.reasonOptional')}
          hint={t('applications.reasonIsEmailed', { sending })}
          action={t('applications.rejectApplication')}
          look="danger"
          onSubmit={reject}
          onClose={() => setAction(undefined)}
        >
          {t('applications.youCanChangeThisLater')}
        </PromptDialog>
      )}
      {action === 'question' && (
        <PromptDialog
          isLong
          title={t('applications.askNameQuestion', { name })}
          label={t('applications.question')}
          hint={t('applications.theApplicantReceivesLinkAnswer')}
          action={t('applications.sendQuestion')}
          isRequired
          onSubmit={async (question) => {
            const { data } = await askQuestion(question ?? '')
            setAnswerUrl(data.answerUrl ?? undefined)
          }}
          onClose={() => setAction(undefined)}
        >
          {t('applications.theApplicationWaitsForTheir')}
        </PromptDialog>
      )}
      {answerUrl !== undefined && (
        <SecretDialog
          title={t('applications.linkForApplicant')}
          description={t('applications.answerLinkIsEmailed', { sending })}
          secrets={[answerUrl]}
          what="link"
          onClose={() => setAnswerUrl(undefined)}
        />
      )}
    </div>
  )
}
