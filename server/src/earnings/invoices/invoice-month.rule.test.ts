import { describe, expect, it } from 'vitest'
import { invoiceNumber, parseInvoiceMonth } from './invoice-month.rule.ts'

describe('parseInvoiceMonth', () => {
  it.each([
    ['2026-02', 'UTC', '2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'],
    ['2026-12', 'UTC', '2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
    ['2028-02', 'Asia/Tokyo', '2028-01-31T15:00:00.000Z', '2028-02-29T15:00:00.000Z'],
    // Daylight saving time starts in March.
    ['2026-03', 'Europe/Berlin', '2026-02-28T23:00:00.000Z', '2026-03-31T22:00:00.000Z'],
  ])('parses %s in the time zone %s as a period from %s to %s', (text, zone, from, to) => {
    expect(parseInvoiceMonth(text, zone)).toEqual({
      month: text,
      firstDay: `${text}-01`,
      from: new Date(from),
      to: new Date(to),
    })
  })

  it.each(['', '2026', '2026-00', '2026-13', '2026-2', '1999-01', '2026-02-01', '2026-02 '])(
    'rejects the month "%s"',
    (text) => expect(parseInvoiceMonth(text, 'UTC')).toBeUndefined(),
  )
})

it.each([
  [42, 7, '42-0007'],
  [1, 12_345, '1-12345'],
])('program %i’s invoice with sequence %i has the number %s', (programId, sequence, number) => {
  expect(invoiceNumber(programId, sequence)).toBe(number)
})
