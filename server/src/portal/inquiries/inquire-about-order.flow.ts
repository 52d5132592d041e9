import type { Deps } from '../../core/deps.ts'
import type { Language } from '../../core/enums.ts'
import { idPseudonymizer } from '../../core/privacy/pseudonym.rule.ts'
import { explain } from '../../reports/explain/explain.flow.ts'
import type { ConclusionFacts } from '../../reports/explain/explain.ts'
import { parseClickId } from '../../tracking/clicks/click-id.rule.ts'
import { findProgram } from '../../workspace/programs/programs.sql.ts'
import { customerCode } from '../partner-portal/customer-code.rule.ts'
import { ownAnswer, type PresentedAnswer, unknownOrderAnswer } from './inquiry-answer.rule.ts'
import { belongsToPartner, readOrderTraces } from './own-traces.sql.ts'

export interface Requester {
  programId: number
  partnerId: number
  timeZone: string
  language: Language
}

export interface OrderAnswer extends PresentedAnswer {
  /** What the partner may see of their order; undefined if it isn't theirs. */
  order: { customer: string | null; facts: OrderData } | undefined
}

type OrderData = Pick<
  ConclusionFacts,
  'commissionId' | 'receivedAt' | 'amountCents' | 'commissionCents' | 'paidCents' | 'currency'
>

/**
 * Responds to an inquiry with the order's explanation, limited to what the partner may see. Other partners' orders take
 * the same two statements as unknown ones.
 */
export async function inquireAboutOrder(
  deps: Deps,
  { programId, partnerId, timeZone, language }: Requester,
  transactionId: string,
): Promise<OrderAnswer> {
  if (!(await mayBelongToPartner(deps, { programId, partnerId }, transactionId)))
    return { ...unknownOrderAnswer(language), order: undefined }
  const program = await findProgram(deps.database.kysely, programId)
  if (program === undefined) return { ...unknownOrderAnswer(language), order: undefined }
  const query = { by: 'transactionId', value: transactionId } as const
  const { conclusion } = await explain(deps, { program, query, isWorkspaceWide: false })
  const { facts } = conclusion
  const result = ownAnswer(conclusion, { partnerId, timeZone, language })
  if (result.reason === null) return { ...result, order: undefined }
  const { customerId } = facts
  const customer =
    customerId === undefined ? null : customerCode(programId, customerId, deps.config.appSecret)
  return { ...result, order: { customer, facts } }
}

/** Returns whether an order may belong to the partner. This only saves work; the rules decide the result. */
async function mayBelongToPartner(
  deps: Deps,
  { programId, partnerId }: { programId: number; partnerId: number },
  transactionId: string,
): Promise<boolean> {
  const { kysely } = deps.database
  const erase = idPseudonymizer(programId, deps.config.appSecret)
  const traces = await readOrderTraces(kysely, { programId, partnerId }, [
    transactionId,
    erase(transactionId),
  ])
  const clicks = traces.click_ids
    .map((id) => parseClickId(id))
    .filter((click) => click?.programId === programId)
    .filter((click) => click !== undefined)
    .map(({ uuid, receivedAt }) => ({ uuid, at: receivedAt }))
  const isOwn = await belongsToPartner(
    kysely,
    { programId, partnerId },
    { customerKeys: traces.customer_keys, clicks },
  )
  return isOwn || traces.is_sold
}
