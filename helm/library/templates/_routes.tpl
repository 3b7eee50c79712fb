{{- define "capture.httproute" -}}
{{- if .Values.httpRoute.enabled -}}
{{- if not .Values.httpRoute.parentRefs }}{{ fail "gateway: httpRoute.parentRefs, the Gateway that the route belongs to" }}{{ end -}}
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
{{ include "capture.metadata" (dict "root" . "component" .Chart.Name "annotations" .Values.httpRoute.annotations) }}
spec:
  parentRefs:
    {{- toYaml .Values.httpRoute.parentRefs | nindent 4 }}
  {{- with .Values.httpRoute.hostnames }}
  hostnames:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  rules:
    - matches:
        - path: { type: PathPrefix, value: / }
      backendRefs:
        - name: {{ include "capture.fullname" . }}
          port: {{ .Values.service.port }}
      {{- with .Values.httpRoute.timeouts }}
      timeouts:
        {{- toYaml . | nindent 8 }}
      {{- end }}
{{- end -}}
{{- end -}}

{{- define "capture.ingress" -}}
{{- if .Values.ingress.enabled -}}
{{- if not .Values.ingress.hosts }}{{ fail "gateway: ingress.hosts, the names that people open" }}{{ end -}}
apiVersion: networking.k8s.io/v1
kind: Ingress
{{ include "capture.metadata" (dict "root" . "component" .Chart.Name "annotations" .Values.ingress.annotations) }}
spec:
  {{- with .Values.ingress.className }}
  ingressClassName: {{ . }}
  {{- end }}
  {{- with .Values.ingress.tls }}
  tls:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  rules:
    {{- range .Values.ingress.hosts }}
    - host: {{ . | quote }}
      http:
        paths:
          - path: /
            pathType: Prefix
            backend:
              service:
                name: {{ include "capture.fullname" $ }}
                port:
                  name: http
    {{- end }}
{{- end -}}
{{- end -}}
