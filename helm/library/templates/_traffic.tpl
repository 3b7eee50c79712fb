{{/* Who talks to whom. Every NetworkPolicy, in and out, is made of these lines: what is not here is refused.
`public`, `monitoring` come from outside; postgres, nats, redis, s3, otlp, smtp and internet are destinations outside. */}}
{{- define "capture.traffic" -}}
- { from: public, to: [gateway] }
- { from: monitoring, to: [gateway, accounts, capture-requests, recordings, sessions, webhooks] }
- { from: gateway, to: [accounts, capture-requests, recordings, sessions, webhooks, nats, redis, otlp] }
- { from: accounts, to: [postgres, nats, otlp, smtp, internet] }
- { from: capture-requests, to: [postgres, nats, otlp] }
- { from: recordings, to: [postgres, nats, otlp, s3] }
- { from: sessions, to: [postgres, nats, otlp] }
- { from: webhooks, to: [postgres, nats, otlp, internet] }
- { from: accounts-migrate, to: [postgres] }
- { from: capture-requests-migrate, to: [postgres] }
- { from: recordings-migrate, to: [postgres] }
- { from: sessions-migrate, to: [postgres] }
- { from: webhooks-migrate, to: [postgres] }
- { from: gateway-test, to: [gateway] }
- { from: accounts-test, to: [accounts] }
- { from: capture-requests-test, to: [capture-requests] }
- { from: recordings-test, to: [recordings] }
- { from: sessions-test, to: [sessions] }
- { from: webhooks-test, to: [webhooks] }
{{- end -}}
