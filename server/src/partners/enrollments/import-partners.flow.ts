import { createHash } from 'node:crypto'
import type { Queries } from '../../core/database/database.ts'
import { allowLongStatements } from '../../core/database/long-statements.sql.ts'
import { type TransactionContext, withTransaction } from '../../core/database/transaction.ts'
import { WriteConflictError } from '../../core/database/write-conflict.ts'
import type { Deps } from '../../core/deps.ts'
import { NO_CURRENCY } from '../../core/money/currency.ts'
import { reportDay } from '../../core/time/report-day.rule.ts'
import { freeSignInSlot } from '../../notifications/mail/mails.sql.ts'
import { signInSlot } from '../../notifications/mail/sign-in-slot.rule.ts'
import { publishAll } from '../../notifications/outbox/outbox.sql.ts'
import { addDailyStats } from '../../statistics/daily-stats.sql.ts'
import { randomShard } from '../../statistics/random-shard.flow.ts'
import { lockWorkspace } from '../../workspace/accounts/members.sql.ts'
import { lockProgram, type ProgramRow } from '../../workspace/programs/programs.sql.ts'
import { setApplicationPartner } from './applications.sql.ts'
import { endApplication } from './end-application.flow.ts'
import { type PlannedRow, planImport } from './import-plan.rule.ts'
import { enrollmentLimits } from './limits.ts'
import { foldLinkCode, generateLinkCode, LINK_CODE_RANDOM_BYTES, suggestLinkCode } from './link-code.rule.ts'
import { findTakenCodes } from './links.sql.ts'
import type { PartnerFileRow } from './partner-file.rule.ts'
import {
  findGroupsByName,
  findOrInsertPartners,
  findStatusesByEmail,
  insertLinks,
  insertProgramEnrollments,
  lockApplicationsByEmail,
} from './partner-import.sql.ts'
import { welcomePartners } from './welcome-partners.flow.ts'

export interface ImportPlan {
  rows: PlannedRow[]
  /** Identifies the preview's outcome. Changes if any row's outcome changes. */
  digest: string
}

/** Previews an import without writing or locking anything. */
export function previewImport(deps: Deps, program: ProgramRow, rows: PartnerFileRow[]): Promise<ImportPlan> {
  return plan(deps.database.kysely, program, rows, { isHeld: false })
}

export interface ImportInput {
  rows: PartnerFileRow[]
  /** The digest of the preview that was confirmed. */
  digest: string
  approved: boolean
  /** Whether added partners get an email. */
  mail: boolean
  actorId: string
}

/** Added partners who don't get an email, and why. */
export interface ImportMails {
  mailed: number
  notMailed: PlannedRow[]
  why: 'not_requested' | 'no_mail_server' | 'sandbox' | 'limit' | undefined
}

export type ImportResult =
  | { kind: 'imported'; rows: PlannedRow[]; mails: ImportMails }
  /** Outcomes differ from the preview; nothing was written. */
  | { kind: 'changed' }
  | { kind: 'nothing_to_add' }

/** Adds all partners in a preview, or none, each with a link, and adds them to the statistics of the local day. */
export async function importPartners(
  deps: Deps,
  program: ProgramRow,
  input: ImportInput,
): Promise<ImportResult> {
  try {
    return await withTransaction(deps, async (transaction) => {
      await allowLongStatements(transaction, enrollmentLimits.moneyStatementTimeoutMs)
      // Serializes concurrent imports. The second one sees what the first one added.
      const locked = await lockProgram(transaction, program.id)
      if (locked === undefined) throw new Error(`program ${program.id} no longer exists`)
      // The daily email limit applies to the whole workspace, which is always locked after the program.
      if (input.mail) await lockWorkspace(transaction, locked.workspace_id)
      const at = deps.clock.now()
      const importPlan = await plan(transaction, locked, input.rows, { isHeld: true })
      if (importPlan.digest !== input.digest) return { kind: 'changed' }
      const rowsToAdd = importPlan.rows.filter(({ outcome }) => outcome === 'added')
      if (rowsToAdd.length === 0) return { kind: 'nothing_to_add' }
      const context = { deps, transaction, programId: program.id, at }
      const mails = await addAll(context, locked, { ...input, added: rowsToAdd })
      return { kind: 'imported', rows: importPlan.rows, mails }
    })
  } catch (error) {
    if (error instanceof OutcomeChangedError) return { kind: 'changed' }
    throw error
  }
}

/** Thrown to roll back if a partner or a code was taken in the meantime. */
class OutcomeChangedError extends Error {}

async function plan(
  queries: Queries,
  program: ProgramRow,
  rows: PartnerFileRow[],
  { isHeld }: { isHeld: boolean },
): Promise<ImportPlan> {
  const emails = rows.map(({ email }) => email)
  const codes = rows.flatMap(({ code }) => code ?? [])
  const partners = await findStatusesByEmail(queries, program.id, {
    workspaceId: program.workspace_id,
    emails,
  })
  const planned = planImport(rows, {
    partners,
    codes: await findTakenCodes(queries, codes),
    groups: rows.some(({ group }) => group !== undefined)
      ? await findGroupsByName(queries, program.id, { isHeld })
      : new Map(),
  })
  const outcomes = planned.map(({ line, name, email, code, outcome, field, groupId }) => [
    line,
    outcome,
    field ?? null,
    name,
    email,
    code ?? null,
    groupId ?? null,
  ])
  const digest = createHash('sha256')
    .update(JSON.stringify([program.id, outcomes]))
    .digest('base64url')
  return { rows: planned, digest }
}

