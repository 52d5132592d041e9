import { type Command, InvalidArgumentError } from 'commander'
import { type CommandLineQuery, EXPLAIN } from '../reports/explain/explain-command.flow.ts'
import type { Reason } from '../reports/explain/explanation-text.rule.ts'
import type { PresentedExplanation, PresentedItem } from '../reports/explain/present-explanation.rule.ts'
import { addCommand, type DoWork, FAILED, type Terminal } from './terminal.ts'

export interface ExplainTerminal extends Pick<Terminal, 'print' | 'fail'> {
  doWork: DoWork
  parseProgramId: (text: string) => number
}

interface Options {
  program: number
  transaction?: string
  customerKey?: string
  click?: string
  email?: string
}

/** Adds `affiliate explain` (docs/explain.md). */
export function addExplain(program: Command, terminal: ExplainTerminal): void {
  addCommand(
    program,
    'explain',
    'Explain why an order earned a commission or not. Exits 1 if nothing is known about it.',
  )
    .requiredOption('--program <id>', 'Program the order was sent to', terminal.parseProgramId)
    .option('--transaction <id>', 'Transaction ID (your ID of the order)')
    .option('--customer-key <key>', 'Customer key (your ID of the customer)')
    .option('--click <id>', 'Click ID, from the service_click_id cookie')
    .option('--email <address>', 'Look up customers by email')
    .action(async (options: Options) => {
      const input = { programId: options.program, query: readQuery(options) }
      const explained = await terminal.doWork(EXPLAIN, input)
      if (UNKNOWN.has(explained.conclusion.reason)) terminal.fail(FAILED)
      terminal.print(explained, labelOf(explained))
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
