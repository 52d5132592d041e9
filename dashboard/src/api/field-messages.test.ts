import { describe, expect, it } from 'vitest'
import { toReadableFailure } from './client.ts'
import { fieldMessages } from './field-messages.ts'

describe('messages about invalid fields', () => {
  it.each([
    [
      'slug',
      'slug must match pattern "^[a-z0-9]$".',
      'The format is invalid.',
      'Slug: The format is invalid.',
    ],
    [
      'questions.0.text',
      'questions.0.text must not have fewer than 1 characters.',
      'This field is required.',
      'Questions 1, text: This field is required.',
    ],
    [
      'legalName',
      'legalName must not have fewer than 2 characters.',
      'Must have at least 2 characters.',
      'Legal name: Must have at least 2 characters.',
    ],
    [
      'holdPeriodDays',
      'holdPeriodDays must be <= 365.',
      'Must be at most 365.',
      'Hold period days: Must be at most 365.',
    ],
    [
      'holdPeriodDays',
      'holdPeriodDays must be an integer.',
      'Must be a whole number.',
      'Hold period days: Must be a whole number.',
    ],
    ['email', 'email must match format "email".', 'The format is invalid.', 'Email: The format is invalid.'],
    [
      'siteUrl',
      'siteUrl must be the URL of a page, such as https://your-shop.com.',
      'Must be the URL of a page, such as https://your-shop.com.',
      'Site url must be the URL of a page, such as https://your-shop.com.',
    ],
    [
      'image',
      'image must be a PNG, JPEG or WebP image in base64.',
      'Must be a PNG, JPEG or WebP image in base64.',
      'Image must be a PNG, JPEG or WebP image in base64.',
    ],
    [
      'replyTo',
      'replyTo must be a single email address, such as partners@example.com.',
      'Must be a single email address, such as partners@example.com.',
      'Reply to must be a single email address, such as partners@example.com.',
    ],
    [
      'debtor.iban',
      'iban: its check digits do not fit the rest.',
      'Its check digits do not fit the rest.',
      'Debtor, iban: Its check digits do not fit the rest.',
    ],
    [
      'expiresAt',
      'expiresAt must be a future ISO 8601 date-time with an offset, such as 2030-03-01T10:00:00Z.',
      'Must be in the future.',
      'Expires at: Must be in the future.',
    ],
    ['iban', 'iban: it is missing.', 'It is missing.', 'Iban: It is missing.'],
  ])('%s: %s', (field, message, fieldMessage, elsewhere) => {
    expect(fieldMessages(field, message)).toEqual({ fieldMessage, message: elsewhere })
  })

  it('are converted for file downloads too', async () => {
    const error = {
      code: 'invalid_request',
      message: 'dateFrom must be a day.',
      details: { field: 'dateFrom' },
    }
    const failure = await toReadableFailure(new Response(null, { status: 400 }), { error })
    expect(failure.message).toBe('Date from must be a day.')
  })

  it.each([
    ['code', 'This code is taken, or differs from a taken one only by case. Choose another code.'],
    ['amount_cents', 'amount_cents must be >= 1.'],
    ['', ' must be object.'],
  ])('are unchanged without a field name and for tracking requests: %s', (field, message) => {
    expect(fieldMessages(field, message)).toBeUndefined()
  })
})
