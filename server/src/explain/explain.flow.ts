import { limits } from '../platform/config.ts'
import type { Deps } from '../platform/deps.ts'
import { nameEraser } from '../platform/erased-name.rule.ts'
import { listPolicies } from '../programs/policies.sql.ts'
import { atProgramTime } from '../programs/program-clock.flow.ts'
import { explainEvent } from '../reporting/explain-event.flow.ts'
import { loadLinks } from '../tracking/click.sql.ts'
import { parseClickId } from '../tracking/click-id.rule.ts'
import { type ClickDecision, decideClick } from '../tracking/decide-click.rule.ts'
import { decideAttribution } from '../tracking/decide-sale.rule.ts'
import { readLeadFacts } from '../tracking/lead.sql.ts'
import { decideLead } from '../tracking/lead-settlement.rule.ts'
import { loadSale } from '../tracking/sale.sql.ts'
import { type Collected, collect, placeOf } from './collect.flow.ts'
import { findProgramEntry, findProgramThatKnows, findSimilarNames, listOtherPrograms } from './explain.sql.ts'
import type {
  Asked,
  ClickEntry,
  CustomerEntry,
  Explanation,
  Facts,
  Named,
  ProgramEntry,
  RefusalEntry,
  SaleEntry,
  Verdict,
} from './explain.ts'
import {
  type KnownClick,
  type LeadTrial,
  type NamesKnown,
  nothingKnown,
  paymentVerdict,
  refusedSale,
  type SaleTrial,
  unknownNames,
  withoutSale,
} from './lookup-verdict.rule.ts'
import { saleVerdict } from './sale-verdict.rule.ts'
import { similarNames } from './similar-names.rule.ts'
import { tellStory } from './story.rule.ts'

/** A question about one program. `isWorkspaceWide`: who asks may know what the other programs of the workspace have. */
export interface Question {
  programId: number
  asked: Asked
  isWorkspaceWide: boolean
}

/** What is worked with while one question is answered. */
interface Inquiry {
  deps: Deps
  question: Question
  program: ProgramEntry
  found: Collected
  now: Date
}

/**
 * The whole story of an order, a customer, a click or an e-mail, with the verdict on it. Nothing is written, and what would be decided
 * is asked of the rules that decide.
 * @returns undefined when there is no such program
 */
export async function explain(
  deps: Deps,
  question: Question,
): Promise<{ explanation: Explanation; program: ProgramEntry } | undefined> {
  const program = await findProgramEntry(deps.database.kysely, question.programId)
  if (program === undefined) return undefined
  const found = await collect(deps, program, question.asked)
  const verdict = await judge({
    deps,
    question,
    program,
    found,
    now: atProgramTime(deps, program).clock.now(),
  })
  const all = tellStory(found.dossier)
  const live = all.filter(({ isTest }) => !isTest)
  const explanation = {
    asked: question.asked,
    story: live.slice(-limits.storyItems),
    testEvents: all.filter(({ isTest }) => isTest).slice(-limits.storyItems),
    isCut: found.isCut || live.length > limits.storyItems,
    verdict,
  }
  return { explanation, program }
}

/** The newest of what was bought or refused decides; else who is known by the name; else what is not. */
async function judge(inquiry: Inquiry): Promise<Verdict> {
  const { question, found } = inquiry
  const { asked } = question
  const sale = newestSale(found, asked)
  const refusal = newestRefusal(found, asked, sale)
  if (refusal !== undefined) return judgeRefusal(inquiry, refusal)
  if (sale !== undefined) return judgeSale(inquiry, sale)
  const payment = found.dossier.payments.at(-1)
  if (payment !== undefined) return paymentVerdict(payment, asked.value)
  const [customer] = found.dossier.customers
  if (customer !== undefined) return judgeCustomer(inquiry, customer)
  if (asked.by === 'clickId') return judgeNames(inquiry, { clickId: asked.value })
  if (asked.by === 'customerKey' && found.dossier.refusals.some(({ is_test }) => !is_test)) {
    return judgeNames(inquiry, { customerKey: asked.value })
  }
  return judgeNothing(inquiry)
}

