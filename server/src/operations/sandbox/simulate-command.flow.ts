import Type, { type Static } from 'typebox'
import { commandActor, contextWithActor } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import { StartError } from '../../core/errors/start-error.ts'
import type { ServiceCommand } from '../../core/processes/control-socket.ts'
import { DAY_MS } from '../../core/time/time.ts'
import { RECONCILE } from '../../reports/performance/reconcile.flow.ts'
import { createProgram } from '../../workspace/programs/create-program.flow.ts'
import { programInstant } from '../../workspace/programs/program-clock.rule.ts'
import { findProgram, type ProgramRow } from '../../workspace/programs/programs.sql.ts'
import { sandboxLimits } from './limits.ts'
import { listWorkspaces, readProgramTotals } from './program-totals.sql.ts'
import type { ProgramTotals } from './program-totals.ts'
import { type SimulatedMonth, simulateYear, simulationEnd } from './simulate-year.flow.ts'
import { compareTotals } from './simulation-ledger.rule.ts'

const SimulationInput = Type.Object({
  /** An existing sandbox. If omitted, one is created. */
  programId: Type.Optional(Type.Integer()),
  /** Workspace of the new sandbox. Required if there are several. */
  workspaceId: Type.Optional(Type.String()),
  seed: Type.Integer(),
})
type SimulationInput = Static<typeof SimulationInput>

export interface SimulatedYear {
  sandbox: true
  programId: number
  seed: number
  months: SimulatedMonth[]
  /** Expected totals under the program's terms. */
  expected: ProgramTotals
  /** Totals that differ, and the findings of `stats verify`. */
  differences: string[]
}

/**
 * The command `affiliate simulate`.
 * @throws {StartError} if there is no suitable sandbox
 */
export const SIMULATE_YEAR: ServiceCommand<typeof SimulationInput, SimulatedYear> = {
  name: 'simulate',
  input: SimulationInput,
  run: (deps, input) => simulate(contextWithActor(deps, commandActor('command.simulate', deps.clock)), input),
}

async function simulate(deps: Deps, input: SimulationInput): Promise<SimulatedYear> {
  const { kysely } = deps.database
  const program =
    input.programId === undefined
      ? await createSimulationProgram(deps, input)
      : await lockSandbox(deps, input.programId)
  rejectWithoutTime(deps, program)
  const before = await readProgramTotals(kysely, program.id)
  const months: SimulatedMonth[] = []
  const run = deps.ids.bytes(4).toString('hex')
  const ledger = await simulateYear(deps, program, { seed: input.seed, run }, (month) => months.push(month))
  const expected = ledger.totals()
  const unexpected = compareTotals(expected, before, await readProgramTotals(kysely, program.id))
  const verified = await RECONCILE.run(deps, { programId: program.id })
  const differences = [
    ...unexpected.map((one) => `${one.what} is ${one.found} instead of ${one.expected}`),
    ...verified.differences.map(
      ({ day, column }) => `the statistics of ${day} differ from the events (${column})`,
    ),
    ...verified.moneyDifferences.map(({ check, subject }) => `amounts do not add up: ${check}, ${subject}`),
  ]
  return { sandbox: true, programId: program.id, seed: input.seed, months, expected, differences }
}

async function createSimulationProgram(deps: Deps, { workspaceId }: SimulationInput): Promise<ProgramRow> {
  const workspaces = await listWorkspaces(deps.database.kysely, MAX_WORKSPACES)
  const [only, ...others] =
    workspaceId === undefined ? workspaces : workspaces.filter(({ id }) => id === workspaceId)
  if (only === undefined) {
    throw new StartError(
      workspaceId === undefined
        ? 'There is no workspace yet. Create one with affiliate init or affiliate demo.'
        : `There is no workspace ${workspaceId}.`,
    )
  }
  if (others.length > 0) {
    const names = workspaces.map(({ id, name }) => `  ${id}  ${name}`).join('\n')
    throw new StartError(`There are multiple workspaces. Choose one with --workspace.\n${names}`)
  }
  const program = await createProgram(deps, { workspaceId: only.id, name: 'Simulated year', sandbox: true })
  if (program === 'unknown_time_zone') throw new Error('UTC is not a time zone')
  return program
}

const MAX_WORKSPACES = 1_000

/** The settings that the ledger assumes, which new programs start with. */
const TERMS = {
  status: 'active',
  closed_to_new_referrals: false,
  attribution_window_days: 60,
  hold_period_days: 30,
  commission_approval: 'automatic',
  per_lead_amount_cents: null,
} as const satisfies Partial<ProgramRow>

async function lockSandbox(deps: Deps, programId: number): Promise<ProgramRow> {
  const program = await findProgram(deps.database.kysely, programId)
  if (program === undefined) throw new StartError(`There is no program ${programId}.`)
  if (!program.sandbox) {
    throw new StartError(`Program ${programId} is not a sandbox. Omit --program to create one.`)
  }
  const other = (Object.keys(TERMS) as (keyof typeof TERMS)[]).find((term) => program[term] !== TERMS[term])
  if (other === undefined) return program
  throw new StartError(
    `Sandbox ${programId} has changed ${other}. The simulation requires the default (${TERMS[other]}).`,
  )
}

/** Rejects a sandbox whose clock can't reach the end of the year. */
function rejectWithoutTime({ clock }: Deps, program: ProgramRow): void {
  const real = clock.now()
  const aheadMs = simulationEnd(programInstant(real, program)).getTime() - real.getTime()
  if (aheadMs <= sandboxLimits.clockDaysAhead * DAY_MS) return
  throw new StartError(
    `The clock of sandbox ${program.id} can’t be moved by another year: it can be at most ${sandboxLimits.clockDaysAhead} days ahead of real time. ` +
      'Omit --program to create a new sandbox.',
  )
}
