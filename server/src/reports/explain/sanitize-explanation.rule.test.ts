import { expect, test } from 'vitest'
import { presentExplanation } from './explanation-text.rule.ts'
import { sanitizeExplanation } from './sanitize-explanation.rule.ts'

/** A direction override, isolate, marks, line break, separator, terminal escape and backticks. */
const HOSTILE = 'a`b\u202ec\u2066d\u200fe\u061cf\n\u2028\u001b[31m`'

test('a value can neither change a sentence’s direction nor end its quotes', () => {
  expect(sanitizeExplanation({ query: HOSTILE, list: [HOSTILE], n: 1, none: null })).toEqual({
    query: "a'b?c?d?e?f???[31m'",
    list: ["a'b?c?d?e?f???[31m'"],
    n: 1,
    none: null,
  })
  expect(sanitizeExplanation('é€日本 👍 שלום')).toBe('é€日本 👍 שלום')
})

test('API messages keep their backticks if they are balanced', () => {
  expect(sanitizeExplanation({ message: 'Send `customer_key`.' }).message).toBe('Send `customer_key`.')
  expect(sanitizeExplanation({ message: 'There is no `a`b`.' }).message).toBe("There is no 'a'b'.")
})

test('sentences are sanitized, facts are returned unchanged', () => {
  const facts = { query: HOSTILE, similar: HOSTILE, customerKey: HOSTILE, partner: { id: 1, name: HOSTILE } }
  const { conclusion, timeline } = presentExplanation(
    {
      conclusion: { reason: 'spelled_differently', facts },
      timeline: [
        {
          type: 'sale',
          isTest: false,
          at: '2026-03-10T12:00:00.000Z',
          transactionId: HOSTILE,
          because: HOSTILE,
        },
      ],
      testEvents: [],
      isCut: false,
    },
    { time_zone: 'UTC', sandbox: false },
  )
  for (const sentence of [conclusion.message, conclusion.remedy ?? '', timeline[0]?.text ?? '']) {
    expect(sentence).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u2028]/u)
    expect(sentence.split('`').length % 2).toBe(1)
  }
  expect(conclusion.message).toBe(
    "Nothing was received for `a'b?c?d?e?f???[31m'`, but there are records of `a'b?c?d?e?f???[31m'`. Names are case-sensitive and spaces count.",
  )
  expect(conclusion.facts).toEqual(facts)
  expect(timeline[0]).toMatchObject({ transactionId: HOSTILE })
})
