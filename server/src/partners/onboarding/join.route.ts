import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '../../core/enums.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import { isHeld } from '../../core/http/entity-tag.rule.ts'
import { seeOther } from '../../core/http/redirect.http.ts'
import { type RawBody, receiveRawBodies } from '../../core/http/request-parsing.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { message } from '../../core/i18n/message.rule.ts'
import { languageOf, requestedLanguage } from '../../core/i18n/requested-language.rule.ts'
import { waitForNext } from '../../core/jobs/interval.ts'
import { hashLastingSecret } from '../../core/privacy/token.rule.ts'
import { atProgramTime } from '../../workspace/programs/program-clock.flow.ts'
import { consumeChallenge } from '../enrollments/applications.sql.ts'
import { answerQuestion, findQuestion } from './answer-question.flow.ts'
import { readForm, type TypedForm } from './application-form.rule.ts'
import { applyToProgram } from './apply-to-program.flow.ts'
import {
  answerPage,
  joinPage,
  type Labels,
  type LanguageMenu,
  plainPage,
  type RenderedPage,
} from './join.page.ts'
import { findOpenJoinInvitation, type JoinInvitationRow } from './join-invitations.sql.ts'
import {
  acceptsPartners,
  checkChallenge,
  findJoinFacts,
  headOf,
  type JoinFacts,
  joinFiles,
  newChallenge,
} from './join-view.flow.ts'
import { onboardingLimits } from './limits.ts'

type SlugRequest = FastifyRequest<{ Params: { slug: string } }>

/**
 * Registers `/join/:slug`, a public page of the program with an application form, which works without JavaScript except
 * for the proof of work. Responses and their timing don't reveal the outcome. A successful submission redirects, so
 * that reloading doesn't send the form again.
 */
