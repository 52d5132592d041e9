import Type from 'typebox'
import { limits } from '../../core/config/limits.ts'
import { ApiError } from '../../core/errors/errors.http.ts'

export const LinkBody = Type.Object({
  token: Type.String({
    maxLength: limits.maxIdLength,
    description: 'The token in the fragment (`#`) of a sign-in link.',
  }),
})

/** Returns the same error for every invalid link. */
export function linkEndedError(): ApiError {
  return new ApiError(
    'unauthorized',
    'This sign-in link has already been used, has expired or has been replaced by a newer one. Request a new one.',
  )
}
