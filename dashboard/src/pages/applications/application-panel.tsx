import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { applicationQuery } from '../../api/application-queries.ts'
import type { ApplicationDetails } from '../../api/types.ts'
import { formatInstant } from '../../format/date.ts'
import { useMay, useProgram, useProgramId } from '../../session/use-program.ts'
import { LabelBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { SidePanel } from '../../ui/dialog.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { QuestionDialog } from '../../ui/question.tsx'
import { SecretDialog } from '../../ui/secret-dialog.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { ApplicationAnswers, ApplicationHistory, Website } from './application-parts.tsx'
import { APPLICATION_STATUSES } from './application-words.ts'
import { useDecideApplication } from './use-decide-application.ts'

/** All about one application: who, the answers, what happened, and what to do. */
export function ApplicationPanel({ applicationId, onClose }: { applicationId: number; onClose: () => void }) {
  const query = useQuery(applicationQuery(useProgramId(), applicationId))
  const mayManage = useMay()('partner:manage')
  return (
    <SidePanel
      isOpen
      onClose={onClose}
      title={query.data?.name ?? 'Application'}
      description={query.data?.email}
    >
      <Loaded query={query} loadingRows={5}>
        {(application) => (
          <div className="flex flex-col gap-6">
            <Summary application={application} />
            {mayManage && <Decide application={application} />}
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
    <section aria-label="Application">
      <Facts>
        <Fact name="Status">
          <LabelBadge {...APPLICATION_STATUSES[status]} />
        </Fact>
        <Fact name="Website">{website !== null && <Website address={website} />}</Fact>
        <Fact name="Applied">{formatInstant(createdAt, timeZone)}</Fact>
        <Fact name="Terms">{termsVersion !== null && `Version ${termsVersion} accepted`}</Fact>
        <Fact name="Invited">{isInvited && 'Yes'}</Fact>
      </Facts>
      {partnerId !== null && (
        <p className="mt-3">
          <Link
            to="/programs/$programId/partners/$partnerId"
            params={{ programId, partnerId: String(partnerId) }}
            className="text-accent-text underline"
          >
            Show the partner
          </Link>
        </p>
      )}
    </section>
  )
}

function Decide({ application }: { application: ApplicationDetails }) {
  const { status, name } = application
  const isSandbox = useProgram().sandbox
  const { approve, reject, ask } = useDecideApplication(application)
  const { say, sayError } = useToasts()
  const [asking, setAsking] = useState<'reject' | 'question'>()
  const [answerUrl, setAnswerUrl] = useState<string>()
  const approval = useMutation({
    mutationFn: approve,
    onSuccess: () => say(`${name} is a partner now.`),
    onError: sayError,
  })
  const isOpen = status === 'waiting' || status === 'asked'
  return (
    <div className="flex flex-wrap gap-2">
      {status !== 'approved' && (
        <Button look="primary" isBusy={approval.isPending} onClick={() => approval.mutate()}>
          Approve
        </Button>
      )}
      {status !== 'rejected' && <Button onClick={() => setAsking('reject')}>Reject</Button>}
      {isOpen && <Button onClick={() => setAsking('question')}>Ask back</Button>}
      {asking === 'reject' && (
        <QuestionDialog
          isLong
          title={`Reject ${name}`}
          label="Reason (optional)"
          hint={
            isSandbox
              ? 'A sandbox mails nobody.'
              : 'The applicant is mailed it, word for word, where this installation sends mail.'
          }
          action="Reject application"
          look="danger"
          onAnswer={reject}
          onClose={() => setAsking(undefined)}
        >
          The decision may be changed later.
        </QuestionDialog>
      )}
      {asking === 'question' && (
        <QuestionDialog
          isLong
          title={`Ask ${name}`}
          label="Question"
          hint="The applicant gets a link that takes one answer, within 14 days."
          action="Ask"
          isRequired
          onAnswer={async (question) => {
            const { data } = await ask(question ?? '')
            setAnswerUrl(data.answerUrl ?? undefined)
          }}
          onClose={() => setAsking(undefined)}
        >
          The application waits for the answer; you may still decide at any time.
        </QuestionDialog>
      )}
      {answerUrl !== undefined && (
        <SecretDialog
          title="The applicant was asked"
          description={
            isSandbox
              ? 'A sandbox mails nobody: pass this link on. It is shown this once.'
              : 'Where this installation sends mail, this link is on its way. Otherwise pass it on: it is shown this once.'
          }
          secrets={[answerUrl]}
          what="link"
          onClose={() => setAnswerUrl(undefined)}
        />
      )}
    </div>
  )
}
