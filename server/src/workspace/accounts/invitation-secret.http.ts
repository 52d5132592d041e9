import Type from 'typebox'
import { limits } from '../../core/config/limits.ts'
import { ApiError } from '../../core/errors/errors.http.ts'

export const InvitationSecret = Type.String({ minLength: 1, maxLength: limits.maxIdLength })

export function invitationEnded(): ApiError {
  return new ApiError(
    'not_found',
    'This invitation has expired or was already accepted, canceled or replaced. Ask for a new one.',
  )
}
