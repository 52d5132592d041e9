import Type, { type Static } from 'typebox'
import type { Deps } from '../../core/deps.ts'
import { ApiError, invalidFieldError } from '../../core/errors/errors.http.ts'
import { DisplayName } from '../../core/http/display-text.http.ts'
import { CurrencyCode, dataSchema, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { isCurrency } from '../../core/money/currency.ts'
import { pastedLine } from '../../core/text/pasted-text.rule.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { decryptDebtor } from '../payout-details/encrypted-details.rule.ts'
import { maskedIban } from '../payout-details/masked-account.rule.ts'
import type { DebtorAccount } from '../payout-details/payout-details.ts'
import { DETAILS_CHARS, readIban } from '../payout-details/read-payout-details.rule.ts'
import { hasSepaText, sepaText } from '../payout-details/sepa-text.rule.ts'
import { findPayoutSettings } from './payout-settings.sql.ts'
import { type SettingsChange, updatePayoutSettings } from './update-payout-settings.flow.ts'

const Minimum = namedObject('PayoutMinimum', {
  currency: CurrencyCode,
  minimumCents: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
})

const PayoutSettings = namedObject('PayoutSettings', {
  debtor: nullable(
    Type.Object({
      name: Type.String(),
      iban: Type.String({ description: 'Masked: `DE•• •••• 3000`.' }),
      bic: nullable(Type.String()),
    }),
  ),
  isDebtorReadable: Type.Boolean({
    description: 'False if it was encrypted with another APP_SECRET and has to be entered again.',
  }),
  minimums: Type.Array(Minimum, {
    description: 'The minimum payout per currency. Currencies that aren’t listed have no minimum.',
  }),
  payDay: nullable(
    Type.Integer({
      description: 'The day of the month on which payouts are created; null if they are created manually.',
    }),
  ),
  detailsRequired: Type.Boolean({
    description: 'Whether batches skip partners without payout details.',
  }),
})

const SettingsBody = Type.Object({
  debtor: Type.Optional(
    Type.Object({
      name: DisplayName(DETAILS_CHARS.legalName),
      iban: Type.String({ minLength: 1, maxLength: DETAILS_CHARS.iban }),
      bic: Type.Optional(Type.String({ maxLength: DETAILS_CHARS.bic })),
    }),
  ),
  minimums: Type.Optional(Type.Array(Type.Object(Minimum.properties), { maxItems: 200 })),
  payDay: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 28 }))),
  detailsRequired: Type.Optional(Type.Boolean()),
})

const SETTINGS = '/api/programs/:programId/payout-settings'

export function registerManagePayoutSettings(app: App, deps: ServiceDeps): void {
  programRoute(app, deps, {
    method: 'GET',
    url: SETTINGS,
    operationId: 'readPayoutSettings',
    summary: 'Retrieve payout settings',
    permission: 'billing:read',
    response: dataSchema(PayoutSettings),
    handle: async ({ program }) => ({ data: await show(deps, program.id) }),
  })
  programRoute(app, deps, {
    method: 'PATCH',
    url: SETTINGS,
    operationId: 'updatePayoutSettings',
    summary: 'Update payout settings',
    description:
      '`debtor` is the account that SEPA files pay from. It is stored encrypted. With `payDay`, payouts are ' +
      'created automatically on that day of each month in the program’s time zone, starting with the next one. ' +
      '`null` stops the schedule. With `detailsRequired`, batches skip partners without payout details. Omitted ' +
      'fields keep their values.',
    permission: 'payout:manage',
    body: { schema: SettingsBody, read: toSettingsChanges },
    response: dataSchema(PayoutSettings),
    handle: async ({ ctx, program, body: change }) => {
      await updatePayoutSettings(ctx, program, change)
      return { data: await show(ctx, program.id) }
    },
  })
}

function toSettingsChanges({
  debtor,
  minimums,
  payDay,
  detailsRequired,
}: Static<typeof SettingsBody>): SettingsChange {
  const namedCurrencies = minimums?.map(({ currency }) => currency) ?? []
  const duplicate = namedCurrencies.find((currency, at) => namedCurrencies.indexOf(currency) !== at)
  if (duplicate !== undefined) throw invalidFieldError('minimums', `minimums contains ${duplicate} twice.`)
  return {
    debtor: debtor === undefined ? undefined : readDebtor(debtor),
    minimums:
      minimums === undefined
        ? undefined
        : Object.fromEntries(minimums.map((one) => [one.currency, String(one.minimumCents)])),
    payDay,
    detailsRequired,
  }
}

function readDebtor({ name, iban, bic }: NonNullable<Static<typeof SettingsBody>['debtor']>): DebtorAccount {
  const account = readIban(iban, bic ?? '')
  if ('kind' in account) {
    throw new ApiError('invalid_request', `${account.field}: ${account.message}.`, {
      field: `debtor.${account.field}`,
    })
  }
  if (!hasSepaText(sepaText(name, DETAILS_CHARS.legalName))) {
    throw new ApiError('invalid_request', 'name must contain a letter that SEPA banks accept.', {
      field: 'debtor.name',
    })
  }
  return { name: pastedLine(name), iban: account.iban, bic: account.bic }
}

async function show(
  { database, config }: Pick<Deps, 'database' | 'config'>,
  programId: number,
): Promise<Static<typeof PayoutSettings>> {
  const settings = await findPayoutSettings(database.kysely, programId)
  const debtor = decryptDebtor(settings?.debtor ?? null, programId, config.appSecret)
  const rules = {
    minimums: Object.entries(settings?.minimums ?? {}).flatMap(([currency, digits]) =>
      isCurrency(currency) ? [{ currency, minimumCents: Number(digits) }] : [],
    ),
    payDay: settings?.pay_day ?? null,
    detailsRequired: settings?.details_required ?? false,
  }
  if (debtor === null || debtor === 'unreadable')
    return { debtor: null, isDebtorReadable: debtor === null, ...rules }
  const { name, iban, bic } = debtor
  return { debtor: { name, iban: maskedIban(iban), bic }, isDebtorReadable: true, ...rules }
}
