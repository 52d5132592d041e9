import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { signIn } from '../../api/account.ts'
import { ApiFailure } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { FormError } from '../../ui/states.tsx'
import { EntryFrame, textLink } from './entry-frame.tsx'

const route = getRouteApi('/sign-in')

export function SignInPage() {
  const { next } = route.useSearch()
  const router = useRouter()
  const queryClient = useQueryClient()
  const enter = useMutation({
    mutationFn: signIn,
    meta: { hasOwnCredential: true },
    onSuccess() {
      queryClient.removeQueries()
      router.history.push(next ?? '/')
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    enter.mutate({ email: String(form.get('email')).trim(), password: String(form.get('password')) })
  }
  return (
    <EntryFrame
      title="Sign in"
      description="Your partners, what they bring, and what they earn."
      footer={
        <>
          No account yet?{' '}
          <Link to="/sign-up" search={next === undefined ? {} : { next }} className={textLink}>
            Create one
          </Link>
        </>
      }
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field label="E-mail">
          {(control) => (
            <Input {...control} name="email" type="email" autoComplete="username" required maxLength={255} />
          )}
        </Field>
        <Field label="Password">
          {(control) => (
            <Input
              {...control}
              name="password"
              type="password"
              autoComplete="current-password"
              required
              maxLength={128}
            />
          )}
        </Field>
        <FormError error={explain(enter.error)} />
        <Button type="submit" look="primary" isBusy={enter.isPending}>
          Sign in
        </Button>
      </form>
    </EntryFrame>
  )
}

/** A refused password is no lost session: it says what to check. */
function explain(error: unknown): unknown {
  if (!(error instanceof ApiFailure) || error.status !== 401) return error
  return new ApiFailure(401, error.code, 'This e-mail and password do not belong together. Check both.')
}
