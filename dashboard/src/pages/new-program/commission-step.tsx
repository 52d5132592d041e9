import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { flattenPages } from '../../api/paged-query.ts'
import { policiesQuery } from '../../api/settings-queries.ts'
import type { CommissionPolicy } from '../../api/types.ts'
import { formatMoney } from '../../format/money.ts'
import { rich, t } from '../../messages/team-text.ts'
import { useProgram, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody } from '../../ui/card.tsx'
import { DetailItem, DetailList } from '../../ui/detail-list.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PolicyFields, usePolicyChoice, useSetPolicy } from '../settings/policy-fields.tsx'
import { commissionText, durationText, holdText } from '../settings/policy-labels.ts'
import { APPROVALS, COMMISSION_BASES } from '../settings/program-labels.ts'
import { textLink } from '../sign-in/entry-frame.tsx'
import { StepActions, type StepProps } from './step-actions.tsx'

/** Shows the default policy in force, and saves the one that replaces it. */
export function CommissionStep(props: StepProps) {
  const policies = useInfiniteQuery(policiesQuery(useProgramId(), false))
  return (
    <Card>
      <Loaded query={policies} loadingRows={4}>
        {(pages) => {
          const current = flattenPages(pages).find((one) => one.groupId === null && one.productId === null)
          return (
            <CardBody>
              {current === undefined ? <ManyPolicies {...props} /> : <Terms {...props} current={current} />}
            </CardBody>
          )
        }}
      </Loaded>
    </Card>
  )
}

function Terms({ step, isComplete, onDone, current }: StepProps & { current: CommissionPolicy }) {
  const program = useProgram()
  const [choice, choose] = usePolicyChoice(current)
  const form = useSetPolicy(choice, onDone)
  const { perLeadCommission } = program
  return (
    <form onSubmit={form.onSubmit} noValidate className="flex max-w-xl flex-col gap-5">
      <p className="rounded-lg bg-fill px-3.5 py-2.5 text-ink-2">
        {rich('setup.currentCommission', {
          commission: `${commissionText(current)} ${durationText(current)}`,
          hold: holdText(current.holdDays, program.holdPeriodDays),
          b: (children) => <strong className="font-medium text-ink">{children}</strong>,
        })}
      </p>
      <PolicyFields choice={choice} form={form} onChoose={choose} />
      <DetailList>
        <DetailItem name={t('setup.approval')}>{APPROVALS[program.commissionApproval].label}</DetailItem>
        <DetailItem name={t('settings.commissionBase')}>
          {COMMISSION_BASES[program.commissionBase].label}
        </DetailItem>
        <DetailItem name={t('settings.commissionPerLead')}>
          {perLeadCommission === null
            ? t('setup.none')
            : formatMoney(perLeadCommission.amountCents, perLeadCommission.currency)}
        </DetailItem>
      </DetailList>
      <SettingsNote />
      <FormError error={form.error} />
      <StepActions step={step} isComplete={isComplete}>
        <Button type="submit" look="primary" isBusy={form.isBusy}>
          {t('setup.saveAndContinue')}
        </Button>
      </StepActions>
    </form>
  )
}

function SettingsNote() {
  const programId = useProgramId()
  return (
    <p className="text-[0.8125rem] text-ink-3">
      {rich('setup.moreInSettings', {
        link: (children) => (
          <Link to="/programs/$programId/settings" params={{ programId }} className={textLink}>
            {children}
          </Link>
        ),
      })}
    </p>
  )
}

/** The newest policies don't include the default. */
function ManyPolicies({ step, isComplete }: StepProps) {
  const programId = useProgramId()
  return (
    <div className="flex flex-col gap-5">
      <p className="text-ink-2">
        {rich('setup.manyPolicies', {
          link: (children) => (
            <Link
              to="/programs/$programId/settings"
              params={{ programId }}
              search={{ section: 'policies' }}
              className={textLink}
            >
              {children}
            </Link>
          ),
        })}
      </p>
      <StepActions step={step} isComplete={isComplete} />
    </div>
  )
}