function newestSale({ dossier, named }: Collected, { by }: Asked): SaleEntry | undefined {
  const sales = by === 'transactionId' ? named : dossier.sales
  return sales.find(({ is_test }) => !is_test)
}

/**
 * The newest refused sale, when it says more than the newest recorded one: a repeat of that one says nothing. Anybody can
 * send a call without a key that is good, so such a one only speaks where nothing else does.
 */
function newestRefusal(
  { dossier }: Collected,
  { by }: Asked,
  sale: SaleEntry | undefined,
): RefusalEntry | undefined {
  const refused = dossier.refusals.filter(({ call, is_test }) => call === 'sale' && !is_test)
  const proven = refused.filter(({ is_authenticated }) => is_authenticated)
  if (sale === undefined) return proven[0] ?? refused[0]
  if (by === 'transactionId') return undefined
  const recorded = new Set(dossier.sales.filter(({ is_test }) => !is_test).map((one) => one.transaction_id))
  const newer = proven.find(({ transaction_id }) => transaction_id === null || !recorded.has(transaction_id))
  return newer !== undefined && newer.last_at > sale.received_at ? newer : undefined
}

/** A recorded sale: its event is explained as everywhere, and then what became of its commission. */
async function judgeSale(inquiry: Inquiry, sale: SaleEntry): Promise<Verdict> {
  const { deps, program, found } = inquiry
  const { dossier } = found
  const story = await explainEvent(deps, program.id, { type: 'sale', id: sale.id })
  if (story === undefined) throw new Error(`sale ${sale.id} of program ${program.id} is gone`)
  const commission = dossier.commissions.find(({ sale_id }) => sale_id === sale.id)
  const changes = dossier.changes.filter(({ commission_id }) => commission_id === commission?.id)
  const isRejected = commission !== undefined && commission.rejected_at !== null
  const standing = {
    sale,
    customer: dossier.customers.find(({ id }) => id === sale.customer_id),
    commission,
    commissionReason: story.reason,
    policy: story.policy,
    refunds: dossier.refunds.filter(({ sale_id }) => sale_id === sale.id),
    payouts: dossier.payouts.filter(({ commission_id }) => commission_id === commission?.id),
    rejectedReason: isRejected
      ? changes.findLast(({ to_status }) => to_status === 'reversed')?.reason
      : undefined,
    currencies: story.reason === 'no_matching_policy' ? await currenciesOf(inquiry) : [],
  }
  return saleVerdict(standing, program)
}

async function currenciesOf({ deps, program }: Inquiry): Promise<string[]> {
  const filter = { withHistory: false, productId: undefined }
  const page = { rows: limits.pageRows, after: undefined }
  const policies = await listPolicies(deps.database.kysely, program.id, filter, page)
  return [...new Set(policies.map(({ currency }) => currency).filter((one) => one !== null))].sort()
}

async function judgeRefusal(inquiry: Inquiry, refusal: RefusalEntry): Promise<Verdict> {
  const { program, found, now } = inquiry
  const names = { customerKey: refusal.customer_key ?? undefined, clickId: refusal.click_id ?? undefined }
  const trials = await trySale(inquiry, { ...names, transactionId: refusal.transaction_id ?? undefined }, [
    refusal.last_at,
    now,
  ])
  return refusedSale(
    {
      refusal,
      whenSent: trials?.decided[0],
      now: trials?.decided[1],
      customer: found.dossier.customers.find(({ id }) => id === trials?.customer),
      recorded: found.dossier.sales.find(
        ({ is_test, transaction_id }) => !is_test && transaction_id === refusal.transaction_id,
      ),
      known: await knownNames(inquiry, names),
    },
    program,
  )
}

