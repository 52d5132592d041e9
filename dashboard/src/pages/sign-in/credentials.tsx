import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { forgetReads } from '../../api/query-client.ts'
import { t } from '../../messages/team-text.ts'
import { Field, Input } from '../../ui/field.tsx'
import { takeFocus } from '../../ui/focus-page.ts'

/** What signing in and signing up ask for alike, and where both lead. */
export function EmailField({ takesFocus = false }: { takesFocus?: boolean }) {
  return (
    <Field label={t('signIn.email')}>
      {(control) => (
        <Input
          {...control}
          ref={takesFocus ? takeFocus : undefined}
          name="email"
          type="email"
          autoComplete="username"
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

/** A password may begin or end with a space. */
export function passwordOf(form: FormData, name = 'password'): string {
  return String(form.get(name))
}

/** Of an authenticator app, or one of the recovery codes. It comes in the place of what was typed before, and has the focus. */
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
          ref={takeFocus}
          name="code"
          autoComplete="one-time-code"
          // Capitals count in recovery codes of before: a phone must not put one at its beginning.
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

/** To where the reader wanted to go, with nothing left of whoever was signed in before. */
export function useEnter(next: string | undefined) {
  const router = useRouter()
  const queryClient = useQueryClient()
  return () => {
    forgetReads(queryClient)
    // Back leads to where he came from: there is nothing left to sign in to.
    router.history.replace(next ?? '/')
  }
}
