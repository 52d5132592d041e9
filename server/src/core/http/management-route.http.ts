import type { FastifyRequest } from 'fastify'
import Type, { type TSchema } from 'typebox'
import { type Currency, DEFAULT_CURRENCIES } from '../money/currency.ts'
import { PageMeta } from './page.http.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The wrapper that checks who calls the route, and what it demands: a test holds them against a checked-in table. */
    access?: { by: 'programRoute' | 'partnerRoute' | 'partnerProgramRoute'; demands: readonly string[] }
  }
}

type Security = Record<string, string[]>[]

/** Of a call that a program makes with a management key that has all of these permissions, or a person with a session. */
export function behind(...permissions: string[]): Security {
  return [{ managementKey: permissions }, { session: [] }]
}

export function managementSchema(...permissions: string[]): { tags: string[]; security: Security } {
  return { tags: ['Management'], security: behind(...permissions) }
}

/** Of a call that is a person's own, or about keys themselves: no management key makes it. */
export const personalSchema: { tags: string[]; security: Security } = {
  tags: ['Management'],
  security: [{ session: [] }],
}

/** Whether an operation takes management keys: what its schema says in the API's document is what holds. */
export function takesManagementKeys({ routeOptions: { schema } }: FastifyRequest): boolean {
  // safe because the document's security is a list of such objects wherever one is given (@fastify/swagger reads it)
  const { security = [] } = (schema ?? {}) as { security?: Record<string, unknown>[] }
  return security.some((one) => 'managementKey' in one)
}

export const ProgramParams = Type.Object({ programId: Type.String({ description: 'An integer.' }) })

/** The id of something, as a call gives it: none is larger than the database holds. */
export const givenId = (description?: string) =>
  Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    ...(description === undefined ? {} : { description }),
  })

export const Instant = Type.String({ format: 'date-time', title: 'Instant' })

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** One of these words; the API's document describes a choice with a title once, under that name. */
export const choice = <const T extends readonly string[]>(values: T, title?: string) =>
  Type.Enum([...values] as T[number][], { type: 'string', ...(title === undefined ? {} : { title }) })

/** Written down with the currencies of the specification: `ofInstallation` puts in those of the setting `CURRENCIES`. */
export const CurrencyCode = choice<readonly Currency[]>(DEFAULT_CURRENCIES, 'Currency')

/** `{data: …}` */
export const dataOf = <T extends TSchema>(schema: T) =>
  Type.Object({ data: schema }, titleAfter(schema, 'Answer'))

/** `{data: […], meta: {nextCursor}}` */
export const listOf = <T extends TSchema>(schema: T) =>
  Type.Object({ data: Type.Array(schema), meta: PageMeta }, titleAfter(schema, 'Page'))

function titleAfter(schema: TSchema, suffix: string) {
  return 'title' in schema ? { title: `${schema.title}${suffix}` } : {}
}

export function isoOrNull(instant: Date | null): string | null {
  return instant === null ? null : instant.toISOString()
}
