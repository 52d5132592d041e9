import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError, api, read } from '../../api/client.ts'
import { rich, t } from '../../messages/portal-text.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { focusOnMount, takeLostFocus } from '../../ui/focus-page.ts'
import { FormError } from '../../ui/form-error.tsx'
import { usePageTitle } from '../../ui/page-header.tsx'
import { useFragment } from '../../ui/use-fragment.ts'
import { BrandName, useBrand, useSignInBrand } from '../brand.tsx'
import { chooseLanguage } from '../language.ts'
import { LanguageMenu } from '../language-menu.tsx'
import { PasskeyError } from '../passkey-error.tsx'
import { accountQuery } from '../queries.ts'
import { navigate, readNextPage } from '../router.ts'
import { SendAnotherLink, sentLinkText, useSignInLink } from '../sign-in-link.tsx'

/** Requests a sign-in link, or signs in with the token in the URL fragment. */
export default function SignInPage() {
  const token = useFragment()
  const [abandonedToken, setAbandonedToken] = useState('')
  const [params] = useState(() => new URLSearchParams(location.search))
  const page = readNextPage(params)
  const brand = useSignInBrand(params.get('program'))
  const link = useQuery({ ...linkQuery(token), enabled: token !== '' && token !== abandonedToken })
  const program = link.data?.program ?? brand
  useBrand(program)
  usePageTitle(t('signIn.signIn'))
  return (
    <main className="grid min-h-dvh grid-cols-[minmax(0,1fr)] place-items-center px-4 py-10">
      <div className="w-full min-w-0 max-w-sm">
        {program === undefined ? (
          <img src="/favicon.svg" alt="" className="mx-auto mb-6 size-11" />
        ) : (
          <p className="mb-6 flex flex-col items-center gap-3 text-center text-base">
            <BrandName program={program} isLarge />
          </p>
        )}
        <h1 className="text-center font-semibold text-xl tracking-tight">{t('signIn.partnerSignIn')}</h1>
        {params.has('closed') && (
          <p role="status" className="mt-4 text-center">
            {t('signIn.yourAccountIsClosedThank')}
          </p>
        )}
        {params.has('ended') && (
          <p role="status" className="mt-4 text-center text-ink-3">
            {t('signIn.yourSessionHasEndedRequest')}
          </p>
        )}
        {params.has('everywhere') && (
          <p role="status" className="mt-4 text-center">
            {t('signIn.signedOutEverywhere')}
          </p>
        )}
        <div className="mt-6 rounded-2xl border bg-surface p-5 shadow-card sm:p-6">
          {token === '' || token === abandonedToken ? (
            <RequestLinkForm isReturning={abandonedToken !== ''} page={page} />
          ) : (
            <LinkSignIn key={token} token={token} page={page} onAnother={() => setAbandonedToken(token)} />
          )}
        </div>
        <LanguageMenu
          aria-label={t('signIn.language')}
          className="mx-auto mt-6 w-auto"
          onChoose={chooseLanguage}
        />
      </div>
    </main>
  )
}

