{{/* The name of all objects of the release. It has no dots, as the name of a Service must not have any. */}}
{{- define "addon-operator.name" -}}
{{- $release := .Release.Name | replace "." "-" -}}
{{- if contains "addon-operator" $release -}}
{{- $release | trunc 63 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-addon-operator" $release | trunc 63 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/* The name of objects without a namespace. It contains the namespace of the release, so that releases with
the same name in two namespaces do not collide. */}}
{{- define "addon-operator.clusterName" -}}
{{- $name := include "addon-operator.name" . -}}
{{- if eq $name .Release.Namespace -}}
{{- $name -}}
{{- else -}}
{{- printf "%s-%s" .Release.Namespace $name -}}
{{- end -}}
{{- end -}}

{{/* The name of the Service of webhooks, and of the Secret with their certificate. */}}
{{- define "addon-operator.webhooksName" -}}
{{- printf "%s-webhooks" (include "addon-operator.name" . | trunc 54 | trimSuffix "-") -}}
{{- end -}}

{{- define "addon-operator.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
{{- .Values.serviceAccount.name | default (include "addon-operator.name" .) -}}
{{- else -}}
{{- required "serviceAccount.name: needed when serviceAccount.create is false" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{- define "addon-operator.selector" -}}
app.kubernetes.io/name: addon-operator
app.kubernetes.io/instance: {{ .Release.Name | quote }}
{{- end -}}

{{- define "addon-operator.labels" -}}
{{ include "addon-operator.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end -}}
