import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Ellipsis, KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { api, read } from '../../api/client.ts'
import { apiKeysQuery } from '../../api/settings-queries.ts'
import type { ApiKey, ApiKeyStatus } from '../../api/types.ts'
import { formatInstant } from '../../format/date.ts'
import { useMay, useProgram, useProgramId } from '../../session/use-program.ts'
import { Badge, LabelBadge, type LabelView } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { RadioCards } from '../../ui/check.tsx'
import { ConfirmDialog } from '../../ui/confirm.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Locked } from '../../ui/list-page.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import { SecretDialog } from '../../ui/secret-dialog.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Table, Td, Th, ThActions } from '../../ui/table.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { useForm } from '../../ui/use-form.ts'

export function KeysSection() {
  const mayManage = useMay()('api_key:manage')
  const [isCreating, setIsCreating] = useState(false)
  if (!mayManage) {
    return (
      <Locked what="API keys">
        Owners and admins of this workspace manage them. Ask one of them for a key, or for another role.
      </Locked>
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

const STATUSES: Record<ApiKeyStatus, LabelView> = {
  active: { label: 'Active', tone: 'good' },
  retiring: { label: 'Retiring', tone: 'warn' },
  retired: { label: 'Retired', tone: 'neutral' },
}

function KeyList() {
  const query = useQuery(apiKeysQuery(useProgramId()))
  const [asked, setAsked] = useState<Asked>()
  return (
    <>
      <Loaded query={query} loadingRows={3}>
        {(keys) =>
          keys.length === 0 ? (
            <EmptyState icon={KeyRound} title="No keys yet">
              Create a test key first: what it records never touches your real figures.
            </EmptyState>
          ) : (
            <KeyTable keys={keys} onAsk={setAsked} />
          )
        }
      </Loaded>
      {asked !== undefined && <KeyQuestion asked={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

function KeyTable({ keys, onAsk }: { keys: ApiKey[]; onAsk: (asked: Asked) => void }) {
  const { timeZone } = useProgram()
  return (
    <div className="pt-3">
      <Table label="API keys">
        <thead>
          <tr>
            <Th>Key</Th>
            <Th>Mode</Th>
            <Th>Status</Th>
            <Th>Created</Th>
            <Th>Last used</Th>
            <ThActions />
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
                <LabelBadge {...STATUSES[key.state]} />
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
                <KeyMenu apiKey={key} onAsk={onAsk} />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
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
  const { sandbox } = useProgram()
  const queryClient = useQueryClient()
  const form = useForm({
    readForm: (typed): { mode: 'live' | 'test' } => ({
      mode: typed.get('mode') === 'live' ? 'live' : 'test',
    }),
    save: async (body) =>
      (await read(api.POST('/api/programs/{programId}/api-keys', { params: { path: { programId } }, body })))
        .data,
    onSaved: () => queryClient.invalidateQueries({ queryKey: ['api-keys', programId] }),
  })
  if (form.saved !== undefined) {
    return (
      <SecretDialog
        title={`Your new ${form.saved.mode} key`}
        description="Copy it now and keep it where your server reads its secrets. It is shown this once: only its fingerprint is stored."
        secrets={[form.saved.key]}
        what="API key"
        onClose={onClose}
      />
    )
  }
  if (sandbox) {
    return (
      <FormDialog title="Create an API key" form={form} action="Create key" onClose={onClose}>
        <p>
          A sandbox has test keys only. What is sent with one runs everything, by the clock of the sandbox.
        </p>
      </FormDialog>
    )
  }
  return (
    <FormDialog title="Create an API key" form={form} action="Create key" onClose={onClose}>
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
    </FormDialog>
  )
}
