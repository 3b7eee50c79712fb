// Written by tools/generators/api-client.mjs; do not edit.

export interface paths {
    "/operator/v1/deletion-receipts/{recordingId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Signed receipt of a deletion */
        get: operations["getDeletionReceipt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/legacy-consents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Backfill the consent of a submission that has none
         * @description Written with version `legacy` and the request's wording of now. Never signed. A repeat changes nothing.
         */
        post: operations["importLegacyConsent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orgs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List organizations, newest first */
        get: operations["listOrganizations"];
        put?: never;
        /** Create an organization and its owner */
        post: operations["createOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orgs/{organizationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read one organization */
        get: operations["getOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change name, plan, allowance or retention; pause or resume */
        patch: operations["changeOrganization"];
        trace?: never;
    };
    "/operator/v1/orgs/{organizationId}/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every change to an organization, newest first */
        get: operations["listAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orgs/{organizationId}/deletion": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The deletion of an organization, with what each service has removed so far */
        get: operations["getOrganizationDeletion"];
        put?: never;
        /** Delete an organization from every service, after a time in which that can be taken back */
        post: operations["deleteOrganization"];
        /** Take a deletion back; 409 once it has begun */
        delete: operations["cancelOrganizationDeletion"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orgs/{organizationId}/deletion/receipt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The signed receipt of a deletion that is completed; 409 until then */
        get: operations["getOrganizationDeletionReceipt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orgs/{organizationId}/erasures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Erasures of the organization, newest first */
        get: operations["listErasures"];
        put?: never;
        /** Erase a person by e-mail address, in every service; cannot be undone */
        post: operations["erasePerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orgs/{organizationId}/erasures/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One erasure, with what each service has erased so far */
        get: operations["getErasure"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orgs/{organizationId}/erasures/{id}/receipt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The signed receipt of an erasure that is completed; 409 until then */
        get: operations["getErasureReceipt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orgs/{organizationId}/identity-provider": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read where the people of an organization sign in */
        get: operations["getIdentityProvider"];
        /**
         * Let the people of an organization sign in at their own identity provider (OpenID Connect)
         * @description Replaces every setting, and the domains that you vouch for; those that the organization has proven stay. Another issuer ends the sign-ins that the former one vouched for; `passwordAllowed: false` ends those by password.
         */
        put: operations["setIdentityProvider"];
        post?: never;
        /** End single sign-on for an organization, and every sign-in that came by it; you vouch for no domain any more */
        delete: operations["removeIdentityProvider"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orgs/{organizationId}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List an organization's API keys, newest first */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create an API key; the answer shows it, once
         * @description An organization has at most 1000 keys that work.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orgs/{organizationId}/keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read one API key */
        get: operations["getKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Rename, rescope or change the expiry of an API key */
        patch: operations["changeKey"];
        trace?: never;
    };
    "/operator/v1/orgs/{organizationId}/keys/{keyId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stop the key for good, at once */
        post: operations["revokeKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orgs/{organizationId}/keys/{keyId}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give the key a new text; the earlier one stops after the overlap
         * @description A key has at most 10 texts. Of those that have stopped the oldest makes room; where all still work, rotate without an overlap.
         */
        post: operations["rotateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orgs/{organizationId}/mail-domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the domains of mail that the organization says are its own */
        get: operations["listMailDomains"];
        put?: never;
        /**
         * Name a domain of mail, and get the TXT record that proves it
         * @description Named again, it has the same record. 50 at most.
         */
        post: operations["addMailDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orgs/{organizationId}/mail-domains/{domain}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Give a domain up: the organization's identity provider speaks for its addresses no more
         * @description Sign-ins that there are go on. The last one stays while members sign in at the provider alone.
         */
        delete: operations["removeMailDomain"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orgs/{organizationId}/mail-domains/{domain}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look the TXT record of a domain up, and take the domain as proven when it is there
         * @description `domain_not_proven` says what DNS answered instead, within 5 seconds. A domain that another organization holds is refused with `conflict`, whatever its record says.
         */
        post: operations["verifyMailDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orgs/{organizationId}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the people of an organization, newest first */
        get: operations["listMembers"];
        put?: never;
        /** Add a person to an organization */
        post: operations["addMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orgs/{organizationId}/members/{member}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a person, by id or e-mail address; their keys stay and can no longer open sessions */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        /** Give a person, by id or e-mail address, another role; it ends their sign-ins */
        patch: operations["updateMember"];
        trace?: never;
    };
    "/operator/v1/orgs/{organizationId}/members/{member}/password-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make the link by which a person, by id or e-mail address, chooses a password for the console, once
         * @description Good for 72 h; an earlier link of the same member ends.
         */
        post: operations["createPasswordLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orgs/{organizationId}/members/{member}/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove the second factor and passkeys of a person, by id or e-mail address, who lost them; their sign-ins end
         * @description It holds in every organization of the person, who is told by mail.
         */
        delete: operations["resetSecondFactor"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orgs/{organizationId}/scim-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the tokens by which the organization's directory adds and removes people (SCIM) */
        get: operations["listScimTokens"];
        put?: never;
        /**
         * Make a token for the organization's directory; it is shown once
         * @description Two at most. One that an admin makes cannot take out owners.
         */
        post: operations["createScimToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orgs/{organizationId}/scim-tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End a token of the organization's directory at once */
        delete: operations["endScimToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orgs/{organizationId}/suppressions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List suppressed addresses, in alphabetical order */
        get: operations["listSuppressions"];
        put?: never;
        /** Put an address on the suppression list */
        post: operations["suppressAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/orgs/{organizationId}/suppressions/{email}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Take an address off the suppression list */
        delete: operations["unsuppressAddress"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/outbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** State of the service's outbox and dead letters */
        get: operations["getOutboxStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/outbox/redrive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Hand dead letters to their consumer again */
        post: operations["redriveDeadLetters"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List uploads in a state
         * @description Stranded ones unless stated otherwise; newest first.
         */
        get: operations["listUploads"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/uploads/adopt-store": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make the store that of this database
         * @description For a database that was restored from a backup, or moved. Removes nothing by itself, but the next comparison removes all media that this database does not refer to and that are older than the grace period: look at what it knows first.
         */
        post: operations["adoptStore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/uploads/reconcile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compare store and database now
         * @description Removes what nothing refers to. Where the store is not that of this database as it is now, nothing is compared or removed: 409 `conflict`, whose `detail` says why.
         */
        post: operations["reconcileStore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/v1/uploads/{uploadId}/redrive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Carry out again what stopped after the last part
         * @description Of an upload that is `processing` or `failed`: reads its file again at once and from the start, whoever is at it. Of a `completed` one: compares its bytes with the store, so that a track that failed for missing bytes mends once they are back, and lets a seekable copy that could not be made be asked for anew. Waits up to 20 s and answers the upload as it is then; repeating it does no harm. One that is `open` or `stranded` is waiting for its device: 409 `conflict`. Written into the audit log of the organization.
         */
        post: operations["redriveUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AddMailDomainDto: {
            /**
             * @description A domain of mail
             * @example acme.example
             */
            domain: string;
        };
        AddMemberDto: {
            /**
             * Format: idn-email
             * @example ada@acme.example
             */
            email: string;
            /**
             * @description `member` is what producers were called before
             * @default producer
             * @enum {string}
             */
            role?: "owner" | "admin" | "producer" | "viewer" | "member";
        };
        AuditEntryDto: {
            /** @example 42 */
            id: string;
            /** Format: date-time */
            at: string;
            /**
             * @description `operator`, or the id of a member or key
             * @example operator
             */
            actor: string;
            /**
             * @description Caller's address; `[elsewhere]` where a person changed what is theirs while signed in to another organization
             * @example 127.0.0.1
             */
            ip: string;
            /** @example key.revoked */
            action: string;
            /** @description Id or address of what was changed */
            subject: string;
            /**
             * @description What changed; never a secret
             * @example {
             *       "overlapSec": 86400
             *     }
             */
            detail: {
                [key: string]: unknown;
            };
        };
        AuditEntryPageDto: {
            data: components["schemas"]["AuditEntryDto"][];
            nextCursor: string | null;
        };
        ConsentDto: {
            /** @description Release wording exactly as displayed */
            text: string;
            /**
             * @description `legacy` marks a backfilled record, which is no evidence
             * @example v1
             */
            version: string;
            /** Format: date-time */
            acceptedAt: string;
            /** @example 203.0.113.9 */
            ipAddress: string;
            /** @example Ada Okafor */
            subjectName: string;
        };
        CreateKeyDto: {
            /** @example Backend */
            name: string;
            /** @enum {string} */
            mode: "live" | "test";
            /**
             * @example [
             *       "capture_requests:read"
             *     ]
             */
            scopes: ("recordings:read" | "recordings:download" | "recordings:delete" | "usage:read" | "capture_requests:read" | "capture_requests:write" | "sessions:read" | "sessions:write" | "webhooks:read" | "webhooks:write")[];
            /**
             * Format: date-time
             * @description When the key stops; null for never
             * @example null
             */
            expiresAt?: string | null;
            /** @description Id or e-mail address of the member who answers for the key; without it the organization's owner */
            member?: string;
        };
        CreateOrganizationDto: {
            /** @example Acme Research */
            name: string;
            /**
             * @description Name of a plan
             * @example team
             */
            plan: string;
            /**
             * Format: idn-email
             * @description The owner; without it one is made under an address that takes no mail
             * @example owner@acme.example
             */
            ownerEmail?: string;
        };
        CreateScimTokenDto: {
            /**
             * @description The role of people whom the directory adds without one
             * @default producer
             * @enum {string}
             */
            newMemberRole?: "producer" | "viewer";
        };
        CreatedOrganizationDto: {
            id: string;
            /** @example Acme Research */
            name: string;
            /**
             * @description Name of a plan
             * @example team
             */
            plan: string;
            features: ("api" | "capture_requests" | "recordings" | "sessions" | "webhooks" | "consent_evidence")[];
            limits: components["schemas"]["PlanLimitsData"];
            paused: boolean;
            allowance: components["schemas"]["OrganizationAllowanceDto"];
            /** @example null */
            retentionDays: number | null;
            /**
             * Format: date-time
             * @description When it is to be deleted; null when it is not
             * @example null
             */
            deletionAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            owner: components["schemas"]["MemberDto"];
        };
        DeleteOrganizationDto: {
            /**
             * @description Days until it begins; 0 begins at once. CAPTURE_ORGANIZATION_DELETION_DAYS unless given
             * @example 30
             */
            graceDays?: number;
        };
        DeletedByService: {
            /** @enum {string} */
            service: "capture-requests" | "sessions" | "recordings" | "webhooks" | "accounts";
            /** Format: date-time */
            completedAt: string;
            /**
             * @description How many rows were removed, for each table; of recordings also the bytes of media
             * @example {
             *       "capture_request": 3,
             *       "contact": 120
             *     }
             */
            counts: {
                [key: string]: unknown;
            };
        };
        ErasePersonDto: {
            /**
             * Format: idn-email
             * @example ada@example.com
             */
            email: string;
        };
        ErasedByService: {
            /** @enum {string} */
            service: "capture-requests" | "webhooks" | "accounts";
            /** Format: date-time */
            completedAt: string;
            /**
             * @description How many were erased, for each kind of thing
             * @example {
             *       "contacts": 1
             *     }
             */
            counts: {
                [key: string]: unknown;
            };
        };
        ErasedFootage: {
            recordingId: string;
            submissionId: string;
            /**
             * @description Id of its deletion receipt
             * @example rcp_01jdz3v0m5e8ksz1a2b3c4d5e6
             */
            receiptId: string | null;
            /** Format: date-time */
            deletedAt: string;
            /** @description SHA-256 of every file of it */
            sha256: string[];
        };
        ErasureDto: {
            id: string;
            /** @enum {string} */
            status: "running" | "completed";
            /** @description SHA-256 of the id, a line feed and the address in its one form */
            addressSha256: string;
            /** @description Id of the member who asked, or `operator` */
            requestedBy: string;
            /** Format: date-time */
            requestedAt: string;
            /** Format: date-time */
            completedAt: string | null;
            services: components["schemas"]["ErasureStepDto"][];
        };
        ErasurePageDto: {
            data: components["schemas"]["ErasureDto"][];
            nextCursor: string | null;
        };
        ErasureReceipt: {
            /** @example 1 */
            receiptVersion: number;
            id: string;
            erasureId: string;
            organizationId: string;
            /** @description SHA-256 of the id of the erasure, a line feed and the address in its one form */
            addressSha256: string;
            /** @description Id of the member who asked, or `operator` */
            requestedBy: string;
            /** Format: date-time */
            requestedAt: string;
            /** Format: date-time */
            completedAt: string;
            services: components["schemas"]["ErasedByService"][];
            recordings: components["schemas"]["ErasedFootage"][];
            signature: components["schemas"]["ReceiptSignature"];
        };
        ErasureStepDto: {
            /** @enum {string} */
            service: "capture-requests" | "webhooks" | "accounts";
            /**
             * Format: date-time
             * @description Null until the service has erased everything
             */
            completedAt: string | null;
            /**
             * @description How many were erased so far, for each kind of thing
             * @example {
             *       "contacts": 1
             *     }
             */
            counts: {
                [key: string]: unknown;
            };
        };
        IdentityProviderDto: {
            /**
             * Format: uri
             * @description As the discovery document of the provider says it, character by character
             * @example https://id.acme.example
             */
            issuer: string;
            /** @example capture */
            clientId: string;
            /** @description Domains of mail that it speaks for */
            domains: string[];
            /** @description Whether members may sign in to the organization with their password as well */
            passwordAllowed: boolean;
            /** @description Whether the provider asks for a second factor, so that the one that a person has here is not asked for */
            asksSecondFactor: boolean;
            /**
             * @description The role of people who become members by signing in; null when nobody does
             * @enum {string|null}
             */
            newMemberRole: "producer" | "viewer" | null;
            /**
             * Format: uri
             * @description To register with the provider as the redirect URI
             * @example https://capture.acme.example/console/single-sign-on
             */
            redirectUri: string;
            /** Format: date-time */
            updatedAt: string;
        };
        ImportLegacyConsentDto: {
            organizationId: string;
            captureRequestId: string;
            submissionId: string;
            /**
             * Format: date-time
             * @description When it was given
             */
            acceptedAt: string;
            /**
             * @description Address it was given from
             * @example 203.0.113.9
             */
            ipAddress: string;
            /** @description Who gave it; the submission's display name without it */
            subjectName?: string;
        };
        IssuedKeyDto: {
            id: string;
            /** @example Backend */
            name: string;
            /** @enum {string} */
            mode: "live" | "test";
            /**
             * @example [
             *       "capture_requests:read"
             *     ]
             */
            scopes: ("recordings:read" | "recordings:download" | "recordings:delete" | "usage:read" | "capture_requests:read" | "capture_requests:write" | "sessions:read" | "sessions:write" | "webhooks:read" | "webhooks:write")[];
            /** @enum {string} */
            status: "active" | "expired" | "revoked";
            /** @description Who answers for the key */
            ownerMemberId: string;
            /**
             * Format: date-time
             * @description When the key stops; null for never
             * @example null
             */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @example null
             */
            revokedAt: string | null;
            /**
             * Format: date-time
             * @description Exact to a minute
             */
            lastUsedAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description Its texts, newest first */
            texts: components["schemas"]["KeyTextDto"][];
            /**
             * @description The key itself; it is shown this once
             * @example cap_live_…
             */
            key: string;
        };
        IssuedScimTokenDto: {
            id: string;
            /**
             * @description The role of people whom the directory adds without one
             * @enum {string}
             */
            newMemberRole: "producer" | "viewer";
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description To the minute
             */
            lastUsedAt: string | null;
            /**
             * @description Is shown in this answer alone
             * @example cap_scim_…
             */
            token: string;
            /**
             * Format: uri
             * @description Where the directory sends its calls
             * @example https://capture.acme.example/scim/v2
             */
            baseUrl: string;
        };
        KeyDto: {
            id: string;
            /** @example Backend */
            name: string;
            /** @enum {string} */
            mode: "live" | "test";
            /**
             * @example [
             *       "capture_requests:read"
             *     ]
             */
            scopes: ("recordings:read" | "recordings:download" | "recordings:delete" | "usage:read" | "capture_requests:read" | "capture_requests:write" | "sessions:read" | "sessions:write" | "webhooks:read" | "webhooks:write")[];
            /** @enum {string} */
            status: "active" | "expired" | "revoked";
            /** @description Who answers for the key */
            ownerMemberId: string;
            /**
             * Format: date-time
             * @description When the key stops; null for never
             * @example null
             */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @example null
             */
            revokedAt: string | null;
            /**
             * Format: date-time
             * @description Exact to a minute
             */
            lastUsedAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description Its texts, newest first */
            texts: components["schemas"]["KeyTextDto"][];
        };
        KeyPageDto: {
            data: components["schemas"]["KeyDto"][];
            nextCursor: string | null;
        };
        KeyTextDto: {
            /**
             * @description How the text starts
             * @example cap_live_9fQx
             */
            hint: string;
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description When a rotated-out text stops
             */
            endsAt: string | null;
        };
        MailDomainDto: {
            /**
             * @description A domain of mail
             * @example acme.example
             */
            domain: string;
            /**
             * @description The text of a TXT record of the domain, by which the organization proves that it is its own
             * @example capture-domain-verification=…
             */
            record: string;
            /**
             * @description `missing`: its record is gone. `lapsed`: for 30 days, so that it ties no new identities; sign-ins of people who are tied go on
             * @enum {string}
             */
            status: "unproven" | "proven" | "missing" | "lapsed";
            /** @description The operator vouches for it, and no record is asked for */
            vouched: boolean;
            /**
             * Format: date-time
             * @description When its record was first seen
             */
            provenAt: string | null;
            /**
             * Format: date-time
             * @description When its record was last seen
             */
            seenAt: string | null;
            /**
             * Format: date-time
             * @description Since when its record is gone
             */
            missingSince: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        MailDomainListDto: {
            /** @description 50 at most, in alphabetical order */
            data: components["schemas"]["MailDomainDto"][];
        };
        MemberDto: {
            id: string;
            /**
             * Format: idn-email
             * @example ada@acme.example
             */
            email: string;
            /** @enum {string} */
            role: "owner" | "admin" | "producer" | "viewer";
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the person left
             */
            removedAt: string | null;
        };
        MemberPageDto: {
            data: components["schemas"]["MemberDto"][];
            nextCursor: string | null;
        };
        OperatorUploadDto: {
            /** @example upl_01jdz3v0m5e8ksz1a2b3c4d5e6 */
            id: string;
            organizationId: string;
            /** @enum {string} */
            state: "open" | "stranded" | "processing" | "failed" | "completed" | "aborted" | "removed";
            /** @enum {string} */
            kind: "camera" | "microphone" | "screen";
            contentType: string;
            sizeBytes: number | null;
            captureRequestId: string | null;
            sessionId: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            lastActivityAt: string;
            /** @description How reading the file last went wrong */
            failure: string | null;
        };
        OperatorUploadPageDto: {
            data: components["schemas"]["OperatorUploadDto"][];
            nextCursor: string | null;
        };
        OrganizationAllowanceDto: {
            /**
             * @description Seconds per calendar month (UTC)
             * @example 360000
             */
            includedSec: number;
            /** @description Set for this organization, instead of the plan's */
            overridden: boolean;
        };
        OrganizationDeletionDto: {
            id: string;
            organizationId: string;
            /** @enum {string} */
            status: "scheduled" | "running" | "completed";
            /** @description Id of the member who asked, or `operator` */
            requestedBy: string;
            /** Format: date-time */
            requestedAt: string;
            /**
             * Format: date-time
             * @description When it begins. Until then it can be taken back
             */
            dueAt: string;
            /** Format: date-time */
            begunAt: string | null;
            /** Format: date-time */
            completedAt: string | null;
            services: components["schemas"]["OrganizationDeletionStepDto"][];
        };
        OrganizationDeletionReceipt: {
            /** @example 1 */
            receiptVersion: number;
            id: string;
            deletionId: string;
            organizationId: string;
            /** @description Id of the member who asked, or `operator` */
            requestedBy: string;
            /** Format: date-time */
            requestedAt: string;
            /**
             * Format: date-time
             * @description From then on nobody could sign in or use a key
             */
            begunAt: string;
            /** Format: date-time */
            completedAt: string;
            services: components["schemas"]["DeletedByService"][];
            signature: components["schemas"]["ReceiptSignature"];
        };
        OrganizationDeletionStepDto: {
            /** @enum {string} */
            service: "capture-requests" | "sessions" | "recordings" | "webhooks" | "accounts";
            /**
             * Format: date-time
             * @description Null until nothing was left in the service
             */
            completedAt: string | null;
            /**
             * @description How many rows were removed so far, for each table
             * @example {
             *       "capture_request": 3
             *     }
             */
            counts: {
                [key: string]: unknown;
            };
        };
        OrganizationDto: {
            id: string;
            /** @example Acme Research */
            name: string;
            /**
             * @description Name of a plan
             * @example team
             */
            plan: string;
            features: ("api" | "capture_requests" | "recordings" | "sessions" | "webhooks" | "consent_evidence")[];
            limits: components["schemas"]["PlanLimitsData"];
            paused: boolean;
            allowance: components["schemas"]["OrganizationAllowanceDto"];
            /** @example null */
            retentionDays: number | null;
            /**
             * Format: date-time
             * @description When it is to be deleted; null when it is not
             * @example null
             */
            deletionAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        OrganizationPageDto: {
            data: components["schemas"]["OrganizationDto"][];
            nextCursor: string | null;
        };
        OutboxStatusDto: {
            /**
             * @description Events that are committed and not yet on the bus
             * @example 0
             */
            pending: number;
            /**
             * @description Age in seconds of the oldest of them; 0 without any
             * @example 0
             */
            oldestAgeSec: number;
            /**
             * @description Published events still kept
             * @example 1204
             */
            published: number;
            /**
             * @description Events that a consumer of this service gave up on and nobody has redriven
             * @example 0
             */
            deadLetters: number;
        };
        PasswordLinkDto: {
            /**
             * Format: uri
             * @description Shown once; whoever has it can choose the password
             * @example https://capture.example/console/welcome?t=…
             */
            link: string;
            /** Format: date-time */
            expiresAt: string;
        };
        PlanLimitsData: {
            rosterCap: number;
            submissionCap: number;
            maxGuests: number;
        };
        /** @description RFC 9457 problem document. Program against `code`; `detail` is for people and may change. */
        Problem: {
            /**
             * Format: uri
             * @description Page that explains the code
             */
            type: string;
            title: string;
            status: number;
            /** @description What happened this time and what to do next */
            detail: string;
            /** @enum {string} */
            code: "unauthorized" | "insufficient_scope" | "test_mode_scope" | "plan_inactive" | "upgrade_required" | "key_owner_not_a_member" | "capture_allowance_reached" | "organization_paused" | "capture_request_closed" | "contact_cap" | "rate_limited" | "invalid_input" | "invalid_cursor" | "not_found" | "payload_too_large" | "request_timeout" | "unsupported_media_type" | "method_not_allowed" | "conflict" | "idempotency_in_progress" | "idempotency_key_reused" | "track_not_ready" | "footage_expired" | "storage_full" | "service_unavailable" | "internal" | "link_expired" | "capture_request_not_active" | "superseded" | "take_too_large" | "open_take_cap" | "submission_cap" | "session_full" | "insufficient_role" | "host_only" | "session_closed" | "single_sign_on_required" | "single_sign_on_refused" | "domain_not_proven" | "password_sign_in_required" | "cross_site" | "other_organization";
            /** @description Quote it to support */
            requestId: string;
            /** @description First field that was refused */
            field?: string;
            /** @description Every field that was refused */
            errors?: {
                field: string;
                code: string;
                message: string;
            }[];
            requiredScope?: string;
            requiredPlan?: string;
            requiredRole?: string;
            /** @description What the role does not permit */
            action?: string;
            cap?: number;
            count?: number;
            retryAfterSec?: number;
        };
        ReceiptSignature: {
            /** @enum {string} */
            alg: "EdDSA";
            /**
             * @description Names the key in /.well-known/capture-keys.json
             * @example kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k
             */
            kid: string;
            /** @description base64url, over the RFC 8785 form of the receipt without `signature` */
            value: string;
        };
        RedriveDeadLettersDto: {
            /** @description Ids of events; every dead letter when left out */
            eventIds?: string[];
        };
        RedriveResultDto: {
            /**
             * @description Dead letters that their consumer has now handled
             * @example 3
             */
            redriven: number;
            /**
             * @description Dead letters that failed again and stay
             * @example 0
             */
            failed: number;
        };
        RotateKeyDto: {
            /**
             * @description Seconds the earlier text still works
             * @default 86400
             */
            overlapSec?: number;
        };
        ScimTokenDto: {
            id: string;
            /**
             * @description The role of people whom the directory adds without one
             * @enum {string}
             */
            newMemberRole: "producer" | "viewer";
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description To the minute
             */
            lastUsedAt: string | null;
        };
        ScimTokenListDto: {
            /** @description Two at most, the newest first */
            data: components["schemas"]["ScimTokenDto"][];
        };
        SetIdentityProviderDto: {
            /**
             * Format: uri
             * @description As the discovery document of the provider says it, character by character
             * @example https://id.acme.example
             */
            issuer: string;
            /** @example capture */
            clientId: string;
            /**
             * @description Whether members may sign in to the organization with their password as well
             * @default true
             */
            passwordAllowed?: boolean;
            /**
             * @description Whether the provider asks for a second factor, so that the one that a person has here is not asked for
             * @default false
             */
            asksSecondFactor?: boolean;
            /**
             * @description The role of people who become members by signing in; null when nobody does
             * @enum {string|null}
             */
            newMemberRole?: "producer" | "viewer" | null;
            /** @description Is stored encrypted and never shown */
            clientSecret: string;
            /** @description Domains of mail that you vouch for: they belong to the organization; each belongs to one */
            domains: string[];
        };
        SubmissionDto: {
            id: string;
            /** @example Ada Okafor */
            displayName: string;
            /** @description null once the footage is gone: a normal state */
            recordingId: string | null;
            /** @description Take length in seconds */
            durationSec: number;
            /** @description The take came through the open link */
            viaOpenLink: boolean;
            /** @description Frozen at acceptance; null when no release was required */
            consent: components["schemas"]["ConsentDto"] | null;
            /**
             * Format: date-time
             * @description When the footage was deleted: after its retention, or by a call
             */
            footageExpiredAt: string | null;
            /**
             * Format: date-time
             * @description When the answer that this one replaced was given
             */
            previousTakeAt: string | null;
            contactId: string | null;
            /** @enum {string} */
            state: "received";
            /** Format: date-time */
            createdAt: string;
        };
        SuppressAddressDto: {
            /**
             * Format: idn-email
             * @example gone@example.com
             */
            email: string;
            /**
             * @default unsubscribed
             * @enum {string}
             */
            reason?: "unsubscribed" | "bounced" | "complained";
        };
        SuppressionDto: {
            /**
             * Format: idn-email
             * @example gone@example.com
             */
            email: string;
            /** @enum {string} */
            reason: "unsubscribed" | "bounced" | "complained";
            /** Format: date-time */
            createdAt: string;
        };
        SuppressionPageDto: {
            data: components["schemas"]["SuppressionDto"][];
            /** @description An e-mail address */
            nextCursor: string | null;
        };
        UpdateKeyDto: {
            /** @example Backend */
            name?: string;
            /**
             * @example [
             *       "capture_requests:read"
             *     ]
             */
            scopes?: ("recordings:read" | "recordings:download" | "recordings:delete" | "usage:read" | "capture_requests:read" | "capture_requests:write" | "sessions:read" | "sessions:write" | "webhooks:read" | "webhooks:write")[];
            /**
             * Format: date-time
             * @description When the key stops; null for never
             * @example null
             */
            expiresAt?: string | null;
        };
        UpdateMemberDto: {
            /** @enum {string} */
            role: "owner" | "admin" | "producer" | "viewer";
        };
        UpdateOrganizationDto: {
            /** @example Acme Research */
            name?: string;
            /**
             * @description Name of a plan
             * @example team
             */
            plan?: string;
            /** @description The plan has lapsed: reads work, collecting does not */
            paused?: boolean;
            /** @description Seconds per month instead of the plan's; null returns to the plan's */
            allowanceSec?: number | null;
            /** @description Days footage is kept, also what there is already; null keeps it */
            retentionDays?: number | null;
        };
    };
    responses: {
        /** @description [`invalid_input`](/api/docs/errors/invalid_input): The request failed validation */
        Problem400_invalid_input: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "invalid_input";
                };
            };
        };
        /** @description [`unauthorized`](/api/docs/errors/unauthorized): The credential is missing or not valid */
        Problem401_unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "unauthorized";
                };
            };
        };
        /** @description [`not_found`](/api/docs/errors/not_found): No such object */
        Problem404_not_found: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "not_found";
                };
            };
        };
        /** @description [`conflict`](/api/docs/errors/conflict): The request conflicts with the current state */
        Problem409_conflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "conflict";
                };
            };
        };
        /** @description [`internal`](/api/docs/errors/internal): Something went wrong on our side */
        Problem500_internal: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "internal";
                };
            };
        };
        /** @description [`service_unavailable`](/api/docs/errors/service_unavailable): The service is unavailable for the moment */
        Problem503_service_unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "service_unavailable";
                };
            };
        };
        /** @description [`invalid_input`](/api/docs/errors/invalid_input): The request failed validation. [`invalid_cursor`](/api/docs/errors/invalid_cursor): The cursor resolves to nothing */
        "Problem400_invalid_input-invalid_cursor": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "invalid_input" | "invalid_cursor";
                };
            };
        };
        /** @description [`conflict`](/api/docs/errors/conflict): The request conflicts with the current state. [`domain_not_proven`](/api/docs/errors/domain_not_proven): The record that proves the domain was not found */
        "Problem409_conflict-domain_not_proven": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "conflict" | "domain_not_proven";
                };
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        "X-Request-Id": string;
        "Retry-After": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getDeletionReceipt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                recordingId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_conflict"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    importLegacyConsent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportLegacyConsentDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmissionDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_conflict"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    listOrganizations: {
        parameters: {
            query?: {
                /** @description Items per page */
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationPageDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input-invalid_cursor"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_conflict"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    createOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateOrganizationDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedOrganizationDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_conflict"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    getOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_conflict"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    changeOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateOrganizationDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_conflict"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    listAuditLog: {
        parameters: {
            query?: {
                /** @description Items per page */
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
                /** @description What was done, such as `key.revoked` */
                action?: string;
                /** @description Who did it: `operator`, or the id of a member or key */
                actor?: string;
                /** @description Id or address of what was changed */
                subject?: string;
                /** @description Start, inclusive */
                from?: string;
                /** @description End, exclusive */
                to?: string;
            };
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEntryPageDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input-invalid_cursor"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_conflict"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    getOrganizationDeletion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationDeletionDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_conflict"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    deleteOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteOrganizationDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationDeletionDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_conflict"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    cancelOrganizationDeletion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_conflict"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    getOrganizationDeletionReceipt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationDeletionReceipt"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_conflict"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    listErasures: {
        parameters: {
            query?: {
                /** @description Items per page */
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
            };
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasurePageDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input-invalid_cursor"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_conflict"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    erasePerson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ErasePersonDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasureDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_conflict"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    getErasure: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasureDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_conflict"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    getErasureReceipt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasureReceipt"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_conflict"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    getIdentityProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityProviderDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_conflict"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    setIdentityProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetIdentityProviderDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityProviderDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_conflict"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    removeIdentityProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_conflict"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    listKeys: {
        parameters: {
            query?: {
                /** @description Items per page */
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
            };
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyPageDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input-invalid_cursor"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_conflict"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateKeyDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedKeyDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_conflict"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    getKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_conflict"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    changeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                keyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateKeyDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_conflict"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_conflict"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    rotateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateKeyDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedKeyDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_conflict"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    listMailDomains: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailDomainListDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_conflict"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    addMailDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddMailDomainDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailDomainDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_conflict"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    removeMailDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_conflict"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    verifyMailDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailDomainDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_conflict-domain_not_proven"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    listMembers: {
        parameters: {
            query?: {
                /** @description Items per page */
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
            };
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberPageDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input-invalid_cursor"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_conflict"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    addMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddMemberDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_conflict"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                member: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_conflict"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    updateMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                member: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateMemberDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_conflict"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    createPasswordLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                member: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordLinkDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_conflict"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    resetSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                member: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_conflict"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    listScimTokens: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScimTokenListDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_conflict"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    createScimToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateScimTokenDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedScimTokenDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_conflict"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    endScimToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_conflict"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    listSuppressions: {
        parameters: {
            query?: {
                /** @description Items per page */
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
            };
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuppressionPageDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input-invalid_cursor"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_conflict"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    suppressAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SuppressAddressDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuppressionDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_conflict"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    unsuppressAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organizationId: string;
                email: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_conflict"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    getOutboxStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: (({
                            service: string;
                        } & components["schemas"]["OutboxStatusDto"]) | {
                            service: string;
                            error: string;
                        })[];
                    };
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_conflict"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    redriveDeadLetters: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RedriveDeadLettersDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: (({
                            service: string;
                        } & components["schemas"]["RedriveResultDto"]) | {
                            service: string;
                            error: string;
                        })[];
                    };
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_conflict"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    listUploads: {
        parameters: {
            query?: {
                /** @description Items per page */
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
                state?: "open" | "stranded" | "processing" | "failed" | "completed" | "aborted" | "removed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorUploadPageDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input-invalid_cursor"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_conflict"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    adoptStore: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The store has the marker of this database. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_conflict"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    reconcileStore: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_conflict"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    redriveUpload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uploadId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorUploadDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_conflict"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
}
