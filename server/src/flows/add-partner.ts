import type { Transaction } from 'kysely'
import { limits } from '../config.ts'
import type { Deps } from '../deps.ts'
import { LINK_CODE_RANDOM_BYTES, makeLinkCode } from '../rules/link-code.ts'
import { reportDay } from '../rules/report-day.ts'
import { addDailyStats } from '../store/daily-stats.ts'
import { insertLink, type LinkRow } from '../store/links.ts'
import { findOrInsertPartner, findPartner, insertPartnerProgram, type PartnerRow } from '../store/partners.ts'
import { findProgram, type ProgramRow } from '../store/programs.ts'
import type { Schema } from '../store/schema.ts'
import { tellApproval } from './decide-partner.ts'

export interface PartnerInput {
  name: string
  /** Compared without case and outer spaces: one e-mail is one partner of the workspace. */
  email: string
  /** The code of the first link; one is made when it is missing. */
  code?: string | undefined
  approved?: boolean | undefined
}

export type AddedPartner =
  | { kind: 'added'; partner: PartnerRow; link: LinkRow }
  | { kind: 'partner_exists'; partnerId: number }
  | { kind: 'code_taken' }

/**
 * Adds a partner to a program with a first link, and counts it on its local day; all of it or nothing.
 * A partner whom another program of the workspace has already is the same partner here.
 */
export async function addPartner(deps: Deps, programId: number, input: PartnerInput): Promise<AddedPartner> {
  for (let attempt = 0; attempt < limits.writeAttempts; attempt++) {
    const program = await findProgram(deps.database.kysely, programId)
    if (program === undefined) throw new Error(`program ${programId} is gone`)
    const code = input.code ?? makeLinkCode(deps.ids.bytes(LINK_CODE_RANDOM_BYTES))
    const outcome = await addOnce(deps, program, { ...input, code })
    const isTakenByChance = outcome === 'code_taken' && input.code === undefined
    if (outcome === 'time_zone_changed' || isTakenByChance) continue
    return outcome === 'code_taken' ? { kind: 'code_taken' } : outcome
  }
  throw new Error(`a partner could not be added to program ${programId} in ${limits.writeAttempts} attempts`)
}

async function addOnce(
  { database, clock }: Deps,
  program: ProgramRow,
  input: PartnerInput & { code: string },
): Promise<AddedPartner | UndoReason> {
  try {
    return await database.kysely
      .transaction()
      .execute((transaction) => add(transaction, program, input, clock.now()))
  } catch (error) {
    if (error instanceof Undo) return error.reason
    throw error
  }
}

async function add(
  transaction: Transaction<Schema>,
  program: ProgramRow,
  input: PartnerInput & { code: string },
  now: Date,
): Promise<AddedPartner> {
  const partnerId = await findOrInsertPartner(transaction, {
    workspace_id: program.workspace_id,
    name: input.name,
    email: input.email.trim().toLowerCase(),
    created_at: now,
  })
  const isNew = await insertPartnerProgram(transaction, {
    program_id: program.id,
    partner_id: partnerId,
    workspace_id: program.workspace_id,
    status: input.approved === true ? 'approved' : 'pending',
    created_at: now,
    decided_at: input.approved === true ? now : null,
  })
  if (!isNew) return { kind: 'partner_exists', partnerId }
  const link = await insertLink(transaction, {
    program_id: program.id,
    partner_id: partnerId,
    code: input.code,
    created_at: now,
  })
  if (link === undefined) throw new Undo('code_taken')
  const day = reportDay(now, program.time_zone)
  const shard = partnerId % limits.statShards
  const delta = { day, currency: 'XXX', partners: 1 } as const
  if (!(await addDailyStats(transaction, program.id, program.time_zone, [delta], shard))) {
    throw new Undo('time_zone_changed')
  }
  const partner = await findPartner(transaction, program.id, partnerId)
  if (partner === undefined) throw new Error(`partner ${partnerId} was added and is not there`)
  if (partner.status === 'approved') await tellApproval(transaction, program.id, partner, now)
  return { kind: 'added', partner, link }
}

type UndoReason = 'code_taken' | 'time_zone_changed'

/** Ends the transaction without its writes. */
class Undo extends Error {
  readonly reason: UndoReason

  constructor(reason: UndoReason) {
    super(reason)
    this.reason = reason
  }
}
