import type { AuditEntry } from '../../api/types.ts'
import { formatExactInstant } from '../../format/date.ts'
import { t } from '../../messages/team-text.ts'
import { Table, Td, Th } from '../../ui/table.tsx'
import { AUDIT_ACTIONS, AUDIT_TARGETS } from './audit-labels.ts'
import { type ChangedValue, changedValues } from './changed-values.ts'

/** Five columns don't fit on a phone, so each row becomes a block of stacked cells. */
const BLOCK_ON_PHONE =
  'align-top max-sm:block max-sm:border-b max-sm:py-3 max-sm:last:border-b-0 ' +
  'max-sm:[&>td]:block max-sm:[&>td]:border-b-0 max-sm:[&>td]:px-4 max-sm:[&>td]:py-0.5'

export function AuditTable({ rows, timeZone }: { rows: AuditEntry[]; timeZone: string }) {
  return (
    <Table label={t('auditLog.auditLog')}>
      <thead className="max-sm:sr-only">
        <tr>
          <Th>{t('auditLog.time')}</Th>
          <Th>{t('auditLog.actor')}</Th>
          <Th>{t('auditLog.action2')}</Th>
          <Th>{t('auditLog.target')}</Th>
          <Th>{t('auditLog.changes')}</Th>
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {rows.map((row) => (
          <tr key={row.id} className={BLOCK_ON_PHONE}>
            <Td className="whitespace-nowrap text-ink-2">{formatExactInstant(row.at, timeZone)}</Td>
            <Td>
              <Actor actor={row.actor} />
            </Td>
            <Td className="font-medium">{AUDIT_ACTIONS[row.action].label}</Td>
            <Td>
              {AUDIT_TARGETS[row.target.type].label}{' '}
              <span className="break-all text-ink-2">{row.target.name ?? row.target.id}</span>
              {row.programId !== null && row.target.type !== 'program' && (
                <span className="block text-ink-3 text-xs">
                  {t('auditLog.programProgramId', { programId: row.programId })}
                </span>
              )}
            </Td>
            <Td>
              <ul className="flex flex-col sm:min-w-56 gap-0.5 text-[0.8125rem]">
                {changedValues(row).map((value) => (
                  <li key={value.name} className="wrap-anywhere">
                    <Changed value={value} isUpdate={row.before !== null && row.after !== null} />
                  </li>
                ))}
              </ul>
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function Actor({ actor: { kind, userId, keyId, name, email } }: Pick<AuditEntry, 'actor'>) {
  if (kind === 'partner') return t('auditLog.partner')
  if (kind === 'command') return t('auditLog.commandLine')
  if (kind === 'key') {
    return (
      <>
        {name ?? t('auditLog.keyFromAnotherWorkspace')}
        <span className="block text-ink-3 text-xs">{t('auditLog.managementKeyKeyId', { keyId })}</span>
      </>
    )
  }
  return (
    <>
      {name ?? t('auditLog.someoneFromAnotherWorkspace')}
      <span className="block break-all text-ink-3 text-xs">{email ?? userId}</span>
    </>
  )
}

const NONE = 'none'

function Changed({ value: { name, before, after }, isUpdate }: { value: ChangedValue; isUpdate: boolean }) {
  return (
    <>
      <span className="text-ink-3">{name}: </span>
      {isUpdate ? (
        <>
          <del className="text-ink-2 no-underline">{before ?? NONE}</del>
          <span className="sr-only">{` ${t('auditLog.changed')} `}</span>
          <span aria-hidden="true"> → </span>
          <ins className="no-underline">{after ?? NONE}</ins>
        </>
      ) : (
        (after ?? before)
      )}
    </>
  )
}
