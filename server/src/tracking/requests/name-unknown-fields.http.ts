import { ApiError } from '../../core/errors/errors.http.ts'
import type { UnknownField } from './decision.ts'
import type { RequestNote } from './request-outcome.ts'
import { unknownFieldsText } from './unknown-fields.rule.ts'

/**
 * Responds to a tracking request and lists its ignored fields in the message, whose text the specification leaves to
 * the service. Errors name them too, because a misspelled field often caused them. Rejected requests are stored with
 * their message.
 */
export async function nameUnknownFields<Response extends { message: string }>(
  note: RequestNote,
  fields: readonly UnknownField[],
  respond: () => Promise<Response>,
): Promise<Response> {
  if (fields.length === 0) return respond()
  const withFields = (message: string) => `${message} ${unknownFieldsText(fields)}`
  try {
    const response = await respond()
    const { result } = note
    if (result?.kind === 'not_counted') note.result = { ...result, message: withFields(result.message) }
    return { ...response, message: withFields(response.message) }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    throw new ApiError(error.code, withFields(error.message), error.details, error.headers)
  }
}
