{{/* The name of all objects of the release. It has no dots, as the name of a Service must not have any. */}}
{{- define "addon-operator.name" -}}
{{- $release := .Release.Name | replace "." "-" -}}
{{- $program := .Values.nameOverride | default "addon-operator" -}}
{{- $name := contains $program $release | ternary $release (printf "%s-%s" $release $program) -}}
{{- .Values.fullnameOverride | default $name | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{/* The image of the Pods, by its digest if there is one. */}}
{{- define "addon-operator.image" -}}
{{- with .Values.image.digest -}}
{{- printf "%s@%s" $.Values.image.repository . -}}
{{- else -}}
{{- printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) -}}
{{- end -}}
{{- end -}}

{{/* The Secrets for the registry, which values give as names or as objects. */}}
{{- define "addon-operator.pullSecrets" -}}
{{- with .Values.image.pullSecrets -}}
imagePullSecrets:
{{- range . }}
- name: {{ kindIs "string" . | ternary . (kindIs "map" . | ternary . dict).name | quote }}
{{- end }}
{{- end -}}
{{- end -}}

{{/* Refuses values that only together, or only after a second look, make no sense. */}}
{{- define "addon-operator.checks" -}}
{{- $tag := .Values.image.tag -}}
{{- if not (kindIs "string" ($tag | default "")) -}}
{{- printf "image.tag: got a number, %v, and YAML may have changed it: write --set-string image.tag=%v, or quotes in a file of values" $tag $tag | fail -}}
{{- end -}}
{{- if and (gt (int .Values.replicas) 1) (hasKey ((.Values.trace).volume | default dict) "persistentVolumeClaim") -}}
{{- fail "trace.volume: several replicas cannot share a persistentVolumeClaim: use an ephemeral volume or emptyDir" -}}
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
