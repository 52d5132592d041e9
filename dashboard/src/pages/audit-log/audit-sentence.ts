import type { AuditAction, AuditEntry, AuditTarget } from '../../api/types.ts'
import { formatList } from '../../format/list.ts'
import { formatMoney } from '../../format/money.ts'
import { formatRate } from '../../format/number.ts'
import type { MessageArgs } from '../../messages/message.ts'
import { t } from '../../messages/team-text.ts'
import { type ChangedValue, changedValues } from './changed-values.ts'

/** Each action's target and sentence. */
const SENTENCES: Record<AuditAction, { about: AuditTarget; say: (args: MessageArgs) => string }> = {
  'workspace.create': { about: 'workspace', say: (args) => t('auditLog.sentences.workspaceCreate', args) },
  'workspace.update': { about: 'workspace', say: (args) => t('auditLog.sentences.workspaceUpdate', args) },
  'member.update': { about: 'member', say: (args) => t('auditLog.sentences.memberUpdate', args) },
  'member.remove': { about: 'member', say: (args) => t('auditLog.sentences.memberRemove', args) },
  'invitation.create': { about: 'invitation', say: (args) => t('auditLog.sentences.invitationCreate', args) },
  'invitation.accept': { about: 'invitation', say: (args) => t('auditLog.sentences.invitationAccept', args) },
  'invitation.cancel': { about: 'invitation', say: (args) => t('auditLog.sentences.invitationCancel', args) },
  'program.create': { about: 'program', say: (args) => t('auditLog.sentences.programCreate', args) },
  'program.update': { about: 'program', say: (args) => t('auditLog.sentences.programUpdate', args) },
  'program.advance_clock': {
    about: 'program',
    say: (args) => t('auditLog.sentences.programAdvanceClock', args),
  },
  'branding.update': { about: 'brand', say: (args) => t('auditLog.sentences.brandingUpdate', args) },
  'branding.set_logo': { about: 'brand', say: (args) => t('auditLog.sentences.brandingSetLogo', args) },
  'branding.remove_logo': { about: 'brand', say: (args) => t('auditLog.sentences.brandingRemoveLogo', args) },
  'join_page.update': { about: 'join_page', say: (args) => t('auditLog.sentences.joinPageUpdate', args) },
  'api_key.create': { about: 'api_key', say: (args) => t('auditLog.sentences.apiKeyCreate', args) },
  'api_key.retire': { about: 'api_key', say: (args) => t('auditLog.sentences.apiKeyRetire', args) },
  'api_key.delete': { about: 'api_key', say: (args) => t('auditLog.sentences.apiKeyDelete', args) },
  'management_key.create': {
    about: 'management_key',
    say: (args) => t('auditLog.sentences.managementKeyCreate', args),
  },
  'management_key.revoke': {
    about: 'management_key',
    say: (args) => t('auditLog.sentences.managementKeyRevoke', args),
  },
  'commission_policy.set': {
    about: 'commission_policy',
    say: (args) => t('auditLog.sentences.commissionPolicySet', args),
  },
  'commission_policy.end': {
    about: 'commission_policy',
    say: (args) => t('auditLog.sentences.commissionPolicyEnd', args),
  },
  'partner.add': { about: 'partner', say: (args) => t('auditLog.sentences.partnerAdd', args) },
  'partner.import': { about: 'partner', say: (args) => t('auditLog.sentences.partnerImport', args) },
  'partner.approve': { about: 'partner', say: (args) => t('auditLog.sentences.partnerApprove', args) },
  'partner.reject': { about: 'partner', say: (args) => t('auditLog.sentences.partnerReject', args) },
  'claim.approve': { about: 'claim', say: (args) => t('auditLog.sentences.claimApprove', args) },
  'claim.reject': { about: 'claim', say: (args) => t('auditLog.sentences.claimReject', args) },
  'application.approve': {
    about: 'application',
    say: (args) => t('auditLog.sentences.applicationApprove', args),
  },
  'application.reject': {
    about: 'application',
    say: (args) => t('auditLog.sentences.applicationReject', args),
  },
  'application.request_info': {
    about: 'application',
    say: (args) => t('auditLog.sentences.applicationRequestInfo', args),
  },
  'partner_invitation.create': {
    about: 'partner_invitation',
    say: (args) => t('auditLog.sentences.partnerInvitationCreate', args),
  },
  'partner_invitation.revoke': {
    about: 'partner_invitation',
    say: (args) => t('auditLog.sentences.partnerInvitationRevoke', args),
  },
  'partner.hold': { about: 'partner', say: (args) => t('auditLog.sentences.partnerHold', args) },
  'partner.close': { about: 'partner', say: (args) => t('auditLog.sentences.partnerClose', args) },
  'partner.sign_in_link': {
    about: 'partner',
    say: (args) => t('auditLog.sentences.partnerSignInLink', args),
  },
  'partner.impersonate': {
    about: 'partner',
    say: (args) => t('auditLog.sentences.partnerImpersonate', args),
  },
  'partner.embed': { about: 'partner', say: (args) => t('auditLog.sentences.partnerEmbed', args) },
  'partner.release': { about: 'partner', say: (args) => t('auditLog.sentences.partnerRelease', args) },
  'partner.set_group': { about: 'partner', say: (args) => t('auditLog.sentences.partnerSetGroup', args) },
  'partner.tag': { about: 'partner', say: (args) => t('auditLog.sentences.partnerTag', args) },
  'customer.attribute': { about: 'customer', say: (args) => t('auditLog.sentences.customerAttribute', args) },
  'partner_note.create': {
    about: 'partner_note',
    say: (args) => t('auditLog.sentences.partnerNoteCreate', args),
  },
  'partner_note.update': {
    about: 'partner_note',
    say: (args) => t('auditLog.sentences.partnerNoteUpdate', args),
  },
  'partner_note.delete': {
    about: 'partner_note',
    say: (args) => t('auditLog.sentences.partnerNoteDelete', args),
  },
  'partner_group.create': {
    about: 'partner_group',
    say: (args) => t('auditLog.sentences.partnerGroupCreate', args),
  },
  'partner_group.rename': {
    about: 'partner_group',
    say: (args) => t('auditLog.sentences.partnerGroupRename', args),
  },
  'partner_group.end': {
    about: 'partner_group',
    say: (args) => t('auditLog.sentences.partnerGroupEnd', args),
  },
  'link.create': { about: 'link', say: (args) => t('auditLog.sentences.linkCreate', args) },
  'link.activate': { about: 'link', say: (args) => t('auditLog.sentences.linkActivate', args) },
  'link.deactivate': { about: 'link', say: (args) => t('auditLog.sentences.linkDeactivate', args) },
  'coupon_code.create': {
    about: 'coupon_code',
    say: (args) => t('auditLog.sentences.couponCodeCreate', args),
  },
  'coupon_code.update': {
    about: 'coupon_code',
    say: (args) => t('auditLog.sentences.couponCodeUpdate', args),
  },
  'coupon_code.archive': {
    about: 'coupon_code',
    say: (args) => t('auditLog.sentences.couponCodeArchive', args),
  },
  'coupon_code.import': {
    about: 'coupon_code',
    say: (args) => t('auditLog.sentences.couponCodeImport', args),
  },
  'commission.approve': {
    about: 'commission',
    say: (args) => t('auditLog.sentences.commissionApprove', args),
  },
  'commission.withdraw_approval': {
    about: 'commission',
    say: (args) => t('auditLog.sentences.commissionWithdrawApproval', args),
  },
  'commission.reject': { about: 'commission', say: (args) => t('auditLog.sentences.commissionReject', args) },
  'commission.mark_paid': {
    about: 'payout',
    say: (args) => t('auditLog.sentences.commissionMarkPaid', args),
  },
  'sale.refund': { about: 'refund', say: (args) => t('auditLog.sentences.saleRefund', args) },
  'sale.undo_refund': { about: 'refund', say: (args) => t('auditLog.sentences.saleUndoRefund', args) },
  'commission.decide_duplicate': {
    about: 'commission',
    say: (args) => t('auditLog.sentences.commissionDecideDuplicate', args),
  },
  'processor.connect': {
    about: 'processor_account',
    say: (args) => t('auditLog.sentences.processorConnect', args),
  },
  'processor.disconnect': {
    about: 'processor_account',
    say: (args) => t('auditLog.sentences.processorDisconnect', args),
  },
  'payment.attribute': { about: 'payment', say: (args) => t('auditLog.sentences.paymentAttribute', args) },
  'payment.dismiss': { about: 'payment', say: (args) => t('auditLog.sentences.paymentDismiss', args) },
  'processor_event.resolve': {
    about: 'processor_event',
    say: (args) => t('auditLog.sentences.processorEventResolve', args),
  },
  'processor.set_api_key': {
    about: 'processor_account',
    say: (args) => t('auditLog.sentences.processorSetApiKey', args),
  },
  'processor.remove_api_key': {
    about: 'processor_account',
    say: (args) => t('auditLog.sentences.processorRemoveApiKey', args),
  },
  'reconciliation.record': {
    about: 'reconciliation_item',
    say: (args) => t('auditLog.sentences.reconciliationRecord', args),
  },
  'reconciliation.note': {
    about: 'reconciliation_item',
    say: (args) => t('auditLog.sentences.reconciliationNote', args),
  },
  'reconciliation.close': {
    about: 'reconciliation',
    say: (args) => t('auditLog.sentences.reconciliationClose', args),
  },
  'reconciliation.reopen': {
    about: 'reconciliation',
    say: (args) => t('auditLog.sentences.reconciliationReopen', args),
  },
  'payout.create': { about: 'payout', say: (args) => t('auditLog.sentences.payoutCreate', args) },
  'payout.pay': { about: 'payout', say: (args) => t('auditLog.sentences.payoutPay', args) },
  'payout.cancel': { about: 'payout', say: (args) => t('auditLog.sentences.payoutCancel', args) },
  'payout.update_details': {
    about: 'payout',
    say: (args) => t('auditLog.sentences.payoutUpdateDetails', args),
  },
  'payout.import': { about: 'payout', say: (args) => t('auditLog.sentences.payoutImport', args) },
  'payout.create_file': {
    about: 'payout_batch',
    say: (args) => t('auditLog.sentences.payoutCreateFile', args),
  },
  'portal_settings.update': {
    about: 'portal_settings',
    say: (args) => t('auditLog.sentences.portalSettingsUpdate', args),
  },
  'payout_settings.update': {
    about: 'payout_settings',
    say: (args) => t('auditLog.sentences.payoutSettingsUpdate', args),
  },
  'payout_details.set': {
    about: 'payout_details',
    say: (args) => t('auditLog.sentences.payoutDetailsSet', args),
  },
  'payout_details.withdraw': {
    about: 'payout_details',
    say: (args) => t('auditLog.sentences.payoutDetailsWithdraw', args),
  },
  'payout_details.reveal': {
    about: 'payout_details',
    say: (args) => t('auditLog.sentences.payoutDetailsReveal', args),
  },
  'payout_details.request': {
    about: 'payout_details',
    say: (args) => t('auditLog.sentences.payoutDetailsRequest', args),
  },
  'invoice.issue': { about: 'invoice', say: (args) => t('auditLog.sentences.invoiceIssue', args) },
  'invoice.void': { about: 'invoice', say: (args) => t('auditLog.sentences.invoiceVoid', args) },
  'webhook.create': { about: 'webhook', say: (args) => t('auditLog.sentences.webhookCreate', args) },
  'webhook.update': { about: 'webhook', say: (args) => t('auditLog.sentences.webhookUpdate', args) },
  'webhook.delete': { about: 'webhook', say: (args) => t('auditLog.sentences.webhookDelete', args) },
  'webhook.rotate_secret': {
    about: 'webhook',
    say: (args) => t('auditLog.sentences.webhookRotateSecret', args),
  },
  'webhook.test': { about: 'webhook_delivery', say: (args) => t('auditLog.sentences.webhookTest', args) },
  'webhook.redeliver': {
    about: 'webhook_delivery',
    say: (args) => t('auditLog.sentences.webhookRedeliver', args),
  },
  'mail.resend': { about: 'mail', say: (args) => t('auditLog.sentences.mailResend', args) },
  'webhook.listen': { about: 'webhook', say: (args) => t('auditLog.sentences.webhookListen', args) },
  'webhook.stop_listening': {
    about: 'webhook',
    say: (args) => t('auditLog.sentences.webhookStopListening', args),
  },
  'share_link.create': { about: 'share_link', say: (args) => t('auditLog.sentences.shareLinkCreate', args) },
  'share_link.revoke': { about: 'share_link', say: (args) => t('auditLog.sentences.shareLinkRevoke', args) },
  'data_subject.erase': {
    about: 'data_subject',
    say: (args) => t('auditLog.sentences.dataSubjectErase', args),
  },
  'command.init': { about: 'workspace', say: (args) => t('auditLog.sentences.commandInit', args) },
  'command.demo': { about: 'workspace', say: (args) => t('auditLog.sentences.commandDemo', args) },
  'command.simulate': { about: 'program', say: (args) => t('auditLog.sentences.commandSimulate', args) },
  'command.data_subject_erase': {
    about: 'data_subject',
    say: (args) => t('auditLog.sentences.commandDataSubjectErase', args),
  },
  'command.stats_rebuild': {
    about: 'program',
    say: (args) => t('auditLog.sentences.commandStatsRebuild', args),
  },
}

