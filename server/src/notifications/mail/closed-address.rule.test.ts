import { expect, test } from 'vitest'
import { CLOSED_ADDRESS_BYTES, closedAddress, isClosedAddress } from './closed-address.rule.ts'

test('an address that was closed is known by its form, and no other is taken for one', () => {
  const address = closedAddress(Buffer.alloc(CLOSED_ADDRESS_BYTES, 7))
  expect(isClosedAddress(address)).toBe(true)
  for (const other of ['zoe@example.com', `x${address}`, `${address}.com`, 'closed-1@closed.invalid', '']) {
    expect(isClosedAddress(other)).toBe(false)
  }
  expect(() => closedAddress(Buffer.alloc(3))).toThrow('16 bytes')
})
