import { eventSymptomText, missingEventRemedy } from '../../tracking/processors/event-symptom-text.rule.ts'
import { type Finding, failure, ok, type WorkReport, warning } from './doctor.ts'

/** Reports event types that programs don't receive. It is a failure if commissions are waiting for one. */
export function checkProcessors({ processors = [] }: WorkReport): Finding[] {
  const findings = processors.flatMap(({ program_id, missing, held }) =>
    missing.map((one) => {
      const signs = one.signs.map(({ sign, count }) => eventSymptomText(sign, count))
      const text = `Program ${program_id} ${one.wasReceived ? 'is missing some' : 'receives no'} \`${one.type}\` events: ${signs.join(' ')}`
      const isHeld = held > 0 && one.type === 'invoice_payment.paid'
      return (isHeld ? failure : warning)('processor', text, missingEventRemedy(one))
    }),
  )
  return findings.length > 0 ? findings : [ok('processor', 'Connected processors send all required events.')]
}
