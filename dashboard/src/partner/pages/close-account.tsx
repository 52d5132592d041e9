import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api, read } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/check.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { takeFocus } from '../../ui/focus-page.ts'
import { FormError } from '../../ui/form-error.tsx'
import { closingQuery, type LeftInProgram, type PartnerAccount } from '../queries.ts'
import { Money, Shown } from '../shown.tsx'
import { SignInAnew } from './sign-in-anew.tsx'

const OBSTACLES: Record<NonNullable<LeftInProgram['obstacle']>, string> = {
  partner_pending: 'The program has not approved you: it is not paid unless the program releases it.',
  partner_rejected: 'The program rejected you: it is not paid unless the program releases it.',
  partner_held: 'The program holds your payouts: it is not paid until the program releases it.',
  no_details:
    'You have not said how you want to be paid, and once you have left nobody can ask you: say it first, or it may never reach you.',
}

/** The end of the account: what it means, what would be left behind, and the question whether he is sure. */
export function CloseAccount({ account }: { account: PartnerAccount }) {
  const [step, setStep] = useState<'asked' | 'cancelled'>()
  return (
    <Card>
      <CardHeader
        title="Close your account"
        description="In all your programs at once. It cannot be undone; you may apply again later, as somebody new."
      />
      <CardBody>
        {!account.isFresh && <SignInAnew email={account.email} what="Closing the account" />}
        {account.isFresh && step !== 'asked' && (
          <Button
            look="danger"
            ref={step === 'cancelled' ? takeFocus : undefined}
            onClick={() => setStep('asked')}
          >
            Close my account…
          </Button>
        )}
        {account.isFresh && step === 'asked' && (
          <section aria-label="Closing" tabIndex={-1} ref={takeFocus}>
            <Closing email={account.email} onCancel={() => setStep('cancelled')} />
          </section>
        )}
      </CardBody>
    </Card>
  )
}

function Closing({ email, onCancel }: { email: string; onCancel: () => void }) {
  const closing = useQuery(closingQuery)
  return (
    <Shown query={closing}>
      {({ programs, mustSay }) => (
        <div className="flex flex-col gap-4">
          <ul className="list-disc pl-5">
            <li>Your links stop counting at once, and what customers buy from then on earns you nothing.</li>
            <li>
              Your sessions end. After one mail that says that it is closed you get none, not even of a
              payout.
            </li>
            <li>
              Your name, e-mail, website and answers are replaced by names that lead back to nobody. Amounts,
              payouts and statements stay with the program, without your name.
            </li>
            <li>
              What you are owed stays owed: it is paid to the details that you gave, which are then erased.
            </li>
          </ul>
          {programs.length > 0 && <Left programs={programs} />}
          <Confirm email={email} mustSay={mustSay} onCancel={onCancel} />
        </div>
      )}
    </Shown>
  )
}

function Left({ programs }: { programs: readonly LeftInProgram[] }) {
  return (
    <ul className="divide-y rounded-lg border">
      {programs.map(({ programId, name, balances, obstacle }) => {
        const of = (field: 'onHoldCents' | 'owedCents') =>
          Object.fromEntries(balances.map((one) => [one.currency, one[field]]))
        return (
          <li key={programId} className="p-3.5">
            <p className="break-words font-medium">{name}</p>
            <dl className="mt-1 grid grid-cols-[repeat(auto-fit,minmax(min(100%,7rem),1fr))] gap-3">
              <div>
                <dt className="text-ink-3">Owed to you</dt>
                <dd className="font-semibold">
                  <Money sums={of('owedCents')} />
                </dd>
              </div>
              <div>
                <dt className="text-ink-3">On hold</dt>
                <dd className="font-semibold">
                  <Money sums={of('onHoldCents')} />
                </dd>
              </div>
            </dl>
            <p className={`mt-2 text-[0.8125rem] ${obstacle === null ? 'text-ink-3' : 'text-warn'}`}>
              {obstacle === null
                ? 'What is on hold is decided on as usual, and the next payouts pay it, below the least sum too.'
                : OBSTACLES[obstacle]}
            </p>
          </li>
        )
      })}
    </ul>
  )
}

function Confirm({ email, mustSay, onCancel }: { email: string; mustSay: boolean; onCancel: () => void }) {
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState('')
  const [knows, setKnows] = useState(false)
  const close = useMutation({
    mutationFn: () =>
      read(
        api.POST('/api/partner/account/close', {
          body: { email: typed, ...(mustSay && knows ? { leavesBalance: true } : {}) },
        }),
      ),
    onSuccess: () => {
      queryClient.clear()
      location.replace('/partner/sign-in?closed')
    },
    onError: () => queryClient.invalidateQueries({ queryKey: closingQuery.queryKey }),
  })
  const isSure = typed.trim().toLowerCase() === email && (knows || !mustSay)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isSure) close.mutate()
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {mustSay && (
        <Checkbox
          label="I know what is still to come to me"
          hint="It goes on without you: nobody can ask you about it any more."
          checked={knows}
          onChange={(event) => setKnows(event.target.checked)}
        />
      )}
      <Field label="Your e-mail, typed" hint={email}>
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
        <Button type="submit" look="danger" disabled={!isSure} isBusy={close.isPending}>
          Close my account for good
        </Button>
        <Button onClick={onCancel} disabled={close.isPending}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
