import { type Command, Option } from 'commander'
import type { Static, TSchema } from 'typebox'
import type { ServiceCommand } from '../core/processes/control-socket.ts'

/** The exit code of a command that failed, or that found something wrong. */
export const FAILED = 1

/** What a command works with: settings, and where its answer goes. */
export interface Terminal {
  environment: NodeJS.ProcessEnv
  /** Whether answers are for machines. */
  isJson: boolean
  /** The value with `--json`, else the words. */
  print: (value: unknown, words: string) => void
  /** Makes the exit code say that something is wrong, although the command did its work. */
  fail: (code: number) => void
}

/** Does the work in this process, or in the running service that has the embedded database. */
export type DoWork = <Input extends TSchema, Result>(
  command: ServiceCommand<Input, Result>,
  input: Static<Input>,
) => Promise<Result>

export function addCommand(parent: Command, name: string, description: string): Command {
  return parent.command(name).description(description).option('--json', 'answer in JSON, for machines')
}

/** For the commands that may go on where the secret is lost. */
export function acceptNewSecret(): Option {
  return new Option(
    '--accept-new-secret',
    'go on with another APP_SECRET than the database depends on, and lose what depends on the previous one; once',
  )
}

/** A difference between the statistics and their events, for people. */
export function differenceWords(difference: {
  program_id: number
  day: string
  partner_id?: number
  link_id?: number
  days?: number
  currency: string
  column: string
  stored: string
  from_events: string
}): string {
  const { program_id, day, partner_id, link_id, days, currency, column, stored, from_events } = difference
  const link = link_id === undefined ? '' : ` partner ${partner_id}, link ${link_id},`
  const of = `program ${program_id}, ${day},${link} ${currency}, ${column}`
  if (days !== undefined) return `${of}: the sum of ${days} days says ${stored}, the days ${from_events}`
  return `${of}: the statistics say ${stored}, the events ${from_events}`
}
