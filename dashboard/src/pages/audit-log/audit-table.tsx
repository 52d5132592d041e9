import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { programsQuery } from '../../api/queries.ts'
import type { AuditEntry } from '../../api/types.ts'
import { formatExactInstant } from '../../format/date.ts'
import { t } from '../../messages/team-text.ts'
import { CopyIconButton } from '../../ui/copy.tsx'
import { DetailItem, DetailList } from '../../ui/detail-list.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { AUDIT_ACTIONS, AUDIT_TARGETS } from './audit-labels.ts'
import { type AuditChange, type ProgramNames, toSentence } from './audit-sentence.ts'
import { type ChangedValue, changedValues } from './changed-values.ts'

/** On a phone, the time is above the sentence. */
const BLOCK_ON_PHONE =
  'align-top max-sm:block max-sm:border-b max-sm:py-2 max-sm:[&>td]:block max-sm:[&>td]:border-b-0 max-sm:[&>td]:px-4 max-sm:[&>td]:py-0.5'

export function AuditTable({ changes, timeZone }: { changes: AuditChange[]; timeZone: string }) {
  const { data } = useQuery(programsQuery())
  const getProgramName = (programId: string) =>
    data?.programs.find(({ id }) => String(id) === programId)?.name
  const hasPrograms = (data?.programs.length ?? 0) > 1
  return (
    <Table label={t('auditLog.auditLog')}>
      <thead className="max-sm:sr-only">
        <tr>
          <Th>{t('auditLog.time')}</Th>
          <Th>{t('auditLog.changes')}</Th>
          {hasPrograms && <Th>{t('auditLog.program')}</Th>}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {changes.map((change) => (
          <ChangeRow
            key={change.entries[0].id}
            change={change}
            timeZone={timeZone}
            getProgramName={getProgramName}
            hasPrograms={hasPrograms}
          />
        ))}
      </tbody>
    </Table>
  )
}

function ChangeRow({
  change,
  timeZone,
  getProgramName,
  hasPrograms,
}: {
  change: AuditChange
  timeZone: string
  getProgramName: ProgramNames
  /** Whether each line names its program, because there are several. */
  hasPrograms: boolean
}) {
  const [isOpen, setIsOpen] = useState(false)
  const detailsId = useId()
  const [first] = change.entries
  return (
    <tr className={BLOCK_ON_PHONE}>
      <Td className="w-px whitespace-nowrap align-top text-ink-2">
        {formatExactInstant(first.at, timeZone)}
      </Td>
      <Td>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? detailsId : undefined}
          onClick={() => setIsOpen(!isOpen)}
          className="flex w-full items-start gap-1.5 text-left hover:underline"
        >
          <ChevronRight
            aria-hidden="true"
            className={clsx('mt-0.5 size-4 shrink-0 text-ink-3', isOpen && 'rotate-90')}
          />
          <span className="wrap-anywhere whitespace-normal">{toSentence(change, getProgramName)}</span>
        </button>
        {isOpen && (
          <div id={detailsId} className="mt-3 mb-2 flex flex-col gap-4 pl-5.5 whitespace-normal">
            <ChangeSummary change={change} getProgramName={getProgramName} />
            {change.entries.map((entry) => (
              <Record key={entry.id} entry={entry} />
            ))}
          </div>
        )}
      </Td>
      {hasPrograms && (
        <Td className="align-top text-ink-2 max-sm:empty:hidden">
          {first.programId !== null && (
            <span className="block max-w-48 truncate">{programName(first.programId, getProgramName)}</span>
          )}
        </Td>
      )}
    </tr>
  )
}

function ChangeSummary({
  change: { entries },
  getProgramName,
}: {
  change: AuditChange
  getProgramName: ProgramNames
}) {
  const [first] = entries
  const { action, programId } = first
  const requestIds = [...new Set(entries.flatMap(({ requestId }) => requestId ?? []))]
  return (
    <DetailList>
      <DetailItem name={t('auditLog.action')}>{AUDIT_ACTIONS[action].label}</DetailItem>
      <DetailItem name={t('auditLog.actor')}>
        <Actor entry={first} />
      </DetailItem>
      <DetailItem name={t('auditLog.program')}>
        {programId !== null && programName(programId, getProgramName)}
      </DetailItem>
      <DetailItem name={t('auditLog.requestId')}>
        {requestIds.length > 0 &&
          requestIds.map((requestId) => (
            <span key={requestId} className="flex items-center gap-1">
              <code className="font-mono text-[0.8125rem]">{requestId}</code>
              <CopyIconButton text={requestId} what={t('auditLog.requestId')} />
            </span>
          ))}
      </DetailItem>
    </DetailList>
  )
}

function programName(programId: number, getProgramName: ProgramNames): string {
  return getProgramName(String(programId)) ?? `#${programId}`
}

/** A changed record with its values. */
function Record({ entry }: { entry: AuditEntry }) {
  const { target, before, after } = entry
  return (
    <div>
      <p className="font-medium">
        {AUDIT_TARGETS[target.type].label}{' '}
        <span className="break-all font-normal text-ink-2">{target.name ?? target.id}</span>
      </p>
      <ul className="mt-1 flex flex-col gap-0.5 text-[0.8125rem]">
        {changedValues(entry).map((value) => (
          <li key={value.name} className="wrap-anywhere">
            <Changed value={value} isUpdate={before !== null && after !== null} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Actor({ entry: { actor, target } }: { entry: AuditEntry }) {
  const { kind, userId, keyId, name, email } = actor
  switch (kind) {
    case 'partner':
      return target.name ?? t('auditLog.partner')
    case 'command':
      return t('auditLog.commandLine')
    case 'key':
      return `${name ?? t('auditLog.keyFromAnotherWorkspace')} · ${t('auditLog.managementKeyKeyId', { keyId })}`
    case 'user':
      return `${name ?? t('auditLog.someoneFromAnotherWorkspace')} · ${email ?? userId}`
  }
}

function Changed({ value: { name, before, after }, isUpdate }: { value: ChangedValue; isUpdate: boolean }) {
  return (
    <>
      <span className="text-ink-3">{name}: </span>
      {isUpdate ? (
        <>
          <del className="text-ink-2 no-underline">{before ?? t('auditLog.none')}</del>
          <span className="sr-only">{` ${t('auditLog.changed')} `}</span>
          <span aria-hidden="true"> → </span>
          <ins className="no-underline">{after ?? t('auditLog.none')}</ins>
        </>
      ) : (
        (after ?? before)
      )}
    </>
  )
}
