import { ApiFailure } from '../../api/client.ts'
import type { Program } from '../../api/types.ts'
import { Misread } from '../../ui/use-form.ts'

/** A key names its mode and its program: `aff_test_<program id>_<random>`, and `aff_test_sandbox_…` in a sandbox. */
const KEY = /^aff_(live|test|test_sandbox)_(\d+)_[A-Za-z0-9_-]{32}$/

/** A key that may be this program's; otherwise what is wrong with it, before anything is sent to another program. */
export function readTestKey(key: string, program: Pick<Program, 'id' | 'status'>): string | Misread<'key'> {
  const wrong = whatIsWrong(key, program)
  return wrong === undefined ? key : new Misread({ key: wrong })
}

function whatIsWrong(key: string, { id, status }: Pick<Program, 'id' | 'status'>): string | undefined {
  const [, mode, programId] = KEY.exec(key) ?? []
  if (mode === undefined) return 'This is no whole key: copy it again, from aff_test_ to its last character.'
  if (mode === 'live') return 'This is a live key: take one that starts with aff_test_.'
  if (Number(programId) !== id) {
    return `This key is of program ${programId}; this is program ${id}. Nothing was sent: take a test key of this program.`
  }
  if (status === 'active') return undefined
  return `This program is ${status}: its keys are refused until it is active again, see Settings.`
}

/** What a refused key of this program means, at its field; any other failure stays as it is. */
export function explainRefusedKey(error: unknown): unknown {
  if (!(error instanceof ApiFailure)) return error
  const words = REFUSALS[error.code]
  return words === undefined ? error : new ApiFailure(error.status, error.code, words, { field: 'key' })
}

const REFUSALS: Record<string, string | undefined> = {
  api_key_rotation_required: 'This key is retired: make a new test key under Settings and use that one.',
  unauthorized:
    'This program has no such key: it was mistyped or deleted, or the program has just been paused. Make a new test key under Settings.',
}
