import { randomUUID } from 'node:crypto'
import { approveCommissions } from '../../src/earnings/commissions/approve-commissions.job.ts'
import { createScheduledPayouts } from '../../src/earnings/payouts/create-scheduled-payouts.job.ts'
import { closePartnerMonths } from '../../src/portal/partner-portal/close-partner-months.job.ts'
import { rollUpLinks } from '../../src/statistics/roll-up-link-stats.job.ts'
import { rollUpSums } from '../../src/statistics/roll-up-sums.job.ts'
import { createTestProgram, send, signInMember, type TestService } from '../harness.ts'
import { createCaller, signInAs } from '../partners/portal-access/partner.ts'
import { createEvent, deliver, EVENTS, newId } from '../tracking/processors/processor.ts'
import { DAY, Ledger, localDay, type Partner, type Payout } from './ledger.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** One of the workspace's programs, with its clients and its ledger. */
export interface Program {
  id: number
  key: string
  ledger: Ledger
  stripe: { accountId: string; secret: string }
  aheadMs: number
}

const KINDS = [
  {
    name: 'Shop',
    timeZone: 'Africa/Casablanca',
    windowDays: 40,
    holdDays: 7,
    feeBps: 350,
    perLead: undefined,
  },
  {
    name: 'Club',
    timeZone: 'Pacific/Apia',
    windowDays: 15,
    holdDays: 15,
    feeBps: 123,
    perLead: { cents: 250n, currency: 'EUR' },
  },
  {
    name: 'Rehearsal',
    timeZone: 'Europe/Chisinau',
    windowDays: 25,
    holdDays: 3,
    feeBps: 700,
    perLead: undefined,
  },
]

/** A workspace with two programs and a sandbox, and partners in several of them. */
export class Workspace {
  readonly programs: Program[] = []
  #bearer: string | undefined
  #workspace: { workspaceId: string } = { workspaceId: '' }
  constructor(readonly service: TestService) {}

  async open(): Promise<void> {
    this.#workspace = await createTestProgram(this.service)
    for (const kind of KINDS) await this.#openProgram(kind)
    const emails = Array.from({ length: 4 }, (_, index) => `${index}-${randomUUID()}@partners.test`)
    for (const program of this.programs) {
      for (const email of emails.slice(0, program.ledger.of.isSandbox ? 2 : 4))
        await this.#join(program, email)
    }
  }

  async #openProgram(kind: (typeof KINDS)[number]): Promise<void> {
    const isSandbox = kind.name === 'Rehearsal'
    const { workspaceId } = this.#workspace
    const { name, timeZone, windowDays, holdDays, feeBps, perLead } = kind
    const created = await this.#manage('POST', '', { name, workspaceId, timeZone, sandbox: isSandbox })
    const id: number = getData(created, 201).id
    const terms = {
      attributionWindowDays: windowDays,
      holdPeriodDays: holdDays,
      platformFeeBps: feeBps,
      commissionApproval: name === 'Club' ? 'review' : 'automatic',
      ...(perLead === undefined
        ? {}
        : { perLeadCommission: { amountCents: Number(perLead.cents), currency: perLead.currency } }),
    }
    getData(await this.#manage('PATCH', `/${id}`, terms), 200)
    const key = getData(
      await this.#manage('POST', `/${id}/api-keys`, { mode: isSandbox ? 'test' : 'live' }),
      201,
    ).key
    const ledger = new Ledger(id, { ...kind, isReviewed: name === 'Club', isSandbox })
    const now = this.service.clock.now().getTime()
    ledger.policies.push({
      group: null,
      product: null,
      type: 'percent',
      rateBps: 2000,
      amount: 0,
      currency: null,
      duration: 'lifetime',
      months: 0,
      holdDays: null,
      from: now,
      to: Number.POSITIVE_INFINITY,
    })
    const stripe = { accountId: newId('acct'), secret: newId('whsec') }
    const program = { id, key, ledger, stripe, aheadMs: 0 }
    if (!isSandbox) {
      const account = { processorAccountId: stripe.accountId, webhookSecret: stripe.secret }
      getData(await this.#manage('PUT', `/${id}/processor`, account), 200)
    }
    this.programs.push(program)
  }

  async #join(program: Program, email: string): Promise<void> {
    const body = { name: 'Pat', email, approved: true }
    const partner = getData(await this.team(program, 'POST', '/partners', body), 201)
    const list = getData(await this.team(program, 'GET', `/links?partnerId=${partner.id}`), 200)
    program.ledger.partners.push({
      id: partner.id,
      code: list[0].code,
      email,
      status: 'approved',
      hold: false,
      groups: [],
      details: [],
    })
  }

  /** Returns whether the history has enough events for a meaningful comparison. */
  get much() {
    const someLedger = (of: (ledger: Ledger) => boolean) => this.programs.some(({ ledger }) => of(ledger))
    return {
      sales: someLedger(({ sales }) => sales.size > 5),
      statements: someLedger((ledger) =>
        ledger.partners.some((one) => Object.keys(ledger.statements(one)).length > 0),
      ),
    }
  }

