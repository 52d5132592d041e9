import Type, { type Static } from 'typebox'
import type { Answer as ResponseRow } from '../../core/database/schema.ts'
import { APPLICATION_STATUSES, APPLICATION_STEPS } from '../../core/enums.ts'
import { choice, Instant, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { toResponseFields } from '../../core/http/response-fields.rule.ts'
import { actorDisplayName } from '../../workspace/accounts/actor-name.rule.ts'
import type { ApplicationRow, StepRow } from '../enrollments/applications.sql.ts'

const Answer = namedObject('ApplicationAnswer', {
  id: Type.String({ description: 'The ID of the question.' }),
  question: Type.String({ description: 'The question’s text when it was answered.' }),
  answer: Type.String(),
})

const summary = {
  id: Type.Integer(),
  status: choice(APPLICATION_STATUSES, 'ApplicationStatus'),
  version: Type.Integer({
    description: 'Increases with each status change. Send it with a decision.',
  }),
  name: Type.String(),
  email: Type.String(),
  website: nullable(Type.String()),
  answers: Type.Array(Answer),
  termsVersion: nullable(
    Type.Integer({ description: 'The version of the accepted terms; null if there were none.' }),
  ),
  partnerId: nullable(
    Type.Integer({ description: 'The partner who was created from the application or has the same email.' }),
  ),
  isInvited: Type.Boolean({ description: 'Whether the applicant was invited.' }),
  createdAt: Instant,
  changedAt: Instant,
}

export const Application = namedObject('Application', summary)

const Step = namedObject('ApplicationStep', {
  step: Type.Integer(),
  kind: choice(APPLICATION_STEPS, 'ApplicationStepKind'),
  by: nullable(
    Type.String({ description: 'The team member; null for the applicant or an automatic decision.' }),
  ),
  message: nullable(Type.String({ description: 'The reason, question or answer.' })),
  answers: nullable(Type.Array(Answer)),
  at: Instant,
})

export const ApplicationDetails = namedObject('ApplicationDetails', { ...summary, steps: Type.Array(Step) })

export function showApplication(row: ApplicationRow): Static<typeof Application> {
  return {
    ...toResponseFields(row),
    answers: row.answers.map(showAnswer),
    isInvited: row.invitation_id !== null,
  }
}

/** Returns an application for a response, with its history in the order of the changes. */
export function showDetails(
  row: ApplicationRow,
  steps: readonly StepRow[],
): Static<typeof ApplicationDetails> {
  return {
    ...showApplication(row),
    steps: steps.map((step) => ({
      ...toResponseFields(step),
      by: actorName(step),
      answers: step.answers?.map(showAnswer) ?? null,
    })),
  }
}

/** Returns the name shown for the team member. */
export function actorName({ actor_id, actor_name }: Pick<StepRow, 'actor_id' | 'actor_name'>): string | null {
  return actor_id === null ? null : actorDisplayName(actor_id, actor_name)
}

function showAnswer({ id, question, answer }: ResponseRow): ResponseRow {
  return { id, question, answer }
}
