import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Ellipsis, KeyRound, LockKeyhole, Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { api, read } from '../../api/client.ts'
import { apiKeysQuery } from '../../api/settings-queries.ts'
import type { ApiKey } from '../../api/types.ts'
import { formatInstant } from '../../format/date.ts'
import { useMay, useProgram, useProgramId } from '../../session/use-program.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { RadioCards } from '../../ui/check.tsx'
import { ConfirmDialog } from '../../ui/confirm.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import { EmptyState, ErrorState, FormError, SkeletonRows } from '../../ui/states.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { useToasts } from '../../ui/toast.tsx'

export function KeysSection() {
  const mayManage = useMay()('api_key:manage')
  const [isCreating, setIsCreating] = useState(false)
  if (!mayManage) {
    return (
      <Card>
        <EmptyState icon={LockKeyhole} title="Your role does not show API keys">
          Owners and admins of this workspace manage them. Ask one of them for a key, or for another role.
        </EmptyState>
      </Card>
    )
  }
  return (
    <Card>
      <CardHeader
        title="API keys"
        description="Your server signs its lead and sale calls with one. A live key records real events, a test key test events."
        actions={
          <Button look="primary" onClick={() => setIsCreating(true)}>
            <Plus aria-hidden="true" className="size-4" />
            Create key
          </Button>
        }
      />
      <KeyList />
      {isCreating && <CreateKeyDialog onClose={() => setIsCreating(false)} />}
    </Card>
  )
}

const STATES: Record<ApiKey['state'], { label: string; tone: Tone }> = {
  active: { label: 'Active', tone: 'good' },
  retiring: { label: 'Retiring', tone: 'warn' },
  retired: { label: 'Retired', tone: 'neutral' },
}

function KeyList() {
  const { timeZone } = useProgram()
  const { data: keys, error, isPending, refetch } = useQuery(apiKeysQuery(useProgramId()))
  const [asked, setAsked] = useState<Asked>()
  if (isPending) return <SkeletonRows rows={3} />
  if (keys === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (keys.length === 0) {
    return (
      <EmptyState icon={KeyRound} title="No keys yet">
        Create a test key first: what it records never touches your real figures.
      </EmptyState>
    )
  }
  return (
    <div className="pt-3">
      <Table label="API keys">
        <thead>
          <tr>
            <Th>Key</Th>
            <Th>Mode</Th>
            <Th>State</Th>
            <Th>Created</Th>
            <Th>Last used</Th>
            <Th>
              <span className="sr-only">Actions</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr key={key.id}>
              <Td className="whitespace-nowrap font-mono text-[0.8125rem]">{key.masked}</Td>
              <Td>
                <Badge tone={key.mode === 'live' ? 'accent' : 'neutral'}>
                  {key.mode === 'live' ? 'Live' : 'Test'}
                </Badge>
              </Td>
              <Td className="whitespace-nowrap">
                <Badge tone={STATES[key.state].tone}>{STATES[key.state].label}</Badge>
                {key.retiredAt !== null && (
                  <span className="ml-2 text-ink-3 text-xs">
                    {key.state === 'retiring' ? 'works until' : 'since'}{' '}
                    {formatInstant(key.retiredAt, timeZone)}
                  </span>
                )}
              </Td>
              <Td className="whitespace-nowrap text-ink-2">{formatInstant(key.createdAt, timeZone)}</Td>
              <Td className="whitespace-nowrap text-ink-2">
                {key.lastUsedAt === null ? 'Never' : formatInstant(key.lastUsedAt, timeZone)}
              </Td>
              <Td align="right">
                <KeyMenu apiKey={key} onAsk={setAsked} />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
      {asked !== undefined && <KeyQuestion asked={asked} onClose={() => setAsked(undefined)} />}
    </div>
  )
}

type Asked = { apiKey: ApiKey } & ({ kind: 'retire'; graceHours: number } | { kind: 'delete' })

const GRACES = [
  { hours: 0, label: 'Retire now' },
  { hours: 24, label: 'Retire in 24 hours' },
  { hours: 7 * 24, label: 'Retire in 7 days' },
  { hours: 30 * 24, label: 'Retire in 30 days' },
] as const

function KeyMenu({ apiKey, onAsk }: { apiKey: ApiKey; onAsk: (asked: Asked) => void }) {
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={`Actions for ${apiKey.masked}`}>
          <Ellipsis />
        </IconButton>
      }
    >
      {apiKey.state !== 'retired' && (
        <>
          {GRACES.map(({ hours, label }) => (
            <MenuItem key={hours} onSelect={() => onAsk({ kind: 'retire', apiKey, graceHours: hours })}>
              {label}
            </MenuItem>
          ))}
          <MenuSeparator />
        </>
      )}
      <MenuItem tone="bad" onSelect={() => onAsk({ kind: 'delete', apiKey })}>
        Delete
      </MenuItem>
    </Menu>
  )
}

