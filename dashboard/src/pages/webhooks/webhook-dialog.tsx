import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiFailure, api, read } from '../../api/client.ts'
import type { Webhook, WebhookEventType } from '../../api/types.ts'
import { useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/check.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { FormError } from '../../ui/states.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { WEBHOOK_EVENT_TYPES, WEBHOOK_EVENTS } from './event-types.ts'

interface Entry {
  url: string
  eventTypes: WebhookEventType[]
}

/** Adds a webhook, or changes one. */
export function WebhookDialog({
  webhook,
  onSecret,
  onClose,
}: {
  /** Undefined for a new one. */
  webhook: Webhook | undefined
  /** Gets the secret of a new one. */
  onSecret: (secret: string) => void
  onClose: () => void
}) {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { say } = useToasts()
  const [isNothingChosen, setIsNothingChosen] = useState(false)
  const save = useMutation({
    mutationFn: async (body: Entry) => {
      if (webhook === undefined) {
        const params = { path: { programId } }
        return (await read(api.POST('/api/programs/{programId}/webhooks', { params, body }))).data.secret
      }
      const params = { path: { programId, webhookId: String(webhook.id) } }
      await read(api.PATCH('/api/programs/{programId}/webhooks/{webhookId}', { params, body }))
      return undefined
    },
    async onSuccess(secret) {
      onClose()
      if (secret === undefined) say('The webhook is changed.')
      else onSecret(secret)
      await queryClient.invalidateQueries({ queryKey: ['webhooks', programId] })
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const eventTypes = WEBHOOK_EVENT_TYPES.filter((type) => form.has(type))
    setIsNothingChosen(eventTypes.length === 0)
    if (eventTypes.length > 0) save.mutate({ url: String(form.get('url') ?? '').trim(), eventTypes })
  }
  const refusal = save.error instanceof ApiFailure ? save.error : undefined
  const urlError = refusal?.field === 'url' ? refusal.message : undefined
  return (
    <Dialog isOpen onClose={onClose} title={webhook === undefined ? 'Add a webhook' : 'Change the webhook'}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Field label="Address" hint="A page of your server on https that takes a POST." error={urlError}>
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
        <fieldset className="flex flex-col gap-2.5">
          <legend className="mb-2 font-medium">What it is told of</legend>
          {WEBHOOK_EVENT_TYPES.map((type) => (
            <Checkbox
              key={type}
              name={type}
              label={type}
              hint={WEBHOOK_EVENTS[type]}
              defaultChecked={webhook === undefined || webhook.eventTypes.includes(type)}
            />
          ))}
          {isNothingChosen && <p className="text-bad">Choose at least one.</p>}
        </fieldset>
        {urlError === undefined && <FormError error={save.error} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={save.isPending}>
            {webhook === undefined ? 'Add webhook' : 'Save'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
