import type {} from '@fastify/swagger'
import { APIError, betterAuth } from 'better-auth'
import { bearer, organization } from 'better-auth/plugins'
import { createAccessControl } from 'better-auth/plugins/access'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '../config.ts'
import type { Deps } from '../deps.ts'
import { ROLES } from '../rules/permissions.ts'
import { findUnstorable, isStorable } from '../rules/stored-text.ts'
import { sqlState, UNIQUE_VIOLATION } from '../store/database.ts'
import { hasPendingInvitation, isMember, isSuspendedInAny } from '../store/members.ts'
import { ApiError, invalidField } from './errors.ts'
import { readSession } from './session.ts'
import { trustedOrigins } from './trusted-origins.ts'

/**
 * Accounts, sessions, workspaces and invitations are better-auth's. Memberships change only through
 * `/api/workspaces/:workspaceId/members`, because better-auth's own endpoints check for the last owner in
 * one step and write in the next.
 */
const SERVED: ReadonlyMap<string, 'GET' | 'POST'> = new Map([
  ['sign-up/email', 'POST'],
  ['sign-in/email', 'POST'],
  ['sign-out', 'POST'],
  ['get-session', 'GET'],
  ['list-sessions', 'GET'],
  ['revoke-session', 'POST'],
  ['revoke-sessions', 'POST'],
  ['revoke-other-sessions', 'POST'],
  ['change-password', 'POST'],
  ['update-user', 'POST'],
  ['organization/create', 'POST'],
  ['organization/update', 'POST'],
  ['organization/list', 'GET'],
  ['organization/set-active', 'POST'],
  ['organization/check-slug', 'POST'],
  ['organization/get-active-member', 'GET'],
  ['organization/invite-member', 'POST'],
  ['organization/cancel-invitation', 'POST'],
  ['organization/get-invitation', 'GET'],
  ['organization/accept-invitation', 'POST'],
  ['organization/reject-invitation', 'POST'],
])

export type Auth = ReturnType<typeof createAuth>

