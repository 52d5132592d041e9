import { ApiError } from '../../core/errors/errors.http.ts'

export function groupNotFoundError(): ApiError {
  return new ApiError('not_found', 'The program has no group with this ID.')
}
