import { isTimeout } from '../../core/async/timeout.ts'
import { connectionFailure } from '../../core/http/connection-fault.rule.ts'
import {
  callOutbound,
  type OutboundOptions,
  OutboundRejectedError,
} from '../../core/http/outbound-request.adapter.ts'
import { toStorableText } from '../../core/text/stored-text.rule.ts'
import { URL_PROBLEMS } from './webhook-url.rule.ts'

/** The result of an attempt. `status` is undefined if there was no response. */
export interface PostOutcome {
  status: number | undefined
  /** Undefined for a 2xx response. */
  error: string | undefined
  /** The start of the response body; undefined if there was no response. */
  response?: string | undefined
}

/** Aborting `signal` ends the attempt when the process stops. */
export interface PostOptions extends OutboundOptions {
  url: string
  headers: Record<string, string>
  body: string
  /** Maximum size of the response body that is received. */
  responseBytes: number
  /** Maximum length of the response body that is returned. */
  maxAnswerLength: number
}

/** Posts one webhook. Doesn't follow redirects. Never throws. */
export async function postWebhook({ url, headers, body, ...options }: PostOptions): Promise<PostOutcome> {
  // After the status has arrived, a failure while reading the body doesn't matter.
  const request = {
    url,
    method: 'POST',
    headers,
    body,
    reads: 'beginning',
    maxBytes: options.responseBytes,
  } as const
  try {
    const received = await callOutbound(request, options)
    const response = toStorableText(received.body.toString('utf8'), options.maxAnswerLength)
    return { ...describeStatus(received.status), response: response === '' ? undefined : response }
  } catch (error) {
    return { status: undefined, error: describe(error, options.timeoutMs) }
  }
}

function describeStatus(status: number): PostOutcome {
  if (status >= 200 && status < 300) return { status, error: undefined }
  const isRedirect = status >= 300 && status < 400
  return {
    status,
    error: isRedirect ? `returned ${status}; redirects are not followed` : `returned ${status}`,
  }
}

const PROBLEMS: Readonly<Record<OutboundRejectedError['problem'], string>> = {
  ...URL_PROBLEMS,
  host_not_found: 'host not found',
  private_address: 'the host is in a private or reserved network',
}

/** Explains an error to the merchant without revealing anything about the internal network. */
function describe(error: unknown, timeoutMs: number): string {
  if (error instanceof OutboundRejectedError) return PROBLEMS[error.problem]
  return isTimeout(error) ? `no response within ${timeoutMs / 1_000} s` : connectionFailure(error)
}
