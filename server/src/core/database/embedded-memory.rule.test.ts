import { expect, test } from 'vitest'
import { memoryError, requireMemory } from './embedded-memory.rule.ts'

const MB = 1024 * 1024

test.each([
  [undefined, 'new', undefined],
  [0, 'new', undefined],
  [768 * MB, 'new', undefined],
  [768 * MB - 1, 'new', 'The memory limit of this process is 767 MB, but 768 MB is needed to create'],
  [256 * MB, 'existing', undefined],
  [128 * MB, 'existing', 'The memory limit of this process is 128 MB, but 256 MB is needed to open'],
] as const)('checks a limit of %s bytes for the database (%s)', (limitBytes, which, expected) => {
  const require = () => requireMemory(limitBytes, which)
  if (expected === undefined) expect(require).not.toThrow()
  else expect(require).toThrow(expected)
})

test('explains a failed WebAssembly allocation, but no other error', () => {
  const fault = memoryError(new RangeError('WebAssembly.Memory(): could not allocate memory'))
  expect(fault).toMatchObject({ name: 'StartError', message: expect.stringContaining('ulimit -v unlimited') })
  const other = new RangeError('Invalid array length')
  expect(memoryError(other)).toBe(other)
})
