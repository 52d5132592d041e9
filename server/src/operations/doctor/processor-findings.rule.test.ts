import { expect, it } from 'vitest'
import type { ProcessorIssues, WorkReport } from './doctor.ts'
import { checkProcessors } from './processor-findings.rule.ts'

const missing = {
  type: 'invoice_payment.paid',
  wasReceived: false,
  signs: [{ sign: 'invoice_without_payment' as const, count: 2 }],
}
const check = (processors: ProcessorIssues[] | undefined) => checkProcessors({ processors } as WorkReport)

it('a missing event type is reported with its program, evidence and fix', () => {
  expect(check([{ program_id: 3, missing: [missing], held: 2 }])).toEqual([
    {
      check: 'processor',
      severity: 'failed',
      found:
        "Program 3 receives no `invoice_payment.paid` events: 2 paid invoices have no link to a payment, so refunds and disputes can't be matched.",
      remedy: 'Subscribe the webhook endpoint to `invoice_payment.paid`.',
    },
  ])
})

it('a missing event type is only a warning if no commission is on hold', () => {
  expect(check([{ program_id: 3, missing: [missing], held: 0 }])).toMatchObject([{ severity: 'warning' }])
})

it.each([[[]], [undefined]])('reports nothing for %j', (processors) => {
  expect(check(processors)).toMatchObject([{ severity: 'ok' }])
})
