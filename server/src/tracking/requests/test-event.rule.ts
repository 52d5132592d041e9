/**
 * Detects a test event in a browser request: `additional_data: {test_mode: true, program_id}` (D17). The program ID is
 * an integer, or text that contains an integer, because it often comes from a data attribute.
 */
export type TestEvent =
  | { kind: 'live' }
  | { kind: 'test'; programId: number | undefined }
  | { kind: 'invalid'; field: string; message: string }

export function readTestEvent(additionalData: Record<string, unknown> | undefined): TestEvent {
  const fault = testModeError(additionalData)
  if (fault !== undefined) return { kind: 'invalid', ...fault }
  if (additionalData?.test_mode !== true) return { kind: 'live' }
  const value = additionalData?.program_id ?? undefined
  if (value === undefined) return { kind: 'test', programId: undefined }
  const programId = typeof value === 'string' && /^[1-9]\d{0,15}$/.test(value) ? Number(value) : value
  if (isProgramId(programId)) return { kind: 'test', programId }
  const field = 'additional_data.program_id'
  return { kind: 'invalid', field, message: `${field} must be a program ID (an integer).` }
}

/**
 * Returns an error for an invalid `test_mode`, because a value that resembles `true` must not result in a live
 * event.
 */
export function testModeError(
  additionalData: Record<string, unknown> | undefined,
): { field: string; message: string } | undefined {
  if (typeof (additionalData?.test_mode ?? false) === 'boolean') return undefined
  const field = 'additional_data.test_mode'
  return { field, message: `${field} must be true or false.` }
}

/**
 * Returns a click or lead body's program and whether it is a test, even if the body is otherwise invalid, because a
 * rejected request still belongs to its program (docs/reports.md).
 */
export function readProgramAndMode({ program_id, additional_data }: Readonly<Record<string, unknown>>): {
  programId: number | undefined
  isTest: boolean
} {
  const data = isObject(additional_data) ? additional_data : undefined
  const event = readTestEvent(data)
  const dataProgramId = event.kind === 'test' ? event.programId : undefined
  const bodyProgramId = isProgramId(program_id) ? program_id : undefined
  return { programId: dataProgramId ?? bodyProgramId, isTest: data?.test_mode === true }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isProgramId(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
}
