import Type from 'typebox'
import { limits } from '../../core/config/limits.ts'
import { APPLICATION_STATUSES } from '../../core/enums.ts'
import { readSearch } from '../../core/http/email-address.http.ts'
import { choice } from '../../core/http/management-route.http.ts'
import { readChoice, readId } from '../../core/http/query.http.ts'
import type { ApplicationFilter } from '../enrollments/applications.sql.ts'

/** Query parameters that filter applications. */
export const applicationFilterParameters = {
  status: Type.Optional(choice(APPLICATION_STATUSES, 'ApplicationStatus')),
  partnerId: Type.Optional(Type.Integer()),
  search: Type.Optional(
    Type.String({
      maxLength: limits.maxIdLength,
      description: 'Each word must be the beginning of a word in the name, email or website, ignoring case.',
    }),
  ),
}

export function readApplicationFilter(query: unknown): ApplicationFilter {
  return {
    status: readChoice(query, 'status', APPLICATION_STATUSES),
    search: readSearch(query),
    partnerId: readId(query, 'partnerId'),
  }
}
