import { expect, test } from 'vitest'
import type { Mail } from '../../api/types.ts'
import { deliveryText } from './mail-labels.ts'

const failed = {
  state: 'failed',
  attempts: 1,
  lastError: '550 no such mailbox',
  hasSecretLink: false,
} as const

test.each<[Partial<Mail>, string]>([
  [{ state: 'pending', attempts: 0, lastError: null, hasSecretLink: true }, 'Not sent yet'],
  [{ state: 'sent', attempts: 1, lastError: null, hasSecretLink: false }, '1 attempt'],
  [{ ...failed, attempts: 3 }, '3 attempts: 550 no such mailbox'],
  [
    { ...failed, hasSecretLink: true },
    '1 attempt: 550 no such mailbox The link isn’t stored. Send a new invitation instead.',
  ],
])('describes the delivery status of %o', (mail, text) => {
  // safe because no other property of the email is read
  expect(deliveryText(mail as Mail)).toBe(text)
})
