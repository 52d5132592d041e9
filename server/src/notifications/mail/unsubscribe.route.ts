import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Queries } from '../../core/database/database.ts'
import { withTransaction } from '../../core/database/transaction.ts'
import { OPTIONAL_MAILS, PARTNER_MAILS } from '../../core/enums.ts'
import { seeOther } from '../../core/http/redirect.http.ts'
import { type RawBody, receiveRawBodies } from '../../core/http/request-parsing.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { requestedLanguage } from '../../core/i18n/requested-language.rule.ts'
import { readToken } from '../../core/privacy/token.rule.ts'
import { findProgram } from '../../workspace/programs/programs.sql.ts'
import type { Subscription } from './mail.ts'
import { deleteOptOut, insertOptOut, isOptedOut } from './mail-opt-outs.sql.ts'
import { shareLockPartnerByEmail } from './partner-recipients.sql.ts'
import { recipientLanguage } from './recipient-language.flow.ts'
import { invalidLinkPage, UNSUBSCRIBE_PAGE_POLICY, unsubscribePage } from './unsubscribe.page.ts'

const URL_OF_IT = '/mail/unsubscribe'

/**
 * Registers the routes for `List-Unsubscribe` and the link in an email's footer. The token is the only authentication.
 * An email client unsubscribes with one POST (RFC 8058). A person confirms with a button, can undo it, and is
 * redirected.
 */
export function registerUnsubscribe(app: App, deps: ServiceDeps): void {
  app.get(URL_OF_IT, { schema: { hide: true } }, (request, reply) => show(deps, request, reply))
  app.register(async (scope: App) => {
    receiveRawBodies(scope)
    const schema = { hide: true, operationId: 'unsubscribeFromMail' }
    scope.post(URL_OF_IT, { schema }, async (request, reply) => {
      const subscription = readSubscription(deps, request)
      if (subscription !== undefined) {
        const choice = parseChoice(request)
        if (choice === 'subscribe') await deleteOptOut(deps.database.kysely, subscription)
        else await optOut(deps, subscription)
        if (choice !== null)
          return seeOther(reply, `${URL_OF_IT}?token=${encodeURIComponent(getToken(request))}`)
      }
      return show(deps, request, reply)
    })
  })
}

async function show(deps: ServiceDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const subscription = readSubscription(deps, request)
  const { kysely } = deps.database
  const isReader = subscription !== undefined && (await isRecipient(kysely, subscription))
  const program = isReader ? await findProgram(kysely, subscription.programId) : undefined
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': UNSUBSCRIBE_PAGE_POLICY,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow, noarchive',
  })
  if (subscription === undefined || program === undefined)
    return reply
      .code(404)
      .send(invalidLinkPage(requestedLanguage(request.headers['accept-language']) ?? 'en'))
  const facts = {
    ...subscription,
    programName: program.name,
    language: await recipientLanguage(kysely, { ...subscription, program_id: subscription.programId }),
    isOptedOut: await isOptedOut(kysely, subscription),
  }
  return reply.send(unsubscribePage(facts, getToken(request)))
}

/** Nothing is stored for closed accounts, which get no emails. */
function optOut(deps: ServiceDeps, subscription: Subscription): Promise<void> {
  return withTransaction(deps, async (transaction) => {
    const isKnown = (await findProgram(transaction, subscription.programId)) !== undefined
    if (isKnown && (await isRecipient(transaction, subscription)))
      await insertOptOut(transaction, subscription, deps.clock.now())
  })
}

async function isRecipient(queries: Queries, { programId, recipient, kind }: Subscription): Promise<boolean> {
  return !PARTNER_MAILS.some((one) => one === kind) || shareLockPartnerByEmail(queries, programId, recipient)
}

function readSubscription({ config, clock }: ServiceDeps, request: FastifyRequest): Subscription | undefined {
  const signed = { now: clock.now(), appSecret: config.appSecret }
  const [programId, recipient, name] = readToken('unsubscribe', getToken(request), signed) ?? []
  const kind = OPTIONAL_MAILS.find((one) => one === name)
  if (programId === undefined || recipient === undefined || kind === undefined) return undefined
  return { programId, recipient, kind }
}

function getToken({ query }: FastifyRequest): string {
  // safe because a query is an object of strings, or of lists of strings
  const { token } = query as { token?: unknown }
  return typeof token === 'string' ? token : ''
}

/** Returns the choice sent by the page's button. Anything else comes from an email client and means unsubscribe. */
function parseChoice({ body }: FastifyRequest): string | null {
  const raw = body as RawBody | undefined // safe because receiveRawBodies is the only parser of these routes
  return raw?.kind === 'bytes' ? new URLSearchParams(raw.bytes.toString()).get('wish') : null
}
