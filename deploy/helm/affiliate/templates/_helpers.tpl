{{- define "affiliate.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "affiliate.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "affiliate.labels" -}}
{{ include "affiliate.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "affiliate.image" -}}
{{- $repository := required "image.repository is missing: the registry and name under which you pushed the image." .Values.image.repository -}}
{{- printf "%s:%s" $repository (.Values.image.tag | default .Chart.AppVersion) -}}
{{- end -}}

{{- define "affiliate.secretName" -}}
{{- .Values.secret.existingName | default (include "affiliate.name" .) -}}
{{- end -}}

{{/* Contents of the chart's Secret. */}}
{{- define "affiliate.secretData" -}}
{{- $_ := required "secret.values.APP_SECRET is missing, and so is secret.existingName: make one with `openssl rand -hex 32` and keep it." .Values.secret.values.APP_SECRET -}}
{{- $_ := required "secret.values.DATABASE_URL is missing, and so is secret.existingName: postgres://user:password@host:5432/name." .Values.secret.values.DATABASE_URL -}}
{{- range $name, $value := .Values.secret.values }}
{{- if $value }}
{{ $name }}: {{ $value | toString | quote }}
{{- end }}
{{- end }}
{{- end -}}

{{- define "affiliate.environment" -}}
{{- $publicUrl := required "settings.PUBLIC_URL is missing. Set it to the URL people open, such as https://partners.example." .Values.settings.PUBLIC_URL -}}
{{- $settings := ternary (dict "TRUST_PROXY" "1") dict .Values.ingress.enabled -}}
{{- range $name, $value := .Values.settings }}
{{- /* Numbers are floats, which would print as 1e+06. */ -}}
{{- $text := ternary (int64 $value | toString) (toString $value) (kindIs "float64" $value) -}}
{{- if ne $text "" }}{{ $_ := set $settings $name $text }}{{ end }}
{{- end }}
{{- range $name, $value := $settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end -}}

{{- define "affiliate.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "affiliate.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}
