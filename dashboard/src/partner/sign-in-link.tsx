import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, read } from '../api/client.ts'
import { t } from '../messages/portal-text.ts'
import { Button } from '../ui/button.tsx'

type SignInLink = ReturnType<typeof useSignInLink>
export type SentLink = NonNullable<SignInLink['sent']>

/**
 * Requests sign-in links that lead to `page`. `sent` is the latest response, even while another link is being
 * requested.
 */
export function useSignInLink(page: string | undefined) {
  const [sent, setSent] = useState<{
    minutes: number
    isRepeated: boolean
    /** Whether this page has requested a link before. */
    isAnother: boolean
    /** When another link can be requested. */
    nextAt: number
    shownAt: string | null
  }>()
  const request = useMutation({
    mutationFn: (email: string) =>
      read(api.POST('/api/partner/sign-in-links', { body: { email, ...(page !== undefined && { page }) } })),
    onSuccess({ data: { waitSeconds, ...data } }) {
      setSent({ ...data, isAnother: sent !== undefined, nextAt: Date.now() + waitSeconds * 1000 })
    },
  })
  const reset = () => {
    setSent(undefined)
    request.reset()
  }
  return { request, sent, reset }
}

/** Whether an email was sent. The text is the same whether or not the email belongs to a partner. */
export function sentLinkText({ isRepeated, isAnother, minutes }: SentLink, email: string): string {
  if (isRepeated) return t('signIn.weSentLinkMomentAgo', { email })
  return t(isAnother ? 'signIn.ifEmailBelongsWeveSentAnother' : 'signIn.ifEmailBelongsPartnerWeve', {
    email,
    minutes,
  })
}

/** Counts down until another link can be requested. */
export function SendAnotherLink({ link: { request, sent }, email }: { link: SignInLink; email: string }) {
  const seconds = useSecondsUntil(sent?.nextAt ?? 0)
  return (
    <Button disabled={seconds > 0} isBusy={request.isPending} onClick={() => request.mutate(email)}>
      {sendAnotherText(seconds)}
    </Button>
  )
}

function sendAnotherText(seconds: number): string {
  if (seconds === 0) return t('signIn.sendAnotherLink')
  return seconds > 60
    ? t('signIn.sendAnotherLinkInMinutes', { minutes: Math.ceil(seconds / 60) })
    : t('signIn.sendAnotherLinkInSeconds', { seconds })
}

function useSecondsUntil(at: number): number {
  const [now, setNow] = useState(Date.now)
  const isOver = at <= now
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isOver])
  return Math.max(0, Math.ceil((at - now) / 1000))
}
