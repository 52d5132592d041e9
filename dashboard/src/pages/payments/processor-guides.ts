import shopifySnippet from '../../../../integrations/shopify/affiliate-click-id.liquid?raw'
import woocommercePlugin from '../../../../integrations/woocommerce/affiliate-click-id.php?raw'
import type { PaymentProcessorName } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'

/** What the connection page shows about a processor. */
export interface ProcessorGuide {
  label: string
  /** Where to add the webhook endpoint. */
  endpointSteps: string
  /** The processor's own term, if it isn't called a secret there. */
  secretLabel?: string
  /** Where the secret is. */
  secretHint: string
  secretExample: string
  /** Where its events hold a partner's coupon code. */
  couponSource: string
  /** How the click ID reaches the processor. */
  clickSteps: string
  clickCode: string
}

const METADATA = 'service_click_id: clickId, service_customer_key: user.id'

export const PROCESSOR_GUIDES: Readonly<Record<PaymentProcessorName, ProcessorGuide>> = {
  stripe: {
    label: t('payments.guides.stripe'),
    endpointSteps: t('payments.guides.stripe.endpoint'),
    secretHint: t('payments.guides.stripe.secret'),
    secretExample: 'whsec_…',
    couponSource: t('payments.guides.stripe.coupon'),
    clickSteps: t('payments.guides.stripe.click'),
    clickCode: `await stripe.checkout.sessions.create({
  metadata: { ${METADATA} },
  subscription_data: { metadata: { ${METADATA} } },
  // …
})`,
  },
  paddle: {
    label: t('payments.guides.paddle'),
    endpointSteps: t('payments.guides.paddle.endpoint'),
    secretHint: t('payments.guides.paddle.secret'),
    secretExample: 'pdl_ntfset_…',
    couponSource: t('payments.guides.paddle.coupon'),
    clickSteps: t('payments.guides.paddle.click'),
    clickCode: `Paddle.Checkout.open({
  customData: { ${METADATA} },
  // …
})`,
  },
  polar: {
    label: t('payments.guides.polar'),
    endpointSteps: t('payments.guides.polar.endpoint'),
    secretHint: t('payments.guides.polar.secret'),
    secretExample: 'polar_whs_…',
    couponSource: t('payments.guides.polar.coupon'),
    clickSteps: t('payments.guides.polar.click'),
    clickCode: `await polar.checkouts.create({
  metadata: { ${METADATA} },
  // …
})`,
  },
  lemonsqueezy: {
    label: t('payments.guides.lemonsqueezy'),
    endpointSteps: t('payments.guides.lemonsqueezy.endpoint'),
    secretHint: t('payments.guides.lemonsqueezy.secret'),
    secretExample: '',
    couponSource: t('payments.guides.lemonsqueezy.coupon'),
    clickSteps: t('payments.guides.lemonsqueezy.click'),
    clickCode: `const url = new URL('https://my-store.lemonsqueezy.com/buy/…')
url.searchParams.set('checkout[custom][service_click_id]', clickId)
url.searchParams.set('checkout[custom][service_customer_key]', user.id)`,
  },
  shopify: {
    label: t('payments.guides.shopify'),
    endpointSteps: t('payments.guides.shopify.endpoint'),
    secretHint: t('payments.guides.shopify.secret'),
    secretExample: '',
    couponSource: t('payments.guides.shopify.coupon'),
    clickSteps: t('payments.guides.shopify.click'),
    clickCode: shopifySnippet,
  },
  woocommerce: {
    label: t('payments.guides.woocommerce'),
    endpointSteps: t('payments.guides.woocommerce.endpoint'),
    secretHint: t('payments.guides.woocommerce.secret'),
    secretExample: '',
    couponSource: t('payments.guides.woocommerce.coupon'),
    clickSteps: t('payments.guides.woocommerce.click'),
    clickCode: woocommercePlugin,
  },
  chargebee: {
    label: t('payments.guides.chargebee'),
    endpointSteps: t('payments.guides.chargebee.endpoint'),
    secretHint: t('payments.guides.chargebee.secret'),
    secretExample: 'username:password',
    couponSource: t('payments.guides.chargebee.coupon'),
    clickSteps: t('payments.guides.chargebee.click'),
    clickCode: `await chargebee.subscription.createWithItems(customerId, {
  meta_data: { ${METADATA} },
  // …
})`,
  },
  revenuecat: {
    label: t('payments.guides.revenuecat'),
    endpointSteps: t('payments.guides.revenuecat.endpoint'),
    secretHint: t('payments.guides.revenuecat.secret'),
    secretExample: 'Bearer …',
    couponSource: t('payments.guides.revenuecat.coupon'),
    clickSteps: t('payments.guides.revenuecat.click'),
    clickCode: `await Purchases.logIn(user.id)
await Purchases.setAttributes({ service_click_id: clickId })`,
  },
  paypal: {
    label: t('payments.guides.paypal'),
    endpointSteps: t('payments.guides.paypal.endpoint'),
    secretLabel: t('payments.guides.paypal.secretLabel'),
    secretHint: t('payments.guides.paypal.secret'),
    secretExample: '0AB12345CD678901E',
    couponSource: t('payments.guides.paypal.coupon'),
    clickSteps: t('payments.guides.paypal.click'),
    clickCode: `const custom_id = new URLSearchParams({ ${METADATA} }).toString()
purchase_units: [{ custom_id, amount }] // an order
actions.subscription.create({ plan_id, custom_id }) // a subscription`,
  },
}

/** Returns a connected processor's name. */
export function processorLabel(name: string | null): string {
  return processorGuide(name)?.label ?? t('payments.paymentProcessor')
}

export function processorGuide(name: string | null): ProcessorGuide | undefined {
  return Object.entries(PROCESSOR_GUIDES).find(([one]) => one === name)?.[1]
}
