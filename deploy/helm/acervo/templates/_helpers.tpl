{{- define "acervo.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 38 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 38 | trimSuffix "-" }}{{ end -}}
{{- end }}

{{- define "acervo.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "acervo.labels" -}}
{{ include "acervo.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "acervo.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{/* Name of the Secret with the values; `suffix` distinguishes the Secret of the migration. */}}
{{- define "acervo.secret" -}}
{{- .root.Values.existingSecret | default (printf "%s%s" (include "acervo.name" .root) .suffix) -}}
{{- end }}

{{/* All settings except secrets, as a YAML map. */}}
{{- define "acervo.settings" -}}
{{- $proxies := kindIs "invalid" .Values.trustedProxies | ternary (ternary 1 0 .Values.ingress.enabled) .Values.trustedProxies -}}
{{- $settings := dict
  "NODE_ENV" "production"
  "PORT" "3000"
  "BASE_URL" .Values.baseUrl
  "TZ" .Values.timeZone
  "DATA_DIR" "/data"
  "METRICS_PORT" "9464"
  "METRICS_HOST" "0.0.0.0"
  "S3_ENDPOINT" .Values.s3.endpoint
  "S3_REGION" .Values.s3.region
  "S3_BUCKET" .Values.s3.bucket
  "TRUSTED_PROXIES" (toString $proxies)
  "SHUTDOWN_DELAY_SECONDS" (toString .Values.shutdown.delaySeconds)
  "SHUTDOWN_SECONDS" (toString .Values.shutdown.seconds)
-}}
{{- with .Values.s3.publicEndpoint }}{{ $_ := set $settings "S3_PUBLIC_ENDPOINT" . }}{{ end -}}
{{- if .Values.signing.existingSecret }}{{ $_ := set $settings "SIGNING_P12" "/signing/signing.p12" }}{{ $_ := set $settings "SIGNING_P12_PASSWORD_FILE" "/signing/password" }}{{ end -}}
{{- if .Values.reader.enabled }}{{ $_ := set $settings "READ_FILES" "true" }}{{ $_ := set $settings "FILE_READERS" "0" }}{{ end -}}
{{- if (index .Values.cronJobs "sweep").enabled }}{{ $_ := set $settings "SWEEP_MINUTES" "0" }}{{ end -}}
{{- range $name, $value := .Values.settings }}{{ $_ := set $settings $name (kindIs "float64" $value | ternary (printf "%v" (int64 $value)) (toString $value)) }}{{ end -}}
{{- toYaml $settings -}}
{{- end }}

{{/* Empty if metrics are off; port 0 would be random. */}}
{{- define "acervo.metricsPort" -}}
{{- $port := get (include "acervo.settings" . | fromYaml) "METRICS_PORT" -}}
{{- if ne $port "0" }}{{ $port }}{{ end -}}
{{- end }}

{{/* On the metrics listener if the kubelet can reach it: the connection limit of clients does not apply there. */}}
{{- define "acervo.livenessPort" -}}
{{- $host := get (include "acervo.settings" . | fromYaml) "METRICS_HOST" -}}
{{- if and (include "acervo.metricsPort" .) (has $host (list "0.0.0.0" "::")) }}metrics{{ else }}http{{ end -}}
{{- end }}

{{- define "acervo.env" -}}
{{- range $name, $value := include "acervo.settings" . | fromYaml }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- with .Values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "acervo.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "acervo.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* DNS, and the destinations that were named. */}}
{{- define "acervo.egress" -}}
{{- if not .rules }}{{ fail (printf "%s must name the database and the store, as in the example of values.yaml" .name) }}{{ end -}}
- ports: [{ port: 53, protocol: UDP }, { port: 53, protocol: TCP }]
{{ toYaml .rules }}
{{- end }}

{{- define "acervo.mounts" -}}
- { name: data, mountPath: /data }
- { name: tmp, mountPath: /tmp }
{{- if .Values.signing.existingSecret }}
- { name: signing, mountPath: /signing, readOnly: true }
{{- end }}
{{- with .Values.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "acervo.volumes" -}}
- name: data
  emptyDir: { sizeLimit: {{ .Values.dataSizeLimit }} }
- name: tmp
  emptyDir: { sizeLimit: 64Mi }
{{- with .Values.signing.existingSecret }}
- name: signing
  secret: { secretName: {{ . }}, defaultMode: 0440 }
{{- end }}
{{- with .Values.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "acervo.placement" -}}
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.serviceAccountName }}
serviceAccountName: {{ . }}
{{- end }}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext: {{ include "acervo.podSecurity" . | nindent 2 }}
{{- with .Values.nodeSelector }}
nodeSelector: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* A pod that runs one command. */}}
{{- define "acervo.commandPod" -}}
metadata:
  labels: {{ include "acervo.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .component }}
spec:
  restartPolicy: Never
  {{- include "acervo.placement" .root | nindent 2 }}
  containers:
    - name: {{ .component }}
      image: {{ include "acervo.image" .root }}
      imagePullPolicy: {{ .root.Values.image.pullPolicy }}
      command: {{ toJson .command }}
      env: {{ include "acervo.env" .root | nindent 8 }}
      envFrom:
        - secretRef: { name: {{ include "acervo.secret" (dict "root" .root "suffix" .secretSuffix) }} }
      securityContext: {{ include "acervo.containerSecurity" .root | nindent 8 }}
      resources: {{ toYaml .root.Values.resources | nindent 8 }}
      volumeMounts: {{ include "acervo.mounts" .root | nindent 8 }}
  volumes: {{ include "acervo.volumes" .root | nindent 4 }}
{{- end }}
