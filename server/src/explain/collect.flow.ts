import { limits } from '../platform/config.ts'
import type { Deps } from '../platform/deps.ts'
import { nameEraser } from '../platform/erased-name.rule.ts'
import { DAY_MS } from '../platform/time.ts'
import { formatClickId, parseClickId } from '../tracking/click-id.rule.ts'
import {
  type ClickPlace,
  findCustomerEntries,
  findPaymentEntries,
  findSaleEntries,
  listChangeEntries,
  listClaimEntries,
  listClickEntries,
  listCommissionEntries,
  listLeadEntries,
  listPayoutEntries,
  listRefundEntries,
  listRefusalEntries,
  listSessionClicks,
} from './explain.sql.ts'
import type {
  Asked,
  ClickEntry,
  CustomerEntry,
  Dossier,
  ProgramEntry,
  RefusalEntry,
  SaleEntry,
} from './explain.ts'

/** The rows under a name, with what the question singles out of them. */
export interface Collected {
  dossier: Dossier
  /** The sales of the very name that was asked for. */
  named: readonly SaleEntry[]
  /** The click that was asked for, when it is one of this program. */
  place: ClickPlace | undefined
  /** Of the session of the click that was asked for, whom another click brought. */
  winner: { click: ClickEntry; customer: CustomerEntry } | undefined
  /** More is there than was read. */
  isCut: boolean
}

/** Reads all that a program has of a name: of an order, of a customer, of a click, or of everybody with an e-mail. */
export async function collect(deps: Deps, program: ProgramEntry, asked: Asked): Promise<Collected> {
  const { kysely } = deps.database
  const { id } = program
  const names = namesOf(deps, id, asked)
  const named = await findSaleEntries(kysely, id, { transactionIds: names.transactionIds }, limits.storySales)
  const refusalsOfName = await listRefusalEntries(kysely, id, names, limits.storyRefusals)
  const place = names.clickIds.map((clickId) => placeOf(id, clickId)).find((one) => one !== undefined)
  const isMissing = asked.by === 'transactionId' && named.every(({ is_test }) => is_test)
  const sent = isMissing ? sentWith(refusalsOfName) : undefined
  const sentClick = sent?.click_id == null ? undefined : placeOf(id, sent.click_id)
  const customers = await findCustomerEntries(
    kysely,
    id,
    {
      ids: named.map(({ customer_id }) => customer_id).filter(isThere),
      customer_key: names.customerKeys[0] ?? sent?.customer_key ?? undefined,
      click_uuids: [place, sent?.customer_key == null ? sentClick : undefined]
        .filter(isThere)
        .map(({ uuid }) => uuid),
      email_hash: asked.by === 'emailHash' ? asked.value : undefined,
    },
    limits.storyCustomers,
  )
  const sales = await salesOf(deps, program, { asked, named, customers })
  const refusals = await refusalsOf(deps, program, { asked, found: refusalsOfName, customers })
  const { clicks, winner } = await clicksOf(deps, program, { place, customers, refusals })
  const leads = await listLeadEntries(kysely, id, idsOf(customers))
  const money = await moneyOf(deps, id, { saleIds: idsOf(sales), leadIds: idsOf(leads) })
  const payments = await findPaymentEntries(kysely, id, names.transactionIds)
  const isCut =
    sales.length >= limits.storySales ||
    refusals.length >= limits.storyRefusals ||
    customers.length >= limits.storyCustomers ||
    money.isCut
  const dossier = { program, customers, clicks, leads, sales, payments, refusals, ...money }
  return { dossier, named, place, winner, isCut }
}

/** The newest call of a sale that was refused, one with a good key if there is one: whom it named is who is asked about. */
function sentWith(refusals: readonly RefusalEntry[]): RefusalEntry | undefined {
  return refusals.find(({ call, is_test }) => call === 'sale' && !is_test)
}

/** What a question looks for; a transaction_id also by the name that erasing leaves of it. */
function namesOf({ config }: Deps, programId: number, { by, value }: Asked) {
  const erase = nameEraser(programId, config.appSecret)
  return {
    transactionIds: by === 'transactionId' ? [...new Set([value, erase(value)])] : [],
    customerKeys: by === 'customerKey' ? [value] : [],
    clickIds: by === 'clickId' ? [value] : [],
  }
}

/** Of a click id of this program: where its click stands. */
export function placeOf(programId: number, clickId: string): ClickPlace | undefined {
  const parsed = parseClickId(clickId)
  return parsed?.programId === programId ? { uuid: parsed.uuid, at: parsed.receivedAt } : undefined
}

/** Of an order, itself and the first sale of its customer, which its window and its policy go by; else all sales. */
async function salesOf(
  { database: { kysely } }: Deps,
  { id }: ProgramEntry,
  {
    asked,
    named,
    customers,
  }: { asked: Asked; named: readonly SaleEntry[]; customers: readonly CustomerEntry[] },
): Promise<SaleEntry[]> {
  const all = await findSaleEntries(kysely, id, { customerIds: idsOf(customers) }, limits.storySales)
  if (asked.by !== 'transactionId') return all
  const firsts = new Set(customers.map(({ first_sale_at }) => first_sale_at?.getTime()))
  const isNamed = new Set(idsOf(named))
  return [
    ...named,
    ...all.filter(({ id, received_at }) => !isNamed.has(id) && firsts.has(received_at.getTime())),
  ]
}

