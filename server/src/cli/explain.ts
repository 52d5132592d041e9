import { type Command, InvalidArgumentError } from 'commander'
import type { CommandLineQuery } from '../reports/explain/explain-command.flow.ts'
import type { Reason } from '../reports/explain/explanation-text.rule.ts'
import type { PresentedExplanation, PresentedItem } from '../reports/explain/present-explanation.rule.ts'
import { addCommand, FAILED, parseProgramId, type Terminal } from './terminal.ts'
import { doWork } from './work.ts'

interface Options {
  program: number
  transaction?: string
  customerKey?: string
  click?: string
  email?: string
}

/** Adds `affiliate explain` (docs/explain.md). */
export function addExplain(program: Command, { environment, print, fail }: Terminal): void {
  addCommand(
    program,
    'explain',
    'Explain why an order earned a commission or not. Exits 1 if nothing is known about it.',
  )
    .requiredOption('--program <id>', 'Program the order was sent to', parseProgramId)
    .option('--transaction <id>', 'Transaction ID (your ID of the order)')
    .option('--customer-key <key>', 'Customer key (your ID of the customer)')
    .option('--click <id>', 'Click ID, from the service_click_id cookie')
    .option('--email <address>', 'Look up customers by email')
    .action(async (options: Options) => {
      const input = { programId: options.program, query: readQuery(options) }
      const explained = await doWork(environment, 'explain', input)
      if (UNKNOWN.has(explained.conclusion.reason)) fail(FAILED)
      print(explained, labelOf(explained))
    })
}

const UNKNOWN: ReadonlySet<Reason> = new Set([
  'nothing_received',
  'spelled_differently',
  'known_in_another_program',
])

function readQuery({ transaction, customerKey, click, email }: Options): CommandLineQuery {
  const given: CommandLineQuery[] = []
  if (transaction !== undefined) given.push({ by: 'transactionId', value: transaction })
  if (customerKey !== undefined) given.push({ by: 'customerKey', value: customerKey })
  if (click !== undefined) given.push({ by: 'clickId', value: click })
  if (email !== undefined) given.push({ by: 'email', value: email })
  const [query] = given
  if (query !== undefined && given.length === 1) return query
  throw new InvalidArgumentError('Use exactly one of --transaction, --customer-key, --click and --email.')
}

function labelOf({ conclusion, timeline, testEvents, isCut, sandbox }: PresentedExplanation): string {
  return [
    ...(sandbox === true ? ['Sandbox: uses its own clock; no real payouts.', ''] : []),
    `${conclusion.reason}: ${conclusion.message}`,
    ...(conclusion.remedy === null ? [] : [conclusion.remedy]),
    ...(timeline.length === 0 ? [] : ['', isCut ? 'Timeline (oldest items omitted):' : 'What happened:']),
    ...timeline.map(lineOf),
    ...(testEvents.length === 0 ? [] : ['', 'Test events (never counted):']),
    ...testEvents.map(lineOf),
  ].join('\n')
}

function lineOf({ at, text }: PresentedItem): string {
  return `  ${at}  ${text}`
}
