import { useQuery } from '@tanstack/react-query'
import { partnerGroupsQuery } from '../../api/partner-queries.ts'
import type { CommissionPolicy, PartnerGroup } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'
import { useProgramId } from '../../session/use-program.ts'
import { Field, Input, Select } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { FieldErrors, type Form } from '../../ui/use-form.ts'
import { PolicyFields, usePolicyChoice, useSetPolicy } from './policy-fields.tsx'
import { type PolicyField, type PolicyFormState, type PolicyTerms, readPolicyTerms } from './policy-form.ts'
import { scopeText } from './policy-labels.ts'
import { PolicySimulation } from './policy-simulation.tsx'

/** Creates a policy for a product or group, or a new version of a current one. */
export function PolicyDialog({
  replaces,
  onClose,
}: {
  /** The version being replaced; undefined for a new policy. */
  replaces: CommissionPolicy | undefined
  onClose: () => void
}) {
  const { data: groups = [] } = useQuery(partnerGroupsQuery(useProgramId()))
  const [choice, choose] = usePolicyChoice(replaces)
  const form = useSetPolicy(choice, onClose)
  return (
    <FormDialog
      title={dialogTitle(replaces, groups)}
      description={
        replaces === undefined
          ? t('settings.appliesNewSalesOnly')
          : t('settings.existingCommissionsKeepVersionVersion', { version: replaces.version })
      }
      form={form}
      action={t('settings.savePolicy')}
      noValidate
      onClose={onClose}
    >
      {replaces === undefined && groups.length > 0 && <GroupField groups={groups} form={form} />}
      {replaces === undefined && (
        <Field
          label={t('settings.productID')}
          hint={
            groups.length === 0 ? t('settings.theProductIDYourServer') : t('settings.theProductIDYourServer2')
          }
          error={form.getError('productId')}
        >
          {(control) => <Input {...control} name="productId" maxLength={255} autoComplete="off" />}
        </Field>
      )}
      <PolicyFields choice={choice} form={form} onChoose={choose} />
      <PolicySimulation key={choice.type} readChange={(element) => readTerms(element, choice)} />
    </FormDialog>
  )
}

/** Reads the form's terms. If they are invalid, submits the form to show its errors; nothing is saved. */
function readTerms(element: HTMLFormElement, choice: PolicyFormState): PolicyTerms | undefined {
  const terms = readPolicyTerms(new FormData(element), choice)
  if (!(terms instanceof FieldErrors)) return terms
  element.requestSubmit()
  return undefined
}

function GroupField({ groups, form }: { groups: PartnerGroup[]; form: Form<PolicyField> }) {
  return (
    <Field label={t('settings.applies')} error={form.getError('groupId')}>
      {(control) => (
        <Select {...control} name="groupId" defaultValue="">
          <option value="">{t('settings.allPartnersExceptGroupsWith')}</option>
          {groups.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

function dialogTitle(replaces: CommissionPolicy | undefined, groups: readonly PartnerGroup[]): string {
  if (replaces === undefined) return t('settings.newPolicy')
  const { groupId, productId } = replaces
  if (groupId === null && productId === null) return t('settings.changeDefaultPolicy')
  return t('settings.changePolicyForScope', { scope: scopeText(replaces, groups) })
}
