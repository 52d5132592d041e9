import { expect, test } from 'vitest'
import { t } from './team-text.ts'

test.each([
  { sending: 'off', text: 'Nora added. Email isn’t set up, so share their link yourself.' },
  { sending: 'sandbox', text: 'Nora added. Sandboxes don’t send email.' },
  { sending: 'declined', text: 'Nora added. No email was sent.' },
  {
    sending: 'smtp',
    text: 'Nora added. No email was sent: the workspace has reached its daily limit for partner emails.',
  },
])('a partner added without an email: $sending', ({ sending, text }) => {
  expect(t('partners.nameAdded', { name: 'Nora', sending })).toBe(text)
})

test.each([
  { sending: 'smtp', text: 'Nora added. We’re emailing them their link.' },
  { sending: 'development', text: 'Nora added. The welcome email is shown at /dev/mail, not sent.' },
])('a partner added with an email: $sending', ({ sending, text }) => {
  expect(t('partners.nameAddedAndEmailed', { name: 'Nora', sending })).toBe(text)
})

test.each([
  { requested: 2, recently: 0, sending: 'smtp', text: 'We’re emailing 2 partners.' },
  { requested: 1, recently: 0, sending: 'development', text: '1 email is shown at /dev/mail, not sent.' },
  {
    requested: 0,
    recently: 1,
    sending: 'smtp',
    text: 'No email was sent. 1 partner was already asked in the last 7 days.',
  },
])('asking for payout details: $text', ({ text, ...args }) => {
  expect(t('payouts.detailsRequested', args)).toBe(text)
})
