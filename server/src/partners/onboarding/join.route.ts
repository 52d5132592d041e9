import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '../../core/enums.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import { isHeld } from '../../core/http/entity-tag.rule.ts'
import { seeOther } from '../../core/http/redirect.http.ts'
import { type RawBody, receiveRawBodies } from '../../core/http/request-parsing.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { message } from '../../core/i18n/message.rule.ts'
import { parseLanguage, requestedLanguage } from '../../core/i18n/requested-language.rule.ts'
import { waitForNext } from '../../core/jobs/interval.ts'
import { hashPermanentSecret } from '../../core/privacy/token.rule.ts'
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
  findJoinPageData,
  type JoinPageData,
  joinFiles,
  loadJoinHead,
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
  for (const [path, getLabels] of [
    [THANKS, thankYouLabels],
    [ANSWER_TAKEN, answerReceivedLabels],
  ] as const) {
    app.get<{ Params: { slug: string } }>(`/join/:slug${path}`, { schema }, (request, reply) =>
      showConfirmation(deps, request, reply, getLabels),
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
  const data = await findJoinRequestData(deps, request)
  if (data === undefined) return send(reply.code(404), notFoundPage(request))
  const token = readQueryText(request.query, 'invitation')
  const invitation = await findInvitation(deps, data, token)
  const unavailablePage = await closedPage(deps, data, { token, invitation })
  if (unavailablePage !== undefined) return send(reply, unavailablePage)
  return send(reply, await formPage(deps, data, { token, invitation, typed: {}, faults: {} }))
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
      plainPage({ ...pageLabels(language, ipLimitMessage), head: undefined, language }, joinFiles.style()),
    )
  }
  const data = await findJoinRequestData(deps, request)
  if (data === undefined) return send(reply.code(404), notFoundPage(request))
  const { language } = data
  const typed = readTyped(request.body)
  if (typed === undefined) return send(reply.code(413), await renderMessage(deps, data, 'join.tooLong'))
  const token = typed.invitation === '' ? undefined : typed.invitation
  const invitation = await findInvitation(deps, data, token)
  const closedResponse = await closedPage(deps, data, { token, invitation })
  if (closedResponse !== undefined) return send(reply.code(403), closedResponse)
  const showFormAgain = async (faults: Record<string, string>, status = 400) =>
    send(reply.code(status), await formPage(deps, data, { token, invitation, typed, faults }))
  const formResult = readForm(invitation?.email == null ? typed : { ...typed, email: invitation.email }, {
    questions: data.page?.questions ?? [],
    hasTerms: (data.page?.terms ?? null) !== null,
    language,
  })
  if ('faults' in formResult) return showFormAgain(formResult.faults)
  const termsVersion = data.page?.terms_version ?? null
  if ((typed['terms-version'] ?? '') !== String(termsVersion ?? '')) {
    return showFormAgain({ terms: message(language, 'join.fault.termsChanged') })
  }
  const solvedChallenge = await checkChallenge(deps, data.program, typed.challenge ?? '')
  if (solvedChallenge.kind === 'unsolved')
    return showFormAgain({ '': message(language, 'join.fault.notProven') })
  const { program, page } = data
  // Checked before the email is counted, so that a replayed solution doesn't use up another person's limit.
  const { challenge, expiresAt } = solvedChallenge
  const spentChallenge = { program_id: program.id, challenge, expires_at: expiresAt }
  if (!(await consumeChallenge(deps.database.kysely, spentChallenge)))
    return showFormAgain({ '': message(language, 'join.fault.sentBefore') })
  const limitMessage = await applyRateLimit(
    reply,
    deps.limits.consumeApplicationEmail(program.id, formResult.form.email),
  )
  if (limitMessage !== undefined) return send(reply.code(429), await renderMessage(deps, data, limitMessage))
  const mode = page?.mode ?? 'invitation'
  const applicationInput = { form: formResult.form, mode, termsVersion, language, token }
  const outcome = await applyToProgram(
    atProgramTime(deps, program),
    program,
    applicationInput,
    deps.clock.now(),
  )
  if (outcome === 'invitation_ended')
    return send(reply.code(403), await renderMessage(deps, data, 'join.ended'))
  await waitForNext(onboardingLimits.joinAnswerMs, startedAt)
  return seeOther(reply, joinPageUrl(data, THANKS))
}

