import { useQueryClient } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { useId, useState } from 'react'
import { api, read } from '../../api/client.ts'
import { programQuery } from '../../api/queries.ts'
import type { Program } from '../../api/types.ts'
import { rich, t } from '../../messages/team-text.ts'
import { usePermissionCheck, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { FieldErrors, readText, useForm } from '../../ui/use-form.ts'
import { parseSiteAddress } from './site-address.ts'
import { useSiteAddress } from './use-site-address.ts'

/** Asks for the page that partner links lead to. Once set, it is one line with an edit button. */
export function SiteAddressField() {
  const address = useSiteAddress()
  const canUpdate = usePermissionCheck()('program:update')
  const [isEditing, setIsEditing] = useState(false)
  const id = useId()
  const form = useSaveAddress(() => setIsEditing(false))
  const error = form.getError('siteUrl')
  if (address !== undefined && !isEditing) {
    return (
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b px-4 py-2.5 text-ink-3 sm:px-5">
        <Link2 aria-hidden="true" className="size-4" />
        <span>
          {rich('partners.linksOpenAddress', {
            address,
            span: (children) => <span className="wrap-anywhere text-ink">{children}</span>,
          })}
        </span>
        {canUpdate && (
          <Button look="quiet" size="small" onClick={() => setIsEditing(true)}>
            {t('partners.change')}
          </Button>
        )}
      </div>
    )
  }
  if (!canUpdate) return null
  return (
    <form onSubmit={form.onSubmit} className="flex flex-wrap items-end gap-2 border-b p-4 sm:px-5" noValidate>
      <div className="min-w-0 flex-1 basis-64">
        <label htmlFor={id} className="font-medium">
          {t('partners.whichPageShouldPartnerLinks')}
        </label>
        <Input
          id={id}
          name="address"
          type="url"
          inputMode="url"
          autoComplete="url"
          defaultValue={address ?? ''}
          placeholder="https://your-shop.com"
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={`${id}-hint`}
          className="mt-1.5"
        />
      </div>
      <Button type="submit" isBusy={form.isBusy}>
        {t('partners.savePage')}
      </Button>
      {address !== undefined && (
        <Button look="quiet" onClick={() => setIsEditing(false)}>
          {t('partners.cancel')}
        </Button>
      )}
      <p
        id={`${id}-hint`}
        role={error === undefined ? undefined : 'alert'}
        className={`basis-full text-[0.8125rem] ${error === undefined ? 'text-ink-3' : 'text-bad'}`}
      >
        {error ?? t('partners.sharedWithYourWholeTeam')}
      </p>
      <div className="basis-full empty:hidden">
        <FormError error={form.error} />
      </div>
    </form>
  )
}

function useSaveAddress(onSaved: () => void) {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  return useForm<string, Program, 'siteUrl'>({
    fields: ['siteUrl'],
    readForm: readAddress,
    save: async (siteUrl) => {
      const params = { path: { programId } }
      return (await read(api.PATCH('/api/programs/{programId}', { params, body: { siteUrl } }))).data
    },
    onSaved(program) {
      queryClient.setQueryData(programQuery(programId).queryKey, program)
      onSaved()
    },
  })
}

function readAddress(typed: FormData): string | FieldErrors<'siteUrl'> {
  const advice = t('partners.enterFullWebAddressSuch')
  return parseSiteAddress(readText(typed, 'address')) ?? new FieldErrors({ siteUrl: advice })
}
