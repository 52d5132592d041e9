import { describe, expect, it } from 'vitest'
import { readCsvFile } from '../../core/http/read-csv.http.ts'
import { checkPayoutRows, PAYOUT_COLUMNS, type PayoutFileRow, readPayoutRows } from './payout-file.rule.ts'

const HEADER = 'payout_id,currency,amount_cents,status,reference'
const readRows = (...lines: string[]) => readWhole([HEADER, ...lines].join('\r\n'))

async function readWhole(text: string) {
  const file = await readCsvFile(text, PAYOUT_COLUMNS, { rows: 3, columns: 8 })
  if (file.kind === 'fault') return file
  const steps = readPayoutRows(file.rows, { maxReferenceLength: 10 })
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

const ROWS = [
  { line: 2, payout_id: 7, currency: 'USD', amount_cents: '1005', is_paid: true, reference: undefined },
  { line: 4, payout_id: 8, currency: 'VND', amount_cents: '1', is_paid: false, reference: undefined },
]

describe('a payout file', () => {
  it.each([
    ['as exported', '\uFEFFpayout_id,currency,amount_cents,status\r\n7,USD,1005,paid\r\n\r\n8,VND,1,open'],
    [
      'with other columns in another order',
      'status,amount,payout_id , amount_cents,currency\n Paid ,10.05,7,1005,USD\n\nopen,,8,1,VND\n',
    ],
    [
      'with semicolons and decimal commas',
      'payout_id;currency;amount_cents;amount;status\n7;USD;1005;10,05;paid\n\n8;VND;1;1;open',
    ],
    ['with tabs', 'payout_id\tcurrency\tamount_cents\tstatus\n7\tUSD\t1005\tpaid\n\n8\tVND\t1\topen'],
    ['in uppercase', 'PAYOUT_ID,Currency,Amount-Cents,STATUS\n7,usd,1005,PAID\n\n8,vnd,1,Open'],
    [
      'with numbers in a spreadsheet’s format',
      'payout_id;currency;amount_cents;status\n7,00;USD;1.005;paid\n\n08;VND;1,0;open',
    ],
  ])('is read %s', async (_name, text) => expect(await readWhole(text)).toEqual({ kind: 'rows', rows: ROWS }))

  it.each([
    ['1.234.567', '1234567'],
    ['1,234,567', '1234567'],
    ['1 234\u00a0567', undefined],
    ['1\u202f234\u202f567', '1234567'],
    ["1'234'567.00", '1234567'],
    ['1234567,00', '1234567'],
    ['1.23', undefined],
    ['12.34.567', undefined],
    ['1,234.567', undefined],
    ['1.234e6', undefined],
    ['-5', undefined],
    ['0', undefined],
  ])('has the amount_cents %s parsed as %s', async (text, amount_cents) => {
    const found = await readRows(`7,USD,"${text}",paid,`)
    expect('rows' in found ? found.rows[0]?.amount_cents : undefined).toBe(amount_cents)
  })

  it('removes the apostrophe that the export adds to a reference that looks like a formula', async () => {
    const found = await readRows("7,USD,1,paid,'=1+1", '8,USD,1,paid,o’1', "9,USD,1,paid,'x")
    const references = 'rows' in found && found.rows.map(({ reference }) => reference)
    expect(references).toEqual(['=1+1', 'o’1', "'x"])
  })

  it.each<[string, string[], number, string?, RegExp?]>([
    ['a missing ID', ['x,USD,1,paid,'], 2, 'payout_id'],
    ['an ID beyond safe integers', ['9007199254740993,USD,1,paid,'], 2, 'payout_id'],
    ['the same ID twice', ['7,USD,1,paid,', '7,USD,1,open,'], 3, 'payout_id'],
    ['a decimal amount', ['7,USD,10.05,paid,'], 2, 'amount_cents'],
    ['a missing amount', ['7,USD,0,paid,'], 2, 'amount_cents'],
    ['an unknown status', ['7,USD,1,done,'], 2, 'status'],
    ['a missing status', ['7,USD,1'], 2, 'status'],
    ['a reference that is too long', ['7,USD,1,paid,12345678901'], 2, 'reference'],
    ['a NUL in a reference', ['7,USD,1,paid,a\0'], 2, 'reference', /without control/],
    ['a reference with two lines', ['7,USD,1,paid,"a\nb"'], 2, 'reference', /one line/],
    ['a reference with a direction override', ['7,USD,1,paid,\u202eb'], 2, 'reference', /direction/],
    ['too many rows', ['7,USD,1,paid,', '8,USD,1,paid,', '9,USD,1,paid,', '10,USD,1,paid,'], 5],
    ['too many columns', ['7,USD,1,paid,,,,,,,'], 2],
    ['a file without rows', [], 1],
    ['unbalanced quotes', ['"7,USD,1,paid,'], 2],
  ])(
    'is rejected for %s, with the error’s line',
    async (_name, lines, line, field?: string, message = /./) => {
      const fault = { kind: 'fault', line, message: expect.stringMatching(message) }
      expect(await readRows(...lines)).toMatchObject({ ...fault, ...(field && { field }) })
    },
  )
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
    ['an open payout marked as paid in the file is paid', row, payout, [{ id: 7, reference: 'r' }]],
    ['an open payout not marked as paid stays unchanged', { ...row, is_paid: false }, payout, []],
    ['a payout that is already paid stays unchanged', row, { ...payout, status: 'paid' }, []],
    ['a canceled payout stays unchanged', { ...row, is_paid: false }, { ...payout, status: 'canceled' }, []],
  ] as const)('%s', (_name, row, payouts, payoutsToPay) => {
    expect(checkPayoutRows([row], [payouts])).toEqual({ kind: 'checked', payoutsToPay })
  })

  it.each([
    ['an unknown payout', { ...row, payout_id: 8 }, payout, 'payout_id'],
    ['another amount', { ...row, amount_cents: '1004' }, payout, 'amount_cents'],
    [
      'another amount for a payout that stays open',
      { ...row, amount_cents: '1004', is_paid: false },
      payout,
      'amount_cents',
    ],
    ['another currency', { ...row, currency: 'EUR' }, payout, 'currency'],
    [
      'a payout for a rejected partner',
      row,
      { ...payout, partner: { ...partner, status: 'rejected' } },
      'status',
    ],
    [
      'a payout for a partner whose payouts are paused',
      row,
      { ...payout, partner: { ...partner, payout_hold_reason: 'fraud' } },
      'status',
    ],
    ['a canceled payout marked as paid in the file', row, { ...payout, status: 'canceled' }, 'status'],
  ] as const)('reports %s', (_name, row, payouts, field) => {
    expect(checkPayoutRows([row], [payouts])).toMatchObject({ kind: 'fault', line: 2, field })
  })
})
