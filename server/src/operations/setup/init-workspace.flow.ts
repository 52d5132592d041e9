import { limits } from '../../core/config/limits.ts'
import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import type { KeyMode } from '../../core/enums.ts'
import { StartError } from '../../core/errors/start-error.ts'
import { hasNoWebAddress, isDisplayName } from '../../core/text/display-text.rule.ts'
import { canonicalEmail } from '../../core/text/email-address.rule.ts'
import { isStorable } from '../../core/text/stored-text.rule.ts'
import { isTimeZone } from '../../core/time/time-zone.rule.ts'
import { findUserByEmail, insertMember } from '../../workspace/accounts/members.sql.ts'
import { insertWorkspace } from '../../workspace/accounts/workspaces.sql.ts'
import { createApiKey } from '../../workspace/programs/create-api-key.flow.ts'
import { createProgram } from '../../workspace/programs/create-program.flow.ts'
import type { CreateAccount } from '../../workspace/sign-in/create-account.adapter.ts'

export interface CreatedWorkspace {
  workspace: { id: string }
  user: { id: string; email: string }
  program: { id: number }
  keys: { live: string; test: string }
}

/**
 * Creates an account, its workspace, and a program with API keys.
 * @throws {StartError} for invalid input; nothing is written then
 */
export async function initWorkspace(
  deps: Deps,
  makeAccount: CreateAccount,
  input: { email: string; password: string; workspace: string; program: string; timeZone: string },
): Promise<CreatedWorkspace> {
  const { kysely } = deps.database
  const { timeZone } = input
  rejectHiddenCharacters('--workspace', input.workspace)
  rejectHiddenCharacters('--program', input.program)
  const email = canonicalEmail(input.email)
  if (email === undefined) throw new StartError(`${input.email} is not a valid email address.`)
  if ((await findUserByEmail(kysely, email)) !== undefined) {
    throw new StartError(`There is already an account for ${email}. Sign in or use another email.`)
  }
  if (!isTimeZone(timeZone)) throw unknownTimeZone(timeZone)
  const owner = await createOwner(deps, makeAccount, { ...input, email })
  const program = await createProgram(deps, {
    workspaceId: owner.workspace.id,
    name: input.program,
    timeZone,
  })
  if (program === 'unknown_time_zone') throw unknownTimeZone(timeZone)
  const keys = {
    live: await createKey(deps, program.id, 'live'),
    test: await createKey(deps, program.id, 'test'),
  }
  return { ...owner, program: { id: program.id }, keys }
}

function rejectHiddenCharacters(option: string, name: string): void {
  if (
    name.trim() !== '' &&
    isStorable(name, limits.maxIdLength) &&
    isDisplayName(name) &&
    hasNoWebAddress(name)
  )
    return
  throw new StartError(
    `${option} must be a single-line name of at most ${limits.maxIdLength} characters, without control or invisible characters and without "://".`,
  )
}

async function createOwner(
  { database, clock, ids }: Deps,
  makeAccount: CreateAccount,
  input: { email: string; password: string; workspace: string },
): Promise<Pick<CreatedWorkspace, 'workspace' | 'user'>> {
  const created_at = clock.now()
  const workspace = { id: ids.uuid() }
  return withTransaction({ database }, async (transaction) => {
    const { email, password } = input
    const user = await makeAccount(transaction, { name: email, email, password })
    const slug = createSlug(input.workspace, ids.bytes(4))
    await insertWorkspace(transaction, { ...workspace, name: input.workspace, slug, created_at })
    await insertMember(transaction, {
      id: ids.uuid(),
      workspace_id: workspace.id,
      user_id: user.id,
      role: 'owner',
      created_at,
    })
    return { workspace, user }
  })
}

async function createKey(deps: Deps, programId: number, mode: KeyMode): Promise<string> {
  const apiKey = await createApiKey(deps, { id: programId, sandbox: false }, mode)
  if (typeof apiKey === 'string') throw new Error(`the new program ${programId} got no key: ${apiKey}`)
  return apiKey.key
}

function unknownTimeZone(timeZone: string): StartError {
  return new StartError(`"${timeZone}" is not a time zone. Use an IANA name such as Europe/Berlin or UTC.`)
}

/** Returns a readable slug with a random suffix. */
function createSlug(name: string, random: Buffer): string {
  const readable = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40)
  return [readable, random.toString('hex')].filter((part) => part !== '').join('-')
}
