/** The identifier of a customer. Exactly one of the two is set. */
export type RequestedDataSubject = { customerKey: string } | { email: string }

/**
 * A person's rows in a program: customers (several if they share an email), and payments from the connected processor
 * that were not matched to a customer.
 */
export interface FoundDataSubject {
  customers: DataSubjectCustomer[]
  /** Stored keys that match the requested one, possibly with surrounding spaces. */
  matchedKeys: string[]
  /** `matchedKeys` and the requested key. */
  keys: string[]
  /** Hashes of emails that no other customer has, in hex. */
  emailHashes: string[]
  /** The requested email in lower case, because test events may contain it. */
  emails: string[]
  processorCustomerIds: string[]
  subscriptionIds: string[]
  saleIds: number[]
  paymentIds: number[]
  /** Processor customers and subscriptions mapped to this person. */
  processorCustomers: string[]
  clicks: DataSubjectClick[]
  /** Rejected tracking requests that identify this person. */
  rejectedRequestIds: number[]
  /** Partners' claims about this person's orders. */
  claimIds: number[]
  testLeadEventIds: number[]
  testSaleEventIds: number[]
  testClicks: DataSubjectClick[]
}

export interface DataSubjectCustomer {
  id: number
  customer_key: string | null
  /** The hash in hex. */
  email_hash: string | null
  processor_customer_id: string | null
  click_uuid: string
  clicked_at: Date
}

export interface DataSubjectClick {
  click_uuid: string
  received_at: Date
  /** Whether the click also belongs to another customer, who is not erased. */
  is_shared: boolean
}

/** Sections of an export, and the number of rows in each. */
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
  'reconciliationItems',
  'messages',
  'deliveries',
  'changes',
  'testEvents',
  'rejectedRequests',
  'claims',
] as const
export type DataSubjectSection = (typeof DATA_SUBJECT_PARTS)[number]

export type DataSubjectCounts = Record<DataSubjectSection, number>
