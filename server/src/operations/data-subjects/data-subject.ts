/** By what one person is asked for: exactly one of the two. */
export type RequestedDataSubject = { customerKey: string } | { email: string }

/**
 * A person as the rows of a program know one: customers (several, where they share an e-mail), and payments of the
 * connected processor account that found no customer.
 */
export interface FoundDataSubject {
  customers: DataSubjectCustomer[]
  /** The customer keys that rows have, of those that were asked for: with blanks around them, perhaps. */
  matchedKeys: string[]
  /** These, and the one that was asked for. */
  keys: string[]
  /** Hashes of e-mails, in hex, that are nobody else's. */
  emailHashes: string[]
  /** The e-mail itself, where that is what was asked for, in lower case: texts of test events may hold it. */
  emails: string[]
  processorCustomerIds: string[]
  subscriptionIds: string[]
  saleIds: number[]
  paymentIds: number[]
  /** What introduced a subscription or a customer of the processor as this person. */
  processorCustomers: string[]
  clicks: DataSubjectClick[]
  /** Track calls that were refused and name this person. */
  rejectedRequestIds: number[]
  /** What partners claim of this person's orders. */
  claimIds: number[]
  leadEventIdsOfTests: number[]
  saleEventIdsOfTests: number[]
  clicksOfTests: DataSubjectClick[]
}

export interface DataSubjectCustomer {
  id: number
  customer_key: string | null
  /** In hex. */
  email_hash: string | null
  processor_customer_id: string | null
  click_uuid: string
  clicked_at: Date
}

export interface DataSubjectClick {
  click_uuid: string
  received_at: Date
  /** It brought somebody else as well, who stays. */
  is_shared: boolean
}

/** What an export is made of; how many rows there are of each. */
export const DATA_SUBJECT_PARTS = [
  'customers',
  'clicks',
  'leads',
  'sales',
  'refunds',
  'commissions',
  'commissionChanges',
  'payments',
  'paymentNames',
  'charges',
  'processorRefunds',
  'processorCustomers',
  'eventsForReview',
  'messages',
  'deliveries',
  'changes',
  'testEvents',
  'rejectedRequests',
  'claims',
] as const
export type DataSubjectPart = (typeof DATA_SUBJECT_PARTS)[number]

export type DataSubjectCounts = Record<DataSubjectPart, number>
