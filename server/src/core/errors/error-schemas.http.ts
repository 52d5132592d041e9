import Type, { type TObject, type TSchema } from 'typebox'

/** The platform envelope (D3): `{data: null, error: {status, name, message, details, code}}`. */
const PlatformError = Type.Object(
  {
    data: Type.Null(),
    error: Type.Object({
      status: Type.Integer({ description: 'Repeats the HTTP status.' }),
      name: Type.String({ examples: ['ValidationError'] }),
      message: Type.String({ description: 'Human-readable. May change: branch on `code`.' }),
      details: Type.Object(
        {},
        {
          additionalProperties: true,
          description: 'An object with more information, or `{}`. `field` is the name of the invalid field.',
        },
      ),
      code: Type.String({
        description: 'Identifies the error. Branch on this.',
        examples: ['invalid_request'],
      }),
    }),
  },
  { title: 'PlatformError', description: 'The platform envelope.' },
)

/** The typed envelope of `rate_limited` (D4). */
const TypedRateLimitError = Type.Object(
  {
    error: Type.Object({
      code: Type.Literal('rate_limited'),
      message: Type.String(),
      retry_after_seconds: Type.Integer({ minimum: 1 }),
    }),
  },
  { title: 'TypedRateLimitError', description: 'The typed envelope: retry after `retry_after_seconds`.' },
)

/** The typed envelope of a retired API key (D4). */
const TypedRotationError = Type.Object(
  {
    error: Type.Object({
      code: Type.Literal('api_key_rotation_required'),
      message: Type.String(),
      hint: Type.String(),
      docs_url: Type.String(),
    }),
  },
  {
    title: 'TypedRotationError',
    description: 'The typed envelope: this API key is retired; use a newer one.',
  },
)

/**
 * The 401 response of a route that accepts a program API key: the key is unknown (platform envelope) or retired (typed
 * envelope).
 */
const KeyError = Type.Union([PlatformError, TypedRotationError], { title: 'KeyError' })

const DESCRIPTIONS = {
  400: 'A field is invalid, or the event cannot be attributed.',
  401: 'The credential is missing or invalid.',
  403: 'Permission denied.',
  404: 'Not found.',
  409: 'Already recorded, or in conflict with the current state.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  422: 'The request is well-formed but not accepted.',
  429: 'Too many requests.',
  500: 'Something failed on our side. The response contains the request ID.',
  503: 'Temporarily unavailable. Retry after `Retry-After` seconds.',
} as const

export type ErrorStatus = keyof typeof DESCRIPTIONS

/**
 * The error part of a route's `response` schema: `response: {200: Answer, ...errorResponses([400, 404])}`, plus 429,
 * 500 and 503. Errors are thrown, so a handler's return type is checked only against its success schema. `hasKey` adds
 * the typed 401 of a retired key.
 */
export function errorResponses(
  statuses: readonly ErrorStatus[],
  options: { hasKey?: boolean; details?: ErrorDetails } = {},
): Record<never, TSchema> {
  const all = new Set<ErrorStatus>([...statuses, 429, 500, 503])
  return Object.fromEntries(
    [...all]
      .sort((a, b) => a - b)
      .map((status) => [
        status,
        { ...errorEnvelope(status, options), 'x-response-description': DESCRIPTIONS[status] },
      ]),
  )
}

/** The fields of `error.details` that a route documents, by status. Each is a named object. */
export type ErrorDetails = Partial<Record<ErrorStatus, TObject>>

function errorEnvelope(
  status: ErrorStatus,
  { hasKey = false, details = {} }: { hasKey?: boolean; details?: ErrorDetails },
): TSchema {
  if (status === 429) return TypedRateLimitError
  const members = details[status]
  if (members !== undefined) return platformErrorWith(members)
  return status === 401 && hasKey ? KeyError : PlatformError
}

/** Returns the platform envelope for an error with these details. */
function platformErrorWith(members: TObject): TSchema {
  const details = Type.Object(Type.Partial(members).properties, { additionalProperties: true })
  return Type.Object(
    { data: Type.Null(), error: Type.Object({ ...PlatformError.properties.error.properties, details }) },
    { title: `${(members as { title?: string }).title}Error` },
  )
}
