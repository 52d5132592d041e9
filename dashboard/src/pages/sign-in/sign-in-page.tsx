import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { signIn } from '../../api/account.ts'
import { ApiError } from '../../api/client.ts'
import { signInOptionsQuery } from '../../api/queries.ts'
import { signInWithCode } from '../../api/second-factor.ts'
import { rich, t } from '../../messages/team-text.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { readText, useForm } from '../../ui/use-form.ts'
import { CodeField, EmailField, PasswordField, readPassword, useFinishSignIn } from './credentials.tsx'
import { EntryFrame, textLink } from './entry-frame.tsx'
import { invitationIn, useInvitation } from './invitation.ts'
import { useRedirectSignedIn } from './use-redirect-signed-in.ts'

const route = getRouteApi('/sign-in')

export function SignInPage() {
  const { next, ended = false } = route.useSearch()
  const [step, setStep] = useState<'password' | 'code' | 'password again'>('password')
  useRedirectSignedIn(next)
  if (step === 'code') return <CodeStep next={next} onBack={() => setStep('password again')} />
  return (
    <PasswordStep
      next={next}
      hasEnded={ended}
      isRetry={step === 'password again'}
      onCodeNeeded={() => setStep('code')}
    />
  )
}

function PasswordStep({
  next,
  hasEnded,
  isRetry,
  onCodeNeeded,
}: {
  next: string | undefined
  hasEnded: boolean
  isRetry: boolean
  onCodeNeeded: () => void
}) {
  const enter = useFinishSignIn(next)
  const form = useForm({
    readForm: (typed) => ({ email: readText(typed, 'email'), password: readPassword(typed) }),
    save: signIn,
    onSaved: (outcome) => (outcome === 'code needed' ? onCodeNeeded() : enter()),
    hasOwnCredential: true,
  })
  const { data: options } = useQuery(signInOptionsQuery())
  // An invitation allows sign-up even if it is otherwise closed.
  const canSignUp = options?.isSignUpOpen === true || invitationIn(next) !== undefined
  const { data: invitation } = useInvitation(invitationIn(next))
  return (
    <EntryFrame
      title={t('signIn.signIn')}
      description={
        invitation === undefined || hasEnded
          ? signInDescription(next, hasEnded)
          : t('signIn.inviterInvitedYouSignIn', {
              inviter: invitation.inviterName,
              workspace: invitation.workspaceName,
              role: invitation.role,
            })
      }
      footer={
        canSignUp &&
        rich('signIn.noAccountYetCreateOne', {
          link: (children) => (
            <Link to="/sign-up" search={next === undefined ? {} : { next }} className={textLink}>
              {children}
            </Link>
          ),
        })
      }
    >
      <form onSubmit={form.onSubmit} className="flex flex-col gap-4">
        <EmailField key={invitation?.email} takesFocus={isRetry} initial={invitation?.email} />
        <PasswordField autoComplete="current-password" />
        <FormError error={form.error} />
        <Button type="submit" look="primary" isBusy={form.isBusy}>
          {t('signIn.signIn')}
        </Button>
        <Link to="/forgot-password" className={`${textLink} text-center text-[0.8125rem]`}>
          {t('signIn.forgotYourPassword')}
        </Link>
      </form>
    </EntryFrame>
  )
}

function signInDescription(next: string | undefined, hasEnded: boolean): string {
  if (hasEnded) return t('signIn.yourSessionHasEndedSign')
  return invitationIn(next) === undefined
    ? t('signIn.yourPartnersSalesTheyRefer')
    : t('signIn.youveBeenInvitedWorkspaceSign')
}

function CodeStep({ next, onBack }: { next: string | undefined; onBack: () => void }) {
  const form = useForm({
    readForm: (typed) => readText(typed, 'code'),
    save: signInWithCode,
    onSaved: useFinishSignIn(next),
    hasOwnCredential: true,
  })
  // The sign-in attempt has expired and must be restarted.
  const reason = form.error instanceof ApiError ? form.error.details.reason : undefined
  return (
    <EntryFrame title={t('signIn.enterYourCode')} description={t('signIn.yourAccountUsesTwoFactor')}>
      <form onSubmit={form.onSubmit} className="flex flex-col gap-4">
        <CodeField label={t('signIn.code')} hint={t('signIn.enter6DigitCodeFrom')} />
        <FormError error={form.error} />
        <Button type="submit" look="primary" isBusy={form.isBusy}>
          {t('signIn.signIn')}
        </Button>
        <Button look={reason === 'invalid_two_factor_cookie' ? 'primary' : 'quiet'} onClick={onBack}>
          {t('signIn.startOver')}
        </Button>
      </form>
    </EntryFrame>
  )
}