/** The entries of one change, usually one request, shown as one sentence. */
export interface AuditChange {
  entries: readonly [AuditEntry, ...AuditEntry[]]
  /** The request may have more entries on the next page. */
  isPartial: boolean
}

/** Groups entries by request, by command run, and by action if it takes several requests. */
export function groupEntries(entries: readonly AuditEntry[], hasMore: boolean): AuditChange[] {
  const groups: [AuditEntry, ...AuditEntry[]][] = []
  for (const entry of entries) {
    const group = groups.at(-1)
    const previous = group?.at(-1)
    if (group !== undefined && previous !== undefined && isSameChange(previous, entry)) group.push(entry)
    else groups.push([entry])
  }
  return groups.map((group, place) => ({
    entries: group,
    isPartial: hasMore && place === groups.length - 1,
  }))
}

/** Actions on many records that the dashboard sends in several requests. */
const IN_STEPS: readonly AuditAction[] = [
  'commission.approve',
  'commission.reject',
  'application.approve',
  'application.reject',
]
/** Longer than a single step takes. */
const BETWEEN_STEPS_MS = 30_000

function isSameChange(previous: AuditEntry, entry: AuditEntry): boolean {
  if (causeKey(previous) === causeKey(entry)) return true
  return (
    IN_STEPS.includes(entry.action) &&
    authorKey(previous) === authorKey(entry) &&
    Math.abs(Date.parse(previous.at) - Date.parse(entry.at)) <= BETWEEN_STEPS_MS
  )
}

