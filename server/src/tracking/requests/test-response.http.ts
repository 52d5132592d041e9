import Type, { type Static } from 'typebox'
import { invalidFieldError } from '../../core/errors/errors.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import type { TestEvent } from './test-event.rule.ts'

/** The response to test events of all types (specification, test-mode response; D17). */
export const TestEventResponse = namedObject('TestEventResponse', {
  success: Type.Literal(true),
  message: Type.String(),
  data: Type.Object({
    eventId: Type.Integer(),
    programId: Type.Integer(),
    test_mode: Type.Literal(true),
  }),
})

/** A test request's program, and the field that contains it. */
export interface NamedProgram {
  programId: number | undefined
  field: 'additional_data.program_id' | 'program_id'
}

/** Returns a test request's program: from `additional_data`, otherwise from the body's `program_id`. */
export function namedProgram(event: TestEvent, body: { program_id?: number }): NamedProgram {
  const dataProgramId = event.kind === 'test' ? event.programId : undefined
  return dataProgramId === undefined && body.program_id !== undefined
    ? { programId: body.program_id, field: 'program_id' }
    : { programId: dataProgramId, field: 'additional_data.program_id' }
}

/**
 * Returns a test event's program: the key's program, or the one sent by a browser.
 * @throws 400 if there is no program, or if the key belongs to another program
 */
export function testProgram(
  { programId: namedProgramId, field }: NamedProgram,
  keyProgramId: number | undefined,
): number {
  const programId = keyProgramId ?? namedProgramId
  if (programId === undefined) {
    throw invalidFieldError('additional_data.program_id', 'A test event requires additional_data.program_id.')
  }
  if (namedProgramId !== undefined && namedProgramId !== programId) {
    throw invalidFieldError(field, `${field} does not match the program of this API key.`)
  }
  return programId
}

/**
 * Returns the response to a test event.
 * @throws 400 if no event was recorded because the program does not exist
 */
export function respondToTestEvent(
  type: 'click' | 'lead' | 'sale' | 'refund',
  programId: number,
  eventId: number | undefined,
  field: NamedProgram['field'] = 'additional_data.program_id',
): Static<typeof TestEventResponse> {
  if (eventId === undefined) {
    throw invalidFieldError(field, `Program ${programId} does not exist.`)
  }
  const message = `Test ${type} recorded. Production data is unchanged.`
  return { success: true, message, data: { eventId, programId, test_mode: true } }
}
