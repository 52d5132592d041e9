import Type, { type TSchema } from 'typebox'
import { limits } from '../../core/config/limits.ts'
import { ApiError, invalidFieldError } from '../../core/errors/errors.http.ts'
import { dataSchema, Instant } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { readText } from '../../core/http/query.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { findPlaceholder } from '../../tracking/requests/placeholder-field.rule.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { DATA_SUBJECT_PARTS, type DataSubjectSection, type RequestedDataSubject } from './data-subject.ts'
import { eraseDataSubject } from './erase-data-subject.flow.ts'
import { exportDataSubject } from './export-data-subject.flow.ts'
import { dataSubjectLimits } from './limits.ts'

function sectionSchemas<Schema extends TSchema>(schema: Schema): Record<DataSubjectSection, Schema> {
  // safe because every part is present
  return Object.fromEntries(DATA_SUBJECT_PARTS.map((part) => [part, schema])) as Record<
    DataSubjectSection,
    Schema
  >
}

const DataSubjectCounts = namedObject('DataSubjectCounts', sectionSchemas(Type.Integer()))

const DataSubjectRows = namedObject(
  'DataSubjectRows',
  sectionSchemas(Type.Array(Type.Record(Type.String(), Type.Unknown()))),
)

const queryFields = {
  customerKey: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: limits.maxIdLength,
      description: 'Customer key (your ID for the customer).',
    }),
  ),
  email: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: limits.maxIdLength,
      description: 'Matches every customer with this email. Not stored: only its keyed hash is compared.',
    }),
  ),
}

const MatchedKeys = Type.Array(Type.String(), {
  description: 'The matching customer keys as stored. Leading and trailing spaces are ignored.',
})

const DataSubject = namedObject('DataSubject', {
  programId: Type.Integer(),
  query: Type.Object(queryFields),
  customerKeys: MatchedKeys,
  exportedAt: Instant,
  counts: DataSubjectCounts,
  rows: DataSubjectRows,
})

const ErasedDataSubject = namedObject('ErasedDataSubject', {
  pseudonyms: Type.Array(Type.String(), {
    description:
      'The random pseudonyms that replace the customer keys, one per key. They can’t be traced back.',
  }),
  customerKeys: MatchedKeys,
  counts: DataSubjectCounts,
})

/** Registers the routes that export and erase one person's data (docs/privacy.md). */
export function registerManageDataSubjects(app: App, deps: ServiceDeps): void {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/data-subject',
    operationId: 'exportDataSubject',
    summary: 'Export a customer’s personal data',
    description: `Send either customerKey or email. Returns 409 for more than ${dataSubjectLimits.dataSubjectRows} rows of one kind; the command line has no such limit.`,
    permission: 'data_subject:export',
    query: {
      parameters: queryFields,
      read: (query) => parseSubject(readText(query, 'customerKey'), readText(query, 'email')),
    },
    response: dataSchema(DataSubject),
    errors: [409],
    handle: async ({ ctx, program, query: requested }) => {
      const outcome = await exportDataSubject(ctx, program.id, requested, {
        most: dataSubjectLimits.dataSubjectRows,
      })
      switch (outcome.kind) {
        case 'unknown':
          throw unknownSubjectError()
        case 'too_much':
          throw new ApiError(
            'conflict',
            `This export exceeds ${dataSubjectLimits.dataSubjectRows} rows of one kind. Use affiliate data-subject export instead.`,
            { counts: outcome.counts },
          )
        case 'exported':
          return { data: outcome.person }
      }
    },
  })
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/data-subject/erase',
    operationId: 'eraseDataSubject',
    summary: 'Erase a customer’s personal data',
    description:
      'Send either customerKey or email. Sales, refunds, commissions and fees are kept under a random pseudonym, so amounts still add up. Everything else that identifies the customer is permanently deleted.',
    permission: 'data_subject:erase',
    body: {
      schema: namedObject('EraseDataSubjectBody', queryFields),
      read: ({ customerKey, email }) => parseSubject(customerKey, email),
    },
    response: dataSchema(ErasedDataSubject),
    handle: async ({ ctx, program, body: requested }) => {
      const erasure = await eraseDataSubject(ctx, program.id, requested)
      if (erasure.kind === 'unknown') throw unknownSubjectError()
      const { pseudonyms, customerKeys, counts } = erasure
      return { data: { pseudonyms, customerKeys, counts } }
    },
  })
}

function parseSubject(customerKey: string | undefined, email: string | undefined): RequestedDataSubject {
  if (customerKey?.trim() === '') throw invalidFieldError('customerKey', 'customerKey is empty.')
  const placeholder = findPlaceholder({ customerKey }, ['customerKey'])
  if (placeholder !== undefined) throw invalidFieldError(placeholder.field, placeholder.message)
  if (email !== undefined && !email.includes('@'))
    throw invalidFieldError('email', 'email is not a valid email address.')
  if (customerKey !== undefined && email === undefined) return { customerKey }
  if (email !== undefined && customerKey === undefined) return { email }
  throw invalidFieldError('customerKey', 'Send either customerKey or email.')
}

function unknownSubjectError(): ApiError {
  return new ApiError('not_found', 'No customer matches. Nothing was done.')
}
