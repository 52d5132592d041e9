import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { signUp } from '../../api/account.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { FormError } from '../../ui/states.tsx'
import { EntryFrame, textLink } from './entry-frame.tsx'

const route = getRouteApi('/sign-up')

export function SignUpPage() {
  const { next } = route.useSearch()
  const router = useRouter()
  const queryClient = useQueryClient()
  const enter = useMutation({
    mutationFn: signUp,
    onSuccess() {
      queryClient.removeQueries()
      router.history.push(next ?? '/')
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    enter.mutate({
      name: String(form.get('name')).trim(),
      email: String(form.get('email')).trim(),
      password: String(form.get('password')),
    })
  }
  return (
    <EntryFrame
      title="Create an account"
      description="Use the e-mail address you were invited with, if you were."
      footer={
        <>
          You have one?{' '}
          <Link to="/sign-in" search={next === undefined ? {} : { next }} className={textLink}>
            Sign in
          </Link>
        </>
      }
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field label="Name">
          {(control) => <Input {...control} name="name" autoComplete="name" required maxLength={255} />}
        </Field>
        <Field label="E-mail">
          {(control) => (
            <Input {...control} name="email" type="email" autoComplete="username" required maxLength={255} />
          )}
        </Field>
        <Field label="Password" hint="At least 8 characters.">
          {(control) => (
            <Input
              {...control}
              name="password"
              type="password"
              autoComplete="new-password"
              required
              minLength={8}
              maxLength={128}
            />
          )}
        </Field>
        <FormError error={enter.error} />
        <Button type="submit" look="primary" isBusy={enter.isPending}>
          Create account
        </Button>
      </form>
    </EntryFrame>
  )
}
