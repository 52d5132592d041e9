import { expect, test } from 'vitest'
import { CLOSED_ADDRESS_BYTES, closedAccountAddress, isClosedAddress } from './closed-address.rule.ts'

test('recognizes replaced addresses and no others', () => {
  const address = closedAccountAddress(Buffer.alloc(CLOSED_ADDRESS_BYTES, 7))
  expect(isClosedAddress(address)).toBe(true)
  for (const other of ['zoe@example.com', `x${address}`, `${address}.com`, 'closed-1@closed.invalid', '']) {
    expect(isClosedAddress(other)).toBe(false)
  }
  expect(() => closedAccountAddress(Buffer.alloc(3))).toThrow('16 bytes')
})
