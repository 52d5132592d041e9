import { t } from '../../messages/team-text.ts'
import { usePartnerMailSending } from '../../session/use-mail-sending.ts'
import { ConfirmDialog } from '../../ui/confirm.tsx'
import { PromptDialog } from '../../ui/prompt-dialog.tsx'
import {
  type BulkDecision,
  type ListedApplication,
  useDecideApplications,
} from './use-decide-applications.ts'

/** Confirms the approval or rejection of several applications. */
export function DecideDialog({
  decision,
  applications,
  isComplete = true,
  onDone,
  onClose,
}: {
  decision: BulkDecision
  applications: readonly ListedApplication[]
  /** False if older applications match as well. */
  isComplete?: boolean
  onDone?: () => void
  onClose: () => void
}) {
  const sending = usePartnerMailSending()
  const { run, job } = useDecideApplications(decision, applications)
  const count = applications.length
  const decide = async (reason?: string) => {
    await run(reason)
    onDone?.()
  }
  if (decision === 'approve') {
    return (
      <ConfirmDialog
        title={t('applications.approveCountApplications', { count })}
        action={t('applications.approve')}
        look="primary"
        job={job}
        onConfirm={() => decide()}
        onClose={onClose}
      >
        {t('applications.eachApplicantBecomesPartner', { count })}{' '}
        {t('applications.approvalIsEmailed', { sending })}
        {!isComplete && <> {t('applications.olderApplicationsFollow', { count })}</>}
      </ConfirmDialog>
    )
  }
  return (
    <PromptDialog
      isLong
      title={t('applications.rejectCountApplications', { count })}
      label={t('applications.reasonOptional')}
      hint={t('applications.reasonIsEmailed', { sending })}
      action={t('applications.reject')}
      look="danger"
      job={job}
      onSubmit={decide}
      onClose={onClose}
    >
      {t('applications.youCanChangeThisLater')}
    </PromptDialog>
  )
}
