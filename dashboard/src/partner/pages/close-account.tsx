import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api, read } from '../../api/client.ts'
import { t } from '../../messages/portal-text.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/check.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { focusOnMount } from '../../ui/focus-page.ts'
import { FormError } from '../../ui/form-error.tsx'
import { Money, QueryView } from '../display.tsx'
import { Link } from '../link.tsx'
import { type AccountClosureProgram, accountClosureQuery, type PartnerAccount } from '../queries.ts'
import { SignInAgain } from './sign-in-again.tsx'

const OBSTACLES: Record<NonNullable<AccountClosureProgram['obstacle']>, string> = {
  partner_pending: t('closeAccount.obstacles.partnerPending'),
  partner_rejected: t('closeAccount.obstacles.partnerRejected'),
  partner_held: t('closeAccount.obstacles.partnerHeld'),
  no_details: t('closeAccount.obstacles.noDetails'),
}

/** Closes the account after showing the consequences and any unpaid amounts. */
export function CloseAccount({ account }: { account: PartnerAccount }) {
  const [step, setStep] = useState<'asked' | 'canceled'>()
  return (
    <Card>
      <CardHeader
        title={t('closeAccount.closeYourAccount')}
        description={t('closeAccount.closesYourAccountInAll')}
      />
      <CardBody>
        {!account.isFresh && <SignInAgain email={account.email} />}
        {account.isFresh && step !== 'asked' && (
          <Button
            look="danger"
            ref={step === 'canceled' ? focusOnMount : undefined}
            onClick={() => setStep('asked')}
          >
            {t('closeAccount.closeMyAccount')}
          </Button>
        )}
        {account.isFresh && step === 'asked' && (
          <section aria-label={t('closeAccount.closing')} tabIndex={-1} ref={focusOnMount}>
            <Closing email={account.email} onCancel={() => setStep('canceled')} />
          </section>
        )}
      </CardBody>
    </Card>
  )
}

function Closing({ email, onCancel }: { email: string; onCancel: () => void }) {
  const closing = useQuery(accountClosureQuery)
  return (
    <QueryView query={closing}>
      {({ programs, requiresConfirmation }) => (
        <div className="flex flex-col gap-4">
          <ul className="list-disc pl-5">
            <li>{t('closeAccount.yourLinksStopCountingImmediately')}</li>
            <li>{t('closeAccount.youreSignedOutEverywhereAfter')}</li>
            <li>{t('closeAccount.yourNameEmailWebsiteAnd')}</li>
            <li>{t('closeAccount.whatYoureOwedIsStill')}</li>
          </ul>
          {programs.length > 0 && <UnpaidBalances programs={programs} />}
          <Confirm email={email} requiresConfirmation={requiresConfirmation} onCancel={onCancel} />
        </div>
      )}
    </QueryView>
  )
}

function UnpaidBalances({ programs }: { programs: readonly AccountClosureProgram[] }) {
  return (
    <ul className="divide-y rounded-lg border">
      {programs.map(({ programId, name, balances, obstacle }) => {
        const sumsByCurrency = (field: 'onHoldCents' | 'owedCents') =>
          Object.fromEntries(
            balances.filter((one) => one[field] !== 0).map((one) => [one.currency, one[field]]),
          )
        return (
          <li key={programId} className="p-3.5">
            <p className="break-words font-medium">{name}</p>
            <dl className="mt-1 grid grid-cols-[repeat(auto-fit,minmax(min(100%,7rem),1fr))] gap-3">
              <div>
                <dt className="text-ink-3">{t('closeAccount.owedYou')}</dt>
                <dd className="font-semibold">
                  <Money sums={sumsByCurrency('owedCents')} />
                </dd>
              </div>
              <div>
                <dt className="text-ink-3">{t('closeAccount.onHold')}</dt>
                <dd className="font-semibold">
                  <Money sums={sumsByCurrency('onHoldCents')} />
                </dd>
              </div>
            </dl>
            <p className={`mt-2 text-[0.8125rem] ${obstacle === null ? 'text-ink-3' : 'text-warn'}`}>
              {obstacle === null ? t('closeAccount.commissionsOnHoldAreDecided') : OBSTACLES[obstacle]}
            </p>
            {obstacle === 'no_details' && (
              <Link
                to={`/programs/${programId}/payout-details`}
                className="mt-1 inline-block font-medium text-[0.8125rem] text-accent-text underline underline-offset-4"
              >
                {t('payouts.addPayoutDetails')}
              </Link>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function Confirm({
  email,
  requiresConfirmation,
  onCancel,
}: {
  email: string
  requiresConfirmation: boolean
  onCancel: () => void
}) {
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState('')
  const [hasConfirmed, setHasConfirmed] = useState(false)
  const close = useMutation({
    mutationFn: () =>
      read(
        api.POST('/api/partner/account/close', {
          body: { email: typed, ...(requiresConfirmation && hasConfirmed ? { leavesBalance: true } : {}) },
        }),
      ),
    onSuccess: () => {
      queryClient.clear()
      location.replace('/partner/sign-in?closed')
    },
    onError: () => queryClient.invalidateQueries({ queryKey: accountClosureQuery.queryKey }),
  })
  const isConfirmed = typed.trim().toLowerCase() === email && (hasConfirmed || !requiresConfirmation)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isConfirmed) close.mutate()
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {requiresConfirmation && (
        <Checkbox
          label={t('closeAccount.iUnderstandWhatIsStill')}
          hint={t('closeAccount.theProgramCantContactYou')}
          checked={hasConfirmed}
          onChange={(event) => setHasConfirmed(event.target.checked)}
        />
      )}
      <Field label={t('closeAccount.typeYourEmailConfirm')} hint={email}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            inputMode="email"
            maxLength={255}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <FormError error={close.error} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="danger" disabled={!isConfirmed} isBusy={close.isPending}>
          {t('closeAccount.closeMyAccountPermanently')}
        </Button>
        <Button onClick={onCancel} disabled={close.isPending}>
          {t('closeAccount.cancel')}
        </Button>
      </div>
    </form>
  )
}
