import Type, { type Static } from 'typebox'
import { withTransaction } from '../../core/database/transaction.ts'
import { ApiError, invalidFieldError } from '../../core/errors/errors.http.ts'
import { choice, dataSchema, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { checkOutboundUrl, type OutboundNetwork } from '../../core/http/outbound-url.rule.ts'
import type { App } from '../../core/http/service.ts'
import { NONCE_BYTES } from '../../core/privacy/secret-box.rule.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import type { ListCredentials, ProcessorList } from '../processors/processor.ts'
import { findProgramAccount, type ProcessorAccountRow } from '../processors/processor-accounts.sql.ts'
import type { ProcessorDeps } from '../processors/processor-deps.http.ts'
import { setApiKey } from './api-key.sql.ts'
import { reconciliationLimits } from './limits.ts'
import {
  decryptCredentials,
  encryptCredentials,
  listCredentialFields,
  readCredentials,
} from './list-credentials.rule.ts'
import { CREDENTIAL_FIELDS } from './reconciliation.ts'

const Settings = namedObject('ReconciliationSettings', {
  processor: nullable(Type.String({ description: 'The connected processor.' })),
  isSupported: Type.Boolean({
    description: 'Whether the connected processor’s payments and refunds can be listed.',
  }),
  fields: Type.Array(choice(CREDENTIAL_FIELDS, 'CredentialField'), {
    description: 'The fields required to set the connected processor’s API key.',
  }),
  hasApiKey: Type.Boolean(),
  site: nullable(Type.String({ description: 'The site that the stored API key is sent to.' })),
})

const ApiKeyBody = Type.Object({
  apiKey: Type.String({
    minLength: 1,
    maxLength: reconciliationLimits.maxApiKeyLength,
    description: 'A read-only key. Stored encrypted and never shown.',
  }),
  apiSecret: Type.Optional(
    Type.String({
      maxLength: reconciliationLimits.maxApiKeyLength,
      description: 'The key’s secret, if `fields` includes it. Stored encrypted and never shown.',
    }),
  ),
  site: Type.Optional(
    Type.String({
      maxLength: reconciliationLimits.maxSiteLength,
      description: 'The store or site, if `fields` includes it. It must be on the public internet.',
      examples: ['https://shop.example'],
    }),
  ),
})

/** Registers the routes for the API key that reads payments from the processor. */
export function registerManageApiKey(app: App, deps: ProcessorDeps): void {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/reconciliation-settings',
    operationId: 'readReconciliationSettings',
    summary: 'Retrieve the reconciliation settings',
    permission: 'billing:read',
    response: dataSchema(Settings),
    handle: async ({ program }) => ({ data: await show(deps, program.id) }),
  })
  programRoute(app, deps, {
    method: 'PUT',
    url: '/api/programs/:programId/processor/api-key',
    operationId: 'setProcessorApiKey',
    summary: 'Set the API key for reconciliation',
    description:
      'The key is used to list the connected account’s payments and refunds. Create a read-only key (for Stripe, a ' +
      'restricted key). It replaces the previous key and is deleted when the account is disconnected.',
    permission: 'program:update',
    body: { schema: ApiKeyBody },
    response: dataSchema(Settings),
    errors: [409],
    handle: async ({ realCtx, program, body }) => {
      const account = await findProgramAccount(realCtx.database.kysely, program.id)
      if (account === undefined) throw notConnectedError()
      const { config, ids, processors } = realCtx
      const { processor } = account
      const list = processors.get(processor)?.list
      if (list === undefined)
        throw new ApiError('conflict', 'The connected processor can’t list payments, so no key is needed.')
      const credentials = readEnteredKey({ list, account, network: config.webhookNetwork }, body)
      const sealed = encryptCredentials(credentials, config.appSecret, ids.bytes(NONCE_BYTES))
      await save(realCtx, program.id, { processor, sealed })
      return { data: await show(realCtx, program.id) }
    },
  })
  programRoute(app, deps, {
    method: 'DELETE',
    url: '/api/programs/:programId/processor/api-key',
    operationId: 'removeProcessorApiKey',
    summary: 'Remove the API key for reconciliation',
    description: 'Months are no longer compared. Earlier results are kept.',
    permission: 'program:update',
    response: dataSchema(Settings),
    errors: [409],
    handle: async ({ realCtx, program }) => {
      const account = await findProgramAccount(realCtx.database.kysely, program.id)
      if (account === undefined) throw notConnectedError()
      await save(realCtx, program.id, { processor: account.processor, sealed: null })
      return { data: await show(realCtx, program.id) }
    },
  })
}

interface EnteredKeyTarget {
  list: ProcessorList
  account: ProcessorAccountRow
  network: OutboundNetwork
}

function readEnteredKey(
  { list, account, network }: EnteredKeyTarget,
  { apiKey, apiSecret = '', site = '' }: Static<typeof ApiKeyBody>,
): ListCredentials {
  const { is_live: isLive } = account
  const credentials = readCredentials(list, { apiKey, apiSecret, site })
  const { apiKeyHint, apiSecretHint = 'Omit this field.' } = list
  if (credentials === 'apiKey') throw invalidFieldError('apiKey', `Invalid API key. ${apiKeyHint}`)
  if (credentials === 'apiSecret')
    throw invalidFieldError('apiSecret', `Invalid API secret. ${apiSecretHint}`)
  if (credentials === 'site') {
    const { example } = list.site ?? {}
    const problem = example === undefined ? 'Omit this field.' : `Enter it like ${example}.`
    throw invalidFieldError('site', `Invalid site. ${problem}`)
  }
  const url = list.baseUrl({ isLive, site: credentials.site })
  if (list.site !== undefined && checkOutboundUrl(url, { network }).kind === 'invalid') {
    throw invalidFieldError('site', 'The site must be on the public internet and use https.')
  }
  // Otherwise, test payments would be recorded as sales.
  if (list.site?.isTest?.(credentials.site) === isLive) {
    const [site, mode] = isLive ? ['test', 'live'] : ['live', 'test']
    throw invalidFieldError('site', `This is a ${site} site, but the account is connected in ${mode} mode.`)
  }
  return credentials
}

/** The account may have been disconnected in the meantime. */
async function save(
  deps: ProcessorDeps,
  programId: number,
  key: { processor: string; sealed: string | null },
): Promise<void> {
  const isSaved = await withTransaction(deps, (transaction) => setApiKey(transaction, programId, key))
  if (!isSaved) throw notConnectedError()
}

function notConnectedError(): ApiError {
  return new ApiError('conflict', 'Connect a payment processor first.')
}

async function show(deps: ProcessorDeps, programId: number): Promise<Static<typeof Settings>> {
  const account = await findProgramAccount(deps.database.kysely, programId)
  const list = account && deps.processors.get(account.processor)?.list
  const sealed = account?.api_key ?? undefined
  const site = list && sealed && decryptCredentials(list, sealed, deps.config.appSecret)?.site
  return {
    processor: account?.processor ?? null,
    isSupported: list !== undefined,
    fields: list === undefined ? [] : listCredentialFields(list),
    hasApiKey: sealed !== undefined,
    site: site === undefined || site === '' ? null : site,
  }
}
