import { type Call, type CallResult, send } from './call.ts'
import { isAffiliateError } from './errors.ts'
import type { Resources } from './generated/resources.ts'
import { normalizeIds, type WithNumericIds } from './ids.ts'
import { toApiNames } from './naming.ts'
import { type CallOptions, type ClientOptions, readSettings } from './options.ts'
import { createResources } from './resources.ts'
import { recordResponse } from './response.ts'
import {
  type ClickInput,
  type ClickResult,
  type LeadInput,
  type LeadResult,
  type RefundInput,
  type RefundResult,
  readClick,
  readLead,
  readRecordedSale,
  readRefund,
  readSale,
  type SaleInput,
  type SaleResult,
} from './track.ts'

/**
 * Client for a merchant's server. The tracking methods use a program's API key; the resources for the other parts of
 * the API, such as `partners` and `payouts`, use `managementKey`. Tracking fields are camelCase here and snake_case in
 * the API.
 */
export class AffiliateClient implements Resources {
  readonly #options: ClientOptions
  readonly #baseUrl: string
  declare readonly accounts: Resources['accounts']
  declare readonly apiKeys: Resources['apiKeys']
  declare readonly auditLog: Resources['auditLog']
  declare readonly mails: Resources['mails']
  declare readonly balances: Resources['balances']
  declare readonly commissionPolicies: Resources['commissionPolicies']
  declare readonly commissions: Resources['commissions']
  declare readonly customers: Resources['customers']
  declare readonly dataSubjects: Resources['dataSubjects']
  declare readonly events: Resources['events']
  declare readonly integration: Resources['integration']
  declare readonly invitations: Resources['invitations']
  declare readonly invoices: Resources['invoices']
  declare readonly applications: Resources['applications']
  declare readonly claims: Resources['claims']
  declare readonly partnerInvitations: Resources['partnerInvitations']
  declare readonly portalSettings: Resources['portalSettings']
  declare readonly joinPages: Resources['joinPages']
  declare readonly eventsForReview: Resources['eventsForReview']
  declare readonly links: Resources['links']
  declare readonly couponCodes: Resources['couponCodes']
  declare readonly managementKeys: Resources['managementKeys']
  declare readonly members: Resources['members']
  declare readonly partnerGroups: Resources['partnerGroups']
  declare readonly partnerNotes: Resources['partnerNotes']
  declare readonly partners: Resources['partners']
  declare readonly payouts: Resources['payouts']
  declare readonly payoutDetails: Resources['payoutDetails']
  declare readonly brands: Resources['brands']
  declare readonly breakdowns: Resources['breakdowns']
  declare readonly performance: Resources['performance']
  declare readonly rejectedRequests: Resources['rejectedRequests']
  declare readonly processor: Resources['processor']
  declare readonly reconciliations: Resources['reconciliations']
  declare readonly programs: Resources['programs']
  declare readonly sales: Resources['sales']
  declare readonly service: Resources['service']
  declare readonly shareLinks: Resources['shareLinks']
  declare readonly twoFactor: Resources['twoFactor']
  declare readonly unattributedPayments: Resources['unattributedPayments']
  declare readonly webhookListeners: Resources['webhookListeners']
  declare readonly webhooks: Resources['webhooks']
  declare readonly workspaces: Resources['workspaces']

  /** @throws {TypeError} if an option is invalid */
  constructor(options: ClientOptions) {
    const { baseUrl } = options
    if (options.apiKey === undefined && options.managementKey === undefined) {
      throw new TypeError('Set apiKey (a program API key), managementKey, or both.')
    }
    checkKey(options, 'apiKey')
    checkKey(options, 'managementKey')
    if (!/^https?:\/\/./.test(baseUrl ?? '') || !URL.canParse(baseUrl)) {
      throw new TypeError('baseUrl must be a URL such as https://track.example.com.')
    }
    readSettings(options)
    this.#options = options
    this.#baseUrl = baseUrl.replace(/\/+$/, '')
    Object.assign(this, createResources(options, this.#baseUrl))
  }

  /**
   * Records a visit through a partner link, for pages without the tracker script. A click by a bot or on an unknown
   * link succeeds without being counted and has a `reason`. Retries share an `eventId`, so the click counts once.
   * @throws {AffiliateError} `invalid_request` if the URL isn't absolute
   */
  trackClick(click: WithNumericIds<ClickInput>, options?: CallOptions): Promise<ClickResult> {
    const input = { ...click, eventId: click.eventId ?? crypto.randomUUID() }
    return this.#track({ name: 'click', input, options }, readClick)
  }

  /**
   * Reports a signup and confirms its lead. A repeated call returns the same `leadId` and records nothing.
   * @throws {AffiliateError} `no_attribution` if no partner referred the customer, which is normal for most signups
   */
  trackLead(lead: WithNumericIds<LeadInput>, options?: CallOptions): Promise<LeadResult> {
    return this.#track({ name: 'lead', input: lead, options }, readLead)
  }

  /**
   * Reports a sale. A `transactionId` is recorded once; a repeated call resolves with `alreadyRecorded: true`.
   * @throws {AffiliateError} `no_attribution` if no partner referred the customer, `unsupported_currency`, …
   */
  trackSale(sale: WithNumericIds<SaleInput>, options?: CallOptions): Promise<SaleResult> {
    return recordResponse(async (note) => {
      try {
        const result = await send(this.#createCall({ name: 'sale', input: sale, options }))
        note(result.response)
        return readSale(result)
      } catch (error) {
        if (!isAffiliateError(error, 'duplicate_transaction')) throw error
        note(error.response)
        return readRecordedSale(error)
      }
    })
  }

  /**
   * Reports a full or partial refund. Commission and fee are reduced in proportion.
   * @throws {AffiliateError} `sale_not_found`, or `invalid_request` if the refund exceeds the sale's remaining amount
   */
  trackRefund(refund: WithNumericIds<RefundInput>, options?: CallOptions): Promise<RefundResult> {
    return this.#track({ name: 'refund', input: refund, options }, readRefund)
  }

  #track<Result>(call: RequestType, read: (result: CallResult) => Result): Promise<Result> {
    return recordResponse(async (note) => {
      const result = await send(this.#createCall(call))
      note(result.response)
      return read(result)
    })
  }

  #createCall({ name, input, options }: RequestType): Call {
    const operation = `track${name.charAt(0).toUpperCase()}${name.slice(1)}`
    if (this.#options.apiKey === undefined) throw new TypeError(`${operation} needs the client's apiKey.`)
    return {
      name: operation,
      method: 'POST',
      url: `${this.#baseUrl}/api/v1/track/${name}`,
      key: this.#options.apiKey,
      body: { type: 'application/json', text: JSON.stringify(normalizeIds(toApiNames(input))) },
      mediaType: 'json',
      isIdempotent: true,
      settings: readSettings(this.#options, options),
    }
  }
}

interface RequestType {
  name: 'click' | 'lead' | 'sale' | 'refund'
  input: object
  options: CallOptions | undefined
}

/** Rejects an undefined key that was passed explicitly, such as an unset environment variable. */
function checkKey(options: ClientOptions, name: 'apiKey' | 'managementKey') {
  if (name in options && !/^[\x21-\x7e]+$/.test(options[name] ?? '')) {
    throw new TypeError(`${name} is not a valid key.`)
  }
}