async function judgeCustomer(inquiry: Inquiry, customer: CustomerEntry): Promise<Verdict> {
  const { program, question, now } = inquiry
  const { by, value } = question.asked
  const names = {
    customerKey: customer.customer_key ?? undefined,
    clickId: by === 'clickId' ? value : undefined,
  }
  const lookup = { ...names, customerId: customer.id, transactionId: undefined }
  const trials = await trySale(inquiry, lookup, [now])
  const known = await knownNames(inquiry, names)
  return withoutSale(customer, { trial: trials?.decided[0], known }, program)
}

async function judgeNames(
  inquiry: Inquiry,
  names: { customerKey?: string; clickId?: string },
): Promise<Verdict> {
  const known = { customerKey: undefined, clickId: undefined, ...names }
  return unknownNames(await knownNames(inquiry, known), inquiry.program)
}

async function judgeNothing(inquiry: Inquiry): Promise<Verdict> {
  const { question, found } = inquiry
  const { by, value } = question.asked
  const asked: Facts = by === 'emailHash' ? {} : { asked: value }
  const isNamed = by === 'transactionId' || by === 'customerKey'
  const isTestKnown = found.named.length > 0 || found.dossier.refusals.some(({ is_test }) => is_test)
  return nothingKnown(asked, {
    isTestKnown,
    similar: isNamed ? await similarTo(inquiry, by, value) : [],
    otherProgram: isNamed ? await otherProgramOf(inquiry, { [by]: value }) : undefined,
  })
}

/** What the rule of sales says of a sale with these names, at these instants, on what is true now. */
async function trySale(
  { deps, program }: Inquiry,
  names: {
    customerKey: string | undefined
    clickId: string | undefined
    customerId?: number
    transactionId: string | undefined
  },
  instants: readonly Date[],
): Promise<{ decided: SaleTrial[]; customer: number | undefined } | undefined> {
  const { customerKey: customer_key, clickId: click_id, customerId, transactionId } = names
  const loaded = await loadSale(deps.database.run, program.id, {
    isTest: false,
    erasedTransaction:
      transactionId === undefined ? undefined : nameEraser(program.id, deps.config.appSecret)(transactionId),
    request: { transaction_id: transactionId, customer_key, product_id: undefined },
    clickUuid: click_id === undefined ? undefined : placeOf(program.id, click_id)?.uuid,
    ...(customerId === undefined ? {} : { customerId }),
  })
  if (loaded === undefined) return undefined
  // A customer that is known without a key is asked about by itself.
  const by =
    customerId === undefined || customer_key !== undefined || click_id !== undefined
      ? {}
      : { found_by: 'click_id' as const }
  const facts = { ...loaded.facts, ...by }
  return {
    decided: instants.map((instant) => decideAttribution(facts, { customer_key, click_id }, instant)),
    customer: loaded.facts.customer?.id,
  }
}

/** What is known of a customer key and of a click id, which nobody may have. */
async function knownNames(
  inquiry: Inquiry,
  { customerKey, clickId }: { customerKey: string | undefined; clickId: string | undefined },
): Promise<NamesKnown> {
  const { dossier, winner } = inquiry.found
  const click = clickId === undefined ? undefined : await knownClick(inquiry, clickId)
  const recorded = click?.kind === 'recorded' && !click.click.is_test ? click.click : undefined
  const refusals = dossier.refusals.filter(({ is_test }) => !is_test)
  const isOfNames = (one: RefusalEntry) =>
    customerKey === undefined ? one.click_id === clickId : one.customer_key === customerKey
  const leads = refusals.filter((one) => one.call === 'lead' && isOfNames(one))
  const lead = leads.find(({ is_authenticated }) => is_authenticated) ?? leads[0]
  const isKnown =
    customerKey === undefined || dossier.customers.some(({ customer_key }) => customer_key === customerKey)
  return {
    customerKey,
    clickId,
    click,
    refusedLead: lead && { refusal: lead, trial: await tryLead(inquiry, leadOf(lead)) },
    refusedClick: refusals.find((one) => one.call === 'click' && one.click_id === clickId),
    leadNow:
      recorded === undefined || clickId === undefined
        ? undefined
        : (await tryLead(inquiry, { clickId, customerKey: undefined, isServer: true, at: inquiry.now }))
            ?.decision,
    clickNow: recorded === undefined ? undefined : await tryClick(inquiry, recorded),
    similarKeys: isKnown ? [] : await similarTo(inquiry, 'customerKey', customerKey),
    otherProgram: isKnown ? undefined : await otherProgramOf(inquiry, { customerKey }),
    winner,
  }
}

