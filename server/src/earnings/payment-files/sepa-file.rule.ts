import { escapeHtml as escapeXml } from '../../core/http/html.rule.ts'
import { decimalAmount } from '../../core/money/decimal-amount.rule.ts'
import type { DebtorAccount } from '../payout-details/payout-details.ts'
import { hasSepaText, sepaText } from '../payout-details/sepa-text.rule.ts'
import { SEPA_NAME_CHARS, sumAmounts } from './payment-file.rule.ts'
import type { FilePayout } from './payment-file.ts'

/** Data for a file's header. */
export interface SepaOrder {
  /**
   * At most 35 characters, and the same each time a batch's file is created, because banks reject an ID that they have
   * already received.
   */
  message_id: string
  created_at: Date
  /** The execution date, such as `2026-03-31`. */
  execution_date: string
  debtor: DebtorAccount
  /** The recipient sees it on their bank statement. */
  program_name: string
}

/** Returns a batch's message ID. */
export function sepaMessageId(programId: number, batchId: number): string {
  return `P${programId}B${batchId}`
}

/** Renders a SEPA credit transfer (ISO 20022 `pain.001.001.09`): one group of payments on one day from one account. */
export function* sepaFile(order: SepaOrder, payouts: readonly FilePayout[]): Generator<void, string> {
  const transfers: Markup[] = []
  for (const payout of payouts) {
    yield
    transfers.push(transferElement(payout, order.program_name))
  }
  const count = element('NbOfTxs', String(payouts.length))
  const sum = element('CtrlSum', decimalAmount(sumAmounts(payouts), 'EUR'))
  const name = element('Nm', sepaText(order.debtor.name, SEPA_NAME_CHARS))
  const header = element('GrpHdr', [
    element('MsgId', order.message_id),
    element('CreDtTm', `${order.created_at.toISOString().slice(0, 19)}Z`),
    count,
    sum,
    element('InitgPty', [name]),
  ])
  const payments = element('PmtInf', [
    element('PmtInfId', order.message_id),
    element('PmtMtd', 'TRF'),
    count,
    sum,
    element('PmtTpInf', [element('SvcLvl', [element('Cd', 'SEPA')])]),
    element('ReqdExctnDt', [element('Dt', order.execution_date)]),
    element('Dbtr', [name]),
    element('DbtrAcct', [accountElement(order.debtor.iban)]),
    element('DbtrAgt', [bankElement(order.debtor.bic)]),
    element('ChrgBr', 'SLEV'),
    ...transfers,
  ])
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">` +
    `${element('CstmrCdtTrfInitn', [header, payments])}</Document>\n`
  )
}

function transferElement({ id, amount_cents, details }: FilePayout, programName: string): Markup {
  const { account, legal_name } = details
  if (account.method !== 'bank_iban') throw new Error('the account has no IBAN')
  return element('CdtTrfTxInf', [
    element('PmtId', [element('EndToEndId', `PAYOUT-${id}`)]),
    markup(`<Amt><InstdAmt Ccy="EUR">${decimalAmount(amount_cents, 'EUR')}</InstdAmt></Amt>`),
    ...(account.bic === null ? [] : [element('CdtrAgt', [bankElement(account.bic)])]),
    element('Cdtr', [element('Nm', sepaText(legal_name, SEPA_NAME_CHARS))]),
    element('CdtrAcct', [accountElement(account.iban)]),
    element('RmtInf', [element('Ustrd', remittanceText(programName, id))]),
  ])
}

/** A remittance text can have at most 140 characters. */
const REMITTANCE_NAME_CHARS = 110

/** Returns the text on the recipient's statement: `Berlin Beans, payout 1`. */
function remittanceText(programName: string, payoutId: number): string {
  const name = sepaText(programName, REMITTANCE_NAME_CHARS)
  return hasSepaText(name) ? `${name}, payout ${payoutId}` : `Payout ${payoutId}`
}

function accountElement(iban: string): Markup {
  return element('Id', [element('IBAN', iban)])
}

/**
 * Renders a bank. A creditor's bank is identified by the IBAN, but the debtor agent is mandatory even without a BIC.
 */
function bankElement(bic: string | null): Markup {
  const identification =
    bic === null ? element('Othr', [element('Id', 'NOTPROVIDED')]) : element('BICFI', bic)
  return element('FinInstnId', [identification])
}

/** Text that is already XML. */
type Markup = string & { readonly markup: true }

function markup(text: string): Markup {
  return text as Markup // safe because the caller has written the XML
}

/** Renders an element. Escapes text and inserts elements unchanged. */
function element(name: string, content: string | readonly Markup[]): Markup {
  const inner = typeof content === 'string' ? escapeXml(content) : content.join('')
  return markup(`<${name}>${inner}</${name}>`)
}
