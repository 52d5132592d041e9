import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, read } from '../../api/client.ts'
import type { Partner, PartnerLink } from '../../api/types.ts'
import { linkCodeError } from '../../format/link-code.ts'
import { t } from '../../messages/team-text.ts'
import { usePermissionCheck, useProgramId } from '../../session/use-program.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { FieldErrors, readText, useForm } from '../../ui/use-form.ts'
import { linkAddress } from './site-address.ts'
import { SiteAddressField } from './site-address-field.tsx'
import { useSiteAddress } from './use-site-address.ts'

/** The partner's links: copy, disable, enable, create. */
export function PartnerLinks({ partner }: { partner: Partner }) {
  // A closed account's links can't count clicks again.
  const canManage = usePermissionCheck()('partner:manage') && partner.status !== 'closed'
  const siteUrl = useSiteAddress()
  return (
    <section aria-label={t('partners.links')}>
      <h2 className="mb-2 font-semibold text-[0.9375rem] tracking-tight">{t('partners.links')}</h2>
      {siteUrl === undefined && (
        <div className="mb-3 overflow-hidden rounded-lg border *:border-b-0 empty:hidden">
          <SiteAddressField />
        </div>
      )}
      {partner.links.length === 0 ? (
        <p className="text-ink-3">{t('partners.noLinksYet')}</p>
      ) : (
        <ul className="flex flex-col gap-2">
          {partner.links.map((link) => (
            <LinkRow
              key={link.id}
              link={link}
              isApproved={partner.status === 'approved'}
              canManage={canManage}
            />
          ))}
        </ul>
      )}
      {canManage && <NewLink partnerId={partner.id} />}
    </section>
  )
}

function LinkRow({
  link,
  isApproved,
  canManage,
}: {
  link: PartnerLink
  isApproved: boolean
  canManage: boolean
}) {
  const programId = useProgramId()
  const siteUrl = useSiteAddress()
  const refresh = useRefreshPartners()
  const { showSuccess, showError } = useToasts()
  const isActive = link.status === 'active'
  const change = useMutation({
    mutationFn: () => {
      const params = { path: { programId, linkId: String(link.id) } }
      return isActive
        ? read(api.POST('/api/programs/{programId}/links/{linkId}/deactivate', { params }))
        : read(api.POST('/api/programs/{programId}/links/{linkId}/activate', { params }))
    },
    async onSuccess({ data }) {
      const again = isApproved ? t('partners.nowCountsClicksAgain') : t('partners.willCountClicksAgainOnce')
      showSuccess(
        data.status === 'active'
          ? t('partners.linkCodeAgain', { code: data.code, again })
          : t('partners.clicksOnCodeNoLonger', { code: data.code }),
      )
      await refresh()
    },
    onError: showError,
  })
  const text = siteUrl === undefined ? link.code : linkAddress(siteUrl, link.code)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border p-3">
      <p className="flex min-w-0 flex-[1_1_14rem] items-center gap-2">
        <code className="wrap-anywhere min-w-0 flex-1 font-mono text-[0.8125rem]">{text}</code>
        {!isActive && <Badge>{t('partners.inactive')}</Badge>}
      </p>
      <div className="flex flex-wrap gap-2">
        <CopyButton
          text={text}
          what={
            siteUrl === undefined
              ? t('partners.codeCode', { code: link.code })
              : t('partners.linkCode', { code: link.code })
          }
        />
        {canManage && (
          <Button
            size="small"
            look="quiet"
            isBusy={change.isPending}
            onClick={() => change.mutate()}
            aria-label={t('partners.isActiveLinkCode', { isActive: String(isActive), code: link.code })}
          >
            {isActive ? t('partners.deactivate') : t('partners.activate')}
          </Button>
        )}
      </div>
    </li>
  )
}

function NewLink({ partnerId }: { partnerId: number }) {
  const programId = useProgramId()
  const refresh = useRefreshPartners()
  const { showSuccess } = useToasts()
  const form = useForm({
    fields: ['code'],
    readForm(typed) {
      const code = readText(typed, 'code')
      const fault = linkCodeError(code)
      return fault === undefined ? code : new FieldErrors({ code: fault })
    },
    save: (code) =>
      read(
        api.POST('/api/programs/{programId}/links', {
          params: { path: { programId } },
          body: code === '' ? { partnerId } : { partnerId, code },
        }),
      ),
    async onSaved({ data }, _code, element) {
      showSuccess(t('partners.linkCodeCreated', { code: data.code }))
      await refresh()
      element.reset()
    },
  })
  return (
    <form onSubmit={form.onSubmit} className="mt-4 flex flex-col gap-2">
      <Field
        label={t('partners.newLinkCode')}
        hint={t('partners.appearsAfterAffUseLetters')}
        error={form.getError('code')}
      >
        {(control) => (
          <span className="flex gap-2">
            <Input {...control} name="code" maxLength={64} autoComplete="off" spellCheck={false} />
            <Button type="submit" isBusy={form.isBusy}>
              {t('partners.createLink')}
            </Button>
          </span>
        )}
      </Field>
      <FormError error={form.error} />
    </form>
  )
}

function useRefreshPartners() {
  const queryClient = useQueryClient()
  const programId = useProgramId()
  return () => queryClient.invalidateQueries({ queryKey: ['partners', programId] })
}
