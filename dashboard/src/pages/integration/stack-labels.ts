import { t } from '../../messages/team-text.ts'
import type { ServerStack, SiteStack } from './snippets.ts'

/** Each stack, and the place where its snippet goes. */
export const SITE_STACK_LABELS: Record<SiteStack, { label: string; where: string }> = {
  html: { label: t('stacks.html'), where: t('stacks.html.where') },
  gtm: { label: t('stacks.gtm'), where: t('stacks.gtm.where') },
  wordpress: { label: t('stacks.wordpress'), where: t('stacks.wordpress.where') },
  shopify: { label: t('stacks.shopify'), where: t('stacks.shopify.where') },
  nextjs: { label: t('stacks.nextjs'), where: t('stacks.nextjs.where') },
}

export const SERVER_STACK_LABELS: Record<ServerStack, { label: string }> = {
  node: { label: t('stacks.node') },
  php: { label: t('stacks.php') },
  python: { label: t('stacks.python') },
  curl: { label: t('stacks.curl') },
}