  now(program: Program): number {
    return this.service.clock.now().getTime() + program.aheadMs
  }

  async #manage(method: Method, path: string, body?: unknown) {
    this.#bearer ??= await signInMember(this.service, this.#workspace)
    return send(this.service.app, method, `/api/programs${path}`, {
      bearer: this.#bearer,
      ...(body === undefined ? {} : { body }),
    })
  }

  team(program: Program, method: Method, path: string, body?: unknown) {
    return this.#manage(method, `/${program.id}${path}`, body)
  }

  async report(program: Program, path: string) {
    this.#bearer ??= await signInMember(this.service, this.#workspace)
    const url = path.replace(':id', String(program.id))
    return send(this.service.app, 'GET', `/api/tracking/${url}`, { bearer: this.#bearer })
  }

  async sendFile(program: Program, text: string) {
    this.#bearer ??= await signInMember(this.service, this.#workspace)
    return send(this.service.app, 'POST', `/api/programs/${program.id}/payouts/import`, {
      bearer: this.#bearer,
      body: text,
      headers: { 'content-type': 'text/csv' },
    })
  }

  track(program: Program, type: 'click' | 'lead' | 'sale' | 'refund', body: unknown, withKey = true) {
    return send(this.service.app, 'POST', `/api/v1/track/${type}`, {
      body,
      ...(withKey ? { bearer: program.key } : {}),
    })
  }

  readonly #sessions = new Map<string, string>()

  /** Sends a request as a partner. */
  async requestAsPartner(program: Program, partner: Partner, method: Method, path: string, body?: unknown) {
    const day = this.service.clock.now().toISOString().slice(0, 10)
    const name = `${partner.email} ${day}`
    let token = this.#sessions.get(name)
    if (token === undefined) {
      token = (await signInAs(this.service, partner.id)).token
      this.#sessions.set(name, token)
    }
    return createCaller(this.service, token).call(method, `/programs/${program.id}${path}`, body)
  }

  /** Sends a request about a partner's whole account, in a new session. */
  async account(partner: Partner, method: Method, path: string, body?: unknown) {
    const signedIn = await signInAs(this.service, partner.id)
    return signedIn.call(method, `/account${path}`, body)
  }

  publish(program: Program, type: string, object: Record<string, unknown>) {
    const { secret } = program.stripe
    return deliver(this.service, createEvent(this.service, type, object), {
      url: `${EVENTS}?program=${program.id}`,
      secret,
    })
  }

  /** Advances time and renews the team's session. */
  advanceTime(ms: number): void {
    this.service.clock.advance({ ms })
    if (ms > 3_600_000) this.#bearer = undefined
  }

  /** Ensures that all events so far are included in a statement. */
  async endMonth(): Promise<void> {
    this.advanceTime(32 * DAY)
    await this.runJobs()
  }

  async runJobs(): Promise<void> {
    const { deps } = this.service
    await approveCommissions(deps)
    await createScheduledPayouts(deps)
    await closePartnerMonths(deps)
    await rollUpLinks(deps)
    await rollUpSums(deps)
    for (const program of this.programs) {
      const { ledger } = program
      const now = this.now(program)
      ledger.approveDue(now)
      if (isPayoutDay(ledger, now)) {
        const { made: created } = ledger.batch(now)
        await this.recordBatch(program, created)
        ledger.paidMonth = payoutMonth(ledger.payDay ?? 1, localDay(now, ledger.of.timeZone))
      }
      ledger.closeMonths(now)
    }
  }

  /** Returns the ids of the payouts that the ledger expects in a batch. */
  async recordBatch(program: Program, created: ReturnType<Ledger['batch']>['made']): Promise<Payout[]> {
    const { data } = (await this.team(program, 'GET', '/payouts?status=open&limit=100')).body
    const accepted: Payout[] = []
    for (const one of created) {
      const found = data.find(
        (row: { id: number; partnerId: number; currency: string }) =>
          row.partnerId === one.partner.id &&
          row.currency === one.currency &&
          !program.ledger.payouts.has(row.id),
      )
      if (found === undefined)
        throw new Error(
          `${program.ledger.of.name}: no payout of ${one.amount} ${one.currency} to partner ${one.partner.id}`,
        )
      accepted.push(program.ledger.openPayout(found.id, one))
    }
    return accepted
  }
}

export function payoutMonth(payDay: number, day: string): string {
  if (Number(day.slice(8)) >= payDay) return day.slice(0, 7)
  const before = new Date(`${day.slice(0, 7)}-01T00:00:00Z`)
  before.setUTCMonth(before.getUTCMonth() - 1)
  return before.toISOString().slice(0, 7)
}

export function isPayoutDay(ledger: Ledger, now: number): boolean {
  const { payDay, paidMonth } = ledger
  return payDay !== null && payoutMonth(payDay, localDay(now, ledger.of.timeZone)) > paidMonth
}

/** Returns the data from a response with the expected status. */
export function getData(
  response: { status: number; body: { data?: unknown }; text: string },
  status: number,
) {
  if (response.status !== status)
    throw new Error(`answered ${response.status}, not ${status}: ${response.text}`)
  // biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
  return response.body.data as any
}
