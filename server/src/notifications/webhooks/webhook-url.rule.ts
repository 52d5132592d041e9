import {
  checkOutboundUrl,
  OUTBOUND_PORTS,
  type OutboundNetwork,
  type OutboundUrl,
  type UrlProblem,
} from '../../core/http/outbound-url.rule.ts'

export type WebhookUrl = Extract<OutboundUrl, { kind: 'valid' }> | { kind: 'invalid'; message: string }

/** Validates a webhook URL. @returns the normalized URL, or what is wrong */
export function checkWebhookUrl(text: string, options: { network: OutboundNetwork }): WebhookUrl {
  const checked = checkOutboundUrl(text, options)
  return checked.kind === 'valid' ? checked : { kind: 'invalid', message: URL_PROBLEMS[checked.problem] }
}

const LISTEN = 'To receive events on your own machine, run `affiliate listen`.'

export const URL_PROBLEMS: Readonly<Record<UrlProblem, string>> = {
  not_absolute: 'url must be an absolute URL, such as https://shop.example/webhooks.',
  not_http: 'url must start with https://.',
  credentials: 'url must not contain a user name or password. Verify the signature to authenticate messages.',
  no_host: 'url has no host.',
  loopback: `url must not be a loopback address. ${LISTEN}`,
  not_public: `url must be on the public internet, not in a private or reserved network. ${LISTEN}`,
  not_https: 'url must start with https://.',
  port: `url must use port ${OUTBOUND_PORTS.join(' or ')}.`,
}
