import { type Command, InvalidArgumentError } from 'commander'
import type { Reason } from '../reports/explain/explain.ts'
import type { PresentedExplanation } from '../reports/explain/explanation-text.rule.ts'
import type { SentQuery } from '../reports/explain/hashed-query.rule.ts'
import { addCommand, FAILED, parseProgramId, type Terminal } from './terminal.ts'
import { doWork } from './work.ts'

/** The option for each identifier. */
const OPTIONS = {
  transaction: 'transactionId',
  customerKey: 'customerKey',
  click: 'clickId',
  email: 'email',
} as const satisfies Record<string, SentQuery['by']>

type Options = { program: number } & { [Option in keyof typeof OPTIONS]?: string }

/** Adds `affiliate explain` (docs/explain.md). */
export function addExplain(program: Command, { environment, print, fail }: Terminal): void {
  addCommand(
    program,
    'explain',
    'Explain why an order did or didn’t earn a commission. Exits 1 if nothing is known about it.',
  )
    .requiredOption('--program <id>', 'Program the order was sent to', parseProgramId)
    .option('--transaction <id>', 'Transaction ID (your ID for the order)')
    .option('--customer-key <key>', 'Customer key (your ID for the customer)')
    .option('--click <id>', 'Click ID, from the service_click_id cookie')
    .option('--email <address>', 'Look up customers by email')
    .action(async (options: Options) => {
      const input = { programId: options.program, query: readQuery(options) }
      const explained = await doWork(environment, 'explain', input)
      if (UNKNOWN.has(explained.conclusion.reason)) fail(FAILED)
      print(explained, formatExplanation(explained))
    })
}

const UNKNOWN: ReadonlySet<Reason> = new Set([
  'nothing_received',
  'spelled_differently',
  'known_in_another_program',
])

function readQuery(options: Options): SentQuery {
  const queries = Object.entries(OPTIONS).flatMap(([option, by]): SentQuery[] => {
    const value = options[option as keyof typeof OPTIONS] // safe because these are its keys
    return value === undefined ? [] : [{ by, value }]
  })
  const [query] = queries
  if (query !== undefined && queries.length === 1) return query
  throw new InvalidArgumentError('Use exactly one of --transaction, --customer-key, --click and --email.')
}

function formatExplanation({
  conclusion,
  timeline,
  testEvents,
  isCut,
  sandbox,
}: PresentedExplanation): string {
  return [
    ...(sandbox === true ? ['Sandbox: uses its own clock; no real payouts.', ''] : []),
    `${conclusion.reason}: ${conclusion.message}`,
    ...(conclusion.remedy === null ? [] : [conclusion.remedy]),
    ...(timeline.length === 0 ? [] : ['', isCut ? 'Timeline (oldest items omitted):' : 'What happened:']),
    ...timeline.map(formatItem),
    ...(testEvents.length === 0 ? [] : ['', 'Test events (never counted):']),
    ...testEvents.map(formatItem),
  ].join('\n')
}

function formatItem({ at, text }: PresentedExplanation['timeline'][number]): string {
  return `  ${at}  ${text}`
}
