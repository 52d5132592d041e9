/**
 * Hot statements as SQL with named parameters: `:program_id` in the text is one parameter of the type declared for
 * it, however often it stands there. The driver gets `$n::type`; nobody counts.
 */

/** What a parameter of each SQL type is given as. `rows` is jsonb for `jsonb_to_recordset`, an array of plain rows; `json` is written already. */
interface Given {
  bigint: number
  integer: number
  smallint: number
  boolean: boolean
  text: string
  uuid: string
  timestamptz: Date
  /** `YYYY-MM-DD` */
  date: string
  bytea: Buffer
  'text[]': readonly string[]
  json: string
  rows: readonly object[]
}

/** `text?` may be left out or null: the parameter is then null. */
type Declared = keyof Given | `${keyof Given}?`

type Input<Types extends Record<string, Declared>> = {
  [Name in keyof Types as Types[Name] extends `${string}?` ? never : Name]: Given[Types[Name] & keyof Given]
} & {
  [Name in keyof Types as Types[Name] extends `${string}?` ? Name : never]?:
    | (Types[Name] extends `${infer Type extends keyof Given}?` ? Given[Type] : never)
    | null
    | undefined
}

/** A statement with the values of one call, as a driver takes it: prepared once under its name. */
export interface Call {
  name: string
  text: string
  values: unknown[]
}

/** A colon that follows a word or another colon is a cast, a time or a slice: no parameter. */
const PARAMETER = /(?<![\w:]):([a-z_][a-z0-9_]*)/g

/**
 * @param name of the prepared statement, unique in the service
 * @returns makes the call of one input
 * @throws {Error} at once when the text names what is not declared, or leaves out what is
 */
export function statement<const Types extends Record<string, Declared>>(
  name: string,
  types: Types,
  text: string,
): (input: Input<Types>) => Call {
  const names: string[] = []
  const numbered = text.replace(PARAMETER, (_, parameter: string) => {
    const type = types[parameter]
    if (type === undefined) throw new Error(`statement ${name}: :${parameter} is not declared`)
    if (!names.includes(parameter)) names.push(parameter)
    return `$${names.indexOf(parameter) + 1}::${sqlType(type)}`
  })
  known.set(name, numbered)
  const unused = Object.keys(types).find((parameter) => !names.includes(parameter))
  if (unused !== undefined) throw new Error(`statement ${name}: ${unused} is declared and not used`)
  return (input) => {
    // safe because every name is a declared one
    const given = input as Record<string, unknown>
    const values = names.map((parameter) => driverValue(types[parameter], given[parameter]))
    return { name, text: numbered, values }
  }
}

const known = new Map<string, string>()

/** The texts of all statements that are loaded, by their names: what a test holds every one of them to. */
export function knownStatements(): ReadonlyMap<string, string> {
  return known
}

function sqlType(declared: Declared): string {
  const type = declared.endsWith('?') ? declared.slice(0, -1) : declared
  return type === 'rows' ? 'jsonb' : type
}

/** Rows travel as one JSON text, amounts in them as digits; everything else is the driver's to write. */
function driverValue(type: Declared | undefined, value: unknown): unknown {
  if (value === undefined || value === null) return null
  return type === 'rows' || type === 'rows?' ? JSON.stringify(value, digits) : value
}

function digits(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}

/**
 * The one statement that the driver listens to: how long the server may work from here on, so long is it waited for. The
 * server looks meanwhile whether anybody waits still, where its system lets it: a statement of a process that was killed
 * would hold its locks until it ends.
 */
export const LONG_STATEMENTS = `
  select set_config('statement_timeout', $1, true),
    case when version() ~ 'linux' then set_config('client_connection_check_interval', '2s', true) end`
