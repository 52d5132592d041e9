import { expect, it } from 'vitest'
import { isPlaceholderId } from './placeholder-id.rule.ts'

it.each(['undefined', 'null', 'NaN', 'None', '[object Object]', 'true', 'false', 'NULL', ' Undefined\n'])(
  '%j is a placeholder',
  (value) => {
    expect(isPlaceholderId(value)).toBe(true)
  },
)

it.each(['user-7', '0', 'nullable', 'none-1', 'undefined_7', 'True Colors', ''])(
  '%j is not a placeholder',
  (value) => {
    expect(isPlaceholderId(value)).toBe(false)
  },
)
