import { describe, expect, it } from 'vitest'
import { checkPayoutRows, type PayoutFileRow, readPayoutFile } from './payout-file.rule.ts'

const LIMITS = { rows: 3, columns: 8, referenceChars: 10 }
const HEADER = 'payout_id,currency,amount_cents,status,reference'
const read = (...lines: string[]) => readWhole([HEADER, ...lines].join('\r\n'))

function readWhole(text: string) {
  const steps = readPayoutFile(text, LIMITS)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

describe('readPayoutFile', () => {
  it('takes columns by name, in any order, and ignores others', () => {
    const text =
      '\uFEFFstatus,amount,payout_id , amount_cents,currency\n Paid ,10.05,7,1005,USD\n\nopen,,8,1,VND\n'
    expect(readWhole(text)).toEqual({
      kind: 'rows',
      rows: [
        { line: 2, payout_id: 7, currency: 'USD', amount_cents: '1005', is_paid: true, reference: undefined },
        { line: 4, payout_id: 8, currency: 'VND', amount_cents: '1', is_paid: false, reference: undefined },
      ],
    })
  })

  it('reads a reference without the apostrophe that the export put before a formula', () => {
    const found = read("7,USD,1,paid,'=1+1", '8,USD,1,paid,o’1', "9,USD,1,paid,'x")
    const references = 'rows' in found && found.rows.map(({ reference }) => reference)
    expect(references).toEqual(['=1+1', 'o’1', "'x"])
  })

  it.each([
    ['no id', ['x,USD,1,paid,'], 2, 'payout_id'],
    ['an id beyond what is safe', ['9007199254740993,USD,1,paid,'], 2, 'payout_id'],
    ['the same id twice', ['7,USD,1,paid,', '7,USD,1,open,'], 3, 'payout_id'],
    ['a decimal amount', ['7,USD,10.05,paid,'], 2, 'amount_cents'],
    ['no amount', ['7,USD,0,paid,'], 2, 'amount_cents'],
    ['an unknown status', ['7,USD,1,done,'], 2, 'status'],
    ['no status', ['7,USD,1'], 2, 'status'],
    ['a reference too long', ['7,USD,1,paid,12345678901'], 2, 'reference'],
    ['a NUL in a reference', ['7,USD,1,paid,a\0'], 2, 'reference'],
    [
      'more rows than a file has',
      ['7,USD,1,paid,', '8,USD,1,paid,', '9,USD,1,paid,', '10,USD,1,paid,'],
      1,
      'file',
    ],
    [
      'rows beyond the limit, which are not looked at',
      ['7,USD,1,paid,', '8,USD,1,paid,', '9,USD,1,paid,', 'nonsense', '"'],
      1,
      'file',
    ],
    ['more columns than a file has', ['7,USD,1,paid,,,,,,,'], 2, 'file'],
    ['quotes that do not match', ['"7,USD,1,paid,'], 2, 'file'],
  ])('%s is a fault in its line', (_name, lines, line, field) => {
    expect(read(...lines)).toMatchObject({ kind: 'fault', line, field })
  })
})

describe('checkPayoutRows', () => {
  const row: PayoutFileRow = {
    line: 2,
    payout_id: 7,
    currency: 'USD',
    amount_cents: '1005',
    is_paid: true,
    reference: 'r',
  }
  const partner = { status: 'approved', payout_hold_reason: null } as const
  const payout = { id: 7, currency: 'USD', amount_cents: '1005', status: 'open', partner } as const

  it.each([
    ['an open one that the file calls paid is paid', row, payout, [{ id: 7, reference: 'r' }]],
    ['an open one that it does not is left alone', { ...row, is_paid: false }, payout, []],
    ['one that is paid already is left alone', row, { ...payout, status: 'paid' }, []],
    ['a cancelled one is left alone', { ...row, is_paid: false }, { ...payout, status: 'cancelled' }, []],
  ] as const)('%s', (_name, one, known, toPay) => {
    expect(checkPayoutRows([one], [known])).toEqual({ kind: 'checked', toPay })
  })

  it.each([
    ['an unknown payout', { ...row, payout_id: 8 }, payout, 'payout_id'],
    ['another amount', { ...row, amount_cents: '1004' }, payout, 'amount_cents'],
    [
      'another amount of one that stays open',
      { ...row, amount_cents: '1004', is_paid: false },
      payout,
      'amount_cents',
    ],
    ['another currency', { ...row, currency: 'EUR' }, payout, 'currency'],
    [
      'one whose partner is rejected',
      row,
      { ...payout, partner: { ...partner, status: 'rejected' } },
      'status',
    ],
    [
      'one whose partner is held',
      row,
      { ...payout, partner: { ...partner, payout_hold_reason: 'fraud' } },
      'status',
    ],
    ['a cancelled one that the file calls paid', row, { ...payout, status: 'cancelled' }, 'status'],
  ] as const)('%s is a fault', (_name, one, known, field) => {
    expect(checkPayoutRows([one], [known])).toMatchObject({ kind: 'fault', line: 2, field })
  })
})