export function createAuth({ config, database: { kysely }, clock }: Deps) {
  return betterAuth({
    appName: 'Affiliate tracking',
    database: { db: kysely, type: 'postgres' },
    secret: config.appSecret,
    baseURL: new URL(config.publicUrl).origin,
    basePath: '/api/auth',
    trustedOrigins: trustedOrigins(config),
    telemetry: { enabled: false },
    // Its log lines carry e-mail addresses; what must be known is logged by the route below.
    logger: { disabled: true },
    onAPIError: { throw: true },
    // One limiter for the whole service stands in front (D46).
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: 'affiliate',
      // D25: no raw IP address is stored.
      ipAddress: { disableIpTracking: true },
      // Both are said here because the library switches them off by itself where NODE_ENV is "test".
      disableCSRFCheck: false,
      disableOriginCheck: false,
    },
    emailAndPassword: { enabled: true, minPasswordLength: 8, maxPasswordLength: 128 },
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    session: {
      modelName: 'sessions',
      expiresIn: limits.sessionDays * 24 * 60 * 60,
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    account: {
      modelName: 'accounts',
      fields: {
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    databaseHooks: {
      user: {
        create: {
          async before(user) {
            if (config.allowSignUp || (await hasPendingInvitation(kysely, user.email, clock.now()))) return
            throw new APIError('FORBIDDEN', {
              code: 'SIGN_UP_CLOSED',
              message:
                'Sign-up is closed here: ask a workspace owner for an invitation to this e-mail address.',
            })
          },
        },
      },
    },
    plugins: [
      bearer(),
      organization({
        ac: accessControl,
        roles: workspaceRoles,
        membershipLimit: limits.membersPerWorkspace,
        organizationLimit: limits.workspacesPerUser,
        invitationLimit: limits.invitationsPerWorkspace,
        invitationExpiresIn: limits.invitationDays * 24 * 60 * 60,
        disableOrganizationDeletion: true,
        // Nothing here sends mail: an invitation is accepted by its secret id.
        requireEmailVerificationOnInvitation: false,
        schema: {
          session: { fields: { activeOrganizationId: 'active_workspace_id' } },
          organization: { modelName: 'workspaces', fields: { createdAt: 'created_at' } },
          member: {
            modelName: 'workspace_members',
            fields: { organizationId: 'workspace_id', userId: 'user_id', createdAt: 'created_at' },
            additionalFields: {
              status: { type: 'string', required: false, input: false, defaultValue: 'active' },
            },
          },
          invitation: {
            modelName: 'workspace_invitations',
            fields: {
              organizationId: 'workspace_id',
              inviterId: 'inviter_id',
              expiresAt: 'expires_at',
              createdAt: 'created_at',
            },
          },
        },
        organizationHooks: {
          async beforeCreateInvitation({ invitation }) {
            if (ROLES.some((role) => role === invitation.role)) return
            throw new APIError('BAD_REQUEST', {
              code: 'ROLE_NOT_FOUND',
              message: `A member has one role: ${ROLES.join(', ')}.`,
            })
          },
          async beforeAcceptInvitation({ user, organization }) {
            if (!(await isMember(kysely, organization.id, user.id))) return
            throw new APIError('CONFLICT', {
              code: 'USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION',
              message: 'You are already a member of this workspace.',
            })
          },
        },
      }),
    ],
  })
}

/** What better-auth itself guards; our own routes ask `rules/permissions.ts`. */
const accessControl = createAccessControl({
  organization: ['update', 'delete'],
  member: ['create', 'update', 'delete'],
  invitation: ['create', 'cancel'],
})

const manager = accessControl.newRole({ organization: ['update'], invitation: ['create', 'cancel'] })
const bystander = accessControl.newRole({ organization: [], member: [], invitation: [] })
const workspaceRoles = { owner: manager, admin: manager, member: bystander, viewer: bystander }

/** Serves better-auth under `/api/auth/*`: the request goes in as a Web request, its answer comes out as it is. */
export function registerAuth(app: FastifyInstance, deps: Deps & { auth: Auth }): void {
  app.route({
    method: ['GET', 'POST'],
    url: '/api/auth/*',
    schema: { hide: true },
    async handler(request, reply) {
      const url = new URL(request.url, new URL(deps.config.publicUrl).origin)
      const path = url.pathname.slice('/api/auth/'.length)
      if (SERVED.get(path) !== request.method) {
        throw new ApiError('not_found', 'There is nothing at this address.')
      }
      refuseUnstorable(request.body, url.searchParams)
      if (path.startsWith('organization/')) await refuseSuspended(deps, request, url.searchParams)
      const response = await handle(deps.auth, new Request(url, webInit(request)))
      return send(reply, response)
    },
  })
}

/** A text that no column could hold (D2), anywhere in what was sent. */
function refuseUnstorable(body: unknown, query: URLSearchParams) {
  for (const [name, value] of query) check(name, value)
  if (body instanceof ApiError) throw body
  if (body === undefined || body === null) return
  if (typeof body !== 'object' || Array.isArray(body)) {
    throw new ApiError('invalid_request', 'The body must be a JSON object.')
  }
  for (const [name, value] of Object.entries(body)) check(name, value)
}

function check(field: string, value: unknown) {
  const isTooLong = typeof value === 'string' && !isStorable(value, limits.urlChars)
  const allowed = { maxBytes: limits.additionalDataBytes, maxLevels: limits.additionalDataLevels }
  if (!isTooLong && findUnstorable({ [field]: value }, allowed) === undefined) return
  throw invalidField(field, `${field} is too long, too deep or holds a character that cannot be stored.`)
}

/** A suspended member keeps the row and loses the workspace: no endpoint that names it answers (D45). */
async function refuseSuspended(
  deps: Deps & { auth: Auth },
  request: FastifyRequest,
  query: URLSearchParams,
): Promise<void> {
  const session = await readSession(deps, request)
  if (session === undefined) return
  const named = [...query.values(), ...Object.values(request.body ?? {})].filter(
    (value) => typeof value === 'string',
  )
  if (session.activeWorkspaceId !== null) named.push(session.activeWorkspaceId)
  if (await isSuspendedInAny(deps.database.kysely, session.userId, named)) {
    throw new ApiError('forbidden', 'Your membership of this workspace is suspended: ask one of its owners.')
  }
}

function webInit(request: FastifyRequest): RequestInit {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || HOP_HEADERS.has(name)) continue
    // An Authorization header is the caller's choice: the cookie beside it does not count.
    if (name === 'cookie' && request.headers.authorization !== undefined) continue
    // Browsers send these with `sec-fetch-site`; alone they come from a program, such as Node's fetch, which
    // has no origin that better-auth could check.
    if (name.startsWith('sec-fetch-') && request.headers['sec-fetch-site'] === undefined) continue
    headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  if (request.method !== 'POST') return { method: request.method, headers }
  headers.set('content-type', 'application/json')
  return { method: 'POST', headers, body: JSON.stringify(request.body ?? {}) }
}

const HOP_HEADERS = new Set([
  'connection',
  'content-length',
  'host',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
])

async function handle(auth: Auth, request: Request): Promise<Response> {
  try {
    return await auth.handler(request)
  } catch (error) {
    const state = sqlState(error)
    if (state === UNIQUE_VIOLATION) throw new ApiError('conflict', 'It exists already.')
    throw withoutValues(error, state)
  }
}

/** What may be logged of a database error: its kind and where, never the values it quotes (an e-mail, a token). */
function withoutValues(error: unknown, state: string | undefined): Error {
  const name = error instanceof Error ? error.name : typeof error
  const quiet = new Error(
    `the account library failed: ${name}${state === undefined ? '' : `, SQLSTATE ${state}`}`,
  )
  const frames = error instanceof Error ? (error.stack?.match(/^ +at .*$/gm) ?? []) : []
  quiet.stack = [quiet.message, ...frames].join('\n')
  return quiet
}

async function send(reply: FastifyReply, response: Response) {
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie') reply.header(name, value)
  }
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie)
  return reply.code(response.status).send(await response.text())
}
