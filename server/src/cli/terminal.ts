import { type Command, InvalidArgumentError, Option } from 'commander'
import { StartError } from '../core/errors/start-error.ts'

/** Exit code of a command that failed or found a problem. */
export const FAILED = 1
/** Exit code of a comparison that found differences, so that scripts can tell them from a failed comparison. */
export const DIFFERENCES = 3

const SIGNAL_NUMBERS = { SIGINT: 2, SIGTERM: 15 } as const
export type StopSignal = keyof typeof SIGNAL_NUMBERS

/** Returns the exit code of a command that a signal has stopped, as shells report it: 130 after Ctrl-C. */
export function signalExitCode(signal: StopSignal): number {
  return 128 + SIGNAL_NUMBERS[signal]
}

/** Thrown by a command that a signal has stopped before it finished. */
export class CommandStoppedError extends StartError {
  readonly code: StopSignal

  constructor(signal: StopSignal) {
    super('Stopped.')
    this.code = signal
  }
}

export interface Terminal {
  environment: NodeJS.ProcessEnv
  /** Whether `--json` is set. */
  isJson: boolean
  /** Prints the value with `--json`, otherwise the text. */
  print: (value: unknown, text: string) => void
  /** Sets the exit code without stopping the command. */
  fail: (code: number) => void
}

export function addCommand(parent: Command, name: string, description: string): Command {
  return parent.command(name).description(description).option('--json', 'Print JSON')
}

export function acceptNewSecret(): Option {
  return new Option(
    '--accept-new-secret',
    'Continue with a new APP_SECRET and lose what depends on the previous one (one time only)',
  )
}

export function parseProgramId(text: string): number {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN
  if (Number.isSafeInteger(id)) return id
  throw new InvalidArgumentError('Must be a program ID, which is an integer.')
}

export function differenceText(difference: {
  program_id: number
  day?: string
  partner_id?: number
  link_id?: number
  days?: number
  kind?: string
  status?: string
  dimension?: string
  value?: string | null
  currency: string
  column: string
  stored: string
  from_events: string
}): string {
  const { day, partner_id, link_id, days, kind, status, dimension, value, column, stored, from_events } =
    difference
  const parts = [
    `program ${difference.program_id}`,
    ...(day === undefined ? [] : [day]),
    ...(partner_id === undefined ? [] : [`partner ${partner_id}`]),
    ...(link_id === undefined ? [] : [`link ${link_id}`]),
    ...(status === undefined ? [] : [kind === undefined ? status : `${status} ${kind} commissions`]),
    ...(dimension === undefined ? [] : [`${dimension} ${value ?? 'unknown'}`]),
    difference.currency,
    column,
  ]
  const of = parts.join(', ')
  if (days !== undefined)
    return `${of}: the ${days}-day roll-up is ${stored}, but the sum of its days is ${from_events}`
  return `${of}: the statistics contain ${stored}, the events add up to ${from_events}`
}
