import Type, { type TSchema } from 'typebox'
import { limits } from '../../core/config/limits.ts'
import { ApiError, invalidField } from '../../core/errors/errors.http.ts'
import { dataOf, Instant } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { readText } from '../../core/http/query.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { findPlaceholder } from '../../tracking/requests/placeholder-field.rule.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { DATA_SUBJECT_PARTS, type DataSubjectPart, type RequestedDataSubject } from './data-subject.ts'
import { eraseDataSubject } from './erase-data-subject.flow.ts'
import { exportDataSubject } from './export-data-subject.flow.ts'
import { dataSubjectLimits } from './limits.ts'

/** One field for each part. */
function ofEachPart<Schema extends TSchema>(schema: Schema): Record<DataSubjectPart, Schema> {
  // safe because every part is there
  return Object.fromEntries(DATA_SUBJECT_PARTS.map((part) => [part, schema])) as Record<
    DataSubjectPart,
    Schema
  >
}

const DataSubjectCounts = namedObject('DataSubjectCounts', ofEachPart(Type.Integer()))

const DataSubjectRows = namedObject(
  'DataSubjectRows',
  ofEachPart(Type.Array(Type.Record(Type.String(), Type.Unknown()))),
)

const askedFields = {
  customerKey: Type.Optional(
    Type.String({ minLength: 1, maxLength: limits.idChars, description: 'Your own id of the customer.' }),
  ),
  email: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: limits.idChars,
      description: 'Everybody who is known by this e-mail. It is not kept: its keyed hash is compared.',
    }),
  ),
}

const MatchedKeys = Type.Array(Type.String(), {
  description:
    'The customer keys that were found, as they are stored: blanks around a key make no other person.',
})

const Person = namedObject('Person', {
  programId: Type.Integer(),
  asked: Type.Object(askedFields),
  customerKeys: MatchedKeys,
  exportedAt: Instant,
  counts: DataSubjectCounts,
  parts: DataSubjectRows,
})

const ErasedDataSubject = namedObject('ErasedDataSubject', {
  pseudonyms: Type.Array(Type.String(), {
    description:
      'Random: what stands in the place of each customer key from now on. They lead back to nobody.',
  }),
  customerKeys: MatchedKeys,
  counts: DataSubjectCounts,
})

/** Everything about one person of a program, and its end: docs/privacy.md. */
export function registerManageDataSubjects(app: App, deps: ServiceDeps): void {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/data-subject',
    operationId: 'exportDataSubject',
    summary: 'Export everything about one person',
    description: `Takes either customerKey or email. More than ${dataSubjectLimits.dataSubjectRows} rows of one kind are 409: the command line has no such limit.`,
    permission: 'data_subject:export',
    query: {
      parameters: askedFields,
      read: (query) => whoOf(readText(query, 'customerKey'), readText(query, 'email')),
    },
    answer: dataOf(Person),
    errors: [409],
    handle: async ({ ctx, program, query: asked }) => {
      const found = await exportDataSubject(ctx, program.id, asked, {
        most: dataSubjectLimits.dataSubjectRows,
      })
      switch (found.kind) {
        case 'nobody':
          throw nobody()
        case 'too_much':
          throw new ApiError(
            'conflict',
            `There is more about this person than one answer holds (${dataSubjectLimits.dataSubjectRows} rows of a kind): export it with affiliate data-subject export.`,
            { counts: found.counts },
          )
        case 'exported':
          return { data: found.person }
      }
    },
  })
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/data-subject/erase',
    operationId: 'eraseDataSubject',
    summary: 'Erase one person, for good',
    description:
      'Takes either customerKey or email. Sales, refunds, commissions and fees stay under a random pseudonym, so that money still adds up; everything else that says who it was is gone, and nobody can bring it back.',
    permission: 'data_subject:erase',
    body: {
      schema: namedObject('EraseDataSubjectBody', askedFields),
      read: ({ customerKey, email }) => whoOf(customerKey, email),
    },
    answer: dataOf(ErasedDataSubject),
    handle: async ({ ctx, program, body: asked }) => {
      const erasure = await eraseDataSubject(ctx, program.id, asked)
      if (erasure.kind === 'nobody') throw nobody()
      const { pseudonyms, customerKeys, counts } = erasure
      return { data: { pseudonyms, customerKeys, counts } }
    },
  })
}

function whoOf(customerKey: string | undefined, email: string | undefined): RequestedDataSubject {
  if (customerKey?.trim() === '') throw invalidField('customerKey', 'customerKey is empty.')
  const placeholder = findPlaceholder({ customerKey }, ['customerKey'])
  if (placeholder !== undefined) throw invalidField(placeholder.field, placeholder.message)
  if (email !== undefined && !email.includes('@')) throw invalidField('email', 'email is no e-mail address.')
  if (customerKey !== undefined && email === undefined) return { customerKey }
  if (email !== undefined && customerKey === undefined) return { email }
  throw invalidField('customerKey', 'Say who: either customerKey or email, one of the two.')
}

function nobody(): ApiError {
  return new ApiError('not_found', 'This program knows nobody of this name: nothing was done.')
}
