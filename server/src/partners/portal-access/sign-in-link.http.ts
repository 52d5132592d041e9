import Type from 'typebox'
import { limits } from '../../core/config/limits.ts'
import { ApiError } from '../../core/errors/errors.http.ts'

export const LinkBody = Type.Object({
  token: Type.String({
    maxLength: limits.idChars,
    description: 'Of a sign-in link: what stands behind its `#`.',
  }),
})

/** One answer for every link that signs nobody in. */
export function linkEnded(): ApiError {
  return new ApiError(
    'unauthorized',
    'This link does not sign in any more: it was used, is too old, or a newer one was sent. Ask for a new one.',
  )
}