/** Shows the same page to every visitor. */
async function showConfirmation(
  deps: ServiceDeps,
  request: SlugRequest,
  reply: FastifyReply,
  getLabels: (deps: ServiceDeps, data: JoinRequestData) => Labels,
): Promise<FastifyReply> {
  reply.headers(await deps.limits.consumeIp(request.ip))
  const data = await findJoinRequestData(deps, request)
  if (data === undefined) return send(reply.code(404), notFoundPage(request))
  return send(reply, await renderMessage(deps, data, getLabels(deps, data)))
}

async function showQuestion(deps: ServiceDeps, request: SlugRequest, reply: FastifyReply) {
  reply.headers(await deps.limits.consumeIp(request.ip))
  return withQuestion(deps, request, reply, async ({ path, menu, data, question }) => {
    const head = await loadJoinHead(deps, data, data.language)
    const view = { path, question, typed: '', fault: undefined, menu }
    return send(reply, answerPage(head, view, joinFiles.style()))
  })
}

async function submitAnswer(deps: ServiceDeps, request: SlugRequest, reply: FastifyReply) {
  await deps.limits.consumeIp(request.ip)
  return withQuestion(deps, request, reply, async ({ path, menu, data, question, requested }) => {
    const { language } = data
    const typed = readTyped(request.body)?.answer
    const maxChars = onboardingLimits.maxApplicantAnswerLength
    const answer = typed !== undefined && typed.length <= maxChars ? typed.trim() : ''
    if (answer === '' || answer.includes('\0') || !answer.isWellFormed()) {
      const fault =
        typed !== undefined && typed.length > maxChars
          ? message(language, 'join.fault.tooLong', { max: maxChars })
          : message(language, 'join.question.empty')
      const view = { path, question, typed: (typed ?? '').slice(0, maxChars), fault, menu }
      return send(
        reply.code(400),
        answerPage(await loadJoinHead(deps, data, language), view, joinFiles.style()),
      )
    }
    const { program } = data
    const isTaken = await answerQuestion(atProgramTime(deps, program), program, { requested, answer })
    if (!isTaken) return send(reply.code(404), await renderMessage(deps, data, 'join.answered'))
    return seeOther(reply, joinPageUrl(data, ANSWER_TAKEN))
  })
}

/** Handles a reply link. Invalid tokens count as failed authentication attempts from the client's IP address. */
async function withQuestion(
  deps: ServiceDeps,
  request: SlugRequest,
  reply: FastifyReply,
  handle: (
    view: { path: string; menu: LanguageMenu; data: JoinRequestData } & NonNullable<
      Awaited<ReturnType<typeof findQuestion>>
    >,
  ) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const token = readQueryText(request.query, 'token') ?? ''
  const data = await findJoinRequestData(deps, request)
  const found =
    data === undefined
      ? undefined
      : await findQuestion(deps, data.program, { token, realNow: deps.clock.now() })
  if (data === undefined || found === undefined) {
    await deps.limits.consumeFailedAuthentication(request.ip)
    return send(
      reply.code(404),
      data === undefined ? notFoundPage(request) : await renderMessage(deps, data, 'join.answered'),
    )
  }
  const path = joinPageUrl(data, '/answer', { token })
  const menu = { path: `/join/${data.slug}/answer`, query: { token } }
  return handle({ path, menu, data, ...found })
}

/** The page's facts in the request's language. */
interface JoinRequestData extends JoinPageData {
  /** The language selected on the page; its links keep it. */
  chosen: Language | undefined
}

async function findJoinRequestData(
  deps: ServiceDeps,
  request: SlugRequest,
): Promise<JoinRequestData | undefined> {
  const data = await findJoinPageData(deps, request.params.slug)
  if (data === undefined) return undefined
  const language = languageFor(request, data.language)
  return { ...data, language, chosen: parseLanguage(readQueryText(request.query, 'lang')) }
}

function languageFor(request: FastifyRequest, otherwise: Language): Language {
  return (
    parseLanguage(readQueryText(request.query, 'lang')) ??
    requestedLanguage(request.headers['accept-language']) ??
    otherwise
  )
}

