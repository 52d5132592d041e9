import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api, read } from '../../api/client.ts'
import { formatInstant } from '../../format/date.ts'
import { t } from '../../messages/portal-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { focusOnMount } from '../../ui/focus-page.ts'
import { FormError } from '../../ui/form-error.tsx'
import { QueryView } from '../display.tsx'
import { PasskeyError } from '../passkey-error.tsx'
import { type PartnerAccount, type PartnerPasskey, passkeysQuery } from '../queries.ts'
import { SignInAgain } from './sign-in-again.tsx'

/** The partner's passkeys. */
export function Passkeys({ account }: { account: PartnerAccount }) {
  const passkeys = useQuery(passkeysQuery)
  const timeZone = account.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <Card>
      <CardHeader title={t('passkeys.passkeys')} description={t('passkeys.signInWithYourFingerprint')} />
      <QueryView query={passkeys}>
        {(all) => (
          <ul className={all.length === 0 ? '' : 'mt-3 divide-y'}>
            {all.map((passkey) => (
              <Passkey key={passkey.id} passkey={passkey} timeZone={timeZone} />
            ))}
          </ul>
        )}
      </QueryView>
      <CardBody>
        <Add account={account} />
      </CardBody>
    </Card>
  )
}

function Passkey({ passkey, timeZone }: { passkey: PartnerPasskey; timeZone: string }) {
  const queryClient = useQueryClient()
  const [name, setName] = useState<string>()
  const params = { path: { passkeyId: String(passkey.id) } }
  const reload = () => queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey })
  const [isRemoving, setIsLeaving] = useState(false)
  const remove = async () => {
    await read(api.DELETE('/api/partner/passkeys/{passkeyId}', { params }))
    await reload()
  }
  const rename = useMutation({
    mutationFn: (name: string) =>
      read(api.PATCH('/api/partner/passkeys/{passkeyId}', { params, body: { name } })),
    onSuccess: () => {
      setName(undefined)
      return reload()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name !== undefined) rename.mutate(name)
  }
  return (
    <li className="px-4 py-3 sm:px-5">
      {name === undefined ? (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <span className="min-w-0">
            <span className="block break-words font-medium">
              {passkey.name} {passkey.isSynced && <Badge>{t('passkeys.syncedAcrossDevices')}</Badge>}
            </span>
            <span className="block text-[0.8125rem] text-ink-3">
              {t('passkeys.addedCreatedAtHasUsedAt', {
                createdAt: formatInstant(passkey.createdAt, timeZone),
                hasUsedAt: String(passkey.usedAt !== null),
                usedAt: passkey.usedAt === null ? '' : formatInstant(passkey.usedAt, timeZone),
              })}
            </span>
          </span>
          <span className="flex flex-wrap gap-2">
            <Button
              size="small"
              aria-label={t('passkeys.renameName', { name: passkey.name })}
              onClick={() => setName(passkey.name)}
            >
              {t('passkeys.rename')}
            </Button>
            <Button
              size="small"
              aria-label={t('passkeys.removeName', { name: passkey.name })}
              onClick={() => setIsLeaving(true)}
            >
              {t('passkeys.remove')}
            </Button>
          </span>
        </div>
      ) : (
        <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
          <Field label={t('passkeys.name')}>
            {(control) => (
              <Input
                {...control}
                ref={focusOnMount}
                required
                maxLength={60}
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
          <Button type="submit" isBusy={rename.isPending}>
            {t('passkeys.save')}
          </Button>
          <Button look="quiet" onClick={() => setName(undefined)} disabled={rename.isPending}>
            {t('passkeys.cancel')}
          </Button>
        </form>
      )}
      <FormError error={rename.error} />
      {isRemoving && (
        <ConfirmDialog
          title={t('passkeys.removeName2', { name: passkey.name })}
          action={t('passkeys.removePasskey')}
          onConfirm={remove}
          onClose={() => setIsLeaving(false)}
        >
          {t('passkeys.youCanNoLongerSign')}
        </ConfirmDialog>
      )}
    </li>
  )
}

function Add({ account }: { account: PartnerAccount }) {
  const queryClient = useQueryClient()
  const [name, setName] = useState('')
  const add = useMutation({
    mutationFn: async () => {
      const { addPasskey } = await import('../passkey.ts')
      return addPasskey(name)
    },
    onSuccess: () => {
      setName('')
      return queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey })
    },
  })
  if (!('PublicKeyCredential' in window))
    return <p className="text-ink-3">{t('passkeys.thisBrowserDoesntSupportPasskeys')}</p>
  if (!account.isFresh) return <SignInAgain email={account.email} />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate()
  }
  return (
    <form onSubmit={submit} className="flex flex-col items-start gap-3">
      <Field label={t('passkeys.name2')} hint={t('passkeys.forExampleMyPhone')}>
        {(control) => (
          <Input {...control} maxLength={60} value={name} onChange={(event) => setName(event.target.value)} />
        )}
      </Field>
      <Button type="submit" isBusy={add.isPending}>
        {t('passkeys.addPasskey')}
      </Button>
      <PasskeyError error={add.error} />
    </form>
  )
}
