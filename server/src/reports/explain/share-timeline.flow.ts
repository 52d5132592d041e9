import { limits } from '../../core/config/config.ts'
import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { NONCE_BYTES, openSecret, sealSecret } from '../../core/privacy/secret-box.rule.ts'
import { hashSecret, SECRET_BYTES } from '../../core/privacy/token.rule.ts'
import { HOUR_MS } from '../../core/time/time.ts'
import { keyIdOfActor, permissionsOfKey } from '../../workspace/accounts/management-key.rule.ts'
import { findManagementKeyOfId } from '../../workspace/accounts/management-keys.sql.ts'
import { permissionsOf } from '../../workspace/accounts/permissions.rule.ts'
import { findProgramForUser } from '../../workspace/programs/programs.sql.ts'
import { explain } from './explain.flow.ts'
import type { ProgramEntry } from './explain.sql.ts'
import type { Asked } from './explain.ts'
import { restrictToSupport } from './restrict-to-support.rule.ts'
import {
  findOpenStoryLink,
  insertStoryLink,
  listStoryLinks,
  lockProgramLinks,
  type StoryLinkRow,
} from './share-links.sql.ts'
import { formatStoryToken, programOfStoryToken } from './share-token.rule.ts'
import type { Explanation } from './words.rule.ts'

/** A link with what it is of, in words; undefined where it was sealed under another APP_SECRET. */
export type OpenedLink = Omit<StoryLinkRow, 'asked'> & { asked: string | undefined }

export type SharedStory = { kind: 'shared'; link: OpenedLink; token: string } | { kind: 'too_many' }

/** Makes a link to one story. Its token is returned this once and stored as a hash. */
export async function shareStory(
  { database, clock, ids, config }: Deps,
  programId: number,
  { asked, actorId }: { asked: Asked; actorId: string },
): Promise<SharedStory> {
  return withTransaction({ database }, async (transaction) => {
    await lockProgramLinks(transaction, programId)
    const now = clock.now()
    const open = await listStoryLinks(transaction, programId, now, limits.storyLinksPerProgram)
    if (open.length >= limits.storyLinksPerProgram) return { kind: 'too_many' }
    const token = formatStoryToken(programId, ids.bytes(SECRET_BYTES))
    const link = await insertStoryLink(transaction, {
      program_id: programId,
      token_hash: hashSecret('share_link', token, config.appSecret),
      asked_by: asked.by,
      asked: sealSecret(asked.value, config.appSecret, ids.bytes(NONCE_BYTES)),
      made_by: actorId,
      created_at: now,
      expires_at: new Date(now.getTime() + limits.storyLinkHours * HOUR_MS),
    })
    return { kind: 'shared', link: { ...link, asked: asked.value }, token }
  })
}

/** The links of a program that can still be opened, the newest first. */
export async function listSharedStories(deps: Deps, programId: number): Promise<OpenedLink[]> {
  const { database, clock, config } = deps
  const all = await listStoryLinks(database.kysely, programId, clock.now(), limits.storyLinksPerProgram)
  const sharing = new Map<string, boolean>()
  for (const { made_by } of all) {
    if (!sharing.has(made_by)) sharing.set(made_by, await mayShare(deps, programId, made_by))
  }
  const links = all.filter(({ made_by }) => sharing.get(made_by))
  return links.map((link) => ({ ...link, asked: unsealed(link, config.appSecret) }))
}

/** Whether who made a link might still make it: its program's stories are nobody's who has left, or may no longer share them. */
async function mayShare(
  { database: { run }, clock }: Pick<Deps, 'database' | 'clock'>,
  programId: number,
  actorId: string,
): Promise<boolean> {
  const keyId = keyIdOfActor(actorId)
  if (keyId === undefined) {
    const member = await findProgramForUser(run, programId, actorId)
    return member?.role != null && member.lacks_two_factor !== true && permissionsOf(member.role).has(SHARE)
  }
  const key = await findManagementKeyOfId(run, keyId)
  if (key === undefined || key.lacks_two_factor === true) return false
  return permissionsOfKey(key, clock.now())?.has(SHARE) ?? false
}

const SHARE = 'story:share'

function unsealed({ asked }: StoryLinkRow, appSecret: string): string | undefined {
  try {
    return openSecret(asked, appSecret)
  } catch {
    return undefined
  }
}

export interface OpenedStory {
  explanation: Explanation
  program: ProgramEntry
  expiresAt: Date
}

/** The story that a token opens, as it is now and without what is not for others. Undefined: it opens nothing. */
export async function openStory(deps: Deps, token: string): Promise<OpenedStory | undefined> {
  const programId = programOfStoryToken(token)
  if (programId === undefined) return undefined
  const now = deps.clock.now()
  const tokenHash = hashSecret('share_link', token, deps.config.appSecret)
  const link = await findOpenStoryLink(deps.database.kysely, programId, { tokenHash, now })
  if (link === undefined || !(await mayShare(deps, programId, link.made_by))) return undefined
  const value = unsealed(link, deps.config.appSecret)
  if (value === undefined) return undefined
  const asked = { by: link.asked_by, value }
  const found = await explain(deps, { programId, asked, isWorkspaceWide: false })
  if (found === undefined) return undefined
  const { explanation, program } = found
  return { explanation: restrictToSupport(explanation), program, expiresAt: link.expires_at }
}
