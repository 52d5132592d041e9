import { useQueryClient } from '@tanstack/react-query'
import { api, read } from '../../api/client.ts'
import type { Webhook } from '../../api/types.ts'
import { enumValues } from '../../format/enums.ts'
import { t } from '../../messages/team-text.ts'
import { useProgramId } from '../../session/use-program.ts'
import { Checkbox } from '../../ui/check.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { FieldErrors, readText, useForm } from '../../ui/use-form.ts'
import { WEBHOOK_EVENT_TYPES } from './webhook-labels.ts'

interface WebhookDialogProps {
  /** Undefined for a new webhook. */
  webhook: Webhook | undefined
  /** Receives a new webhook's secret. */
  onSecret: (secret: string) => void
  onClose: () => void
}

/** Creates or edits a webhook. */
export function WebhookDialog(props: WebhookDialogProps) {
  const { webhook, onClose } = props
  const form = useSaveWebhook(props)
  const typesError = form.getError('eventTypes')
  return (
    <FormDialog
      title={webhook === undefined ? t('webhooks.addWebhook') : t('webhooks.editWebhook')}
      form={form}
      action={webhook === undefined ? t('webhooks.addWebhook') : t('webhooks.saveWebhook')}
      noValidate
      onClose={onClose}
    >
      <Field label={t('webhooks.url')} hint={t('webhooks.anHTTPSURLOnYour')} error={form.getError('url')}>
        {(control) => (
          <Input
            {...control}
            type="url"
            name="url"
            inputMode="url"
            autoComplete="off"
            placeholder="https://api.example.com/affiliate-events"
            defaultValue={webhook?.url ?? ''}
          />
        )}
      </Field>
      <fieldset data-invalid={typesError !== undefined || undefined} className="flex flex-col gap-2.5">
        <legend className="mb-2 font-medium">{t('webhooks.eventsSend')}</legend>
        {typesError !== undefined && (
          <p role="alert" className="text-bad">
            {typesError}
          </p>
        )}
        {enumValues(WEBHOOK_EVENT_TYPES).map((type) => (
          <Checkbox
            key={type}
            name={type}
            label={type}
            hint={WEBHOOK_EVENT_TYPES[type].hint}
            defaultChecked={webhook === undefined || webhook.eventTypes.includes(type)}
          />
        ))}
      </fieldset>
    </FormDialog>
  )
}

function useSaveWebhook({ webhook, onSecret, onClose }: WebhookDialogProps) {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { showSuccess } = useToasts()
  return useForm({
    fields: ['url', 'eventTypes'],
    readForm(typed) {
      const eventTypes = enumValues(WEBHOOK_EVENT_TYPES).filter((type) => typed.has(type))
      if (eventTypes.length === 0) return new FieldErrors({ eventTypes: t('webhooks.chooseAtLeastOneEvent') })
      return { url: readText(typed, 'url'), eventTypes }
    },
    async save(body) {
      if (webhook === undefined) {
        const params = { path: { programId } }
        return (await read(api.POST('/api/programs/{programId}/webhooks', { params, body }))).data.secret
      }
      const params = { path: { programId, webhookId: String(webhook.id) } }
      await read(api.PATCH('/api/programs/{programId}/webhooks/{webhookId}', { params, body }))
      return undefined
    },
    async onSaved(secret) {
      onClose()
      if (secret === undefined) showSuccess(t('webhooks.webhookSaved'))
      else onSecret(secret)
      await queryClient.invalidateQueries({ queryKey: ['webhooks', programId] })
    },
  })
}
