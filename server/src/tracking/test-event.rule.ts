/**
 * How a browser call asks for a test event: `additional_data: {test_mode: true, program_id}` (D17). The
 * program is an integer, or a string holding one, because it often comes from a data attribute.
 */
export type TestEvent =
  | { kind: 'live' }
  | { kind: 'test'; programId: number | undefined }
  | { kind: 'invalid'; field: string; message: string }

export function readTestEvent(additionalData: Record<string, unknown> | undefined): TestEvent {
  const testMode = additionalData?.test_mode ?? false
  if (typeof testMode !== 'boolean') {
    const field = 'additional_data.test_mode'
    return { kind: 'invalid', field, message: `${field} must be true or false.` }
  }
  if (!testMode) return { kind: 'live' }
  const value = additionalData?.program_id ?? undefined
  if (value === undefined) return { kind: 'test', programId: undefined }
  const programId = typeof value === 'string' && /^[1-9]\d{0,15}$/.test(value) ? Number(value) : value
  if (typeof programId === 'number' && Number.isSafeInteger(programId) && programId > 0) {
    return { kind: 'test', programId }
  }
  const field = 'additional_data.program_id'
  return { kind: 'invalid', field, message: `${field} must be the integer id of a program.` }
}
