import { useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useRef } from 'react'
import { t } from '../../messages/team-text.ts'
import { usePermissionCheck, useProgram, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { readText, useForm } from '../../ui/use-form.ts'
import { CreateKeyButton } from '../settings/create-key-button.tsx'
import { useNewestTestEvents } from './newest-test-events.tsx'
import { Arrival, sendTestSale } from './send-test-event.tsx'
import { convertKeyRejection, readTestKey } from './test-key.ts'

/** A sale needs a key, and the service can't show one again: it is pasted here, or created. */
export function TestSale() {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const program = useProgram()
  const canManageKeys = usePermissionCheck()('api_key:manage')
  const newest = useNewestTestEvents()
  const input = useRef<HTMLInputElement>(null)
  const form = useForm({
    fields: ['key'],
    readForm: (typed) => readTestKey(readText(typed, 'key'), program),
    save: (key) => sendTestSale(key).catch((error: unknown) => Promise.reject(convertKeyRejection(error))),
    onSaved: () => queryClient.invalidateQueries({ queryKey: ['events', programId] }),
    hasOwnCredential: true,
  })
  const fillKey = (key: string) => {
    if (input.current !== null) input.current.value = key
  }
  const hasArrived = newest.some(({ type, id }) => type === 'sale' && id === form.saved)
  return (
    <form onSubmit={form.onSubmit} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <Field label={t('integration.testAPIKey')} className="w-full sm:w-80" error={form.getError('key')}>
          {(control) => (
            <Input
              {...control}
              ref={input}
              name="key"
              required
              type="password"
              autoComplete="off"
              placeholder={program.sandbox ? 'aff_test_sandbox_…' : 'aff_test_…'}
            />
          )}
        </Field>
        <Button type="submit" isBusy={form.isBusy}>
          {!form.isBusy && <Send aria-hidden="true" className="size-4" />}
          {t('integration.sendTestSale')}
        </Button>
        {canManageKeys && (
          <CreateKeyButton
            mode="test"
            look="quiet"
            label={t('settings.createModeKey', { mode: 'test' })}
            onCreated={fillKey}
          />
        )}
      </div>
      <p className="text-[0.8125rem] text-ink-3">{t('integration.theKeyIsOnlySent')}</p>
      {form.saved !== undefined && <Arrival what="sale" eventId={form.saved} hasArrived={hasArrived} />}
      <FormError error={form.error} />
    </form>
  )
}