export function registerJoin(app: App, deps: ServiceDeps): void {
  const schema = { hide: true }
  app.get('/join-page.js', { schema, config: { securityHeaders: false } }, (request, reply) => {
    const etag = `"${createHash('sha256').update(joinFiles.script()).digest('base64url').slice(0, 16)}"`
    reply.headers({ 'cache-control': 'public, max-age=300', etag, 'content-security-policy': SCRIPT_POLICY })
    if (isHeld(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.type('text/javascript; charset=utf-8').send(joinFiles.script())
  })
  app.get<{ Params: { slug: string } }>('/join/:slug', { schema }, (request, reply) =>
    show(deps, request, reply),
  )
  app.get<{ Params: { slug: string } }>('/join/:slug/answer', { schema }, (request, reply) =>
    showQuestion(deps, request, reply),
  )
  for (const [path, labelOf] of [
    [THANKS, thanksOf],
    [ANSWER_TAKEN, answerTakenOf],
  ] as const) {
    app.get<{ Params: { slug: string } }>(`/join/:slug${path}`, { schema }, (request, reply) =>
      showConfirmation(deps, request, reply, labelOf),
    )
  }
  app.register(async (scope: App) => {
    receiveRawBodies(scope, onboardingLimits.joinFormBytes)
    scope.post<{ Params: { slug: string } }>(
      '/join/:slug',
      { schema: { ...schema, operationId: 'applyToProgram' } },
      (request, reply) => submitForm(deps, request, reply),
    )
    scope.post<{ Params: { slug: string } }>(
      '/join/:slug/answer',
      { schema: { ...schema, operationId: 'answerQuestion' } },
      (request, reply) => submitAnswer(deps, request, reply),
    )
  })
}

const SCRIPT_POLICY = "default-src 'none'"
/** Path of the confirmation page, below the page's own URL. */
const THANKS = '/thanks'
const ANSWER_TAKEN = '/answered'

async function show(deps: ServiceDeps, request: SlugRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.headers(await deps.limits.consumeIp(request.ip))
  const facts = await findFacts(deps, request)
  if (facts === undefined) return send(reply.code(404), notFoundPage(request))
  const token = textOf(request.query, 'invitation')
  const invitation = await invitationOf(deps, facts, token)
  const unavailablePage = await closedPage(deps, facts, { token, invitation })
  if (unavailablePage !== undefined) return send(reply, unavailablePage)
  return send(reply, await formPage(deps, facts, { token, invitation, typed: {}, faults: {} }))
}

async function submitForm(
  deps: ServiceDeps,
  request: SlugRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const startedAt = performance.now()
  // Counted before any query, so that a rejected request causes none.
  const ipLimitMessage = await applyRateLimit(reply, deps.limits.consumeApplication(request.ip))
  if (ipLimitMessage !== undefined) {
    const language = languageFor(request, 'en')
    return send(
      reply.code(429),
      plainPage({ ...labelsOf(language, ipLimitMessage), head: undefined, language }, joinFiles.style()),
    )
  }
  const facts = await findFacts(deps, request)
  if (facts === undefined) return send(reply.code(404), notFoundPage(request))
  const { language } = facts
  const typed = readTyped(request.body)
  if (typed === undefined) return send(reply.code(413), await renderMessage(deps, facts, 'join.tooLong'))
  const token = typed.invitation === '' ? undefined : typed.invitation
  const invitation = await invitationOf(deps, facts, token)
  const closedResponse = await closedPage(deps, facts, { token, invitation })
  if (closedResponse !== undefined) return send(reply.code(403), closedResponse)
  const showFormAgain = async (faults: Record<string, string>, status = 400) =>
    send(reply.code(status), await formPage(deps, facts, { token, invitation, typed, faults }))
  const formResult = readForm(invitation?.email == null ? typed : { ...typed, email: invitation.email }, {
    questions: facts.page?.questions ?? [],
    hasTerms: (facts.page?.terms ?? null) !== null,
    language,
  })
  if ('faults' in formResult) return showFormAgain(formResult.faults)
  const termsVersion = facts.page?.terms_version ?? null
  if ((typed['terms-version'] ?? '') !== String(termsVersion ?? '')) {
    return showFormAgain({ terms: message(language, 'join.fault.termsChanged') })
  }
  const solvedChallenge = await checkChallenge(deps, facts.program, typed.challenge ?? '')
  if (solvedChallenge.kind === 'unsolved')
    return showFormAgain({ '': message(language, 'join.fault.notProven') })
  const { program, page } = facts
  // Checked before the email is counted, so that a replayed solution doesn't use up another person's limit.
  const { challenge, expiresAt } = solvedChallenge
  const spentChallenge = { program_id: program.id, challenge, expires_at: expiresAt }
  if (!(await consumeChallenge(deps.database.kysely, spentChallenge)))
    return showFormAgain({ '': message(language, 'join.fault.sentBefore') })
  const limitMessage = await applyRateLimit(
    reply,
    deps.limits.consumeApplicationOf(program.id, formResult.form.email),
  )
  if (limitMessage !== undefined) return send(reply.code(429), await renderMessage(deps, facts, limitMessage))
  const mode = page?.mode ?? 'invitation'
  const applicationInput = { form: formResult.form, mode, termsVersion, language, token }
  const outcome = await applyToProgram(
    atProgramTime(deps, program),
    program,
    applicationInput,
    deps.clock.now(),
  )
  if (outcome === 'invitation_ended')
    return send(reply.code(403), await renderMessage(deps, facts, 'join.ended'))
  await waitForNext(onboardingLimits.joinAnswerMs, startedAt)
  return seeOther(reply, addressOf(facts, THANKS))
}

/** Shows the same page to every visitor. */
async function showConfirmation(
  deps: ServiceDeps,
  request: SlugRequest,
  reply: FastifyReply,
  labelOf: (deps: ServiceDeps, facts: PageFacts) => Labels,
): Promise<FastifyReply> {
  reply.headers(await deps.limits.consumeIp(request.ip))
  const facts = await findFacts(deps, request)
  if (facts === undefined) return send(reply.code(404), notFoundPage(request))
  return send(reply, await renderMessage(deps, facts, labelOf(deps, facts)))
}

async function showQuestion(deps: ServiceDeps, request: SlugRequest, reply: FastifyReply) {
  reply.headers(await deps.limits.consumeIp(request.ip))
  return withQuestion(deps, request, reply, async ({ path, menu, facts, question }) => {
    const head = await headOf(deps, facts, facts.language)
    const view = { path, question, typed: '', fault: undefined, menu }
    return send(reply, answerPage(head, view, joinFiles.style()))
  })
}

async function submitAnswer(deps: ServiceDeps, request: SlugRequest, reply: FastifyReply) {
  await deps.limits.consumeIp(request.ip)
  return withQuestion(deps, request, reply, async ({ path, menu, facts, question, requested }) => {
    const { language } = facts
    const typed = readTyped(request.body)?.answer
    const maxChars = onboardingLimits.applicantAnswerChars
    const answer = typed !== undefined && typed.length <= maxChars ? typed.trim() : ''
    if (answer === '' || answer.includes('\0') || !answer.isWellFormed()) {
      const fault =
        typed !== undefined && typed.length > maxChars
          ? message(language, 'join.fault.tooLong', { max: maxChars })
          : message(language, 'join.question.empty')
      const view = { path, question, typed: (typed ?? '').slice(0, maxChars), fault, menu }
      return send(reply.code(400), answerPage(await headOf(deps, facts, language), view, joinFiles.style()))
    }
    const { program } = facts
    const isTaken = await answerQuestion(atProgramTime(deps, program), program, { requested, answer })
    if (!isTaken) return send(reply.code(404), await renderMessage(deps, facts, 'join.answered'))
    return seeOther(reply, addressOf(facts, ANSWER_TAKEN))
  })
}

/** Handles a reply link. Invalid tokens count as failed authentication attempts from the client's IP address. */
async function withQuestion(
  deps: ServiceDeps,
  request: SlugRequest,
  reply: FastifyReply,
  handle: (
    view: { path: string; menu: LanguageMenu; facts: PageFacts } & NonNullable<
      Awaited<ReturnType<typeof findQuestion>>
    >,
  ) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const token = textOf(request.query, 'token') ?? ''
  const facts = await findFacts(deps, request)
  const found =
    facts === undefined
      ? undefined
      : await findQuestion(deps, facts.program, { token, realNow: deps.clock.now() })
  if (facts === undefined || found === undefined) {
    await deps.limits.consumeFailedAuthentication(request.ip)
    return send(
      reply.code(404),
      facts === undefined ? notFoundPage(request) : await renderMessage(deps, facts, 'join.answered'),
    )
  }
  const path = addressOf(facts, '/answer', { token })
  const menu = { path: `/join/${facts.slug}/answer`, query: { token } }
  return handle({ path, menu, facts, ...found })
}

/** The page's facts in the request's language. */
interface PageFacts extends JoinFacts {
  /** The language selected on the page; its links keep it. */
  chosen: Language | undefined
}

async function findFacts(deps: ServiceDeps, request: SlugRequest): Promise<PageFacts | undefined> {
  const facts = await findJoinFacts(deps, request.params.slug)
  if (facts === undefined) return undefined
  const language = languageFor(request, facts.language)
  return { ...facts, language, chosen: languageOf(textOf(request.query, 'lang')) }
}

function languageFor(request: FastifyRequest, otherwise: Language): Language {
  return (
    languageOf(textOf(request.query, 'lang')) ??
    requestedLanguage(request.headers['accept-language']) ??
    otherwise
  )
}

/** Returns a URL below the join page with its query, in the selected language. */
function addressOf({ slug, chosen }: PageFacts, below: string, query: Record<string, string> = {}): string {
  const all = new URLSearchParams({ ...query, ...(chosen === undefined ? {} : { lang: chosen }) })
  return `/join/${slug}${below}${all.size === 0 ? '' : `?${all}`}`
}

/** Messages that have a title and a text. */
type PageMessage = 'join.tooLong' | 'join.ended' | 'join.answered' | 'join.notFound' | 'join.rateLimited'

const labelsOf = (language: Language, name: PageMessage): Labels => ({
  title: message(language, `${name}.title`),
  text: message(language, `${name}.text`),
})

/** Returns the confirmation, which is the same for every outcome. */
function thanksOf({ config }: ServiceDeps, { program, page, language }: PageFacts): Labels {
  const isMailed = config.mail !== undefined && !program.sandbox
  // Only a program that approves applications sends a decision.
  const kind = !isMailed ? 'text' : page?.mode === 'approval' ? 'mailed' : 'open'
  return {
    title: message(language, 'join.thanks.title'),
    text: message(language, `join.thanks.${kind}`, { program: program.name }),
    isForPartners: true,
  }
}

function answerTakenOf(_: ServiceDeps, { program, language }: PageFacts): Labels {
  return {
    title: message(language, 'join.thanks.title'),
    text: message(language, 'join.thanks.answered', { program: program.name }),
  }
}

async function renderMessage(
  deps: ServiceDeps,
  facts: PageFacts,
  what: Labels | PageMessage,
): Promise<RenderedPage> {
  const { language } = facts
  const labels = typeof what === 'string' ? labelsOf(language, what) : what
  return plainPage({ ...labels, head: await headOf(deps, facts, language), language }, joinFiles.style())
}

function notFoundPage(request: FastifyRequest): RenderedPage {
  const language = languageFor(request, 'en')
  return plainPage({ ...labelsOf(language, 'join.notFound'), head: undefined, language }, joinFiles.style())
}

/**
 * Checks whether the form can be shown and sent.
 * @returns the page to show instead, or undefined
 */
async function closedPage(
  deps: ServiceDeps,
  facts: PageFacts,
  { token, invitation }: { token: string | undefined; invitation: JoinInvitationRow | undefined },
): Promise<RenderedPage | undefined> {
  const { program, page, language } = facts
  // Invitations work before the join page is set up.
  if (!acceptsPartners(facts) || (page === undefined && token === undefined)) {
    const text = message(language, 'join.closed', { program: program.name })
    return renderMessage(deps, facts, { title: program.name, text, isForPartners: true })
  }
  if (token !== undefined && invitation === undefined) return renderMessage(deps, facts, 'join.ended')
  if (page?.mode === 'invitation' && invitation === undefined) {
    const text = message(language, 'join.invitationOnly', { program: program.name })
    return renderMessage(deps, facts, { title: program.name, text, isForPartners: true })
  }
  return undefined
}

async function formPage(
  deps: ServiceDeps,
  facts: PageFacts,
  input: {
    token: string | undefined
    invitation: JoinInvitationRow | undefined
    typed: TypedForm
    faults: Record<string, string>
  },
): Promise<RenderedPage> {
  const { token, invitation, typed, faults } = input
  const form = {
    path: addressOf(facts, ''),
    menu: { path: `/join/${facts.slug}`, query: token === undefined ? {} : { invitation: token } },
    challenge: await newChallenge(deps, facts.program),
    typed,
    faults,
    invitation:
      invitation === undefined || token === undefined
        ? undefined
        : { token, inviterName: invitation.inviter_name, email: invitation.email },
  }
  return joinPage(await headOf(deps, facts, facts.language), form, joinFiles.style())
}

async function invitationOf(
  { database, clock }: ServiceDeps,
  { program }: JoinFacts,
  token: string | undefined,
): Promise<JoinInvitationRow | undefined> {
  if (token === undefined || token.length > 100) return undefined
  return findOpenJoinInvitation(
    database.kysely,
    program.id,
    hashLastingSecret('partner_invitation', token),
    clock.now(),
  )
}

/** Applies the rate limit. @returns the page to show if it is exceeded */
async function applyRateLimit(
  reply: FastifyReply,
  limitHeaders: Promise<Record<string, string>>,
): Promise<PageMessage | undefined> {
  try {
    reply.headers(await limitHeaders)
    return undefined
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'rate_limited') throw error
    reply.headers(error.headers)
    return 'join.rateLimited'
  }
}

/** Parses a form that has each field once; undefined if it is too large. */
function readTyped(body: unknown): TypedForm | undefined {
  const raw = body as RawBody | undefined // safe because receiveRawBodies is the only parser of these routes
  if (raw?.kind === 'too_large') return undefined
  const typed: Record<string, string> = {}
  let fields = 0
  for (const [name, value] of new URLSearchParams(raw?.bytes.toString() ?? '')) {
    if (++fields > onboardingLimits.joinFormFields) return undefined
    typed[name] ??= value
  }
  return typed
}

function textOf(query: unknown, name: string): string | undefined {
  // safe because a query is an object of strings, or of lists of strings
  const value = (query as Record<string, unknown>)[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

function send(reply: FastifyReply, { html, policy }: RenderedPage): FastifyReply {
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
    .send(html)
}
