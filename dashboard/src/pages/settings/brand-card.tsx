import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { brandQuery } from '../../api/application-queries.ts'
import { api, read } from '../../api/client.ts'
import type { Brand } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'
import { useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { FieldErrors, readText, useForm } from '../../ui/use-form.ts'

/** The program's branding on its join page and in emails. */
export function BrandCard({ brand, canUpdate }: { brand: Brand; canUpdate: boolean }) {
  const form = useBrandForm()
  return (
    <Card>
      <CardHeader
        title={t('settings.branding')}
        description={t('settings.howProgramAppearsPartnersOn')}
        actions={brand.slug !== null && <OpenPage slug={brand.slug} />}
      />
      <CardBody className="flex flex-col gap-5">
        <LogoField brand={brand} canUpdate={canUpdate} />
        <form onSubmit={form.onSubmit} noValidate>
          <fieldset disabled={!canUpdate} className="flex min-w-0 flex-col gap-5">
            <legend className="sr-only">{t('settings.branding')}</legend>
            <div className="grid gap-5 sm:grid-cols-2">
              <Field
                label={t('settings.joinPageURL')}
                hint={t('settings.thePartAfterOriginJoin', { origin: location.origin })}
                error={form.getError('slug')}
              >
                {(control) => (
                  <Input
                    {...control}
                    name="slug"
                    defaultValue={brand.slug ?? ''}
                    maxLength={63}
                    autoComplete="off"
                    spellCheck={false}
                  />
                )}
              </Field>
              <Field
                label={t('settings.color')}
                hint={t('settings.textOnThisColorIs')}
                error={form.getError('color')}
              >
                {(control) => (
                  <Input {...control} name="color" type="color" className="p-1" defaultValue={brand.color} />
                )}
              </Field>
              <Field
                label={t('settings.replyAddressOptional')}
                hint={t('settings.repliesProgramEmailsGoHere')}
                error={form.getError('replyTo')}
              >
                {(control) => (
                  <Input
                    {...control}
                    name="replyTo"
                    type="email"
                    defaultValue={brand.replyTo ?? ''}
                    maxLength={254}
                  />
                )}
              </Field>
            </div>
            <FormError error={form.error} />
            {canUpdate && (
              <Button type="submit" look="primary" className="self-start" isBusy={form.isBusy}>
                {t('settings.saveBranding')}
              </Button>
            )}
          </fieldset>
        </form>
      </CardBody>
    </Card>
  )
}

function OpenPage({ slug }: { slug: string }) {
  return (
    <a href={`/join/${slug}`} target="_blank" rel="noopener" className="text-accent-text underline">
      {t('settings.openJoinPage')}
    </a>
  )
}

/** The slugs that the service accepts. */
const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

function useBrandForm() {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { showSuccess } = useToasts()
  return useForm({
    fields: ['slug', 'color', 'replyTo'],
    readForm(typed) {
      const slug = readText(typed, 'slug')
      if (slug !== '' && !SLUG.test(slug)) {
        const message = t('settings.useLowercaseLettersDigitsAnd')
        return new FieldErrors({ slug: message, color: undefined, replyTo: undefined })
      }
      return {
        slug: slug || null,
        color: readText(typed, 'color'),
        replyTo: readText(typed, 'replyTo') || null,
      }
    },
    save: async (body) =>
      (await read(api.PATCH('/api/programs/{programId}/branding', { params: { path: { programId } }, body })))
        .data,
    async onSaved(brand) {
      showSuccess(t('settings.brandingSaved'))
      queryClient.setQueryData(brandQuery(programId).queryKey, brand)
    },
  })
}

/** Uploads the image as soon as it is selected. */
function LogoField({ brand, canUpdate }: { brand: Brand; canUpdate: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  const change = useChangeLogo()
  return (
    <div className="flex flex-wrap items-center gap-4">
      {brand.logoUrl === null ? (
        <p className="text-ink-3">{t('settings.noLogoYetUsePNG')}</p>
      ) : (
        <img
          src={brand.logoUrl}
          alt={t('settings.programLogo')}
          className="h-12 max-w-48 rounded border bg-white object-contain p-1"
        />
      )}
      {canUpdate && (
        <div className="flex gap-2">
          <input
            ref={input}
            type="file"
            aria-label={t('settings.logo')}
            accept="image/png,image/jpeg,image/webp"
            className="sr-only"
            tabIndex={-1}
            onChange={({ target }) => {
              const file = target.files?.[0]
              if (file !== undefined) change.mutate(file)
              target.value = ''
            }}
          />
          <Button isBusy={change.isPending} onClick={() => input.current?.click()}>
            {brand.logoUrl === null ? t('settings.chooseLogo') : t('settings.changeLogo')}
          </Button>
          {brand.logoUrl !== null && (
            <Button onClick={() => change.mutate(undefined)}>{t('settings.removeLogo')}</Button>
          )}
        </div>
      )}
    </div>
  )
}

function useChangeLogo() {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { showSuccess, showError } = useToasts()
  const params = { path: { programId } }
  return useMutation({
    mutationFn: async (file: File | undefined) => {
      if (file === undefined) {
        return (await read(api.DELETE('/api/programs/{programId}/logo', { params }))).data
      }
      const body = { image: await encodeBase64(file) }
      return (await read(api.PUT('/api/programs/{programId}/logo', { params, body }))).data
    },
    onSuccess(brand) {
      showSuccess(brand.logoUrl === null ? t('settings.logoRemoved') : t('settings.logoSaved'))
      queryClient.setQueryData(brandQuery(programId).queryKey, brand)
    },
    onError: showError,
  })
}

async function encodeBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
