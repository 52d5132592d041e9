import { type Command, InvalidArgumentError } from 'commander'
import { type AskedAtTerminal, EXPLAIN } from '../reports/explain/explain-work.flow.ts'
import type { PresentedExplanation, PresentedItem } from '../reports/explain/present.rule.ts'
import type { Reason } from '../reports/explain/words.rule.ts'
import { addCommand, type DoWork, FAILED, type Terminal } from './terminal.ts'

/** What the command works with. */
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

/** `affiliate explain`: docs/explain.md. */
export function addExplain(program: Command, terminal: ExplainTerminal): void {
  addCommand(program, 'explain', 'Explain why an order paid, or did not. Exit code 1 when it is unknown.')
    .requiredOption('--program <id>', 'the program it was sent to', terminal.parseProgramId)
    .option('--transaction <id>', 'your id of the order')
    .option('--customer-key <key>', 'your own id of the customer')
    .option('--click <id>', 'a click id: the value of the service_click_id cookie')
    .option('--email <address>', 'everybody who is known by this e-mail')
    .action(async (options: Options) => {
      const input = { programId: options.program, asked: askedOf(options) }
      const explained = await terminal.doWork(EXPLAIN, input)
      if (UNKNOWN.has(explained.conclusion.reason)) terminal.fail(FAILED)
      terminal.print(explained, labelOf(explained))
    })
}

/** Verdicts on a name that is not known here. */
const UNKNOWN: ReadonlySet<Reason> = new Set([
  'nothing_received',
  'spelled_differently',
  'known_in_another_program',
])

function askedOf({ transaction, customerKey, click, email }: Options): AskedAtTerminal {
  const given: AskedAtTerminal[] = []
  if (transaction !== undefined) given.push({ by: 'transactionId', value: transaction })
  if (customerKey !== undefined) given.push({ by: 'customerKey', value: customerKey })
  if (click !== undefined) given.push({ by: 'clickId', value: click })
  if (email !== undefined) given.push({ by: 'email', value: email })
  const [asked] = given
  if (asked !== undefined && given.length === 1) return asked
  throw new InvalidArgumentError(
    'Give one of --transaction, --customer-key, --click and --email, and only one.',
  )
}

function labelOf({ conclusion, timeline, testEvents, isCut, sandbox }: PresentedExplanation): string {
  return [
    ...(sandbox === true ? ['Sandbox: by its own clock, and nobody is paid.', ''] : []),
    `${conclusion.reason}: ${conclusion.message}`,
    ...(conclusion.remedy === null ? [] : [conclusion.remedy]),
    ...(timeline.length === 0
      ? []
      : ['', isCut ? 'What happened, without the oldest of it:' : 'What happened:']),
    ...timeline.map(lineOf),
    ...(testEvents.length === 0 ? [] : ['', 'Sent as a test, and counted nowhere:']),
    ...testEvents.map(lineOf),
  ].join('\n')
}

function lineOf({ at, text }: PresentedItem): string {
  return `  ${at}  ${text}`
}
