import type { Program } from '../../api/types.ts'

interface Choice {
  label: string
  hint: string
}

export const PROGRAM_STATUSES: Record<Program['status'], { label: string }> = {
  active: { label: 'Active' },
  paused: { label: 'Paused' },
  archived: { label: 'Archived' },
}

/** What makes a signup a lead. */
export const LEAD_POLICIES: Record<Program['leadAuthPolicy'], Choice> = {
  server_verified: {
    label: 'Verified by your server',
    hint: 'A signup reported by the browser stays provisional, and neither counts nor pays, until your server confirms it with an API key. Nobody can invent leads.',
  },
  browser_allowed: {
    label: 'The browser is enough',
    hint: 'The first signup reported by the browser counts and pays at once. Simpler to set up, but a browser can be made to report anything.',
  },
}

/** How payments arrive. */
export const PAYMENT_MODES: Record<Program['paymentTrackingMode'], Choice> = {
  processor_connect: {
    label: 'Connected payment processor',
    hint: 'Payments arrive from your processor account by themselves. The payments step is complete when the account is connected.',
  },
  s2s: {
    label: 'Your server reports sales',
    hint: 'Your server calls the sale endpoint after each payment. The payments step is complete at once.',
  },
}

/** What a percentage is taken of. */
export const COMMISSION_BASES: Record<Program['commissionBase'], Choice> = {
  amount: {
    label: 'The amount of the sale',
    hint: 'The amount as it is sent, tax included.',
  },
  amount_without_tax: {
    label: 'The amount without tax',
    hint: 'The amount less the tax that is sent with it. A sale without a known tax counts in full.',
  },
}

/** What ends the wait of a commission. */
export const APPROVALS: Record<Program['commissionApproval'], Choice> = {
  automatic: {
    label: 'By itself',
    hint: 'A commission is approved when its hold ends, unless somebody rejects it before.',
  },
  review: {
    label: 'By a person',
    hint: 'A commission stays pending until somebody approves it on the Commissions page.',
  },
}
