import { useMutation } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { ApiFailure, api, read } from '../../api/client.ts'
import { formatInstant } from '../../format/date.ts'
import { t } from '../../messages/team-text.ts'
import { useCan, useProgram, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { FormError } from '../../ui/form-error.tsx'

/** Invites the partner to the portal by email, or with a copied sign-in link if email isn't set up. */
export function PortalAccess({ partnerId }: { partnerId: number }) {
  const canManage = useCan()('partner:manage')
  if (!canManage) return null
  return (
    <div className="flex flex-col gap-5">
      <ViewAs partnerId={partnerId} />
      <SignIn partnerId={partnerId} />
    </div>
  )
}

/** Opens the portal as the partner sees it in a new tab. */
function ViewAs({ partnerId }: { partnerId: number }) {
  const programId = useProgramId()
  const view = useMutation({
    mutationFn: () =>
      read(
        api.POST('/api/programs/{programId}/partners/{partnerId}/impersonate', {
          params: { path: { programId: String(programId), partnerId: String(partnerId) } },
        }),
      ),
    onSuccess: ({ data }) => window.open(data.url, '_blank', 'noopener,noreferrer'),
  })
  return (
    <section aria-label={t('partners.portal')} className="flex flex-col gap-2">
      <h2 className="font-semibold text-[0.9375rem] tracking-tight">{t('partners.portal')}</h2>
      <p className="text-[0.8125rem] text-ink-3">{t('partners.openThisPartnersPortalIn')}</p>
      <Button size="small" className="self-start" isBusy={view.isPending} onClick={() => view.mutate()}>
        <Eye aria-hidden="true" className="size-4" />
        {t('partners.viewAsPartner')}
      </Button>
      <FormError error={view.error} />
    </section>
  )
}

function SignIn({ partnerId }: { partnerId: number }) {
  const programId = useProgramId()
  const { timeZone } = useProgram()
  const make = useMutation({
    mutationFn: () =>
      read(
        api.POST('/api/programs/{programId}/partners/{partnerId}/sign-in-link', {
          params: { path: { programId: String(programId), partnerId: String(partnerId) } },
        }),
      ),
  })
  const isMailed = make.error instanceof ApiFailure && make.error.status === 409
  const link = make.data?.data
  return (
    <section aria-label={t('partners.signIn')} className="flex flex-col gap-2">
      <h2 className="font-semibold text-[0.9375rem] tracking-tight">{t('partners.signIn')}</h2>
      <p className="text-[0.8125rem] text-ink-3">
        {t('partners.thePartnerSignsInAt', { origin: location.origin })}
      </p>
      {link === undefined ? (
        <Button size="small" className="self-start" isBusy={make.isPending} onClick={() => make.mutate()}>
          {t('partners.createSignInLink')}
        </Button>
      ) : (
        <>
          <CodeBlock code={link.url} what={t('partners.signInLink')} />
          <p className="text-[0.8125rem] text-ink-3">
            {t('partners.signsInFirstPersonWho', { expiresAt: formatInstant(link.expiresAt, timeZone) })}
          </p>
        </>
      )}
      {isMailed ? <p role="status">{make.error?.message}</p> : <FormError error={make.error} />}
    </section>
  )
}