function authorKey({ action, programId, actor: { kind, userId, keyId } }: AuditEntry): string {
  return JSON.stringify([action, programId, kind, userId, keyId])
}

/** Commands have no request ID, but all entries of a run have the run's start time. */
function causeKey({ requestId, at, action }: AuditEntry): string {
  return `${requestId ?? at} ${action}`
}

/** Returns a program's name by its ID; undefined if unknown. */
export type ProgramNames = (programId: string) => string | undefined

/** Describes a change in one sentence: `Ana approved 3 commissions`. */
export function toSentence({ entries, isPartial }: AuditChange, getProgramName: ProgramNames): string {
  const [first] = entries
  const { about, say } = SENTENCES[first.action]
  const main = entries.filter(({ target }) => target.type === about)
  const [target = first] = main
  const count = new Set(main.map(({ target: { id } }) => id)).size
  const renamed = main.find(
    ({ before, after }) => getTextValue(before, 'name') && getTextValue(after, 'name'),
  )
  const sentence = say({
    actor: actorName(first.actor, target),
    count: Math.max(count, 1),
    name: targetName(target, { entries, getProgramName }),
    what: changeText(main),
    isCleared: String(main.some(({ after }) => after?.group_id === null)),
    sale: refundedSale(target),
    before: getTextValue(renamed?.before ?? null, 'name') ?? t('auditLog.none'),
    after: getTextValue(renamed?.after ?? null, 'name') ?? t('auditLog.none'),
    ...(about === 'commission_policy' ? policyArgs(main) : {}),
  })
  return isPartial ? t('auditLog.partOfMore', { sentence }) : sentence
}

