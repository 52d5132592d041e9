import Type from 'typebox'
import { LINK_STATUSES } from '../../core/enums.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import { choice, Instant } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { linkCodeError } from './link-code.rule.ts'

export const Link = namedObject('Link', {
  id: Type.Integer(),
  partnerId: Type.Integer(),
  code: Type.String({ description: 'The value of `?aff=` in shared URLs.' }),
  status: choice(LINK_STATUSES, 'LinkStatus'),
  createdAt: Instant,
})

/** Schema for a new link's code. */
export const LinkCode = Type.Refine(
  Type.String({
    maxLength: 64,
    description:
      'Letters, digits and `.` `_` `~` `-`, starting and ending with a letter or digit. Not `undefined`, `null`, `ref` or ' +
      'another placeholder. Unique across the installation, ignoring case. Generated if omitted.',
  }),
  (code) => linkCodeError(code) === undefined,
  (code) => linkCodeError(code) ?? '',
)

export function codeTakenError() {
  const message = 'This code is taken. Codes that differ only in case are treated as the same.'
  return new ApiError('conflict', message, { field: 'code' })
}
