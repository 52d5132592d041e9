import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import type { FilePayout } from '../../../src/earnings/payment-files/payment-file.ts'
import {
  type SepaOrder,
  sepaFile,
  sepaMessageId,
} from '../../../src/earnings/payment-files/sepa-file.rule.ts'

const order: SepaOrder = {
  message_id: sepaMessageId(7, 12),
  created_at: new Date('2026-03-31T10:20:30.456Z'),
  execution_date: '2026-04-01',
  debtor: { name: 'Müller & Söhne GmbH', iban: 'DE89370400440532013000', bic: 'DEUTDEFF' },
  program_name: 'Berlin Beans',
}

function payout(id: number, { name = 'Ann', cents = '1005', bic = null as string | null } = {}): FilePayout {
  const account = { method: 'bank_iban', iban: 'NL91ABNA0417164300', bic } as const
  return {
    id,
    currency: 'EUR',
    amount_cents: cents,
    details: {
      account,
      payee_kind: 'person',
      legal_name: name,
      address: 'Street 1',
      city: 'Town',
      postal_code: '1',
      country: 'NL',
      tax_id: null,
    },
  }
}

function writeSepaFile(payouts: FilePayout[], requested: SepaOrder = order): string {
  const steps = sepaFile(requested, payouts)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/**
 * Set `SEPA_SCHEMA` to validate against the official schema. The project's own schema has the same rules for these
 * elements, plus the rules that SEPA adds.
 */
const schemas = [`${import.meta.dirname}/sepa-transfer.xsd`, process.env.SEPA_SCHEMA ?? '']

describe.each(schemas.filter((path) => path !== ''))('a SEPA file validated with %s', (path) => {
  let schema = ''
  beforeAll(async () => {
    schema = await readFile(path, 'utf8')
  })
  const listErrors = async (xml: string) => {
    const result = await validateXML({ xml, schema })
    return result.errors.map(({ message }) => message)
  }

  it.each([
    ['one payment', [payout(1)]],
    ['several payments, with and without a BIC', [payout(1, { bic: 'ABNANL2A' }), payout(2), payout(3)]],
    ['the maximum amount for a transfer', [payout(1, { cents: '99999999999' })]],
    ['one cent', [payout(1, { cents: '1' })]],
    ['a name in another script', [payout(1, { name: 'Щукин & <Söhne> “Ω”' })]],
    ['a name that is too long', [payout(1, { name: 'Ä'.repeat(100) })]],
    ['the largest ids', [payout(Number.MAX_SAFE_INTEGER)]],
  ])('is valid with %s', async (_name, payouts) =>
    expect(await listErrors(writeSepaFile(payouts))).toEqual([]),
  )

  it('is valid without the payer’s BIC and with the longest message ID', async () => {
    const message_id = sepaMessageId(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
    const requested = { ...order, message_id, debtor: { ...order.debtor, bic: null } }
    expect(await listErrors(writeSepaFile([payout(1)], requested))).toEqual([])
  })

  it('is invalid if an element is missing, out of order or too long', async () => {
    const validFile = writeSepaFile([payout(1)])
    for (const invalidFile of [
      validFile.replace('<PmtMtd>TRF</PmtMtd>', ''),
      validFile.replace(/(<PmtInfId>.*?<\/PmtInfId>)(<PmtMtd>.*?<\/PmtMtd>)/, '$2$1'),
      validFile.replace('<MsgId>P7B12', `<MsgId>${'P'.repeat(36)}`),
      validFile.replace('NL91ABNA', 'nl91ABNA'),
      validFile.replace('10.05</InstdAmt>', '10.055556</InstdAmt>'),
    ]) {
      expect(invalidFile).not.toBe(validFile)
      expect(await listErrors(invalidFile)).not.toEqual([])
    }
  })
})

describe('a SEPA file', () => {
  it('has the exact number and total of its payments', () => {
    const amount = fc.bigInt({ min: 1n, max: 99_999_999_999n })
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1, maxLength: 20 }), (amounts) => {
        const xml = writeSepaFile(amounts.map((cents, at) => payout(at + 1, { cents: String(cents) })))
        const sum = amounts.reduce((total, cents) => total + cents, 0n)
        const sums = [...xml.matchAll(/<CtrlSum>(\d+)\.(\d\d)<\/CtrlSum>/g)].map(([, whole, part]) =>
          BigInt(`${whole}${part}`),
        )
        expect(sums).toEqual([sum, sum])
        expect(xml.match(/<CdtTrfTxInf>/g)).toHaveLength(amounts.length)
        expect(xml.match(new RegExp(`<NbOfTxs>${amounts.length}</NbOfTxs>`, 'g'))).toHaveLength(2)
      }),
    )
  })

  it.each([
    ['Berlin Beans', 'Berlin Beans, payout 1'],
    ['Käse & Brot', 'Kaese + Brot, payout 1'],
    ['ソフト', 'Payout 1'],
    ['N'.repeat(200), `${'N'.repeat(110)}, payout 1`],
  ])('names the program %s on the recipient’s statement', (program_name, text) => {
    const xml = writeSepaFile([payout(1)], { ...order, program_name })
    expect(xml).toContain(`<Ustrd>${text}</Ustrd>`)
  })

  it('is identical each time it is created', () => {
    expect(writeSepaFile([payout(1), payout(2)])).toBe(writeSepaFile([payout(1), payout(2)]))
    expect(writeSepaFile([payout(1)])).toContain(
      '<MsgId>P7B12</MsgId><CreDtTm>2026-03-31T10:20:30Z</CreDtTm>',
    )
  })
})
