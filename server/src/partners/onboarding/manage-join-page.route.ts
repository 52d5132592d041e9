import Type, { type Static } from 'typebox'
import { JOIN_MODES, QUESTION_KINDS } from '../../core/enums.ts'
import { invalidFieldError } from '../../core/errors/errors.http.ts'
import { DisplayName, DisplayText } from '../../core/http/display-text.http.ts'
import { choice, dataSchema, Instant, isoOrNull, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { MAX_MARKDOWN, markdownError } from '../../core/text/markdown-size.rule.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { joinPage } from './join.page.ts'
import { findJoinPage, type JoinPageRow } from './join-pages.sql.ts'
import { draftHead, joinFiles } from './join-view.flow.ts'
import { onboardingLimits } from './limits.ts'
import { serializePerUser } from './serialize-per-user.http.ts'
import { type JoinPageInput, saveJoinSettings } from './update-join-page.flow.ts'

const QuestionId = Type.String({
  maxLength: 16,
  pattern: '^[a-z0-9]+$',
  description: 'Stays the same as long as the question exists. New questions get an ID.',
})
const questionProperties = {
  kind: choice(QUESTION_KINDS, 'QuestionKind'),
  text: DisplayName(onboardingLimits.maxQuestionLength),
  required: Type.Boolean(),
  choices: Type.Array(DisplayName(onboardingLimits.maxChoiceLength), {
    maxItems: onboardingLimits.choicesPerQuestion,
    description: 'At least two for a `choice`. Other kinds have none.',
  }),
}

const JoinPage = namedObject('JoinPage', {
  mode: choice(JOIN_MODES, 'JoinMode'),
  content: Type.String({ description: 'Markdown.' }),
  terms: nullable(Type.String({ description: 'Markdown.' })),
  termsVersion: nullable(Type.Integer()),
  termsSince: nullable(Instant),
  questions: Type.Array(Type.Object({ id: QuestionId, ...questionProperties })),
  updatedAt: nullable(Instant),
})

const MARKDOWN_SIZE = `At most ${MAX_MARKDOWN.lines} lines (${MAX_MARKDOWN.quotedLines} of them quoted) and ${MAX_MARKDOWN.marks} markup characters.`

const JoinPageBody = Type.Object({
  mode: choice(JOIN_MODES, 'JoinMode'),
  content: DisplayText(onboardingLimits.maxJoinContentLength, {
    minLength: 0,
    description: `Markdown. ${MARKDOWN_SIZE}`,
  }),
  terms: Type.Optional(
    nullable(
      DisplayText(onboardingLimits.maxJoinContentLength, {
        minLength: 0,
        description: `Markdown. ${MARKDOWN_SIZE} Changed text becomes a new version; \`null\` or empty removes the terms.`,
      }),
    ),
  ),
  questions: Type.Array(Type.Object({ id: Type.Optional(QuestionId), ...questionProperties }), {
    maxItems: onboardingLimits.questionsPerPage,
  }),
})

const JoinPagePreview = namedObject('JoinPagePreview', {
  html: Type.String({ description: 'The rendered page. Show it in a sandboxed frame.' }),
})

/**
 * Registers the routes for join page settings. Reading requires `tracking:read`, writing and previews `program:update`.
 */
export function registerManageJoinPage(app: App, deps: ServiceDeps): void {
  const runForUser = serializePerUser()
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/join-page',
    operationId: 'readJoinPage',
    summary: 'Retrieve the join page settings',
    permission: 'tracking:read',
    response: dataSchema(JoinPage),
    handle: async ({ program }) => ({
      data: showJoinPage(await findJoinPage(deps.database.kysely, program.id)),
    }),
  })
  programRoute(app, deps, {
    method: 'PUT',
    url: '/api/programs/:programId/join-page',
    operationId: 'updateJoinPage',
    summary: 'Update the join page settings',
    description:
      '`open`: applicants are approved automatically; `approval`: the team decides; `invitation`: only invited partners ' +
      'can join. The page is at `/join/` followed by the slug in the program’s branding.',
    permission: 'program:update',
    body: { schema: JoinPageBody, read: readJoinPage },
    response: dataSchema(JoinPage),
    handle: async ({ ctx, program, body }) => ({
      data: showJoinPage(await saveJoinSettings(ctx, program.id, body)),
    }),
  })
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/join-page/preview',
    operationId: 'previewJoinPage',
    summary: 'Preview a join page',
    description:
      'Each user can run one preview at a time. A second request waits for the first, and a third returns `rate_limited`.',
    permission: 'program:update',
    isRead: true,
    body: { schema: JoinPageBody, read: readJoinPage },
    response: dataSchema(JoinPagePreview),
    handle: ({ realCtx, program, body, actorId }) =>
      runForUser(actorId, async () => {
        const head = await draftHead(realCtx, program, body)
        const form = { path: '', challenge: undefined, typed: {}, faults: {}, invitation: undefined }
        return { data: { html: joinPage(head, form, joinFiles.style()).html } }
      }),
  })
}

function readJoinPage({ mode, content, terms, questions }: Static<typeof JoinPageBody>): JoinPageInput {
  checkMarkdown('content', content)
  checkMarkdown('terms', terms ?? '')
  const questionIds = questions.flatMap(({ id }) => id ?? [])
  if (new Set(questionIds).size < questionIds.length)
    throw invalidFieldError('questions', 'Two questions have the same ID.')
  for (const [n, { kind, choices }] of questions.entries()) {
    const field = `questions.${n}.choices`
    if (kind === 'choice' ? choices.length < 2 : choices.length > 0) {
      throw invalidFieldError(
        field,
        `${field}: a choice needs at least two options; other questions have none.`,
      )
    }
    if (new Set(choices.map((one) => one.trim())).size < choices.length) {
      throw invalidFieldError(field, `${field}: two options are the same.`)
    }
  }
  return {
    mode,
    content,
    terms: terms === undefined || terms === null || terms.trim() === '' ? null : terms,
    questions: questions.map((question) => ({
      ...question,
      text: question.text.trim(),
      choices: question.choices.map((one) => one.trim()),
    })),
  }
}

function checkMarkdown(field: string, text: string): void {
  const fault = markdownError(text)
  if (fault !== undefined) throw invalidFieldError(field, `${field} ${fault}. Shorten it.`)
}

function showJoinPage(row: JoinPageRow | undefined): Static<typeof JoinPage> {
  return {
    mode: row?.mode ?? 'invitation',
    content: row?.content ?? '',
    terms: row?.terms ?? null,
    termsVersion: row?.terms_version ?? null,
    termsSince: isoOrNull(row?.terms_since ?? null),
    questions: row?.questions ?? [],
    updatedAt: isoOrNull(row?.updated_at ?? null),
  }
}
