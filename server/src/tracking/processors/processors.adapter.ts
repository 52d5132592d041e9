import type { Config } from '../../core/config/config.ts'
import { createChargebee } from './chargebee/chargebee.adapter.ts'
import { createLemonSqueezy } from './lemonsqueezy/lemonsqueezy.adapter.ts'
import { createPaddle } from './paddle/paddle.adapter.ts'
import { createPayPal } from './paypal/paypal.adapter.ts'
import type { DownloadCertificate } from './paypal/paypal-certificates.adapter.ts'
import { createPolar } from './polar/polar.adapter.ts'
import type { Processor, Processors } from './processor.ts'
import { createRevenueCat } from './revenuecat/revenuecat.adapter.ts'
import { createShopify } from './shopify/shopify.adapter.ts'
import { createStripe } from './stripe/stripe.adapter.ts'
import { createWooCommerce } from './woocommerce/woocommerce.adapter.ts'

/** Creates this deployment's processors, by name. Tests replace the download of PayPal's certificates. */
export function createProcessors(
  config: Pick<Config, 'stripe'>,
  downloadCertificate?: DownloadCertificate,
): Processors {
  return indexProcessors([
    createStripe(config.stripe),
    createPaddle(),
    createPolar(),
    createLemonSqueezy(),
    createShopify(),
    createWooCommerce(),
    createChargebee(),
    createRevenueCat(),
    createPayPal(downloadCertificate),
  ])
}

export function indexProcessors(list: readonly Processor[]): Processors {
  return new Map(list.map((processor) => [processor.name, processor]))
}
