import Type, { type Static } from 'typebox'
import { ApiError } from '../../core/errors/errors.http.ts'
import { DisplayName } from '../../core/http/display-text.http.ts'
import { dataSchema, Instant, isoOrNull, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { portalAccessLimits } from './limits.ts'
import { partnerRoute } from './partner-route.http.ts'
import { BrowserOptions, NewPasskeyResponse, toRegistration } from './passkey.http.ts'
import { addPasskey, removePasskey, startPasskeyRegistration } from './passkeys.flow.ts'
import { listPasskeys, type PasskeyRow, renamePasskey } from './passkeys.sql.ts'

const Passkey = namedObject('PartnerPasskey', {
  id: Type.Integer(),
  name: Type.String(),
  isSynced: Type.Boolean({ description: 'Whether the passkey is synced across devices.' }),
  createdAt: Instant,
  usedAt: nullable(Instant),
})

const Name = DisplayName(portalAccessLimits.maxPasskeyNameLength)
const NameBody = Type.Object({ name: Name })
const AddBody = Type.Object({ name: Type.Optional(Name), passkey: NewPasskeyResponse })

const PASSKEYS = '/api/partner/passkeys'

/** Registers the routes for a partner's passkeys, an alternative to sign-in links. */
export function registerManagePasskeys(app: App, deps: ServiceDeps): void {
  registerList(app, deps)
  registerAdd(app, deps)
  registerRename(app, deps)
  registerRemove(app, deps)
}

function registerList(app: App, deps: ServiceDeps) {
  partnerRoute(app, deps, {
    method: 'GET',
    url: PASSKEYS,
    operationId: 'listPasskeys',
    summary: 'List your passkeys, newest first',
    isAccountRoute: true,
    response: dataSchema(Type.Array(Passkey)),
    handle: async ({ session }) => {
      const rows = await listPasskeys(
        deps.database.kysely,
        session.account_id,
        portalAccessLimits.partnerPasskeys,
      )
      return { data: rows.map(showPasskey) }
    },
  })
}

function registerAdd(app: App, deps: ServiceDeps) {
  const isNew = `Requires a sign-in within the last ${portalAccessLimits.partnerFreshMinutes} minutes.`
  partnerRoute(app, deps, {
    method: 'POST',
    url: `${PASSKEYS}/options`,
    operationId: 'startPasskeyRegistration',
    summary: 'Start passkey registration',
    description: `${isNew} The options can be used once, within ${portalAccessLimits.passkeyMinutes} minutes, in this session.`,
    isAccountRoute: true,
    isFresh: true,
    response: dataSchema(BrowserOptions),
    handle: async ({ session }) => ({ data: { ...(await startPasskeyRegistration(deps, session)) } }),
  })
  partnerRoute(app, deps, {
    method: 'POST',
    url: PASSKEYS,
    operationId: 'addPasskey',
    summary: 'Register a passkey',
    description: `${isNew} We email you about it. You can have up to ${portalAccessLimits.partnerPasskeys} passkeys.`,
    isAccountRoute: true,
    isFresh: true,
    body: { schema: AddBody },
    status: 201,
    response: dataSchema(Passkey),
    errors: [409],
    handle: async ({ session, body, request }) => {
      const addition = await addPasskey(deps, session, {
        name: body.name?.trim(),
        response: toRegistration(body.passkey),
        userAgent: request.headers['user-agent'],
      })
      switch (addition.kind) {
        case 'added':
          return { data: showPasskey(addition.passkey) }
        case 'rejected':
          throw new ApiError(
            'invalid_request',
            'This passkey can’t be added because it was not verified for this page. Try again.',
            { field: 'passkey' },
          )
        case 'known':
          throw new ApiError('conflict', 'This passkey is already registered.')
        case 'too_many':
          throw new ApiError(
            'conflict',
            `You already have the maximum of ${portalAccessLimits.partnerPasskeys} passkeys. Remove one first.`,
          )
      }
    },
  })
}

function registerRename(app: App, deps: ServiceDeps) {
  partnerRoute(app, deps, {
    method: 'PATCH',
    url: `${PASSKEYS}/:passkeyId`,
    operationId: 'renamePasskey',
    summary: 'Rename a passkey',
    isAccountRoute: true,
    ids: ['passkeyId'],
    body: { schema: NameBody },
    response: dataSchema(Passkey),
    handle: async ({ session, ids: { passkeyId = 0 }, body: { name } }) => {
      const passkeyKey = { accountId: session.account_id, passkeyId }
      const renamed = await renamePasskey(deps.database.kysely, passkeyKey, name.trim())
      if (renamed === undefined) throw passkeyNotFoundError()
      return { data: showPasskey(renamed) }
    },
  })
}

function registerRemove(app: App, deps: ServiceDeps) {
  partnerRoute(app, deps, {
    method: 'DELETE',
    url: `${PASSKEYS}/:passkeyId`,
    operationId: 'removePasskey',
    summary: 'Remove a passkey',
    description:
      'The passkey can no longer be used to sign in. Existing sessions stay active. We email you about it.',
    isAccountRoute: true,
    ids: ['passkeyId'],
    response: dataSchema(Type.Object({ removed: Type.Literal(true) })),
    handle: async ({ session, ids: { passkeyId = 0 }, request }) => {
      const userAgent = request.headers['user-agent']
      if (!(await removePasskey(deps, session, { passkeyId, userAgent }))) throw passkeyNotFoundError()
      return { data: { removed: true as const } }
    },
  })
}

function showPasskey({ id, name, is_synced, created_at, used_at }: PasskeyRow): Static<typeof Passkey> {
  return {
    id,
    name,
    isSynced: is_synced,
    createdAt: created_at.toISOString(),
    usedAt: isoOrNull(used_at),
  }
}

function passkeyNotFoundError() {
  return new ApiError('not_found', 'You have no passkey with this ID.')
}