/** Returns a URL below the join page with its query, in the selected language. */
function joinPageUrl(
  { slug, chosen }: JoinRequestData,
  below: string,
  query: Record<string, string> = {},
): string {
  const all = new URLSearchParams({ ...query, ...(chosen === undefined ? {} : { lang: chosen }) })
  return `/join/${slug}${below}${all.size === 0 ? '' : `?${all}`}`
}

/** Messages that have a title and a text. */
type PageMessage = 'join.tooLong' | 'join.ended' | 'join.answered' | 'join.notFound' | 'join.rateLimited'

const pageLabels = (language: Language, name: PageMessage): Labels => ({
  title: message(language, `${name}.title`),
  text: message(language, `${name}.text`),
})

/** Returns the confirmation, which is the same for every outcome. */
function thankYouLabels({ config }: ServiceDeps, { program, page, language }: JoinRequestData): Labels {
  const isMailed = config.mail !== undefined && !program.sandbox
  // Only a program that approves applications sends a decision.
  const kind = !isMailed ? 'text' : page?.mode === 'approval' ? 'mailed' : 'open'
  return {
    title: message(language, 'join.thanks.title'),
    text: message(language, `join.thanks.${kind}`, { program: program.name }),
    isForPartners: true,
  }
}

function answerReceivedLabels(_: ServiceDeps, { program, language }: JoinRequestData): Labels {
  return {
    title: message(language, 'join.thanks.title'),
    text: message(language, 'join.thanks.answered', { program: program.name }),
  }
}

async function renderMessage(
  deps: ServiceDeps,
  data: JoinRequestData,
  what: Labels | PageMessage,
): Promise<RenderedPage> {
  const { language } = data
  const labels = typeof what === 'string' ? pageLabels(language, what) : what
  return plainPage({ ...labels, head: await loadJoinHead(deps, data, language), language }, joinFiles.style())
}

function notFoundPage(request: FastifyRequest): RenderedPage {
  const language = languageFor(request, 'en')
  return plainPage({ ...pageLabels(language, 'join.notFound'), head: undefined, language }, joinFiles.style())
}

/**
 * Checks whether the form can be shown and sent.
 * @returns the page to show instead, or undefined
 */
async function closedPage(
  deps: ServiceDeps,
  data: JoinRequestData,
  { token, invitation }: { token: string | undefined; invitation: JoinInvitationRow | undefined },
): Promise<RenderedPage | undefined> {
  const { program, page, language } = data
  // Invitations work before the join page is set up.
  if (!acceptsPartners(data) || (page === undefined && token === undefined)) {
    const text = message(language, 'join.closed', { program: program.name })
    return renderMessage(deps, data, { title: program.name, text, isForPartners: true })
  }
  if (token !== undefined && invitation === undefined) return renderMessage(deps, data, 'join.ended')
  if (page?.mode === 'invitation' && invitation === undefined) {
    const text = message(language, 'join.invitationOnly', { program: program.name })
    return renderMessage(deps, data, { title: program.name, text, isForPartners: true })
  }
  return undefined
}

async function formPage(
  deps: ServiceDeps,
  data: JoinRequestData,
  input: {
    token: string | undefined
    invitation: JoinInvitationRow | undefined
    typed: TypedForm
    faults: Record<string, string>
  },
): Promise<RenderedPage> {
  const { token, invitation, typed, faults } = input
  const form = {
    path: joinPageUrl(data, ''),
    menu: { path: `/join/${data.slug}`, query: token === undefined ? {} : { invitation: token } },
    challenge: await newChallenge(deps, data.program),
    typed,
    faults,
    invitation:
      invitation === undefined || token === undefined
        ? undefined
        : { token, inviterName: invitation.inviter_name, email: invitation.email },
  }
  return joinPage(await loadJoinHead(deps, data, data.language), form, joinFiles.style())
}

async function findInvitation(
  { database, clock }: ServiceDeps,
  { program }: JoinPageData,
  token: string | undefined,
): Promise<JoinInvitationRow | undefined> {
  if (token === undefined || token.length > 100) return undefined
  return findOpenJoinInvitation(
    database.kysely,
    program.id,
    hashPermanentSecret('partner_invitation', token),
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

function readQueryText(query: unknown, name: string): string | undefined {
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