/** Partners only change their own data, so the target names them. */
function actorName({ kind, name }: AuditEntry['actor'], { target }: AuditEntry): string {
  switch (kind) {
    case 'partner':
      return target.name ?? t('auditLog.partner')
    case 'command':
      return t('auditLog.commandLine')
    case 'key':
      return name === null ? t('auditLog.keyFromAnotherWorkspace') : t('auditLog.keyNamed', { name })
    case 'user':
      return name ?? t('auditLog.someoneFromAnotherWorkspace')
  }
}

/** Columns that name a record, best first. */
const NAME_COLUMNS = ['name', 'masked', 'code', 'url', 'email', 'account_id']

function targetName(
  { target }: AuditEntry,
  { entries, getProgramName }: { entries: readonly AuditEntry[]; getProgramName: ProgramNames },
): string {
  const currentName = target.type === 'program' ? getProgramName(target.id) : target.name
  if (currentName != null) return currentName
  const own = entries.filter((one) => one.target.type === target.type && one.target.id === target.id)
  for (const column of NAME_COLUMNS) {
    for (const { before, after } of own) {
      const name = getTextValue(after, column) ?? getTextValue(before, column)
      if (name !== undefined) return name
    }
  }
  return /^\d+$/.test(target.id) ? `#${target.id}` : target.id
}

