{{/* Brings the schema up to date before the pods of a new release start. Pods of an older schema are not ready: nothing
migrates at boot. As a hook it runs before anything of the release exists, so it brings its own policy and needs no
ServiceAccount of the release. */}}
{{- define "capture.migration-annotations" -}}
{{- if eq .root.Values.migrations.mode "hook" -}}
helm.sh/hook: pre-install,pre-upgrade
helm.sh/hook-weight: {{ .weight | quote }}
helm.sh/hook-delete-policy: before-hook-creation
{{- end -}}
{{- end -}}

{{- define "capture.migration" -}}
{{- if ne ((.Values.migrations).mode | default "none") "none" -}}
{{- $hook := eq .Values.migrations.mode "hook" -}}
{{- $suffix := ternary "migrate" (printf "migrate-%d" .Release.Revision) $hook -}}
{{- $component := printf "%s-migrate" .Chart.Name -}}
{{- $annotations := include "capture.migration-annotations" (dict "root" . "weight" "0") | fromYaml -}}
{{- $names := dict "root" . "component" $component -}}
apiVersion: batch/v1
kind: Job
{{ include "capture.metadata" (merge (dict "suffix" $suffix "annotations" $annotations) $names) }}
spec:
  backoffLimit: {{ .Values.migrations.retries }}
  activeDeadlineSeconds: {{ .Values.migrations.deadlineSeconds }}
  {{- if not $hook }}
  ttlSecondsAfterFinished: 3600
  {{- end }}
  template:
    metadata:
      labels:
        {{- include "capture.labels" $names | nindent 8 }}
        {{- with merge (dict) (.Values.migrations.podLabels | default dict) (.Values.podLabels | default dict) }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      {{- with .Values.migrations.podAnnotations }}
      annotations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
    spec:
      restartPolicy: Never
      {{- include "capture.pod-security" . | nindent 6 }}
      containers:
        - name: migrate
          {{- include "capture.image-of-container" . | nindent 10 }}
          args: [migrate]
          env:
            {{- include "capture.credential" (dict "root" . "name" "DATABASE_URL" "credential" .Values.credentials.DATABASE_URL) | nindent 12 }}
            {{- with .Values.extraEnv }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
          resources:
            {{- toYaml .Values.migrations.resources | nindent 12 }}
          volumeMounts:
            - name: tmp
              mountPath: /tmp
            {{- with .Values.extraVolumeMounts }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
      volumes:
        - name: tmp
          emptyDir:
            sizeLimit: {{ .Values.tmpSizeLimit }}
        {{- with .Values.extraVolumes }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
{{- end -}}
{{- end -}}

{{- define "capture.migration-policy" -}}
{{- if ne ((.Values.migrations).mode | default "none") "none" -}}
{{- $annotations := include "capture.migration-annotations" (dict "root" . "weight" "-5") | fromYaml -}}
{{- include "capture.network-policy" (dict "root" . "component" (printf "%s-migrate" .Chart.Name) "suffix" "migrate" "annotations" $annotations) -}}
{{- end -}}
{{- end -}}

{{/* What `helm test` runs: requests to the Service, by the Node of the service's own image. The pod stays until the next run: `--logs`
reads it after the hook, and fails where a successful one was deleted with it. */}}
{{- define "capture.test" -}}
{{- if .Values.tests.enabled -}}
{{- $annotations := merge (dict "helm.sh/hook" "test" "helm.sh/hook-delete-policy" "before-hook-creation") (.Values.tests.podAnnotations | default dict) -}}
{{- $names := dict "root" . "component" (printf "%s-test" .Chart.Name) "suffix" "test" "annotations" $annotations -}}
apiVersion: v1
kind: Pod
{{ include "capture.metadata" $names }}
spec:
  restartPolicy: Never
  {{- include "capture.pod-security" . | nindent 2 }}
  containers:
    - name: test
      {{- include "capture.image-of-container" . | nindent 6 }}
      command: [node, --input-type=module, --eval]
      args:
        - |
          {{- include "capture.test-script" . | nindent 10 }}
      env:
        - name: SERVICE
          value: http://{{ include "capture.fullname" . }}:{{ .Values.service.port }}
        {{- with .Values.tests.apiKey }}
        {{- if .existingSecret }}
        - name: API_KEY
          valueFrom:
            secretKeyRef:
              name: {{ .existingSecret }}
              key: {{ .key }}
              {{- /* The key is made by an API that the release has to run first. */}}
              optional: true
        - name: API_PATHS
          value: {{ join " " .paths | quote }}
        {{- end }}
        {{- end }}
      resources:
        {{- toYaml .Values.tests.resources | nindent 8 }}
{{- end -}}
{{- end -}}

{{- define "capture.test-policy" -}}
{{- if .Values.tests.enabled -}}
{{- include "capture.network-policy" (dict "root" . "component" (printf "%s-test" .Chart.Name) "suffix" "test") -}}
{{- end -}}
{{- end -}}

{{- define "capture.test-script" -}}
const { SERVICE, API_KEY, API_PATHS = '' } = process.env;
const failures = [];
async function expectStatus(status, path, headers = {}) {
  const signal = AbortSignal.timeout(10_000);
  const got = await fetch(SERVICE + path, { headers, signal }).then((answer) => answer.status, String);
  console.log(`${got === status ? 'ok' : 'FAILED'} GET ${path}: ${got}, wanted ${status}`);
  if (got !== status) failures.push(path);
}
await expectStatus(200, '/health/ready');
{{- if .Values.tests.apiKey }}
await expectStatus(401, '/api/v1/usage');
const authorization = `Bearer ${API_KEY}`;
if (API_KEY) for (const path of API_PATHS.split(' ')) await expectStatus(200, path, { authorization });
else console.log('no round trip with a key: tests.apiKey names none that is there');
{{- end }}
process.exitCode = failures.length > 0 ? 1 : 0;
{{- end -}}
