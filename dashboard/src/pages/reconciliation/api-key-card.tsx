import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, read } from '../../api/client.ts'
import type { ReconciliationSettings } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'
import { usePermissionCheck, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { readText, useForm } from '../../ui/use-form.ts'
import { processorLabel } from '../payments/processor-guides.ts'
import { apiKeyGuide } from './api-key-guides.ts'

/** Enters, replaces or removes the key that reads payments from the processor. The key is never shown. */
export function ApiKeyCard({ settings }: { settings: ReconciliationSettings }) {
  const { processor, hasApiKey, site } = settings
  const can = usePermissionCheck()
  const [isEntering, setIsEntering] = useState(!hasApiKey)
  const name = processorLabel(processor)
  return (
    <Card className={isEntering ? undefined : 'pb-4 sm:pb-5'}>
      <CardHeader
        title={t('reconciliation.apiKey')}
        description={
          hasApiKey
            ? t('reconciliation.apiKey.isSet', { account: site === null ? name : `${name} (${site})` })
            : t('reconciliation.apiKey.needed', { processor: name })
        }
        actions={
          hasApiKey &&
          can('program:update') && (
            <>
              {!isEntering && (
                <Button onClick={() => setIsEntering(true)}>{t('reconciliation.apiKey.replace')}</Button>
              )}
              <Remove />
            </>
          )
        }
      />
      {isEntering && (
        <CardBody>
          {can('program:update') ? (
            <EnterKey settings={settings} onSaved={() => setIsEntering(false)} />
          ) : (
            <p className="text-ink-2">{t('reconciliation.apiKey.askAdmin')}</p>
          )}
        </CardBody>
      )}
    </Card>
  )
}

function useRefreshSettings() {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: ['reconciliation-settings', programId] })
}

function EnterKey({ settings, onSaved }: { settings: ReconciliationSettings; onSaved: () => void }) {
  const { processor, fields, site } = settings
  const programId = useProgramId()
  const refresh = useRefreshSettings()
  const { showSuccess } = useToasts()
  const form = useForm({
    fields: ['site', 'apiKey', 'apiSecret'],
    readForm: (typed) => ({
      apiKey: readText(typed, 'apiKey'),
      ...(fields.includes('apiSecret') && { apiSecret: readText(typed, 'apiSecret') }),
      ...(fields.includes('site') && { site: readText(typed, 'site') }),
    }),
    save: (body) =>
      read(api.PUT('/api/programs/{programId}/processor/api-key', { params: { path: { programId } }, body })),
    async onSaved() {
      showSuccess(t('reconciliation.apiKey.saved'))
      onSaved()
      await refresh()
    },
  })
  const { steps, siteExample, labels } = apiKeyGuide(processor)
  return (
    <form onSubmit={form.onSubmit} noValidate className="flex max-w-xl flex-col gap-4">
      <p className="text-ink-2">{steps}</p>
      {fields.map((field) => (
        <Field
          key={field}
          label={labels[field]}
          hint={field === fields.at(-1) ? t('payments.storedEncrypted') : undefined}
          error={form.getError(field)}
        >
          {(control) =>
            field === 'site' ? (
              <Input
                {...control}
                name={field}
                autoComplete="off"
                spellCheck={false}
                defaultValue={site ?? ''}
                placeholder={siteExample}
              />
            ) : (
              <Input {...control} name={field} type="password" autoComplete="off" spellCheck={false} />
            )
          }
        </Field>
      ))}
      <FormError error={form.error} />
      <div>
        <Button type="submit" look="primary" isBusy={form.isBusy}>
          {t('reconciliation.apiKey.save')}
        </Button>
      </div>
    </form>
  )
}

function Remove() {
  const programId = useProgramId()
  const refresh = useRefreshSettings()
  const { showSuccess } = useToasts()
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const remove = async () => {
    await read(api.DELETE('/api/programs/{programId}/processor/api-key', { params: { path: { programId } } }))
    showSuccess(t('reconciliation.apiKey.removed'))
    await refresh()
  }
  return (
    <>
      <Button onClick={() => setIsDialogOpen(true)}>{t('reconciliation.apiKey.remove')}</Button>
      {isDialogOpen && (
        <ConfirmDialog
          title={t('reconciliation.apiKey.removeTitle')}
          action={t('reconciliation.apiKey.remove')}
          onConfirm={remove}
          onClose={() => setIsDialogOpen(false)}
        >
          {t('reconciliation.apiKey.removeText')}
        </ConfirmDialog>
      )}
    </>
  )
}