async function addAll(
  context: TransactionContext,
  program: ProgramRow,
  input: Omit<ImportInput, 'rows' | 'digest'> & { added: PlannedRow[] },
): Promise<ImportMails> {
  const { deps, transaction, programId, at } = context
  const { added, approved } = input
  const emails = added.map(({ email }) => email)
  // Applications are locked before their partners, in index order.
  const applications = await lockApplicationsByEmail(transaction, programId, emails)
  // Sorted by email in every import, so that concurrent imports can't deadlock.
  const sortedByEmail = added.toSorted((a, b) => (a.email < b.email ? -1 : 1))
  const ids = await findOrInsertPartners(
    transaction,
    program.workspace_id,
    sortedByEmail.map(({ name, email }) => ({ name, email, created_at: at })),
  )
  const partners = sortedByEmail.map((row) => ({ ...row, partnerId: requireId(ids, row.email) }))
  const day = reportDay(at, program.time_zone)
  const rows = partners.map(({ partnerId, groupId }) => ({
    program_id: programId,
    partner_id: partnerId,
    workspace_id: program.workspace_id,
    status: approved ? ('approved' as const) : ('pending' as const),
    created_at: at,
    created_day: day,
    decided_at: approved ? at : null,
    group_id: groupId ?? null,
  }))
  if ((await insertProgramEnrollments(transaction, rows)) < rows.length) throw new OutcomeChangedError()
  await freeSignInSlot(transaction, signInSlot(at).cause, emails)
  await reserveLinks(context, partners)
  const statDelta = {
    timeZone: program.time_zone,
    deltas: [{ day, currency: NO_CURRENCY, partners: partners.length } as const],
    shard: randomShard(deps.ids),
  }
  if (!(await addDailyStats(transaction, programId, statDelta))) throw new WriteConflictError()
  if (approved) {
    const data = partners.map(({ partnerId, name }) => ({ partner_id: partnerId, name }))
    await publishAll(transaction, programId, { type: 'partner.approved', data, at })
  }
  for (const application of applications) {
    const partnerId = requireId(ids, application.email)
    if (!approved) await setApplicationPartner(transaction, application, partnerId)
    else
      await endApplication(context, application, { decision: 'approved', partnerId, actorId: input.actorId })
  }
  // The email about their application already contains the approval.
  const notified = new Set(
    applications.filter(({ status }) => status !== 'approved').map(({ email }) => email),
  )
  return enqueueMails(context, program, {
    partners: partners.filter(({ email }) => !notified.has(email)),
    isRequested: input.mail,
  })
}

async function reserveLinks(
  { deps, transaction, programId, at }: TransactionContext,
  partners: readonly (PlannedRow & { partnerId: number })[],
) {
  const suggested = await suggestFreeCodes(transaction, partners)
  const links = partners.map(({ partnerId, code }) => ({
    program_id: programId,
    partner_id: partnerId,
    code: code ?? suggested.get(partnerId) ?? generateLinkCode(deps.ids.bytes(LINK_CODE_RANDOM_BYTES)),
    created_at: at,
  }))
  // Sorted in the order of the unique index, so that concurrent imports can't deadlock.
  const sortedLinks = links.toSorted((a, b) => (foldLinkCode(a.code) < foldLinkCode(b.code) ? -1 : 1))
  const insertedCodes = await insertLinks(transaction, sortedLinks)
  if (insertedCodes.size === links.length) return
  const isChosen = partners.some(({ code }) => code !== undefined && !insertedCodes.has(code))
  throw isChosen ? new OutcomeChangedError() : new WriteConflictError('a generated link code is taken')
}

/**
 * Generates a code from the name of each partner without one, unless another link or row has that code.
 * @returns the codes by partner
 */
async function suggestFreeCodes(
  queries: Queries,
  partners: readonly (PlannedRow & { partnerId: number })[],
): Promise<ReadonlyMap<number, string>> {
  const used = new Set(partners.flatMap(({ code }) => (code === undefined ? [] : [foldLinkCode(code)])))
  const suggested = new Map<number, string>()
  for (const { partnerId, name, code } of partners) {
    const suggestion = code === undefined ? suggestLinkCode(name) : undefined
    if (suggestion === undefined || used.has(suggestion)) continue
    used.add(suggestion)
    suggested.set(partnerId, suggestion)
  }
  const taken = await findTakenCodes(queries, [...suggested.values()])
  return new Map([...suggested].filter(([, code]) => !taken.has(code)))
}

/** Emails the added partners in the order of the file. */
async function enqueueMails(
  context: TransactionContext,
  program: ProgramRow,
  { partners, isRequested }: { partners: (PlannedRow & { partnerId: number })[]; isRequested: boolean },
): Promise<ImportMails> {
  const sortedByLine = partners.toSorted((a, b) => a.line - b.line)
  if (!isRequested) return { mailed: 0, notMailed: sortedByLine, why: 'not_requested' }
  const { mailed, why } = await welcomePartners(context, program, sortedByLine)
  return { mailed, notMailed: sortedByLine.slice(mailed), why }
}

function requireId(ids: ReadonlyMap<string, number>, email: string): number {
  const id = ids.get(email)
  if (id === undefined) throw new Error('a partner is missing after the import')
  return id
}
