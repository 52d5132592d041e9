import { ApiError } from '../../api/client.ts'
import type { Program } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'
import { FieldErrors } from '../../ui/use-form.ts'

/**
 * A key contains its mode and program: `aff_test_<program id>_<random>`, or `aff_test_sandbox_…` in a
 * sandbox.
 */
const KEY = /^aff_(live|test|test_sandbox)_(\d+)_[A-Za-z0-9_-]{32}$/

/** Validates a test key for this program before anything is sent to another program. */
export function readTestKey(
  key: string,
  program: Pick<Program, 'id' | 'status'>,
): string | FieldErrors<'key'> {
  const error = keyError(key, program)
  return error === undefined ? key : new FieldErrors({ key: error })
}

function keyError(key: string, { id, status }: Pick<Program, 'id' | 'status'>): string | undefined {
  const [, mode, programId] = KEY.exec(key) ?? []
  if (mode === undefined) return t('integration.thisKeyIsIncompleteCopy')
  if (mode === 'live') return t('integration.thisIsLiveKeyUse')
  if (Number(programId) !== id) {
    return t('integration.thisKeyBelongsProgramProgramId', { programId, id })
  }
  if (status === 'active') return undefined
  return t('integration.thisProgramIsStatusSo', { status })
}

/** Converts a rejected key to a field error; returns other errors unchanged. */
export function convertKeyRejection(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const message = REJECTIONS[error.code]
  return message === undefined ? error : new ApiError(error.status, error.code, message, { field: 'key' })
}

const REJECTIONS: Record<string, string | undefined> = {
  api_key_rotation_required: t('integration.rejections.apiKeyRotationRequired'),
  unauthorized: t('integration.rejections.unauthorized'),
}