/** Takes the focus if the pressed button was replaced by this form. */
function RequestLinkForm({ isReturning, page }: { isReturning: boolean; page: string | undefined }) {
  const [email, setEmail] = useState('')
  const [isChangingEmail, setIsChangingEmail] = useState(isReturning)
  const link = useSignInLink(page)
  const { request } = link
  if (link.sent !== undefined) {
    return (
      <>
        <div role="status" tabIndex={-1} ref={focusOnMount}>
          <p className="font-medium">{t('signIn.checkYourEmail')}</p>
          <p className="mt-1 text-ink-3">{sentLinkText(link.sent, email.trim())}</p>
          <p className="mt-2 text-ink-3">{t('signIn.stillWaiting')}</p>
          <DevelopmentMailNote address={link.sent.shownAt} />
        </div>
        <div className="mt-4 flex flex-col gap-2">
          <SendAnotherLink link={link} email={email} />
          <Button
            look="quiet"
            onClick={() => {
              setIsChangingEmail(true)
              link.reset()
            }}
          >
            {t('signIn.useAnotherEmail')}
          </Button>
          <FormError error={request.error} />
        </div>
      </>
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    request.mutate(email)
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Field label={t('signIn.email')} hint={t('signIn.wellEmailYouSignIn')}>
        {(control) => (
          <Input
            {...control}
            ref={isChangingEmail ? takeLostFocus : undefined}
            type="email"
            autoComplete="email"
            required
            maxLength={255}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      <FormError error={request.error} />
      <Button type="submit" look="primary" isBusy={request.isPending}>
        {t('signIn.sendSignInLink')}
      </Button>
      <PasskeySignIn page={page} />
    </form>
  )
}

/** Links to the page that shows emails in development instead of sending them. */
function DevelopmentMailNote({ address }: { address: string | null }) {
  if (address === null) return null
  return (
    <p className="mt-2 text-ink-3">
      {rich('signIn.shownInDevelopment', {
        address,
        link: (children) => (
          <a
            href={address}
            target="_blank"
            rel="noreferrer"
            className="font-medium text-accent-text underline underline-offset-4"
          >
            {children}
          </a>
        ),
      })}
    </p>
  )
}

/** Signs in with a passkey instead of an email link. */
function PasskeySignIn({ page }: { page: string | undefined }) {
  const openPortal = useOpenPortal(page)
  const signIn = useMutation({
    mutationFn: async () => {
      const { signInWithPasskey } = await import('../passkey.ts')
      return signInWithPasskey()
    },
    onSuccess: openPortal,
  })
  if (!('PublicKeyCredential' in window)) return null
  return (
    <>
      <Button look="quiet" isBusy={signIn.isPending} onClick={() => signIn.mutate()}>
        {t('signIn.signInWithPasskey')}
      </Button>
      <PasskeyError error={signIn.error} />
    </>
  )
}

/** Opens `page` after sign-in. Loading the account applies its language, which may reload the page. */
function useOpenPortal(page: string | undefined) {
  const queryClient = useQueryClient()
  return () => {
    queryClient.clear()
    navigate(page ?? '', { replace: true })
    void queryClient.prefetchQuery(accountQuery)
  }
}

const linkQuery = (token: string) =>
  queryOptions({
    queryKey: ['partner', 'link', token],
    queryFn: async () =>
      (await read(api.POST('/api/partner/sign-in-links/preview', { body: { token } }))).data,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Opening a link doesn't use it up, because email scanners open links too. Pressing the button does. */
function LinkSignIn({
  token,
  page,
  onAnother,
}: {
  token: string
  page: string | undefined
  onAnother: () => void
}) {
  const openPortal = useOpenPortal(page)
  const link = useQuery(linkQuery(token))
  const signIn = useMutation({
    mutationFn: () => read(api.POST('/api/partner/sign-in', { body: { token } })),
    onSuccess: openPortal,
  })
  const requestAnotherLink = () => {
    history.replaceState(null, '', '/partner/sign-in')
    onAnother()
  }
  if (link.isPending) return <p role="status">{t('signIn.loading')}</p>
  if (link.isError) {
    return (
      <div className="flex flex-col gap-4">
        <LinkError error={link.error} />
        <Button look="primary" onClick={requestAnotherLink}>
          {t('signIn.requestNewLink')}
        </Button>
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="text-center">
        {rich('signIn.signInAsEmail', {
          email: link.data.email,
          b: (children) => <strong className="break-all">{children}</strong>,
        })}
      </p>
      <LinkError error={signIn.error} />
      <Button look="primary" isBusy={signIn.isPending} onClick={() => signIn.mutate()}>
        {t('signIn.signIn')}
      </Button>
      <Button look="quiet" onClick={requestAnotherLink}>
        {t('signIn.useAnotherEmail')}
      </Button>
    </div>
  )
}

/** The error for an invalid link, in the portal's language, or the error for any other failure. */
function LinkError({ error }: { error: unknown }) {
  if (!(error instanceof ApiError && error.status === 401)) return <FormError error={error} />
  return (
    <p role="alert" className="rounded-lg bg-bad-soft px-3 py-2 text-bad">
      {t('signIn.invalidLink')}
    </p>
  )
}
