{{/* Durable consumers of each service. Written by `npm run generate` from what the services subscribe to. */}}
{{- define "capture.consumers" -}}
accounts: ["accounts_change-made","accounts_recording-deleted","accounts_recording-track_available"]
capture-requests: ["capture-requests_organization-updated","capture-requests_recording-deleted"]
gateway: []
recordings: ["recordings_capture_request-deleted","recordings_organization-updated"]
sessions: ["sessions_member-removed","sessions_organization-updated","sessions_sign_in-ended"]
webhooks: ["webhooks_all"]
{{- end -}}