function KeyQuestion({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const { say } = useToasts()
  const params = { path: { programId, keyId: String(asked.apiKey.id) } }
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['api-keys', programId] })
  if (asked.kind === 'delete') {
    const remove = async () => {
      await read(api.DELETE('/api/programs/{programId}/api-keys/{keyId}', { params }))
      say('The key is deleted.')
      await refresh()
    }
    return (
      <ConfirmDialog title="Delete this key?" action="Delete key" onConfirm={remove} onClose={onClose}>
        Calls with {asked.apiKey.masked} are refused at once as if it never existed. Retiring it instead tells
        callers that they need a newer key.
      </ConfirmDialog>
    )
  }
  const { graceHours } = asked
  const retire = async () => {
    const at = new Date(Date.now() + graceHours * 3_600_000).toISOString()
    const body = graceHours === 0 ? {} : { at }
    await read(api.POST('/api/programs/{programId}/api-keys/{keyId}/retire', { params, body }))
    say(graceHours === 0 ? 'The key is retired.' : 'The key retires by itself.')
    await refresh()
  }
  return (
    <ConfirmDialog
      title={graceHours === 0 ? 'Retire this key now?' : 'Retire this key later?'}
      action="Retire key"
      onConfirm={retire}
      onClose={onClose}
    >
      {graceHours === 0
        ? `Calls with ${asked.apiKey.masked} are refused from now on, with a message that a newer key is needed. A retired key cannot be brought back.`
        : `${asked.apiKey.masked} works for ${graceHours === 24 ? '24 hours' : `${graceHours / 24} days`} more, so that your servers can move to a new one. After that it is refused.`}
    </ConfirmDialog>
  )
}

function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const programId = useProgramId()
  const queryClient = useQueryClient()
  const create = useMutation({
    mutationFn: async (mode: 'live' | 'test') =>
      (
        await read(
          api.POST('/api/programs/{programId}/api-keys', { params: { path: { programId } }, body: { mode } }),
        )
      ).data,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['api-keys', programId] }),
  })
  if (create.data !== undefined)
    return <NewKeyDialog secret={create.data.key} mode={create.data.mode} onClose={onClose} />
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    create.mutate(new FormData(event.currentTarget).get('mode') === 'live' ? 'live' : 'test')
  }
  return (
    <Dialog isOpen onClose={onClose} title="Create an API key">
      <form onSubmit={submit} className="flex flex-col gap-4">
        <RadioCards
          legend="What it records"
          name="mode"
          defaultValue="test"
          choices={[
            { value: 'test', label: 'Test events', hint: 'For trying out: nothing counts, nobody earns.' },
            {
              value: 'live',
              label: 'Real events',
              hint: 'For your production server only. Keep it out of browsers.',
            },
          ]}
        />
        <FormError error={create.error} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={create.isPending}>
            Create key
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function NewKeyDialog({
  secret,
  mode,
  onClose,
}: {
  secret: string
  mode: 'live' | 'test'
  onClose: () => void
}) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Your new ${mode} key`}
      description="Copy it now and keep it where your server reads its secrets. It is shown this once: only its fingerprint is stored."
    >
      <CodeBlock code={secret} what="API key" />
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          I have copied it
        </Button>
      </DialogActions>
    </Dialog>
  )
}
