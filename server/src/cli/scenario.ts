import { type Command, InvalidArgumentError } from 'commander'
import { SIMULATE_YEAR, type SimulatedYear } from '../operations/sandbox/scenario-work.flow.ts'
import type { PlayedMonth } from '../operations/sandbox/simulate-year.flow.ts'
import { addCommand, type DoWork, FAILED, type Terminal } from './terminal.ts'

/** What the command works with. */
export interface ScenarioTerminal extends Pick<Terminal, 'print' | 'fail'> {
  doWork: DoWork
  parseProgramId: (text: string) => number
}

interface Options {
  program?: number
  workspace?: string
  seed: number
}

const DEFAULT_SEED = 1

/** `affiliate scenario`: docs/sandbox.md. */
export function addScenario(program: Command, terminal: ScenarioTerminal): void {
  addCommand(
    program,
    'scenario',
    'Play a year of a program in a sandbox and say what happened. Exit code 1 when the books do not add up.',
  )
    .option('--program <id>', 'a sandbox to play it in; without it, one is made', terminal.parseProgramId)
    .option('--workspace <id>', 'where the sandbox is made, where there are several workspaces')
    .option('--seed <number>', 'the same number plays the same year', parseSeed, DEFAULT_SEED)
    .action(async ({ program: programId, workspace: workspaceId, seed }: Options) => {
      const played = await terminal.doWork(SIMULATE_YEAR, {
        seed,
        ...(programId === undefined ? {} : { programId }),
        ...(workspaceId === undefined ? {} : { workspaceId }),
      })
      if (played.differences.length > 0) terminal.fail(FAILED)
      terminal.print(played, labelOf(played))
    })
}

function parseSeed(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It takes a whole number of at most 9 digits.')
}

const HEADS = [
  'month',
  'clicks',
  'leads',
  'sales',
  'renewals',
  'unpaid',
  'refunds',
  'late',
  'revenue',
  'earned',
  'paid',
]
const WIDTHS = [9, 7, 6, 6, 9, 7, 8, 5, 12, 11, 11]

function labelOf({ programId, seed, months, expected, differences }: SimulatedYear): string {
  const line = (cells: readonly string[]) =>
    cells.map((cell, place) => cell.padStart(WIDTHS[place] ?? 0)).join('')
  const sums = [
    `${expected.sales} sales of ${expected.clicks} clicks and ${expected.leads} signups: ${dollars(expected.revenue_cents)} USD.`,
    `Partners earned ${dollars(expected.commission_cents)} USD, of which ${dollars(expected.reversed_cents)} were taken back and ${dollars(expected.paid_cents)} paid.`,
  ]
  return [
    `Sandbox: a year of the program ${programId}, by its own clock (seed ${seed}). Nobody is paid.`,
    '',
    line(HEADS),
    ...months.map((month) => line(cellsOf(month))),
    '',
    ...sums,
    ...(differences.length === 0
      ? ['The books say the same, the statistics equal their events, and the money adds up.']
      : ['The books do not add up:', ...differences.map((one) => `  ${one}`)]),
  ].join('\n')
}

function cellsOf(played: PlayedMonth): string[] {
  const { month, clicks, leads, sales, renewals, renewalsAfterPolicy, refunds, tooLate } = played
  const counts = [clicks, leads, sales, renewals, renewalsAfterPolicy, refunds, tooLate]
  const sums = [played.revenueCents, played.commissionCents, played.paidOutCents]
  return [month, ...counts.map(String), ...sums.map(dollars)]
}

function dollars(cents: number): string {
  return (cents / 100).toFixed(2)
}
