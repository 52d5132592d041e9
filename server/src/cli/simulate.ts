import { type Command, InvalidArgumentError } from 'commander'
import type { SimulatedYear } from '../operations/sandbox/simulate-command.flow.ts'
import type { SimulatedMonth } from '../operations/sandbox/simulate-year.flow.ts'
import { addCommand, FAILED, parseProgramId, type Terminal } from './terminal.ts'
import { doWork } from './work.ts'

interface Options {
  program?: number
  workspace?: string
  seed: number
}

const DEFAULT_SEED = 1

/** Adds `affiliate simulate` (docs/sandbox.md). */
export function addSimulate(program: Command, { environment, print, fail }: Terminal): void {
  addCommand(
    program,
    'simulate',
    'Simulate a year of a program in a sandbox and reconcile it. Exits 1 if the amounts do not add up.',
  )
    .option('--program <id>', 'Existing sandbox to use; creates one by default', parseProgramId)
    .option('--workspace <id>', 'Workspace for the new sandbox (required if there are several)')
    .option('--seed <number>', 'Random seed, for reproducible runs', parseSeed, DEFAULT_SEED)
    .action(async ({ program: programId, workspace: workspaceId, seed }: Options) => {
      const simulated = await doWork(environment, 'simulate', {
        seed,
        ...(programId === undefined ? {} : { programId }),
        ...(workspaceId === undefined ? {} : { workspaceId }),
      })
      if (simulated.differences.length > 0) fail(FAILED)
      print(simulated, formatYear(simulated))
    })
}

function parseSeed(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Must be an integer of at most 9 digits.')
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

function formatYear({ programId, seed, months, expected, differences }: SimulatedYear): string {
  const line = (cells: readonly string[]) =>
    cells.map((cell, place) => cell.padStart(WIDTHS[place] ?? 0)).join('')
  const totals = [
    `${expected.sales} sales from ${expected.clicks} clicks and ${expected.leads} signups: ${dollars(expected.revenue_cents)} USD.`,
    `Partners earned ${dollars(expected.commission_cents)} USD: ${dollars(expected.reversed_cents)} reversed, ${dollars(expected.paid_cents)} paid.`,
  ]
  return [
    `Sandbox: simulated a year of program ${programId} on its own clock (seed ${seed}). No real payouts.`,
    '',
    line(HEADS),
    ...months.map((month) => line(monthCells(month))),
    '',
    ...totals,
    ...(differences.length === 0
      ? ['All totals match, the statistics match their events, and amounts add up.']
      : ['The amounts do not add up:', ...differences.map((one) => `  ${one}`)]),
  ].join('\n')
}

function monthCells(simulated: SimulatedMonth): string[] {
  const { month, clicks, leads, sales, renewals, renewalsAfterPolicy, refunds, tooLate } = simulated
  const counts = [clicks, leads, sales, renewals, renewalsAfterPolicy, refunds, tooLate]
  const amounts = [simulated.revenueCents, simulated.commissionCents, simulated.paidOutCents]
  return [month, ...counts.map(String), ...amounts.map(dollars)]
}

function dollars(cents: number): string {
  return (cents / 100).toFixed(2)
}
