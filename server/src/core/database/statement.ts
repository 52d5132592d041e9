/**
 * Hot statements with named parameters: `:program_id` is one parameter of its declared type, however often it occurs.
 * The driver receives `$n::type`.
 */

/**
 * The JavaScript type of each SQL type. `rows` is jsonb for `jsonb_to_recordset`, an array of plain rows;
 * `json` is already serialized.
 */
interface ParameterTypes {
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

/** The suffix in `text?` marks an optional parameter; if omitted, it is null. */
type ParameterType = keyof ParameterTypes | `${keyof ParameterTypes}?`

type Input<Types extends Record<string, ParameterType>> = {
  [Name in keyof Types as Types[Name] extends `${string}?` ? never : Name]: ParameterTypes[Types[Name] &
    keyof ParameterTypes]
} & {
  [Name in keyof Types as Types[Name] extends `${string}?` ? Name : never]?:
    | (Types[Name] extends `${infer Type extends keyof ParameterTypes}?` ? ParameterTypes[Type] : never)
    | null
    | undefined
}

/** A statement with its values, in the driver's format. It is prepared once under its name. */
export interface Call {
  name: string
  text: string
  values: unknown[]
}

/** A colon after a word or another colon belongs to a cast, a time or a slice, not a parameter. */
const PARAMETER = /(?<![\w:]):([a-z_][a-z0-9_]*)/g

/**
 * Defines a hot statement.
 * @param name of the prepared statement, unique in the service
 * @returns a function that binds an input
 * @throws {Error} at once if the text uses an undeclared parameter, or lacks a declared one
 */
export function statement<const Types extends Record<string, ParameterType>>(
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
  typeByName.set(name, numbered)
  const unused = Object.keys(types).find((parameter) => !names.includes(parameter))
  if (unused !== undefined) throw new Error(`statement ${name}: ${unused} is declared and not used`)
  return (input) => {
    // safe because every name is a declared one
    const parameters = input as Record<string, unknown>
    const values = names.map((parameter) => driverValue(types[parameter], parameters[parameter]))
    return { name, text: numbered, values }
  }
}

const typeByName = new Map<string, string>()

/** Returns the SQL of all loaded statements by name. A test checks each of them. */
export function loadedStatements(): ReadonlyMap<string, string> {
  return typeByName
}

function sqlType(declaration: ParameterType): string {
  const type = declaration.endsWith('?') ? declaration.slice(0, -1) : declaration
  return type === 'rows' ? 'jsonb' : type
}

/**
 * Converts a value for the driver. Rows are sent as one JSON text with amounts as digits; the driver serializes
 * everything else.
 */
function driverValue(type: ParameterType | undefined, value: unknown): unknown {
  if (value === undefined || value === null) return null
  return type === 'rows' || type === 'rows?' ? JSON.stringify(value, digits) : value
}

function digits(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}

/**
 * The only statement that the pool itself recognizes: it also extends the client's wait. Meanwhile the server checks
 * whether the client is still connected, so a killed process's statement doesn't keep its locks.
 */
export const LONG_STATEMENTS = `
  select set_config('statement_timeout', $1, true),
    case when version() ~ 'linux' then set_config('client_connection_check_interval', '2s', true) end`
