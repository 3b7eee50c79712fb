{{/* Pod Security "restricted" and no more rights than that: the same for every pod. */}}
{{- define "capture.pod-security" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  fsGroup: 65532
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile:
    type: RuntimeDefault
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.extraPodSpec }}
{{ toYaml . }}
{{- end }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "capture.container-security" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}

{{- define "capture.image-of-container" -}}
image: {{ include "capture.image" . | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  {{- include "capture.container-security" . | nindent 2 }}
{{- end -}}

{{- define "capture.probe" -}}
httpGet:
  path: {{ .path }}
  port: http
{{ toYaml .probe }}
{{- end -}}

{{- define "capture.volumes" -}}
- name: tmp
  emptyDir:
    sizeLimit: {{ .Values.tmpSizeLimit }}
{{- if and .Values.store (ne (include "capture.uses-s3" .) "true") }}
- name: store
  persistentVolumeClaim:
    claimName: {{ .Values.store.existingClaim | default (printf "%s-store" (include "capture.fullname" .)) }}
{{- end }}
{{- with .Values.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "capture.volume-mounts" -}}
- name: tmp
  mountPath: /tmp
{{- if and .Values.store (ne (include "capture.uses-s3" .) "true") }}
- name: store
  mountPath: /var/lib/capture/store
{{- end }}
{{- with .Values.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "capture.container" -}}
- name: {{ .Chart.Name }}
  {{- include "capture.image-of-container" . | nindent 2 }}
  args: [serve]
  ports:
    - name: http
      containerPort: {{ .Values.httpPort }}
    {{- with .Values.metricsPort }}
    - name: metrics
      containerPort: {{ . }}
    {{- end }}
  envFrom:
    - configMapRef:
        name: {{ include "capture.fullname" . }}
  env:
    {{- range $name, $credential := .Values.credentials }}
    {{- include "capture.credential" (dict "root" $ "name" $name "credential" $credential) | nindent 4 }}
    {{- end }}
    {{- with .Values.extraEnv }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  startupProbe:
    {{- include "capture.probe" (dict "path" "/health/live" "probe" .Values.probes.startup) | nindent 4 }}
  livenessProbe:
    {{- include "capture.probe" (dict "path" "/health/live" "probe" .Values.probes.liveness) | nindent 4 }}
  readinessProbe:
    {{- include "capture.probe" (dict "path" "/health/ready" "probe" .Values.probes.readiness) | nindent 4 }}
  {{- if gt (int .Values.preStopSeconds) 0 }}
  lifecycle:
    preStop:
      sleep:
        seconds: {{ .Values.preStopSeconds }}
  {{- end }}
  resources:
    {{- toYaml .Values.resources | nindent 4 }}
  volumeMounts:
    {{- include "capture.volume-mounts" . | nindent 4 }}
{{- end -}}

{{- define "capture.spread" -}}
{{- range .root.Values.topologySpread }}
- topologyKey: {{ .topologyKey }}
  maxSkew: {{ .maxSkew }}
  whenUnsatisfiable: {{ .whenUnsatisfiable }}
  labelSelector:
    matchLabels:
      {{- include "capture.selector" $ | nindent 6 }}
  matchLabelKeys: [pod-template-hash]
{{- end }}
{{- end -}}
