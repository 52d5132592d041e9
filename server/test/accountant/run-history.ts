import { expect } from 'vitest'
import { startTestService } from '../harness.ts'
import { compare, compareRebuilt } from './compare.ts'
import { populate, runStep } from './history.ts'
import { shrink } from './shrink.ts'
import { Step } from './step.ts'
import { Workspace } from './workspace.ts'

const STEPS = Number(process.env.ACCOUNTANT_STEPS ?? 120)
/** Number of steps between two comparisons. The last comparison runs at the end. */
const COMPARE_EVERY = Number(process.env.ACCOUNTANT_EVERY ?? 40)
const FIRST_SEED = Number(process.env.ACCOUNTANT_SEED ?? 203)

/** Consecutive seeds that start at ACCOUNTANT_SEED, or at a given offset. */
export const seedsAfter = (before: number, count: number) =>
  Array.from({ length: count }, (_, index) => FIRST_SEED + before + index)

/** Runs a history, and fails with its steps if any of the service's figures differs from the ledger. */
export async function expectMatchingLedger(seed: number): Promise<void> {
  const steps = Array.from({ length: STEPS }, (_, index) => index)
  const fault = await runSteps(seed, steps)
  if (fault === undefined) return
  const isShrunk = process.env.ACCOUNTANT_SHRINK === '1'
  const { log, message: failure } = isShrunk
    ? await shrink(steps, fault, (fewer) => runSteps(seed, fewer))
    : fault
  throw new Error(`${failure}\nafter\n${log.join('\n')}`)
}

/** Runs steps in a new service. @returns the first difference, if any */
async function runSteps(seed: number, steps: readonly number[]) {
  const service = await startTestService({
    ownDatabase: true,
    now: '2026-01-10T12:00:00.000Z',
    environment: { CURRENCIES: 'USD,EUR,VND,JPY,KWD' },
  })
  const workspace = new Workspace(service)
  await workspace.open()
  await populate(workspace, seed)
  const log: string[] = []
  const closedStatements = new Map<string, string>()
  for (const [place, number] of steps.entries()) {
    const step = new Step(workspace, seed, number)
    const difference = await runStep(step)
    log.push(step.log.join(' | '))
    if (difference !== undefined) return { place, log, message: difference }
    const isLast = place === steps.length - 1
    if (isLast) await workspace.endMonth()
    if ((place + 1) % COMPARE_EVERY !== 0 && !isLast) continue
    const failure = await compare(workspace, closedStatements)
    if (isLast) failure.push(...(await compareRebuilt(workspace, closedStatements)))
    if (failure.length > 0) return { place, log, message: failure.join('\n') }
  }
  // A history without events would always pass.
  if (steps.length >= 100) expect(workspace.much).toEqual({ sales: true, statements: true })
  return undefined
}
