import type { FastifyRequest } from 'fastify'
import Type, { type TSchema } from 'typebox'
import { type Currency, DEFAULT_CURRENCIES } from '../money/currency.ts'
import { PageMeta } from './page.http.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The wrapper that authorizes the route, and the permissions it requires. A test compares them with a checked-in
     * table.
     */
    access?: { by: 'programRoute' | 'partnerRoute' | 'partnerProgramRoute'; requires: readonly string[] }
  }
}

type Security = Record<string, string[]>[]

/** Returns the security for a route that accepts sessions, and management keys with all of these permissions. */
export function createSecurity(...permissions: string[]): Security {
  return [{ managementKey: permissions }, { session: [] }]
}

export function managementSchema(...permissions: string[]): { tags: string[]; security: Security } {
  return { tags: ['Management'], security: createSecurity(...permissions) }
}

/** Schema for routes that only accept a session, such as those that manage keys. */
export const personalSchema: { tags: string[]; security: Security } = {
  tags: ['Management'],
  security: [{ session: [] }],
}

/** Whether an operation accepts management keys, according to its documented security. */
export function acceptsManagementKeys({ routeOptions: { schema } }: FastifyRequest): boolean {
  // safe because the document's security is a list of such objects wherever it is set (@fastify/swagger reads
  // it)
  const { security = [] } = (schema ?? {}) as { security?: Record<string, unknown>[] }
  return security.some((one) => 'managementKey' in one)
}

export const ProgramParams = Type.Object({ programId: Type.String({ description: 'An integer.' }) })

/** An object ID, at most the largest safe integer. */
export const ObjectId = (description?: string) =>
  Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    ...(description === undefined ? {} : { description }),
  })

export const Instant = Type.String({ format: 'date-time', title: 'Instant' })

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** An enum of these values. With a title, it becomes a named schema of the API document. */
export const choice = <const T extends readonly string[]>(values: T, title?: string) =>
  Type.Enum([...values] as T[number][], { type: 'string', ...(title === undefined ? {} : { title }) })

/** Declared with the specification's currencies; `forInstallation` replaces them with the ones in `CURRENCIES`. */
export const CurrencyCode = choice<readonly Currency[]>(DEFAULT_CURRENCIES, 'Currency')

/** `{data: …}` */
export const dataSchema = <T extends TSchema>(schema: T) =>
  Type.Object({ data: schema }, titleAfter(schema, 'Response'))

/** `{data: […], meta: {nextCursor}}` */
export const listSchema = <T extends TSchema>(schema: T) =>
  Type.Object({ data: Type.Array(schema), meta: PageMeta }, titleAfter(schema, 'Page'))

function titleAfter(schema: TSchema, suffix: string) {
  return 'title' in schema ? { title: `${schema.title}${suffix}` } : {}
}

export function isoOrNull(instant: Date | null): string | null {
  return instant === null ? null : instant.toISOString()
}
