import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { signUp } from '../../api/account.ts'
import { ApiError } from '../../api/client.ts'
import { signInOptionsQuery } from '../../api/queries.ts'
import { rich, t } from '../../messages/team-text.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { readText, useForm } from '../../ui/use-form.ts'
import {
  EmailField,
  NEW_PASSWORD_HINT,
  PasswordField,
  readPassword,
  useFinishSignIn,
} from './credentials.tsx'
import { EntryFrame, textLink } from './entry-frame.tsx'
import { invitationIn, useInvitation } from './invitation.ts'
import { useRedirectSignedIn } from './use-redirect-signed-in.ts'

const route = getRouteApi('/sign-up')

export function SignUpPage() {
  const { next } = route.useSearch()
  const { data: options } = useQuery(signInOptionsQuery())
  useRedirectSignedIn(next)
  const invitation = invitationIn(next)
  const { data: invited, error } = useInvitation(invitation)
  const signInLink = (
    <>
      {rich('signIn.alreadyHaveAccountSignIn', {
        link: (children) => (
          <Link to="/sign-in" search={next === undefined ? {} : { next }} className={textLink}>
            {children}
          </Link>
        ),
      })}
    </>
  )
  if (options?.isSignUpOpen === false && invitation === undefined) {
    return (
      <EntryFrame
        title={t('signIn.byInvitationOnly')}
        description={t('signIn.youNeedInvitationCreateAccount')}
        footer={signInLink}
      >
        <p className="text-center text-ink-3">{t('signIn.openLinkContinueSigningUp')}</p>
      </EntryFrame>
    )
  }
  return (
    <EntryFrame
      title={t('signIn.createAccount')}
      description={
        invited === undefined
          ? t('signIn.forYouAndYourTeam')
          : t('signIn.inviterInvitedYou', {
              inviter: invited.inviterName,
              workspace: invited.workspaceName,
              role: invited.role,
            })
      }
      footer={signInLink}
    >
      {error === null ? (
        <SignUpForm next={next} invitation={invitation} invitedEmail={invited?.email} />
      ) : (
        <FormError error={error} />
      )}
    </EntryFrame>
  )
}

function SignUpForm({
  next,
  invitation,
  invitedEmail,
}: {
  next: string | undefined
  invitation: string | undefined
  invitedEmail: string | undefined
}) {
  const form = useForm({
    fields: ['password'],
    readForm: (typed) => ({
      name: readText(typed, 'name'),
      email: readText(typed, 'email'),
      password: readPassword(typed),
      ...(invitation === undefined ? {} : { invitation }),
    }),
    save: signUp,
    onSaved: useFinishSignIn(next),
    hasOwnCredential: true,
  })
  return (
    <form onSubmit={form.onSubmit} className="flex flex-col gap-4">
      <Field label={t('signIn.name')}>
        {(control) => <Input {...control} name="name" autoComplete="name" required maxLength={255} />}
      </Field>
      <EmailField
        key={invitedEmail}
        initial={invitedEmail}
        hint={invitedEmail === undefined ? undefined : t('signIn.theInvitationIsForThisAddress')}
        readOnly={invitedEmail !== undefined}
      />
      <PasswordField autoComplete="new-password" hint={NEW_PASSWORD_HINT} error={form.getError('password')} />
      <FormError error={explain(form.error)} />
      <Button type="submit" look="primary" isBusy={form.isBusy}>
        {t('signIn.createAccount2')}
      </Button>
    </form>
  )
}

/**
 * Sign-up doesn't reveal whether the email has an account, but signing in with the new password then fails.
 */
function explain(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.status !== 401) return error
  return new ApiError(401, error.code, t('signIn.weCouldntSignYouIn'))
}