/** `name from Acme to Shop`, or the names of several values; `none` if the record is new. */
function changeText(main: readonly AuditEntry[]): string {
  const update = main.find(({ before, after }) => before !== null && after !== null)
  if (update === undefined) {
    // The first change to these settings creates their row, whose other columns have defaults.
    const hasDebtor = main.some(({ target, after }) => target.type === 'payout_settings' && after?.debtor)
    return hasDebtor ? t('auditLog.columns.debtor') : 'none'
  }
  const changes = changedValues(update)
  const [only] = changes
  return changes.length === 1 && only !== undefined && isShort(only)
    ? t('auditLog.fieldFromTo', {
        field: only.name,
        before: valueText(only.before),
        after: valueText(only.after),
      })
    : formatList(changes.map(({ name }) => name))
}

const SHORT_CHARS = 40

function isShort({ before, after }: ChangedValue): boolean {
  return [before, after].every(
    (value) =>
      value === undefined || (value.length <= SHORT_CHARS && value !== 'hidden' && !/^[[{]/.test(value)),
  )
}

function valueText(value: string | undefined): string {
  if (value === undefined) return t('auditLog.none')
  if (value === 'true') return t('auditLog.on')
  return value === 'false' ? t('auditLog.off') : value
}

type Policy = NonNullable<AuditEntry['target']['policy']>

/** Returns the policy that was set and the version it replaced. */
function policyArgs(main: readonly AuditEntry[]): MessageArgs {
  const [now, before] = [
    main.find((one) => one.before === null),
    main.find((one) => one.before !== null),
  ].map((entry) => entry?.target.policy ?? undefined)
  const any = now ?? before
  const isRate = now?.type === 'percent' && before?.type === 'percent' && now.rateBps !== before.rateBps
  return {
    policy: any?.productId ?? t('auditLog.policyDefault'),
    change: before === undefined ? 'new' : isRate ? 'rate' : 'terms',
    before: payText(before),
    after: payText(now),
  }
}

function payText(policy: Policy | undefined): string {
  if (policy === undefined) return ''
  const { rateBps, amountCents, currency } = policy
  if (rateBps !== null) return formatRate(rateBps)
  return amountCents === null || currency === null ? '' : formatMoney(amountCents, currency)
}

function getTextValue(values: AuditEntry['after'], name: string): string | undefined {
  const value = values?.[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Returns the order ID with the sale number: `order-3003 (sale #168)`. */
function refundedSale({ target, after }: AuditEntry): string {
  const sale = `#${after?.sale_id ?? target.id}`
  return target.name === null
    ? t('auditLog.saleNumber', { sale })
    : t('auditLog.orderAndSale', { order: target.name, sale })
}
