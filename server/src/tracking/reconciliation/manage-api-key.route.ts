import Type, { type Static } from 'typebox'
import { withTransaction } from '../../core/database/transaction.ts'
import { ApiError, invalidField } from '../../core/errors/errors.http.ts'
import { dataOf, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import type { App } from '../../core/http/service.ts'
import { encryptSecret, NONCE_BYTES } from '../../core/privacy/secret-box.rule.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { findAccountOfProgram } from '../processors/processor-accounts.sql.ts'
import type { ProcessorDeps } from '../processors/processor-deps.http.ts'
import { setApiKey } from './api-key.sql.ts'
import { reconciliationLimits } from './limits.ts'

const Settings = namedObject('ReconciliationSettings', {
  processor: nullable(Type.String({ description: 'The connected processor.' })),
  isSupported: Type.Boolean({
    description: 'Whether payments and refunds of the connected processor can be listed.',
  }),
  hasApiKey: Type.Boolean(),
})

const ApiKeyBody = Type.Object({
  apiKey: Type.String({
    minLength: 1,
    maxLength: reconciliationLimits.apiKeyChars,
    description: 'A key that can only read. Stored encrypted and never shown.',
  }),
})

/** Registers the routes for the API key that reads payments from the processor. */
export function registerManageApiKey(app: App, deps: ProcessorDeps): void {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/reconciliation-settings',
    operationId: 'readReconciliationSettings',
    summary: 'Retrieve the reconciliation settings',
    permission: 'billing:read',
    response: dataOf(Settings),
    handle: async ({ program }) => ({ data: await show(deps, program.id) }),
  })
  programRoute(app, deps, {
    method: 'PUT',
    url: '/api/programs/:programId/processor/api-key',
    operationId: 'setProcessorApiKey',
    summary: 'Set the API key for reconciliation',
    description:
      'The key lists payments and refunds of the connected account. Create one that can only read; for Stripe, a ' +
      'restricted key. It replaces the previous key and is deleted when the account is disconnected.',
    permission: 'program:update',
    body: { schema: ApiKeyBody },
    response: dataOf(Settings),
    errors: [409],
    handle: async ({ realCtx, program, body: { apiKey } }) => {
      const account = await findAccountOfProgram(realCtx.database.kysely, program.id)
      if (account === undefined) throw notConnected()
      const { processor } = account
      const list = realCtx.processors.get(processor)?.list
      if (list === undefined)
        throw new ApiError('conflict', `Payments of ${processor} can’t be listed, so no key is needed.`)
      if (!list.isApiKey(apiKey)) throw invalidField('apiKey', `Invalid ${processor} API key.`)
      const { config, ids } = realCtx
      const sealed = encryptSecret(apiKey, config.appSecret, ids.bytes(NONCE_BYTES))
      await save(realCtx, program.id, { processor, sealed })
      return { data: await show(realCtx, program.id) }
    },
  })
  programRoute(app, deps, {
    method: 'DELETE',
    url: '/api/programs/:programId/processor/api-key',
    operationId: 'removeProcessorApiKey',
    summary: 'Remove the API key for reconciliation',
    description: 'Months are no longer compared. Earlier results stay.',
    permission: 'program:update',
    response: dataOf(Settings),
    errors: [409],
    handle: async ({ realCtx, program }) => {
      const account = await findAccountOfProgram(realCtx.database.kysely, program.id)
      if (account === undefined) throw notConnected()
      await save(realCtx, program.id, { processor: account.processor, sealed: null })
      return { data: await show(realCtx, program.id) }
    },
  })
}

/** The account may have been disconnected in the meantime. */
async function save(
  deps: ProcessorDeps,
  programId: number,
  key: { processor: string; sealed: string | null },
): Promise<void> {
  const isSaved = await withTransaction(deps, (transaction) => setApiKey(transaction, programId, key))
  if (!isSaved) throw notConnected()
}

function notConnected(): ApiError {
  return new ApiError('conflict', 'Connect a payment processor first.')
}

async function show(deps: ProcessorDeps, programId: number): Promise<Static<typeof Settings>> {
  const account = await findAccountOfProgram(deps.database.kysely, programId)
  return {
    processor: account?.processor ?? null,
    isSupported: account !== undefined && deps.processors.get(account.processor)?.list !== undefined,
    hasApiKey: account !== undefined && account.api_key !== null,
  }
}
