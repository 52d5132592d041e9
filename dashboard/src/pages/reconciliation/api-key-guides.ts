import type { ReconciliationSettings } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'

/** Instructions in the form for a processor's API key. */
interface ApiKeyGuide {
  labels: Record<ReconciliationSettings['fields'][number], string>
  /** Where to create the key. */
  steps?: string
  siteExample?: string
  /** What the comparison leaves out. */
  omitted?: string
}

const LABELS: ApiKeyGuide['labels'] = {
  site: t('reconciliation.apiKey.site'),
  apiKey: t('reconciliation.apiKey'),
  apiSecret: t('reconciliation.apiKey.secret'),
}

const GUIDES: Readonly<Record<string, Partial<ApiKeyGuide>>> = {
  stripe: { steps: t('reconciliation.apiKey.hints.stripe') },
  paddle: { steps: t('reconciliation.apiKey.hints.paddle') },
  polar: { steps: t('reconciliation.apiKey.hints.polar') },
  lemonsqueezy: { steps: t('reconciliation.apiKey.hints.lemonsqueezy') },
  woocommerce: {
    steps: t('reconciliation.apiKey.hints.woocommerce'),
    siteExample: 'https://shop.example',
    labels: {
      site: t('reconciliation.apiKey.woocommerce.site'),
      apiKey: t('reconciliation.apiKey.woocommerce.key'),
      apiSecret: t('reconciliation.apiKey.woocommerce.secret'),
    },
  },
  shopify: {
    steps: t('reconciliation.apiKey.hints.shopify'),
    omitted: t('reconciliation.omitted.shopify'),
    siteExample: 'my-store.myshopify.com',
    labels: {
      site: t('reconciliation.apiKey.shopify.site'),
      apiKey: t('reconciliation.apiKey.shopify.key'),
      apiSecret: t('reconciliation.apiKey.shopify.secret'),
    },
  },
  chargebee: { steps: t('reconciliation.apiKey.hints.chargebee'), siteExample: 'my-site' },
  paypal: {
    steps: t('reconciliation.apiKey.hints.paypal'),
    omitted: t('reconciliation.omitted.paypal'),
    labels: {
      ...LABELS,
      apiKey: t('reconciliation.apiKey.paypal.key'),
      apiSecret: t('reconciliation.apiKey.paypal.secret'),
    },
  },
}

export function apiKeyGuide(processor: string | null): ApiKeyGuide {
  return { labels: LABELS, ...(processor === null ? undefined : GUIDES[processor]) }
}