async function knownClick({ found, question, deps, program }: Inquiry, clickId: string): Promise<KnownClick> {
  const parsed = parseClickId(clickId)
  if (parsed === undefined) return { kind: 'malformed' }
  if (parsed.programId !== program.id) {
    const { kysely } = deps.database
    const of = question.isWorkspaceWide ? await findProgramEntry(kysely, parsed.programId) : undefined
    const isOurs = of !== undefined && of.workspace_id === program.workspace_id
    return { kind: 'of_another_program', program: isOurs ? { id: of.id, name: of.name } : undefined }
  }
  const click = found.dossier.clicks.find(({ click_uuid }) => click_uuid === parsed.uuid)
  return click === undefined ? { kind: 'not_recorded' } : { kind: 'recorded', click }
}

function leadOf({ customer_key, click_id, is_authenticated, last_at }: RefusalEntry) {
  return {
    customerKey: customer_key ?? undefined,
    clickId: click_id ?? undefined,
    isServer: is_authenticated,
    at: last_at,
  }
}

/** What the rule of signups says of a signup with these names at an instant, on what is true now. */
async function tryLead(
  { deps, program }: Inquiry,
  {
    customerKey: customer_key,
    clickId,
    isServer,
    at,
  }: { customerKey: string | undefined; clickId: string | undefined; isServer: boolean; at: Date },
): Promise<LeadTrial | undefined> {
  const place = clickId === undefined ? undefined : placeOf(program.id, clickId)
  const click = place && { uuid: place.uuid, receivedAt: place.at }
  const email_hash = undefined
  const facts = await readLeadFacts(deps.database.kysely, program.id, { click, customer_key, email_hash })
  if (facts === undefined) return undefined
  const source = isServer ? 'server' : 'browser'
  return { decision: decideLead(facts, { source, customer_key, email_hash, received_at: at }), at }
}

/** What the rule of clicks says of another visit on the link of a click. */
async function tryClick(
  { deps, program, now }: Inquiry,
  click: ClickEntry,
): Promise<ClickDecision | undefined> {
  if (click.link_id === null) return undefined
  const [link] = await loadLinks(deps.database.run, program.id, [click.link_id])
  return decideClick(link, {}, { is_bot: false, received_at: now }, limits.repeatClickMs)
}

async function similarTo(
  { deps, program }: Inquiry,
  by: 'customerKey' | 'transactionId',
  name: string,
): Promise<string[]> {
  const search = { by, name, variants: similarNames(name), looked: limits.storyNamesLooked }
  return findSimilarNames(deps.database.kysely, program.id, search)
}

/** Another program of the workspace that knows the name; each is asked by itself. */
async function otherProgramOf(
  { deps, question, program }: Inquiry,
  names: { transactionId?: string; customerKey?: string },
): Promise<Named | undefined> {
  if (!question.isWorkspaceWide) return undefined
  const { kysely } = deps.database
  const place = { workspaceId: program.workspace_id, programId: program.id, rows: limits.storyPrograms }
  for (const id of await listOtherPrograms(kysely, place)) {
    const known = await findProgramThatKnows(kysely, id, {
      transactionId: names.transactionId,
      customerKey: names.customerKey,
    })
    if (known !== undefined) return known
  }
  return undefined
}
