import Type, { type Static } from 'typebox'
import { APPLICATION_STATUSES, APPLICATION_STEPS } from '../../core/enums.ts'
import { choice, Instant, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { nameOfActor } from '../../workspace/accounts/actor-name.rule.ts'
import type { Answer as AnswerRow } from '../enrollments/application.ts'
import type { ApplicationRow, StepRow } from '../enrollments/applications.sql.ts'

const Answer = namedObject('ApplicationAnswer', {
  id: Type.String({ description: 'Of the question.' }),
  question: Type.String({ description: 'Its words when it was answered.' }),
  answer: Type.String(),
})

const summary = {
  id: Type.Integer(),
  status: choice(APPLICATION_STATUSES, 'ApplicationStatus'),
  version: Type.Integer({
    description: 'Grows with each change of the status. Whoever decides names the one seen.',
  }),
  name: Type.String(),
  email: Type.String(),
  website: nullable(Type.String()),
  answers: Type.Array(Answer),
  termsVersion: nullable(
    Type.Integer({ description: 'Of the terms that were accepted when it was sent; null: there were none.' }),
  ),
  partnerId: nullable(Type.Integer({ description: 'The partner of the program that it belongs to.' })),
  isInvited: Type.Boolean({ description: 'An invitation let the applicant in.' }),
  createdAt: Instant,
  changedAt: Instant,
}

export const Application = namedObject('Application', summary)

const Step = namedObject('ApplicationStep', {
  step: Type.Integer(),
  kind: choice(APPLICATION_STEPS, 'ApplicationStepKind'),
  by: nullable(
    Type.String({ description: 'Who of the team; null: the applicant, or nobody had to decide.' }),
  ),
  words: nullable(Type.String({ description: 'The reason, the question or the answer.' })),
  answers: nullable(Type.Array(Answer)),
  at: Instant,
})

export const ApplicationDetails = namedObject('ApplicationDetails', { ...summary, steps: Type.Array(Step) })

export function showApplication(row: ApplicationRow): Static<typeof Application> {
  return {
    id: row.id,
    status: row.status,
    version: row.version,
    name: row.name,
    email: row.email,
    website: row.website,
    answers: row.answers.map(showAnswer),
    termsVersion: row.terms_version,
    partnerId: row.partner_id,
    isInvited: row.invitation_id !== null,
    createdAt: row.created_at.toISOString(),
    changedAt: row.changed_at.toISOString(),
  }
}

/** With its history, in the order in which it was applied. */
export function showDetails(
  row: ApplicationRow,
  steps: readonly StepRow[],
): Static<typeof ApplicationDetails> {
  return {
    ...showApplication(row),
    steps: steps.map((step) => ({
      step: step.step,
      kind: step.kind,
      by: actorName(step),
      words: step.words,
      answers: step.answers?.map(showAnswer) ?? null,
      at: step.at.toISOString(),
    })),
  }
}

/** Who of the team it was, as people know him. */
export function actorName({ actor_id, actor_name }: Pick<StepRow, 'actor_id' | 'actor_name'>): string | null {
  return actor_id === null ? null : nameOfActor(actor_id, actor_name)
}

function showAnswer({ id, question, answer }: AnswerRow): AnswerRow {
  return { id, question, answer }
}
