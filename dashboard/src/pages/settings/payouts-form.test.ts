import { describe, expect, it } from 'vitest'
import { FieldErrors } from '../../ui/use-form.ts'
import { readPayoutRules } from './payouts-form.ts'

function form(fields: Record<string, string>) {
  const typed = new FormData()
  for (const [name, value] of Object.entries(fields)) typed.set(name, value)
  return typed
}

describe('readPayoutRules', () => {
  it('parses minimums in their currencies, and returns no minimum for empty fields', () => {
    const typed = form({
      'minimum USD': '50',
      'minimum EUR': ' ',
      'minimum VND': '200000',
      when: 'day',
      payDay: '15',
      detailsRequired: 'on',
    })
    expect(readPayoutRules(typed)).toEqual({
      minimums: [
        { currency: 'USD', minimumCents: 5000 },
        { currency: 'VND', minimumCents: 200000 },
      ],
      payDay: 15,
      detailsRequired: true,
    })
  })

  it('ignores the payout day if payouts are created manually', () => {
    const read = readPayoutRules(form({ when: 'hand', payDay: '15' }))
    expect(read).toEqual({ minimums: [], payDay: null, detailsRequired: false })
  })

  it.each(['0', 'x', '1.005', '-3'])('shows an error at the field for %s', (text) => {
    const read = readPayoutRules(form({ 'minimum USD': text, 'minimum EUR': '1', when: 'hand' }))
    expect(read).toBeInstanceOf(FieldErrors)
    expect(Object.keys((read as FieldErrors<string>).errors)).toEqual(['minimum USD'])
  })
})
