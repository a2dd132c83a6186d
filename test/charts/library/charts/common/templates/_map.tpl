{{- define "common.map" -}}
apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ .Release.Name }}
data:
  prefix: {{ .Values.common.prefix | quote }}
{{- end -}}
