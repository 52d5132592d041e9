import Type, { type Static } from 'typebox'
import { JOIN_MODES, QUESTION_KINDS } from '../../core/enums.ts'
import { invalidField } from '../../core/errors/errors.http.ts'
import { DisplayName, DisplayText } from '../../core/http/display-text.http.ts'
import { choice, dataOf, Instant, isoOrNull, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { MARKDOWN_MOST, markdownFault } from '../../core/text/markdown-size.rule.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { joinPage } from './join.page.ts'
import { findJoinPage, type JoinPageRow } from './join-pages.sql.ts'
import { draftHead, joinFiles } from './join-view.flow.ts'
import { onboardingLimits } from './limits.ts'
import { oneAtATime } from './one-at-a-time.http.ts'
import { type JoinPageInput, saveJoinSettings } from './update-join-page.flow.ts'

const QuestionId = Type.String({
  maxLength: 16,
  pattern: '^[a-z0-9]+$',
  description: 'Stays the same for as long as the question is there. A new question gets one.',
})
const questionProperties = {
  kind: choice(QUESTION_KINDS, 'QuestionKind'),
  text: DisplayName(onboardingLimits.questionChars),
  required: Type.Boolean(),
  choices: Type.Array(DisplayName(onboardingLimits.choiceChars), {
    maxItems: onboardingLimits.choicesPerQuestion,
    description: 'Of a `choice`: two at least. Others have none.',
  }),
}

const JoinPage = namedObject('JoinPage', {
  mode: choice(JOIN_MODES, 'JoinMode'),
  words: Type.String({ description: 'Markdown.' }),
  terms: nullable(Type.String({ description: 'Markdown.' })),
  termsVersion: nullable(Type.Integer()),
  termsSince: nullable(Instant),
  questions: Type.Array(Type.Object({ id: QuestionId, ...questionProperties })),
  updatedAt: nullable(Instant),
})

const MARKDOWN_SIZE = `At most ${MARKDOWN_MOST.lines} lines, ${MARKDOWN_MOST.quotedLines} of them quoted, and ${MARKDOWN_MOST.marks} characters of markup.`

const JoinPageBody = Type.Object({
  mode: choice(JOIN_MODES, 'JoinMode'),
  words: DisplayText(onboardingLimits.joinWordsChars, {
    minLength: 0,
    description: `Markdown. ${MARKDOWN_SIZE}`,
  }),
  terms: Type.Optional(
    nullable(
      DisplayText(onboardingLimits.joinWordsChars, {
        minLength: 0,
        description: `Markdown. ${MARKDOWN_SIZE} Other words than before are a new version; \`null\` or none: there are no terms.`,
      }),
    ),
  ),
  questions: Type.Array(Type.Object({ id: Type.Optional(QuestionId), ...questionProperties }), {
    maxItems: onboardingLimits.questionsPerPage,
  }),
})

const JoinPagePreview = namedObject('JoinPagePreview', {
  html: Type.String({ description: 'The page as it would be. Show it in a sandboxed frame.' }),
})

/** How people join a program: reading takes `tracking:read`, writing and previews `program:update`. */
export function registerManageJoinPage(app: App, deps: ServiceDeps): void {
  const inTurn = oneAtATime()
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/join-page',
    operationId: 'readJoinPage',
    summary: 'Read how people join a program',
    permission: 'tracking:read',
    answer: dataOf(JoinPage),
    handle: async ({ program }) => ({
      data: showJoinPage(await findJoinPage(deps.database.kysely, program.id)),
    }),
  })
  programRoute(app, deps, {
    method: 'PUT',
    url: '/api/programs/:programId/join-page',
    operationId: 'updateJoinPage',
    summary: 'Set how people join a program',
    description:
      '`open`: whoever applies is approved at once; `approval`: the team decides; `invitation`: only who was invited ' +
      'joins. The page stands at `/join/` and the slug of the program’s brand.',
    permission: 'program:update',
    body: { schema: JoinPageBody, read: readJoinPage },
    answer: dataOf(JoinPage),
    handle: async ({ ctx, program, body }) => ({
      data: showJoinPage(await saveJoinSettings(ctx, program.id, body)),
    }),
  })
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/join-page/preview',
    operationId: 'previewJoinPage',
    summary: 'See a join page before it is saved',
    description:
      'One at a time for each person: a second call waits for the first, a third is `rate_limited`.',
    permission: 'program:update',
    isRead: true,
    body: { schema: JoinPageBody, read: readJoinPage },
    answer: dataOf(JoinPagePreview),
    handle: ({ realCtx, program, body, actorId }) =>
      inTurn(actorId, async () => {
        const head = await draftHead(realCtx, program, body)
        const form = { path: '', challenge: undefined, typed: {}, faults: {}, invitation: undefined }
        return { data: { html: joinPage(head, form, joinFiles.style()).html } }
      }),
  })
}

function readJoinPage({ mode, words, terms, questions }: Static<typeof JoinPageBody>): JoinPageInput {
  checkMarkdown('words', words)
  checkMarkdown('terms', terms ?? '')
  const known = questions.flatMap(({ id }) => id ?? [])
  if (new Set(known).size < known.length) throw invalidField('questions', 'Two questions have one id.')
  for (const [n, { kind, choices }] of questions.entries()) {
    const field = `questions.${n}.choices`
    if (kind === 'choice' ? choices.length < 2 : choices.length > 0) {
      throw invalidField(field, `${field}: a choice has two at least, and other questions none.`)
    }
    if (new Set(choices.map((one) => one.trim())).size < choices.length) {
      throw invalidField(field, `${field}: two are the same.`)
    }
  }
  return {
    mode,
    words,
    terms: terms === undefined || terms === null || terms.trim() === '' ? null : terms,
    questions: questions.map((question) => ({
      ...question,
      text: question.text.trim(),
      choices: question.choices.map((one) => one.trim()),
    })),
  }
}

function checkMarkdown(field: string, text: string): void {
  const fault = markdownFault(text)
  if (fault !== undefined) throw invalidField(field, `${field} ${fault}: shorten it.`)
}

function showJoinPage(row: JoinPageRow | undefined): Static<typeof JoinPage> {
  return {
    mode: row?.mode ?? 'invitation',
    words: row?.words ?? '',
    terms: row?.terms ?? null,
    termsVersion: row?.terms_version ?? null,
    termsSince: isoOrNull(row?.terms_since ?? null),
    questions: row?.questions ?? [],
    updatedAt: isoOrNull(row?.updated_at ?? null),
  }
}
