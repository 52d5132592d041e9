import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { decryptSecret, encryptSecret, NONCE_BYTES } from '../../core/privacy/secret-box.rule.ts'
import { hashSecret, SECRET_BYTES } from '../../core/privacy/token.rule.ts'
import { HOUR_MS } from '../../core/time/time.ts'
import { getKeyPermissions, parseActorKeyId } from '../../workspace/accounts/management-key.rule.ts'
import { findManagementKeyById } from '../../workspace/accounts/management-keys.sql.ts'
import { getPermissions } from '../../workspace/accounts/permissions.rule.ts'
import { findProgram, findProgramForUser, type ProgramRow } from '../../workspace/programs/programs.sql.ts'
import { explain } from '../explain/explain.flow.ts'
import type { ExplainQuery, Explanation } from '../explain/explain.ts'
import { shareLinkLimits } from './limits.ts'
import { hideEmails, restrictToSupport } from './restrict-to-support.rule.ts'
import {
  findActiveShareLink,
  insertShareLink,
  listShareLinks,
  lockProgramLinks,
  type ShareLinkRow,
} from './share-links.sql.ts'
import { formatShareToken, parseShareTokenProgram } from './share-token.rule.ts'

/** A link with its query, which is undefined if it was encrypted with another APP_SECRET. */
export type OpenedLink = Omit<ShareLinkRow, 'query'> & { query: string | undefined }

export type SharedTimeline = { kind: 'shared'; link: OpenedLink; token: string } | { kind: 'too_many' }

/** Creates a link to one timeline. The token is returned once and stored as a hash. */
export async function shareTimeline(
  { database, clock, ids, config }: Deps,
  programId: number,
  { query, actorId }: { query: ExplainQuery; actorId: string },
): Promise<SharedTimeline> {
  return withTransaction({ database }, async (transaction) => {
    await lockProgramLinks(transaction, programId)
    const now = clock.now()
    const open = await listShareLinks(transaction, programId, now, shareLinkLimits.linksPerProgram)
    if (open.length >= shareLinkLimits.linksPerProgram) return { kind: 'too_many' }
    const token = formatShareToken(programId, ids.bytes(SECRET_BYTES))
    const link = await insertShareLink(transaction, {
      program_id: programId,
      token_hash: hashSecret('share_link', token, config.appSecret),
      query_type: query.by,
      query: encryptSecret(query.value, config.appSecret, ids.bytes(NONCE_BYTES)),
      created_by: actorId,
      created_at: now,
      expires_at: new Date(now.getTime() + shareLinkLimits.linkHours * HOUR_MS),
    })
    return { kind: 'shared', link: { ...link, query: query.value }, token }
  })
}

/** Lists a program's active links, newest first. */
export async function listSharedTimelines(deps: Deps, programId: number): Promise<OpenedLink[]> {
  const { database, clock, config } = deps
  const all = await listShareLinks(database.kysely, programId, clock.now(), shareLinkLimits.linksPerProgram)
  const sharing = new Map<string, boolean>()
  for (const { created_by } of all) {
    if (!sharing.has(created_by)) sharing.set(created_by, await mayShare(deps, programId, created_by))
  }
  const links = all.filter(({ created_by }) => sharing.get(created_by))
  return links.map((link) => ({ ...link, query: decryptQuery(link, config.appSecret) }))
}

/** Returns whether a link's creator may still share: links end when their creator leaves or loses the permission. */
async function mayShare(
  { database: { run }, clock }: Pick<Deps, 'database' | 'clock'>,
  programId: number,
  actorId: string,
): Promise<boolean> {
  const keyId = parseActorKeyId(actorId)
  if (keyId === undefined) {
    const member = await findProgramForUser(run, programId, actorId)
    return member?.role != null && member.lacks_two_factor !== true && getPermissions(member.role).has(SHARE)
  }
  const key = await findManagementKeyById(run, keyId)
  if (key === undefined || key.lacks_two_factor === true) return false
  return getKeyPermissions(key, clock.now())?.has(SHARE) ?? false
}

const SHARE = 'timeline:share'

function decryptQuery({ query }: ShareLinkRow, appSecret: string): string | undefined {
  try {
    return decryptSecret(query, appSecret)
  } catch {
    return undefined
  }
}

export interface OpenedTimeline {
  /** Empty for an email. */
  query: string
  explanation: Explanation
  program: ProgramRow
  expiresAt: Date
}

/** Returns the current timeline for a token, restricted for outsiders; undefined if the token is invalid. */
export async function openTimeline(deps: Deps, token: string): Promise<OpenedTimeline | undefined> {
  const programId = parseShareTokenProgram(token)
  if (programId === undefined) return undefined
  const now = deps.clock.now()
  const tokenHash = hashSecret('share_link', token, deps.config.appSecret)
  const link = await findActiveShareLink(deps.database.kysely, programId, { tokenHash, now })
  if (link === undefined || !(await mayShare(deps, programId, link.created_by))) return undefined
  const value = decryptQuery(link, deps.config.appSecret)
  if (value === undefined) return undefined
  const program = await findProgram(deps.database.kysely, programId)
  if (program === undefined) return undefined
  const query = { by: link.query_type, value }
  const explanation = await explain(deps, { program, query, isWorkspaceWide: false })
  return {
    query: query.by === 'emailHash' ? '' : hideEmails(value),
    explanation: restrictToSupport(explanation),
    program,
    expiresAt: link.expires_at,
  }
}
