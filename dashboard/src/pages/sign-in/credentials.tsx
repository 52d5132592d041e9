import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { clearSessionQueries } from '../../api/query-client.ts'
import { t } from '../../messages/team-text.ts'
import { Field, Input } from '../../ui/field.tsx'
import { focusOnMount } from '../../ui/focus-page.ts'

/** Fields and redirects shared by sign-in and sign-up. */
export function EmailField({
  takesFocus = false,
  initial,
  hint,
  readOnly = false,
}: {
  takesFocus?: boolean
  /** An invitation's URL. */
  initial?: string | undefined
  hint?: ReactNode
  readOnly?: boolean
}) {
  return (
    <Field label={t('signIn.email')} hint={hint}>
      {(control) => (
        <Input
          {...control}
          ref={takesFocus ? focusOnMount : undefined}
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={initial}
          readOnly={readOnly}
          required
          maxLength={255}
        />
      )}
    </Field>
  )
}

export function PasswordField({
  label = t('signIn.password'),
  name = 'password',
  autoComplete,
  hint,
  error,
}: {
  label?: string
  name?: string
  autoComplete: 'current-password' | 'new-password'
  hint?: ReactNode
  error?: string | undefined
}) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <Input
          {...control}
          name={name}
          type="password"
          autoComplete={autoComplete}
          required
          minLength={autoComplete === 'new-password' ? NEW_PASSWORD_CHARS : undefined}
          maxLength={128}
        />
      )}
    </Field>
  )
}

const NEW_PASSWORD_CHARS = 10
export const NEW_PASSWORD_HINT = t('signIn.useAtLeastNewPasswordCharsCharacters', {
  newPasswordChars: NEW_PASSWORD_CHARS,
})

/** Not trimmed, because a password may start or end with a space. */
export function readPassword(form: FormData, name = 'password'): string {
  return String(form.get(name))
}

/** An authenticator or recovery code. It replaces the previous step's field and takes the focus. */
export function CodeField({
  label,
  hint,
  error,
}: {
  label: string
  hint?: ReactNode
  error?: string | undefined
}) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <Input
          {...control}
          ref={focusOnMount}
          name="code"
          autoComplete="one-time-code"
          // Old recovery codes are case-sensitive, so phones must not capitalize them.
          autoCapitalize="none"
          autoCorrect="off"
          required
          maxLength={32}
          spellCheck={false}
        />
      )}
    </Field>
  )
}

/** Redirects after signing in, and clears everything the previous session read. */
export function useFinishSignIn(next: string | undefined) {
  const router = useRouter()
  const queryClient = useQueryClient()
  return () => {
    clearSessionQueries(queryClient)
    // Replaces the history entry, so that the Back button skips the sign-in page.
    router.history.replace(next ?? '/')
  }
}
