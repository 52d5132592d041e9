import { recordAudit } from '../../core/database/record-audit.sql.ts'
import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import type { DelegatedSessionKind } from '../../core/enums.ts'
import { formatSecret, hashSecret, isSecret, SECRET_BYTES } from '../../core/privacy/token.rule.ts'
import { findPartner } from '../enrollments/partners.sql.ts'
import { consumePartnerTicket, insertDelegatedSession } from './impersonation-sessions.sql.ts'
import { portalAccessLimits } from './limits.ts'

/** A delegated session's creator: a team member or a management key. */
export type SessionOpener = { user_id: string; key_id: null } | { user_id: null; key_id: number }

export interface OpenedDelegatedSession {
  /** A single-use ticket that starts the session. */
  ticket: string
  ticketEndsAt: Date
  expiresAt: Date
}

/**
 * Creates a ticket for a delegated session and records it in the audit log, because the session shows a partner's data.
 * @returns undefined if the program has no such partner
 */
export function openDelegatedSession(
  deps: Deps,
  program: { id: number; workspace_id: string },
  { kind, partnerId, opener }: { kind: DelegatedSessionKind; partnerId: number; opener: SessionOpener },
): Promise<OpenedDelegatedSession | undefined> {
  const { config, clock, ids } = deps
  return withTransaction(deps, async (transaction) => {
    if ((await findPartner(transaction, program.id, partnerId)) === undefined) return undefined
    const now = clock.now()
    const ticket = formatSecret(ids.bytes(SECRET_BYTES))
    const ticketEndsAt = new Date(now.getTime() + portalAccessLimits.delegatedSessionTicketMs)
    const minutes = kind === 'view' ? portalAccessLimits.viewMinutes : portalAccessLimits.embedMinutes
    const expiresAt = new Date(now.getTime() + minutes * 60_000)
    await insertDelegatedSession(transaction, {
      kind,
      workspace_id: program.workspace_id,
      program_id: program.id,
      partner_id: partnerId,
      ...opener,
      ticket_hash: hashSecret('partner_ticket', ticket, config.appSecret),
      ticket_ends_at: ticketEndsAt,
      created_at: now,
      expires_at: expiresAt,
    })
    const auditState = { kind, expires_at: expiresAt.toISOString() }
    await recordAudit(transaction, program.id, { type: 'partner', id: String(partnerId), after: auditState })
    return { ticket, ticketEndsAt, expiresAt }
  })
}

export interface StartedDelegatedSession {
  token: string
  kind: DelegatedSessionKind
  programId: number
  expiresAt: Date
}

/** Exchanges a ticket for a session. @returns undefined if it is invalid */
export async function startDelegatedSession(
  { database: { kysely }, config, clock, ids }: Deps,
  ticket: string,
): Promise<StartedDelegatedSession | undefined> {
  if (!isSecret(ticket)) return undefined
  const token = formatSecret(ids.bytes(SECRET_BYTES))
  const entered = await consumePartnerTicket(kysely, {
    ticketHash: hashSecret('partner_ticket', ticket, config.appSecret),
    tokenHash: hashSecret('delegated_session', token, config.appSecret),
    now: clock.now(),
  })
  if (entered === undefined) return undefined
  return { token, kind: entered.kind, programId: entered.program_id, expiresAt: entered.expires_at }
}