/** What was refused of the name, and the refused clicks and signups of whom it names; not what else they bought. */
async function refusalsOf(
  { database: { kysely } }: Deps,
  { id }: ProgramEntry,
  {
    asked,
    found,
    customers,
  }: { asked: Asked; found: readonly RefusalEntry[]; customers: readonly CustomerEntry[] },
): Promise<RefusalEntry[]> {
  const customerKeys = [
    ...found.map(({ customer_key }) => customer_key),
    ...customers.map(({ customer_key }) => customer_key),
  ]
  const clickIds = [
    ...found.map(({ click_id }) => click_id),
    ...customers.map(({ click_uuid }) => formatClickId(id, click_uuid)),
  ]
  const names = { customerKeys: unique(customerKeys), clickIds: unique(clickIds) }
  const more = await listRefusalEntries(kysely, id, names, limits.storyRefusals)
  const isFound = new Set(idsOf(found))
  const isTold = ({ call }: RefusalEntry) =>
    asked.by !== 'transactionId' || call === 'lead' || call === 'click'
  return [...found, ...more.filter((one) => !isFound.has(one.id) && isTold(one))]
    .sort(
      (one, other) =>
        Number(other.is_authenticated) - Number(one.is_authenticated) ||
        other.last_at.getTime() - one.last_at.getTime() ||
        other.id - one.id,
    )
    .slice(0, limits.storyRefusals)
}

/** The clicks of the customers, the one asked for, those of refused calls, and the other visits of one session. */
async function clicksOf(
  deps: Deps,
  program: ProgramEntry,
  {
    place,
    customers,
    refusals,
  }: {
    place: ClickPlace | undefined
    customers: readonly CustomerEntry[]
    refusals: readonly RefusalEntry[]
  },
): Promise<{ clicks: ClickEntry[]; winner: Collected['winner'] }> {
  const { kysely } = deps.database
  const { id } = program
  const places = [
    ...(place === undefined ? [] : [place]),
    ...customers.map(({ click_uuid, clicked_at }) => ({ uuid: click_uuid, at: clicked_at })),
    ...refusals
      .map(({ click_id }) => (click_id === null ? undefined : placeOf(id, click_id)))
      .filter(isThere),
  ]
  const byUuid = new Map(places.map((one) => [one.uuid, one]))
  const clicks = await listClickEntries(kysely, id, [...byUuid.values()])
  const [only] = customers.length > 1 ? [] : clicks.filter(({ is_test }) => !is_test)
  const session = only?.session ?? null
  if (only === undefined || session === null) return { clicks, winner: undefined }
  const around = await sessionAround(deps, program, { at: only.received_at, session })
  const others = around.filter(({ click_uuid }) => !byUuid.has(click_uuid))
  const all = [...clicks, ...others]
  if (customers.length > 0 || others.length === 0) return { clicks: all, winner: undefined }
  const click_uuids = others.map(({ click_uuid }) => click_uuid)
  const brought = await findCustomerEntries(kysely, id, { click_uuids }, 1)
  const [customer] = brought
  const click = others.find(({ click_uuid }) => click_uuid === customer?.click_uuid)
  return { clicks: all, winner: customer && click && { click, customer } }
}

async function sessionAround(
  { database: { kysely } }: Deps,
  { id }: ProgramEntry,
  { at, session }: { at: Date; session: string },
): Promise<ClickEntry[]> {
  const search = { session, looked: limits.storyClicksLooked, rows: limits.storyClicks }
  const near = (from: Date, to: Date) => listSessionClicks(kysely, id, { ...search, from, to })
  const before = await near(new Date(at.getTime() - DAY_MS), at)
  const after = await near(at, new Date(at.getTime() + DAY_MS))
  return [...new Map([...before, ...after].map((click) => [click.click_uuid, click])).values()]
}

async function moneyOf(
  { database: { kysely } }: Deps,
  programId: number,
  { saleIds, leadIds }: { saleIds: readonly number[]; leadIds: readonly number[] },
) {
  const rows = limits.storyChanges
  const commissions = await listCommissionEntries(kysely, programId, { saleIds, leadIds })
  const [refunds, claims, changes, payouts] = await Promise.all([
    listRefundEntries(kysely, programId, saleIds, rows),
    listClaimEntries(kysely, programId, saleIds),
    listChangeEntries(kysely, programId, idsOf(commissions), rows),
    listPayoutEntries(kysely, programId, idsOf(commissions), rows),
  ])
  const isCut = [refunds, changes, payouts].some((list) => list.length >= rows)
  return { commissions, refunds, claims, changes, payouts, isCut }
}

function idsOf(rows: readonly { id: number }[]): number[] {
  return rows.map(({ id }) => id)
}

function unique(names: readonly (string | null)[]): string[] {
  return [...new Set(names.filter(isThere))]
}

function isThere<Value>(value: Value | null | undefined): value is Value {
  return value !== null && value !== undefined
}
