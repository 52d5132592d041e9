import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, api, read } from '../../api/client.ts'
import { programQuery } from '../../api/queries.ts'
import type { Partner } from '../../api/types.ts'
import { linkCodeError, suggestLinkCode } from '../../format/link-code.ts'
import { rich, t } from '../../messages/team-text.ts'
import { usePartnerMailSending } from '../../session/use-mail-sending.ts'
import { usePermissionCheck, useProgram, useProgramId } from '../../session/use-program.ts'
import { Checkbox } from '../../ui/check.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { FieldErrors, type Form, readText, useForm } from '../../ui/use-form.ts'
import { linkAddress, parseSiteAddress } from './site-address.ts'

type FormField = 'name' | 'email' | 'code' | 'siteUrl'

/** Returns the form that adds a partner, and the current values of the fields that others depend on. */
export function useAddPartnerForm(onAdded: (partner: Partner) => unknown) {
  const [typed, setTyped] = useState<PartnerInput>({ name: '', code: undefined, site: '' })
  const form = useAddPartner(typed.code === undefined, onAdded)
  const change = (part: Partial<PartnerInput>) => setTyped((before) => ({ ...before, ...part }))
  return { form, typed, change }
}

/** The fields for a new partner. If the program has no site, the form asks for one, because the link needs it. */
export function AddPartnerFields({ form, typed, change }: ReturnType<typeof useAddPartnerForm>) {
  const { siteUrl } = useProgram()
  const canUpdate = usePermissionCheck()('program:update')
  return (
    <>
      <Field label={t('partners.name')} error={form.getError('name')}>
        {(control) => (
          <Input
            {...control}
            name="name"
            required
            maxLength={255}
            autoComplete="off"
            onChange={(event) => change({ name: event.target.value })}
          />
        )}
      </Field>
      <Field
        label={t('partners.email')}
        hint={t('partners.eachPartnerNeedsUniqueEmail')}
        error={form.getError('email')}
      >
        {(control) => (
          <Input {...control} name="email" type="email" required maxLength={255} autoComplete="off" />
        )}
      </Field>
      {siteUrl === null && canUpdate && <SiteField form={form} onChange={(site) => change({ site })} />}
      <CodeField typed={typed} site={siteUrl ?? parseSiteAddress(typed.site)} form={form} onChange={change} />
      <Choices />
    </>
  )
}

interface PartnerInput {
  name: string
  /** Undefined while the code follows the name. */
  code: string | undefined
  site: string
}

function SiteField({ form, onChange }: { form: Form<FormField>; onChange: (site: string) => void }) {
  return (
    <Field
      label={t('partners.yourSite')}
      hint={t('partners.partnerLinksOpenThisPage')}
      error={form.getError('siteUrl')}
    >
      {(control) => (
        <Input
          {...control}
          name="siteUrl"
          inputMode="url"
          autoComplete="url"
          placeholder="https://your-shop.com"
          maxLength={2048}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

/** The code follows the name until it is edited; below it is the link as it will be shared. */
function CodeField({
  typed: { name, code },
  site,
  form,
  onChange,
}: {
  typed: PartnerInput
  site: string | undefined
  form: Form<FormField>
  onChange: (part: Partial<PartnerInput>) => void
}) {
  const shownCode = code ?? suggestLinkCode(name)
  const link =
    site === undefined || shownCode === '' || linkCodeError(shownCode) !== undefined
      ? undefined
      : linkAddress(site, shownCode)
  return (
    <Field
      label={t('partners.linkCode2')}
      hint={
        link === undefined
          ? t('partners.usedInTheirLinkE')
          : rich('partners.theirLinkLink', {
              link,
              code: (children) => <span className="wrap-anywhere font-mono text-ink">{children}</span>,
            })
      }
      error={form.getError('code')}
    >
      {(control) => (
        <Input
          {...control}
          name="code"
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
          value={shownCode}
          onChange={(event) => onChange({ code: event.target.value })}
        />
      )}
    </Field>
  )
}

function canSend(sending: ReturnType<typeof usePartnerMailSending>): boolean {
  return sending !== 'sandbox' && sending !== 'off'
}

function Choices() {
  const [isApproved, setIsApproved] = useState(true)
  const sending = usePartnerMailSending()
  return (
    <>
      <Checkbox
        name="approved"
        checked={isApproved}
        onChange={(event) => setIsApproved(event.target.checked)}
        label={t('partners.approveImmediately')}
        hint={t('partners.untilPartnerIsApprovedTheir')}
      />
      {isApproved && canSend(sending) && (
        <Checkbox
          name="mail"
          defaultChecked
          label={t('partners.sendWelcomeEmail')}
          hint={t('partners.withTheirLinkAndHow', { sending })}
        />
      )}
    </>
  )
}

interface ToAdd {
  body: { name: string; email: string; approved: boolean; mail: boolean; code?: string }
  siteUrl: string | undefined
}

function useAddPartner(isSuggested: boolean, onAdded: (partner: Partner) => unknown) {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { showSuccess } = useToasts()
  const sending = usePartnerMailSending()
  return useForm({
    fields: ['name', 'email', 'code', 'siteUrl'],
    readForm,
    async save({ body, siteUrl }) {
      const params = { path: { programId } }
      if (siteUrl !== undefined) {
        const { data } = await read(api.PATCH('/api/programs/{programId}', { params, body: { siteUrl } }))
        queryClient.setQueryData(programQuery(programId).queryKey, data)
      }
      return addWithFreeCode(programId, body, isSuggested)
    },
    async onSaved({ data: partner, mailed }, { body }) {
      showSuccess(
        mailed
          ? t('partners.nameAddedAndEmailed', { name: partner.name, sending })
          : t('partners.nameAdded', {
              name: partner.name,
              sending: body.mail || (body.approved && !canSend(sending)) ? sending : 'declined',
            }),
      )
      onAdded(partner)
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['partners', programId] }),
        queryClient.invalidateQueries({ queryKey: ['setup', programId] }),
      ])
    },
  })
}

function readForm(typed: FormData): ToAdd | FieldErrors<FormField> {
  const code = readText(typed, 'code')
  const site = readText(typed, 'siteUrl')
  const siteUrl = site === '' ? undefined : parseSiteAddress(site)
  const errors = {
    name: undefined,
    email: undefined,
    code: linkCodeError(code),
    siteUrl: site !== '' && siteUrl === undefined ? t('partners.enterFullWebAddressSuch') : undefined,
  }
  if (errors.code !== undefined || errors.siteUrl !== undefined) return new FieldErrors(errors)
  const approved = typed.get('approved') !== null
  return {
    siteUrl,
    body: {
      name: readText(typed, 'name'),
      email: readText(typed, 'email'),
      approved,
      mail: approved && typed.get('mail') !== null,
      ...(code === '' ? {} : { code }),
    },
  }
}

const ATTEMPTS = 5

/** A suggested code that is taken gets a number: `maya-2`. A typed code that is taken is reported at its field. */
async function addWithFreeCode(programId: string, body: ToAdd['body'], isSuggested: boolean) {
  for (let attempt = 1; ; attempt++) {
    const code = body.code === undefined || attempt === 1 ? {} : { code: `${body.code}-${attempt}` }
    try {
      const params = { path: { programId } }
      return await read(
        api.POST('/api/programs/{programId}/partners', { params, body: { ...body, ...code } }),
      )
    } catch (error) {
      const isTaken = error instanceof ApiError && error.status === 409 && error.field === 'code'
      if (!isTaken || !isSuggested || attempt === ATTEMPTS) throw error
    }
  }
}
