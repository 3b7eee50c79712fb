// Written by tools/generators/api-client.mjs; do not edit.

export interface paths {
    "/console/api/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in; the answer sets the cookie
         * @description A person with a second factor gets 202 and a challenge, and is signed in by `POST /console/api/sign-in/second-factor`. An unknown address and a wrong password are answered alike. After 10 failures of one person from one network, or 100 from one network, in 15 minutes: 429 `rate_limited`. A browser that the person has signed in with before is held back by its own failures only.
         */
        post: operations["signIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/sign-in/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finish a sign-in with the code of a second factor; the answer sets the cookie
         * @description Each code is good once. A wrong one is answered 400 and the challenge stays good; one that was used, has run out or was for another password: 401. Wrong codes count like wrong passwords, and 10 of one person from all networks together, but from known browsers: 429 `rate_limited`.
         */
        post: operations["signInWithSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/sign-in/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin a sign-in with a passkey; the answer sets a cookie
         * @description After 100 that one network began in 15 minutes and did not finish: 429 `rate_limited`. The device has to verify its user.
         */
        post: operations["beginPasskeySignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/sign-in/passkey/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finish a sign-in with what the device answered; the answer sets the cookie
         * @description Works once, only in the browser that began it. No code is asked for: a passkey is both factors. An unknown passkey and a wrong signature are answered alike, and count like wrong passwords.
         */
        post: operations["finishPasskeySignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/sign-in/single-sign-on": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin a sign-in at the identity provider of an organization; the answer sets a cookie
         * @description The provider follows from the domain of the address alone, so that the answer reveals no person. It sends the browser back to `/console/single-sign-on`, within 10 minutes. After 100 that one network began in 15 minutes and did not finish: 429 `rate_limited`.
         */
        post: operations["beginSingleSignOn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/sign-in/single-sign-on/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finish a sign-in with what the provider sent the browser back with; the answer sets the cookie
         * @description Works once, only in the browser that began it, and signs in to that organization alone. A person with a second factor gets 202 and a challenge, as with a password, unless the provider asks for one. `detail` says why a sign-in was refused and what to do.
         */
        post: operations["finishSingleSignOn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/set-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Choose a password with the link of a mail, or one that an operator made
         * @description The link is good once, for an hour by mail, or 72 h from an operator. Every sign-in of this person ends.
         */
        post: operations["setPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/forgot-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a link by mail to choose another password
         * @description Answered alike for every address; only members get a mail. The link is good once, for an hour. After 3 requests for one address, or 30 from one network, in 15 minutes: 429 `rate_limited`.
         */
        post: operations["requestPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/read-invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What the link of an invitation is for */
        post: operations["readInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/accept-invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Become a member, by the link of an invitation
         * @description Who has no password yet chooses one. Who has one keeps it: a call that names another is answered 409 `conflict`.
         */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End this sign-in; the cookie is taken away */
        post: operations["signOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/sign-out-everywhere": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End all of one's own sign-ins, this one and those to other organizations too */
        post: operations["signOutEverywhere"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/sign-ins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Where one is signed in, in every organization */
        get: operations["listOwnSignIns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/sign-ins/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End one of one's own sign-ins */
        delete: operations["endOwnSignIn"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change one's own password; every other sign-in ends
         * @description After 10 wrong passwords from this sign-in in 15 minutes: 429 `rate_limited`.
         */
        post: operations["changeOwnPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether one has a second factor */
        get: operations["getOwnSecondFactor"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/second-factor/begin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the secret of a second factor; it is asked for once it is confirmed, within an hour
         * @description A secret that was not confirmed yet ends. After 10 wrong passwords or codes from this sign-in in 15 minutes: 429 `rate_limited`.
         */
        post: operations["beginSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/second-factor/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Turn the second factor on with its first code; other sign-ins end
         * @description After 10 wrong passwords or codes from this sign-in in 15 minutes: 429 `rate_limited`.
         */
        post: operations["confirmSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/second-factor/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Turn the second factor off; other sign-ins end
         * @description After 10 wrong passwords or codes from this sign-in in 15 minutes: 429 `rate_limited`.
         */
        post: operations["removeSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/second-factor/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get ten new recovery codes; the former ones and other sign-ins end
         * @description After 10 wrong passwords or codes from this sign-in in 15 minutes: 429 `rate_limited`.
         */
        post: operations["renewRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One's own passkeys */
        get: operations["listOwnPasskeys"];
        put?: never;
        /**
         * Add the passkey that a device has made
         * @description The challenge has to come from this sign-in. A wrong answer uses it up.
         */
        post: operations["addPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/passkeys/begin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prove who one is, and get what a device needs to make a passkey
         * @description A passkey stands for password and code, so that adding one takes both. After 10 wrong passwords or codes from this sign-in in 15 minutes: 429 `rate_limited`.
         */
        post: operations["beginPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/passkeys/{id}/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove one of one's own passkeys; other sign-ins end
         * @description After 10 wrong passwords or codes from this sign-in in 15 minutes: 429 `rate_limited`.
         */
        post: operations["removePasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who is signed in, and to which organization */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Invitations that were not accepted, newest first, for 30 days after they ran out */
        get: operations["listInvitations"];
        put?: never;
        /** Invite a person by mail; only the mail has the link, which works once, within 7 days */
        post: operations["invitePerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/invitations/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send an invitation again, with a new link for another 7 days; once a minute at most */
        post: operations["resendInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/invitations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Take an invitation back; its link ends */
        delete: operations["withdrawInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the organization, its plan and its limits */
        get: operations["getOwnOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change what the organization is called, and for how long its footage is kept */
        patch: operations["changeOwnOrganization"];
        trace?: never;
    };
    "/console/api/organization/deletion": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete the organization, after a time in which an owner can take that back
         * @description All owners are told by mail. After 10 wrong passwords in 15 minutes: 429 `rate_limited`.
         */
        post: operations["deleteOwnOrganization"];
        /** Take the deletion of the organization back */
        delete: operations["cancelOwnOrganizationDeletion"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/branding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read how the organization looks to respondents */
        get: operations["getBranding"];
        /** Set the name and the colour that respondents see */
        put: operations["setBranding"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/branding/logo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Set the logo that respondents see */
        put: operations["setLogo"];
        post?: never;
        /** Show respondents no logo */
        delete: operations["removeLogo"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the people of an organization, newest first */
        get: operations["listMembersAsMember"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/members/{member}": {
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
        delete: operations["removeMemberAsMember"];
        options?: never;
        head?: never;
        /** Give a person, by id or e-mail address, another role; it ends their sign-ins */
        patch: operations["updateMemberAsMember"];
        trace?: never;
    };
    "/console/api/scim-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the tokens by which the organization's directory adds and removes people (SCIM) */
        get: operations["listScimTokensAsMember"];
        put?: never;
        /**
         * Make a token for the organization's directory; it is shown once
         * @description Two at most. One that an admin makes cannot take out owners.
         */
        post: operations["createScimTokenAsMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/scim-tokens/{id}": {
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
        delete: operations["endScimTokenAsMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/mail-domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the domains of mail that the organization says are its own */
        get: operations["listMailDomainsAsMember"];
        put?: never;
        /**
         * Name a domain of mail, and get the TXT record that proves it
         * @description Named again, it has the same record. 50 at most.
         */
        post: operations["addMailDomainAsMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/mail-domains/{domain}/verify": {
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
        post: operations["verifyMailDomainAsMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/mail-domains/{domain}": {
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
        delete: operations["removeMailDomainAsMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/identity-provider": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read where the people of the organization sign in */
        get: operations["getOwnIdentityProvider"];
        /**
         * Let people sign in at an identity provider (OpenID Connect), in the domains that were proven
         * @description Replaces every setting but a secret that is left out. `conflict` until a domain is proven. Another issuer ends the sign-ins that the former one vouched for, and takes one by password or passkey. `passwordAllowed: false` ends those, and takes one that this issuer vouched for. Every owner is told by mail.
         */
        put: operations["setOwnIdentityProvider"];
        post?: never;
        /**
         * End single sign-on for the organization, and every sign-in that came by it
         * @description Takes a sign-in by password or passkey. Proven domains stay proven. Every owner is told by mail.
         */
        delete: operations["removeOwnIdentityProvider"];
        options?: never;
        head?: never;
        /**
         * Change single settings of the identity provider
         * @description Settings that the body leaves out stay as they are, even if another owner has just changed them. The rules are those of setting all of them.
         */
        patch: operations["changeOwnIdentityProvider"];
        trace?: never;
    };
    "/console/api/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List an organization's API keys, newest first */
        get: operations["listKeysAsMember"];
        put?: never;
        /**
         * Create an API key; the answer shows it, once
         * @description An organization has at most 1000 keys that work.
         */
        post: operations["createKeyAsMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read one API key */
        get: operations["getKeyAsMember"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Rename, rescope or change the expiry of an API key */
        patch: operations["changeKeyAsMember"];
        trace?: never;
    };
    "/console/api/keys/{keyId}/rotate": {
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
        post: operations["rotateKeyAsMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/keys/{keyId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stop the key for good, at once */
        post: operations["revokeKeyAsMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/suppressions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List suppressed addresses, in alphabetical order */
        get: operations["listSuppressionsAsMember"];
        put?: never;
        /** Put an address on the suppression list */
        post: operations["suppressAddressAsMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/suppressions/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Which of up to 1,000 addresses are on the suppression list; nothing changes */
        post: operations["checkAddresses"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/suppressions/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Put up to 1,000 addresses on the suppression list, all or none */
        post: operations["suppressAddresses"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/suppressions/{email}": {
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
        delete: operations["unsuppressAddressAsMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/erasures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Erasures of the organization, newest first */
        get: operations["listErasuresAsMember"];
        put?: never;
        /** Erase a person by e-mail address, in every service; cannot be undone */
        post: operations["erasePersonAsMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/erasures/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One erasure, with what each service has erased so far */
        get: operations["getErasureAsMember"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/erasures/{id}/receipt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The signed receipt of an erasure that is completed; 409 until then */
        get: operations["getErasureReceiptAsMember"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every change to an organization, newest first */
        get: operations["listAuditLogAsMember"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/sessions/{id}/host": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enter a room as its host
         * @description The member who opened the room, or who created the key that did, is its host; others need the host token of its link.
         */
        post: operations["hostRoom"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/capture-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List capture requests, newest first */
        get: operations["listCaptureRequestsAsMember"];
        put?: never;
        /** Create a capture request, as a draft unless told otherwise */
        post: operations["createCaptureRequestAsMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/capture-requests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read one capture request */
        get: operations["getCaptureRequestAsMember"];
        put?: never;
        post?: never;
        /** Delete a request and its roster; the footage stays */
        delete: operations["deleteCaptureRequestAsMember"];
        options?: never;
        head?: never;
        /** Edit a request, or launch a draft (JSON merge patch) */
        patch: operations["updateCaptureRequestAsMember"];
        trace?: never;
    };
    "/console/api/capture-requests/{id}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Close a request; every link stops working at once */
        post: operations["closeCaptureRequestAsMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/capture-requests/{id}/rotate-open-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give the open link a new key
         * @description The campaign keeps its id. The old link stops at once, for takes under way as well; 409 `conflict` where the request has no open link.
         */
        post: operations["rotateOpenLinkAsMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/capture-requests/{id}/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the roster, newest first */
        get: operations["listContactsAsMember"];
        put?: never;
        /** Add up to 100 contacts; sends no e-mail */
        post: operations["addContactsAsMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/capture-requests/{id}/contacts/{contactId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a contact and revoke the personal link */
        delete: operations["removeContactAsMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/capture-requests/{id}/contacts/{contactId}/rotate-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a contact a new personal link
         * @description The old link stops at once, for a take under way as well; what was uploaded goes on when the take is opened again under the new link. A take that was landing just then is uploaded anew.
         */
        post: operations["rotateContactLinkAsMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/capture-requests/{id}/submissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List submissions, newest first */
        get: operations["listSubmissionsAsMember"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/capture-requests/{id}/submissions/{submissionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read one submission */
        get: operations["getSubmissionAsMember"];
        put?: never;
        post?: never;
        /**
         * Delete the footage of a submission
         * @description Answers a signed receipt of what was deleted, which can be checked offline; a repeat answers the same one. The submission stays with its consent, `recordingId` null and `footageExpiredAt` set. The recording is gone at once; its bytes follow within 30 seconds. A test key is refused.
         */
        delete: operations["deleteSubmissionFootageAsMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/capture-requests/{id}/submissions/{submissionId}/evidence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the signed evidence of a consent
         * @description Can be checked offline. Stays readable when the request is deleted. A submission without a consent and one whose consent is `legacy` have none.
         */
        get: operations["getEvidenceAsMember"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List sessions and who joined, newest first */
        get: operations["listSessionsAsMember"];
        put?: never;
        /** Open a room; no body is sent */
        post: operations["createSessionAsMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read one session */
        get: operations["getSessionAsMember"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/sessions/{id}/tracks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what participants recorded and how far each upload is, newest first
         * @description By what the server has stored, during the session and after its end: a recording is complete when every track is `completed`. Poll it no more often than every few seconds.
         */
        get: operations["listSessionTracksAsMember"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/sessions/{id}/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the room and promote its uploads; calling it again retries the promotion
         * @description Of members, a producer ends rooms of which they are or were a host; admins and owners end every room.
         */
        post: operations["endHostedSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/sessions/{id}/invites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the invites of a session, newest first */
        get: operations["listInvitesAsMember"];
        put?: never;
        /** Mint a fresh invite token */
        post: operations["createInviteAsMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/sessions/{id}/invites/{inviteId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke an invite: nobody joins with it any more; whoever is in the room stays */
        delete: operations["revokeInviteAsMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/sessions/{id}/participants/{participantId}": {
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
         * Remove a guest from the room
         * @description Their socket closes, and their token opens none any more; what they recorded until then they can still upload. The invite that they came with is revoked when nobody else came with it; one that others share stays, and is revoked by its own route.
         */
        delete: operations["removeParticipantAsMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/recordings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List recordings
         * @description Newest first, each track with a summary of its capture manifest.
         */
        get: operations["listRecordingsAsMember"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/recordings/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a recording
         * @description With its tracks and their signed capture manifests.
         */
        get: operations["getRecordingAsMember"];
        put?: never;
        post?: never;
        /**
         * Delete a recording with its footage
         * @description Answers a signed receipt of what was deleted, which can be checked offline; a repeat answers the same one. The recording is gone at once, and its download URLs stop at once; its bytes follow within 30 seconds. A submission whose footage it was stays, as does its consent. A test key is refused.
         */
        delete: operations["deleteRecordingAsMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/recordings/{id}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a recording as an OpenTimelineIO timeline
         * @description For editors: save it as an `.otio` file beside the downloaded tracks, which it names as they are downloaded. Picture and sound of each available track lie where they began, in milliseconds; gaps are markers, and a clock that drifted is a linear time warp.
         */
        get: operations["getRecordingTimelineAsMember"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/recordings/{id}/tracks/{trackId}/download-url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a download URL
         * @description A short-lived URL of the original file, or of a copy that players can seek in (`rendition: seekable`). The copy is made once, when it is first asked for; the call waits some seconds for it and answers 409 `track_not_ready` while it is still being made, 409 `conflict` when the file does not allow it.
         */
        post: operations["createDownloadUrlAsMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read capture usage and what is left of the allowance */
        get: operations["getUsageAsMember"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List endpoints, newest first */
        get: operations["listWebhookEndpointsAsMember"];
        put?: never;
        /**
         * Register an endpoint
         * @description The answer holds the signing secret, which is not shown again. One that a test key registers gets simulated events only.
         */
        post: operations["createWebhookEndpointAsMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/webhook-endpoints/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an endpoint */
        get: operations["getWebhookEndpointAsMember"];
        put?: never;
        post?: never;
        /**
         * Delete an endpoint with its delivery log
         * @description It is gone at once: no attempt starts any more, and its secrets sign nothing. An attempt that is under way ends by itself.
         */
        delete: operations["deleteWebhookEndpointAsMember"];
        options?: never;
        head?: never;
        /**
         * Edit, enable or disable an endpoint
         * @description JSON Merge Patch. Enabling does not send what was held while it was disabled: replay it. Where very much waits for an endpoint that is disabled, holding it takes up to a minute, in which enabling it again is a `conflict`.
         */
        patch: operations["updateWebhookEndpointAsMember"];
        trace?: never;
    };
    "/console/api/webhook-endpoints/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the signing secret
         * @description The new secret signs at once; the old one signs too until the overlap ends. At most the newest five sign: a further rotation ends the oldest at once.
         */
        post: operations["rotateWebhookEndpointSecretAsMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/webhook-endpoints/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a simulated event
         * @description A ping, or the documented sample of a type. One attempt, at once; read the delivery for what came of it.
         */
        post: operations["sendTestEventAsMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/webhook-endpoints/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries, newest first
         * @description With their attempts, but not the answers' bodies.
         */
        get: operations["listDeliveriesAsMember"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/webhook-endpoints/{id}/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a delivery with its attempts */
        get: operations["getDeliveryAsMember"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/webhook-endpoints/{id}/deliveries/{deliveryId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again
         * @description The same bytes and `webhook-id`, from the start of the schedule.
         */
        post: operations["replayDeliveryAsMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/webhook-endpoints/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a range of time again
         * @description Every delivery made in the range that is not pending; with `status: "held"`, what was missed while disabled. Oldest first; disabling the endpoint ends it.
         */
        post: operations["replayDeliveriesAsMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events of the last 30 days, newest first
         * @description For reconciling after an outage: `sequence` has no holes, so a missing number is a missed event.
         */
        get: operations["listEventsAsMember"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an event
         * @description The same bytes that webhooks carry.
         */
        get: operations["getEventAsMember"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/event-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List event types with their JSON Schemas */
        get: operations["listEventTypesAsMember"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/outlived-recordings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the recordings that a shorter retention would delete
         * @description Changes nothing. Counts what is older than `retentionDays` now, up to 10,000.
         */
        get: operations["countOutlivedRecordings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/webhook-endpoints/{id}/delivery-counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count deliveries over time
         * @description By the hour for a day, or by the day for 30, oldest first; every hour or day is there, with zeros too.
         */
        get: operations["countDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/recordings/{id}/poster": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one picture of a recording
         * @description A video of one frame and without sound, at most 1 MiB and some headers, for a `video` element to draw. Made anew with each call, so that nothing remains of footage that was deleted. No content where there is nothing to see: sound alone, nothing that has arrived yet, a file that cannot be read, or footage that was deleted.
         */
        get: operations["getRecordingPoster"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/console/api/recordings/{id}/tracks/{trackId}/playback-url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a URL to play a track
         * @description A short-lived URL for a `video` or `audio` element, of the original file or of a copy that players can seek in (`rendition: seekable`). Answers of it say `Content-Disposition: inline`, so that a browser shows the file and does not save it.
         */
        post: operations["createPlaybackUrl"];
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
        AcceptInvitationDto: {
            /** @description The `t` of the link */
            token: string;
            /**
             * @description Who has no password yet
             * @example Ada Lovelace
             */
            name?: string;
            /**
             * @description Needed from who has none yet, refused from who has one
             * @example correct horse battery staple
             */
            password?: string;
        };
        AddContactsDto: {
            contacts: components["schemas"]["InviteeDto"][];
        };
        AddMailDomainDto: {
            /**
             * @description A domain of mail
             * @example acme.example
             */
            domain: string;
        };
        AddPasskeyDto: {
            /** @description The browser and its system without it */
            name?: string;
            /** @description Its name for the passkey, base64url */
            credentialId: string;
            /** @description `clientDataJSON`, base64url */
            clientData: string;
            /** @description `attestationObject`, base64url */
            attestation: string;
        };
        AddedContactsDto: {
            data: components["schemas"]["ContactDto"][];
            /** @description Addresses that were skipped */
            suppressed: components["schemas"]["SuppressedContactDto"][];
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
        BeginSecondFactorDto: {
            /** @example correct horse battery staple */
            currentPassword: string;
        };
        BeginSingleSignOnDto: {
            /**
             * Format: idn-email
             * @description By its domain the provider is found
             * @example ada@acme.example
             */
            email: string;
        };
        BegunPasskeyDto: {
            /** @description In base64url; good once and for 5 minutes */
            challenge: string;
            /**
             * @description The host name that passkeys are bound to
             * @example capture.example
             */
            rpId: string;
            /** @description What the device knows the person by, in base64url */
            userHandle: string;
            /** @description Key pairs of the person that there are: their devices make no other one */
            knownCredentialIds: string[];
        };
        BegunSecondFactorDto: {
            /** @description In base32, to type into an authenticator */
            secret: string;
            /**
             * Format: uri
             * @description The same for programs: TOTP (RFC 6238), SHA-1, six digits, 30 s
             * @example otpauth://totp/Capture:ada%40acme.example?issuer=Capture&secret=…
             */
            uri: string;
        };
        BegunSingleSignOnDto: {
            /**
             * Format: uri
             * @description At the provider, where to send the browser that asked
             * @example https://id.acme.example/authorize?response_type=code&…
             */
            url: string;
        };
        BrandingDto: {
            /** @example Acme Research */
            displayName: string | null;
            /** @example #0b5fff */
            colour: string | null;
            /** @description Public; another logo has another URL */
            logoUrl: string | null;
        };
        CaptureRequestCountsDto: {
            contacts: number;
            submissions: number;
        };
        CaptureRequestDto: {
            id: string;
            /**
             * @description Name of the request
             * @example Ten years of the night library
             */
            title: string;
            /**
             * @description The question put to respondents
             * @example Which evening do you remember?
             */
            prompt: string;
            /** @enum {string} */
            status: "draft" | "active" | "closed";
            /**
             * @description Maximum take length in seconds
             * @default 300
             */
            maxDurationSec: number;
            /**
             * @description As the caller sent it
             * @example {
             *       "ticket": "A-17"
             *     }
             */
            metadata: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            deadlineAt: string | null;
            /** @description Roster ceiling of the organization's plan */
            maxContacts: number;
            release: components["schemas"]["ReleaseDto"];
            openLink: components["schemas"]["OpenLinkDto"] | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: date-time */
            launchedAt: string | null;
            /** Format: date-time */
            closedAt: string | null;
            /** @enum {string|null} */
            closedReason: "deadline_passed" | "closed_by_api" | "closed_by_member" | null;
            counts: components["schemas"]["CaptureRequestCountsDto"];
        };
        CaptureRequestPageDto: {
            data: components["schemas"]["CaptureRequestDto"][];
            /** @description Id of the last item; null on the last page */
            nextCursor: string | null;
        };
        ChangeOrganizationDto: {
            /** @example Acme Research */
            name?: string;
            /** @description Days footage is kept, also what there is already; null keeps it */
            retentionDays?: number | null;
        };
        ChangeOwnIdentityProviderDto: {
            /**
             * Format: uri
             * @description As the discovery document of the provider says it, character by character
             * @example https://id.acme.example
             */
            issuer?: string;
            /** @example capture */
            clientId?: string;
            /** @description Is stored encrypted and never shown. Required with another issuer or client */
            clientSecret?: string;
            /** @description Whether members may sign in to the organization with their password as well */
            passwordAllowed?: boolean;
            /** @description Whether the provider asks for a second factor, so that the one that a person has here is not asked for */
            asksSecondFactor?: boolean;
            /**
             * @description The role of people who become members by signing in; null when nobody does
             * @enum {string|null}
             */
            newMemberRole?: "producer" | "viewer" | null;
        };
        ChangePasswordDto: {
            /** @example correct horse battery staple */
            currentPassword: string;
            /**
             * @description Not the e-mail address; compared in Unicode form NFKC
             * @example another horse entirely
             */
            password: string;
        };
        CheckAddressesDto: {
            /**
             * @description In any spelling, also what may be no address
             * @example [
             *       "gone@example.com"
             *     ]
             */
            emails: string[];
        };
        CheckedAddressDto: {
            /**
             * @description In the form in which addresses are compared; null for what is no address
             * @example gone@example.com
             */
            email: string | null;
            /**
             * @description Null for what is not on the list
             * @enum {string|null}
             */
            reason: "unsubscribed" | "bounced" | "complained" | null;
        };
        CheckedAddressesDto: {
            /** @description One for each of the call, in its order */
            data: components["schemas"]["CheckedAddressDto"][];
        };
        ConfirmSecondFactorDto: {
            /**
             * @description The current one of the authenticator
             * @example 123456
             */
            code: string;
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
        ContactDto: {
            id: string;
            /**
             * Format: idn-email
             * @example ada@example.com
             */
            email: string;
            /** @example Ada Okafor */
            name: string;
            /**
             * Format: uri
             * @description Personal link, whose `k` is the key. A capability: shown only to keys that hold capture_requests:write
             * @example http://localhost:8080/r/cnt_01kaj3q9s0f0a8w9n1m5c7x2b4?k=…
             */
            link?: string;
            /** @enum {string} */
            status: "invited" | "submitted";
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            lastSubmissionAt: string | null;
        };
        ContactPageDto: {
            data: components["schemas"]["ContactDto"][];
            /** @description Id of the last item; null on the last page */
            nextCursor: string | null;
        };
        CreateCaptureRequestDto: {
            /**
             * @description Name of the request
             * @example Ten years of the night library
             */
            title: string;
            /**
             * @description The question put to respondents
             * @example Which evening do you remember?
             */
            prompt: string;
            /**
             * @default draft
             * @enum {string}
             */
            status?: "draft" | "active";
            /**
             * @description Maximum take length in seconds
             * @default 300
             */
            maxDurationSec?: number;
            /**
             * @description Caller-owned, at most 16 KiB as sent; kept and returned verbatim
             * @example {
             *       "ticket": "A-17"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description From this instant on the request is closed
             * @example 2030-05-31T16:00:00.000Z
             */
            deadlineAt?: string | null;
            /** @description Release shown to respondents; another text is another version */
            release?: components["schemas"]["ReleaseInputDto"] | null;
            /** @description true makes the shared link, false revokes it */
            openLink?: boolean;
        };
        CreateDownloadUrlDto: {
            /**
             * @description Seconds that the URL works
             * @default 900
             */
            expiresInSec?: number;
            /**
             * @description Which file. Recorders write no index: `seekable` is a copy with one in front, the same media packet by packet, with silence where the browser lost sound; made when it is first asked for
             * @default original
             * @enum {string}
             */
            rendition?: "original" | "seekable";
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
        CreateScimTokenDto: {
            /**
             * @description The role of people whom the directory adds without one
             * @default producer
             * @enum {string}
             */
            newMemberRole?: "producer" | "viewer";
        };
        CreateWebhookEndpointDto: {
            /**
             * @description Where events are sent: https, on port 443 or 8443
             * @example https://example.com/webhooks
             */
            url: string;
            /**
             * @description Event types to send; `*` is every one, later ones included
             * @default [
             *       "*"
             *     ]
             * @example [
             *       "capture_request.submission_received"
             *     ]
             */
            events?: ("*" | "recording.created" | "recording.track_available" | "recording.track_stranded" | "recording.completed" | "recording.deleted" | "capture_request.created" | "capture_request.launched" | "capture_request.closed" | "capture_request.deleted" | "capture_request.submission_received" | "submission.replaced" | "submission.footage_expired" | "session.opened" | "session.participant_joined" | "session.participant_left" | "session.ended" | "session.expired" | "session.promotion_failed" | "webhook_endpoint.disabled")[];
            /**
             * @description For people
             * @example Production
             */
            description?: string | null;
        };
        DeleteOwnOrganizationDto: {
            /**
             * @description What the organization is called, typed by who deletes it
             * @example Acme Research
             */
            name: string;
            /** @example correct horse battery staple */
            currentPassword: string;
        };
        DeletedObject: {
            /**
             * @description The file as it was recorded, its copy with an index, or a part of a file that never was whole
             * @enum {string}
             */
            kind: "original" | "seekable" | "part";
            /** @description Number of the part; null of whole files */
            number: number | null;
            sha256: string;
            /** @description Bytes */
            sizeBytes: number;
        };
        DeletedTrack: {
            id: string;
            /** @description Of the original; null where it never was whole */
            sha256: string | null;
            /** @description Bytes of the original; null where it never was whole */
            sizeBytes: number | null;
            /** @description Absent from receipts of version 1 */
            objects?: components["schemas"]["DeletedObject"][];
        };
        DeletionReceipt: {
            /** @example 2 */
            receiptVersion: number;
            /** @description Absent from receipts of version 1 */
            id?: string;
            organizationId: string;
            recordingId: string;
            /** @description Absent from receipts of version 1 */
            sessionId?: string | null;
            /** @description Absent from receipts of version 1 */
            captureRequestId?: string | null;
            /** @description Absent from receipts of version 1 */
            submissionId?: string | null;
            /**
             * @description `requested` is by a call of the organization; `operator` is reserved and not stated so far
             * @enum {string}
             */
            reason: "retention" | "replaced" | "discarded" | "operator" | "requested";
            /** Format: date-time */
            deletedAt: string;
            /**
             * @description Id of the key or member who asked; null where nobody did. Absent from receipts of version 1
             * @example key_01jdz3v0m5e8ksz1a2b3c4d5e6
             */
            deletedBy?: string | null;
            tracks: components["schemas"]["DeletedTrack"][];
            signature: components["schemas"]["ReceiptSignature"];
        };
        DeliveryAttemptDto: {
            /** @example 1 */
            attempt: number;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            at: string;
            /**
             * @description HTTP status; null when no answer came
             * @example 500
             */
            status: number | null;
            /**
             * @description `status`, `redirect`, `timeout`, `connection`, `tls`, `protocol`, `unresolved`, `forbidden_address` or `internal`; null on success
             * @example status
             */
            error: string | null;
            /** @example 84 */
            latencyMs: number;
            /**
             * @description First 16 KiB of the answer
             * @example oops
             */
            responseBody: string | null;
        };
        DeliveryAttemptSummaryDto: {
            /** @example 1 */
            attempt: number;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            at: string;
            /**
             * @description HTTP status; null when no answer came
             * @example 500
             */
            status: number | null;
            /**
             * @description `status`, `redirect`, `timeout`, `connection`, `tls`, `protocol`, `unresolved`, `forbidden_address` or `internal`; null on success
             * @example status
             */
            error: string | null;
            /** @example 84 */
            latencyMs: number;
        };
        DeliveryCountDto: {
            /**
             * Format: date-time
             * @description Start of the hour or day (UTC)
             * @example 2026-01-31T12:00:00.000Z
             */
            start: string;
            /**
             * @description Deliveries made in it, by what has become of them until now
             * @example 240
             */
            succeeded: number;
            /** @example 2 */
            failed: number;
            /** @example 1 */
            pending: number;
            /** @example 0 */
            held: number;
            /**
             * @description Time that half of the attempts took at most, in milliseconds, of its newest 100 deliveries; null without an attempt
             * @example 84
             */
            latencyP50Ms: number | null;
            /**
             * @description The same of 95 of 100 attempts
             * @example 312
             */
            latencyP95Ms: number | null;
        };
        DeliveryCountsDto: {
            /**
             * @description False when there were more than are counted: then the newest 200,000 are
             * @example true
             */
            complete: boolean;
            series: components["schemas"]["DeliveryCountDto"][];
        };
        DeliveryDto: {
            /** @example dlv_01k9z3m5q7e8r9tavbwcxdyezf */
            id: string;
            /** @example whe_01k9z3m5q7e8r9tavbwcxdyezf */
            webhookEndpointId: string;
            /** @example evt_01k9z3m5q7e8r9tavbwcxdyezf */
            eventId: string;
            /** @example capture_request.closed */
            eventType: string;
            /**
             * @description `pending`: an attempt is due or under way; `held`: the endpoint was disabled, replay it; `failed`: the schedule ran out
             * @example succeeded
             * @enum {string}
             */
            status: "pending" | "succeeded" | "failed" | "held";
            /** @example 1 */
            attemptCount: number;
            /**
             * Format: date-time
             * @description Null while an attempt is under way and when none follows
             * @example null
             */
            nextAttemptAt: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:01.000Z
             */
            completedAt: string | null;
            /** @description The newest 20, oldest first; `attemptCount` says how many were made */
            attempts: components["schemas"]["DeliveryAttemptDto"][];
        };
        DeliveryPageDto: {
            data: components["schemas"]["DeliverySummaryDto"][];
            /** @example null */
            nextCursor: string | null;
        };
        DeliverySummaryDto: {
            /** @example dlv_01k9z3m5q7e8r9tavbwcxdyezf */
            id: string;
            /** @example whe_01k9z3m5q7e8r9tavbwcxdyezf */
            webhookEndpointId: string;
            /** @example evt_01k9z3m5q7e8r9tavbwcxdyezf */
            eventId: string;
            /** @example capture_request.closed */
            eventType: string;
            /**
             * @description `pending`: an attempt is due or under way; `held`: the endpoint was disabled, replay it; `failed`: the schedule ran out
             * @example succeeded
             * @enum {string}
             */
            status: "pending" | "succeeded" | "failed" | "held";
            /** @example 1 */
            attemptCount: number;
            /**
             * Format: date-time
             * @description Null while an attempt is under way and when none follows
             * @example null
             */
            nextAttemptAt: string | null;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:01.000Z
             */
            completedAt: string | null;
            /** @description The newest 20, oldest first; `attemptCount` says how many were made */
            attempts: components["schemas"]["DeliveryAttemptSummaryDto"][];
        };
        DownloadUrlDto: {
            /**
             * Format: uri
             * @description For GET, with or without Range; ours or the object store's
             */
            url: string;
            /** Format: date-time */
            expiresAt: string;
            /** @example rec_01jdz3v0m5e8ksz1a2b3c4d5e6-camera-c4d5e6.mp4 */
            fileName: string;
            /** @example video/mp4 */
            contentType: string;
            /** @enum {string} */
            rendition: "original" | "seekable";
            /** @description Of the file that the URL leads to */
            sizeBytes: number;
            /** @description Of the file that the URL leads to */
            sha256: string;
        };
        EndedSessionDto: {
            /** @description The session had been ended before; its promotion was tried again */
            alreadyClosed: boolean;
            /**
             * @description `failed`: tracks are held; call end again
             * @enum {string}
             */
            promotion: "created" | "existing" | "empty" | "failed";
            /** @description Files saved by this call */
            savedCount: number;
            recordingId: string | null;
            /** @description With `failed`: quote it to support */
            errorId?: string;
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
        EventDto: {
            /**
             * @description Also the `webhook-id`
             * @example evt_01k9z3m5q7e8r9tavbwcxdyezf
             */
            id: string;
            /** @example capture_request.submission_received */
            type: string;
            /**
             * Format: date-time
             * @description When it happened
             * @example 2026-01-31T12:00:00.000Z
             */
            timestamp: string;
            /** @example v1 */
            apiVersion: string;
            /** @example org_01k9z3m5q7e8r9tavbwcxdyezf */
            organizationId: string;
            /**
             * @description Rises by one with every event of the organization; null for a ping
             * @example 42
             */
            sequence: number | null;
            /**
             * @description By type: see /v1/event-types
             * @example {}
             */
            data: {
                [key: string]: unknown;
            };
        };
        EventPageDto: {
            data: components["schemas"]["EventDto"][];
            /** @example null */
            nextCursor: string | null;
        };
        EventTypeDto: {
            /** @example capture_request.closed */
            type: string;
            /**
             * @description Version of the payload
             * @example v1
             */
            version: string;
            description: string;
            /**
             * @description JSON Schema (2020-12) of the whole body
             * @example {
             *       "type": "object"
             *     }
             */
            schema: {
                [key: string]: unknown;
            };
            /**
             * @description A body as it is sent
             * @example {
             *       "type": "capture_request.closed"
             *     }
             */
            example: {
                [key: string]: unknown;
            };
        };
        EventTypePageDto: {
            data: components["schemas"]["EventTypeDto"][];
            /**
             * @description Always null: there is one page
             * @example null
             */
            nextCursor: string | null;
        };
        EvidenceDto: {
            record: components["schemas"]["EvidenceRecordDto"];
            /** @description SHA-256 of the RFC 8785 form of `record` */
            hash: string;
            signature: components["schemas"]["EvidenceSignatureDto"];
        };
        EvidenceRecordDto: {
            /** @example 1 */
            evidenceVersion: number;
            organizationId: string;
            captureRequestId: string;
            submissionId: string;
            consent: components["schemas"]["ConsentDto"];
            take: components["schemas"]["EvidenceTakeDto"];
            /** @description Hash of the organization's record before this one; zeros for the first */
            previousHash: string;
            /**
             * @description Counts the organization's records from 1
             * @example 1
             */
            sequence: number;
        };
        EvidenceSignatureDto: {
            /** @enum {string} */
            alg: "EdDSA";
            /**
             * @description Names the key in /.well-known/capture-keys.json
             * @example kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k
             */
            kid: string;
            /** @description base64url, over the RFC 8785 form of `record` */
            value: string;
        };
        EvidenceTakeDto: {
            /** @description Of the whole file */
            sha256: string;
            /** @description RFC 6962 tree over the SHA-256 of the parts, as in the capture manifest */
            merkleRoot: string;
            sizeBytes: number;
        };
        FinishSingleSignOnDto: {
            /**
             * @description The query that the provider sent the browser back with, as it is
             * @example ?code=…&state=…&iss=https%3A%2F%2Fid.acme.example
             */
            answer: string;
        };
        ForgotPasswordDto: {
            /**
             * Format: idn-email
             * @example ada@acme.example
             */
            email: string;
        };
        GapDto: {
            /** @example device_lost */
            type: string;
            /** @description Milliseconds into the track */
            atMs: number;
            durationMs: number;
        };
        HostRoomDto: {
            /**
             * @description What the others see
             * @example Grace
             */
            displayName: string;
            /** @description From the host link; the host of record needs none */
            hostToken?: string;
        };
        IceServer: {
            /**
             * @description STUN or TURN addresses
             * @example [
             *       "stun:stun.example.org"
             *     ]
             */
            urls: string[];
            /** @description For TURN */
            username?: string;
            /** @description For TURN */
            credential?: string;
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
        InvitationDto: {
            id: string;
            /**
             * Format: idn-email
             * @example ada@acme.example
             */
            email: string;
            /** @enum {string} */
            role: "owner" | "admin" | "producer" | "viewer";
            invitedBy: string;
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description When its last mail was made
             */
            mailedAt: string;
            /**
             * Format: date-time
             * @description From then on the link does not work, and it can be sent again
             */
            expiresAt: string;
        };
        InvitationPageDto: {
            data: components["schemas"]["InvitationDto"][];
            nextCursor: string | null;
        };
        InviteDto: {
            inviteId: string;
            /**
             * Format: uri
             * @description For guests; it is the whole credential
             */
            joinUrl: string;
            /** @description Shown once */
            inviteToken: string;
            /** Format: date-time */
            expiresAt: string;
        };
        InvitePageDto: {
            data: components["schemas"]["ListedInviteDto"][];
            nextCursor: string | null;
        };
        InvitePersonDto: {
            /**
             * Format: idn-email
             * @example ada@acme.example
             */
            email: string;
            /**
             * @description Only owners invite owners
             * @enum {string}
             */
            role: "owner" | "admin" | "producer" | "viewer";
        };
        InviteeDto: {
            /**
             * Format: idn-email
             * @example ada@example.com
             */
            email: string;
            /** @example Ada Okafor */
            name: string;
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
        JoinedRoomDto: {
            participantId: string;
            /** @description Shown once. Opens the socket until the session ends, and uploads until 14 days after */
            participantToken: string;
            session: components["schemas"]["SessionDto"];
            /** @description How the people hear and see each other */
            live: components["schemas"]["LiveConversationDto"];
            /**
             * @description When a device sends what it records: once a take has stopped, or whole parts already while it goes on (`CAPTURE_ROOM_UPLOAD`)
             * @enum {string}
             */
            upload: "after_take" | "while_recording";
            /** @description Largest track that is taken; a device that records more makes another track of it */
            maxTrackBytes: number;
            /**
             * Format: date-time
             * @description For a first idea of the clock offset; the socket measures it
             */
            serverTime: string;
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
        ListedInviteDto: {
            id: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
            /**
             * Format: date-time
             * @description When it was revoked, by its route or with the guest
             */
            revokedAt: string | null;
            /** @description Guests who came with it */
            guestCount: number;
        };
        ListedRecordingDto: {
            /** @example rec_01jdz3v0m5e8ksz1a2b3c4d5e6 */
            id: string;
            sessionId: string | null;
            captureRequestId: string | null;
            submissionId: string | null;
            /**
             * @description `partial` while expected tracks are still arriving: a correct answer
             * @enum {string}
             */
            status: "partial" | "complete" | "expired";
            /** Format: date-time */
            createdAt: string;
            /** @description Whole seconds of the longest track */
            durationSec: number | null;
            /** @example 1 */
            expectedTrackCount: number;
            /**
             * Format: date-time
             * @description When the footage will be deleted; null when it is kept
             */
            retentionExpiresAt: string | null;
            tracks: components["schemas"]["ListedTrackDto"][];
        };
        ListedTrackDto: {
            /** @example trk_01jdz3v0m5e8ksz1a2b3c4d5e6 */
            id: string;
            /** @description Stable within a session; null for a capture request */
            participantId: string | null;
            isGuest: boolean;
            /**
             * @description Take of the session that the track is of; null for a capture request
             * @example 1
             */
            takeNumber: number | null;
            /** @enum {string} */
            kind: "camera" | "microphone" | "screen";
            /**
             * @description `recording` is reserved
             * @enum {string}
             */
            state: "recording" | "uploading" | "stranded" | "processing" | "available" | "failed" | "expired";
            /** @example video/mp4 */
            contentType: string;
            /**
             * @description As probed; null when the file could not be read
             * @example avc1.42c01f,opus
             */
            codecs: string | null;
            /** @example 1280 */
            width: number | null;
            /** @example 720 */
            height: number | null;
            /**
             * @description As probed
             * @example 12.48
             */
            durationSec: number | null;
            /** @example 1843201 */
            sizeBytes: number | null;
            /** @description Of the whole file */
            sha256: string | null;
            /** @description Start after the earliest track of the recording */
            startOffsetMs: number | null;
            /** @description The same of the file’s picture, which an editor lays at it; null where the room’s server did not measure it */
            videoStartOffsetMs: number | null;
            /** @description The same of the file’s sound: within one file it may have been captured later than the picture */
            audioStartOffsetMs: number | null;
            /**
             * @description Sound at the file’s beginning that browsers leave out and FFmpeg does not, as Opus says of itself: `audioStartOffsetMs` is that of what they play first
             * @example 80
             */
            audioPreSkipMs: number | null;
            /** @description By how much the offsets may be wrong, either way */
            offsetUncertaintyMs: number | null;
            /** @description What the device’s clock gained on the room’s: a media second lasted so much less */
            driftPpm: number | null;
            /** @description The first 50; the recording itself has them all */
            gaps: components["schemas"]["GapDto"][];
            /** @description How the track was made, in short and unsigned; null until it is available. The recording itself has the whole, signed */
            captureManifest: components["schemas"]["ManifestSummaryDto"] | null;
        };
        LiveConversationDto: {
            /**
             * @description Everybody connects to everybody; `signal` messages set it up
             * @enum {string}
             */
            kind: "mesh";
            /**
             * @description People who may be in the room at once: its guests and the host
             * @example 9
             */
            maxPeople: number;
            iceServers: components["schemas"]["IceServer"][];
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
        ManifestSummaryDto: {
            /** @example 1 */
            manifestVersion: number;
            sdk: components["schemas"]["SdkDto"] | null;
            platform: string | null;
            /** @description ISO 8601, the device’s clock */
            startedAt: string | null;
            stoppedAt: string | null;
            /** @description RFC 6962 root over the SHA-256 digests of the parts */
            merkleRoot: string;
            /** @example 2 */
            fragmentCount: number;
            /** @example 0 */
            interruptionCount: number;
        };
        MeDto: {
            member: components["schemas"]["SignedInMemberDto"];
            organization: components["schemas"]["SignedInOrganizationDto"];
            /** @description Every organization that this person can sign in to */
            organizations: components["schemas"]["OrganizationNameDto"][];
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
        NoBodyDto: Record<string, unknown>;
        OpenLinkDto: {
            /**
             * Format: uri
             * @description Open link, whose `k` is the key. A capability: shown only to keys that hold capture_requests:write
             * @example http://localhost:8080/o/cmp_01kaj3q9s0f0a8w9n1m5c7x2b4?k=…
             */
            url?: string;
            campaignId: string;
        };
        OpenedInvitationDto: {
            /** @example Acme Research */
            organizationName: string;
            /**
             * Format: idn-email
             * @example ada@acme.example
             */
            email: string;
            /** @enum {string} */
            role: "owner" | "admin" | "producer" | "viewer";
            /** @description Whether they sign in already; if not, they choose a password now */
            hasPassword: boolean;
        };
        OpenedSessionDto: {
            session: components["schemas"]["SessionDto"];
            /**
             * Format: uri
             * @description For guests; it is the whole credential
             */
            joinUrl: string;
            /**
             * Format: uri
             * @description For the host, who signs in
             */
            hostUrl: string;
            inviteId: string;
            /** @description Shown once; valid until the session expires */
            inviteToken: string;
            /** @description Shown once; valid until the session expires */
            hostToken: string;
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
        OrganizationNameDto: {
            id: string;
            /** @example Acme Research */
            name: string;
        };
        OutlivedCountDto: {
            /**
             * @description As asked for
             * @example 30
             */
            retentionDays: number;
            /** @description Recordings whose footage is older, and would be deleted */
            recordings: number;
            /** @description There are more: counting ends at 10000 */
            hasMore: boolean;
        };
        OwnPasskeyDto: {
            id: string;
            /** @example Chrome on Android */
            name: string;
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description Null while it has signed nobody in
             */
            lastUsedAt: string | null;
        };
        OwnPasskeyListDto: {
            /** @description At most 20, the oldest first */
            data: components["schemas"]["OwnPasskeyDto"][];
        };
        OwnSecondFactorDto: {
            /** @description Whether a code is asked for when one signs in */
            enabled: boolean;
            /**
             * Format: date-time
             * @description Since when; null while none is asked for
             */
            enabledAt: string | null;
            /** @description Recovery codes that were not used yet */
            recoveryCodesLeft: number;
        };
        OwnSignInDto: {
            /** @description To end it by; it signs nobody in */
            id: string;
            /**
             * @description Null when the browser did not say what it is
             * @example Firefox on Windows
             */
            browser: string | null;
            organization: components["schemas"]["OrganizationNameDto"];
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description Last call, exact to a minute
             */
            lastUsedAt: string;
            /** @description The one that asks */
            current: boolean;
        };
        OwnSignInListDto: {
            /** @description At most 100, last used first */
            data: components["schemas"]["OwnSignInDto"][];
        };
        ParticipantDto: {
            /** @description Stable for the session */
            participantId: string;
            isGuest: boolean;
            /** @example Grace */
            displayName: string;
            /** @description What a guest came with */
            inviteId: string | null;
            /** Format: date-time */
            joinedAt: string;
            /** Format: date-time */
            leftAt: string | null;
            /**
             * Format: date-time
             * @description When the host or a key removed them
             */
            removedAt: string | null;
        };
        PasskeyRequestDto: {
            /** @description To be signed, in base64url; good once and for 5 minutes */
            challenge: string;
            /**
             * @description The host name that passkeys are bound to
             * @example capture.example
             */
            rpId: string;
        };
        PasskeySignInDto: {
            /** @description Its name for the passkey, base64url */
            credentialId: string;
            /** @description `clientDataJSON`, base64url */
            clientData: string;
            /** @description `authenticatorData`, base64url */
            authenticatorData: string;
            /** @description base64url */
            signature: string;
            /** @description Its name for the person, base64url */
            userHandle: string;
            /** @description Which of their organizations; the one they joined first without it */
            organizationId?: string;
            /** @description The room to host, where `organizationId` is left out: the sign-in is for its organization, and 404 where the person is no member of it */
            sessionId?: string;
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
        ProvePasskeyChangeDto: {
            /** @example correct horse battery staple */
            currentPassword: string;
            /**
             * @description Needed by who has a second factor
             * @example 123456
             */
            code?: string;
        };
        ProveSecondFactorDto: {
            /** @example correct horse battery staple */
            currentPassword: string;
            /**
             * @description Of the authenticator, or a recovery code; spaces and hyphens do not matter
             * @example 123456
             */
            code: string;
        };
        ReadInvitationDto: {
            /** @description The `t` of the link */
            token: string;
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
        RecordingDto: {
            /** @example rec_01jdz3v0m5e8ksz1a2b3c4d5e6 */
            id: string;
            sessionId: string | null;
            captureRequestId: string | null;
            submissionId: string | null;
            /**
             * @description `partial` while expected tracks are still arriving: a correct answer
             * @enum {string}
             */
            status: "partial" | "complete" | "expired";
            /** Format: date-time */
            createdAt: string;
            /** @description Whole seconds of the longest track */
            durationSec: number | null;
            /** @example 1 */
            expectedTrackCount: number;
            /**
             * Format: date-time
             * @description When the footage will be deleted; null when it is kept
             */
            retentionExpiresAt: string | null;
            tracks: components["schemas"]["TrackDto"][];
        };
        RecordingPageDto: {
            data: components["schemas"]["ListedRecordingDto"][];
            nextCursor: string | null;
        };
        RecoveryCodesDto: {
            /** @description Shown once; each is good once in place of a code */
            recoveryCodes: string[];
        };
        ReleaseDto: {
            required: boolean;
            /**
             * @description Release wording
             * @example I agree that the library shows this recording.
             */
            text: string | null;
            /**
             * @description Label of the wording, assigned on each change
             * @example v1
             */
            version: string | null;
        };
        ReleaseInputDto: {
            /** @description Whether a take needs it accepted */
            required?: boolean | null;
            /**
             * @description Release wording
             * @example I agree that the library shows this recording.
             */
            text?: string | null;
        };
        ReplayDeliveriesDto: {
            /**
             * Format: date-time
             * @description Deliveries made at or after
             * @example 2026-01-31T00:00:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @description and before
             * @example 2026-02-01T00:00:00.000Z
             */
            to: string;
            /**
             * @description Only these; otherwise every finished or held one
             * @example held
             * @enum {string}
             */
            status?: "succeeded" | "failed" | "held";
        };
        ReplayedDeliveriesDto: {
            /**
             * @description Deliveries that are sent again; more than a few thousand are queued over the next minute
             * @example 12
             */
            replayed: number;
        };
        RotateKeyDto: {
            /**
             * @description Seconds the earlier text still works
             * @default 86400
             */
            overlapSec?: number;
        };
        RotateSecretDto: {
            /**
             * @description Seconds for which the old secret signs too
             * @default 86400
             */
            overlapSec?: number;
        };
        RotatedWebhookEndpointDto: {
            /** @example whe_01k9z3m5q7e8r9tavbwcxdyezf */
            id: string;
            /**
             * @description Where events are sent: https, on port 443 or 8443
             * @example https://example.com/webhooks
             */
            url: string;
            /**
             * @description Event types to send; `*` is every one, later ones included
             * @example [
             *       "capture_request.submission_received"
             *     ]
             */
            events: ("*" | "recording.created" | "recording.track_available" | "recording.track_stranded" | "recording.completed" | "recording.deleted" | "capture_request.created" | "capture_request.launched" | "capture_request.closed" | "capture_request.deleted" | "capture_request.submission_received" | "submission.replaced" | "submission.footage_expired" | "session.opened" | "session.participant_joined" | "session.participant_left" | "session.ended" | "session.expired" | "session.promotion_failed" | "webhook_endpoint.disabled")[];
            /**
             * @description For people
             * @example Production
             */
            description: string | null;
            /**
             * @description `test`: made with a test key; gets simulated events only, never live ones
             * @example live
             * @enum {string}
             */
            mode: "live" | "test";
            /**
             * @example enabled
             * @enum {string}
             */
            status: "enabled" | "disabled";
            /**
             * @description `manual`, `gone` (answered 410) or `failing` (no success for five days)
             * @example null
             * @enum {string|null}
             */
            disabledReason: "manual" | "gone" | "failing" | null;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            createdAt: string;
            /**
             * @description Signing secret; shown only here
             * @example whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD
             */
            secret: string;
            /**
             * Format: date-time
             * @description Until then attempts carry a signature by the old secret too
             * @example 2026-02-01T12:00:00.000Z
             */
            previousSecretExpiresAt: string;
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
        SdkDto: {
            /** @example @capture/browser */
            name: string | null;
            /** @example 0.1.0 */
            version: string | null;
        };
        SecondFactorDto: {
            /** @description Of the answer to the password */
            challenge: string;
            /**
             * @description Of the authenticator, or a recovery code; spaces and hyphens do not matter
             * @example 123456
             */
            code: string;
        };
        SecondFactorRequiredDto: {
            /** @enum {string} */
            status: "second_factor_required";
            /** @description To send with the code; good once */
            challenge: string;
            /**
             * Format: date-time
             * @description From then on the sign-in has to begin again
             */
            expiresAt: string;
        };
        SendTestEventDto: {
            /**
             * @description The documented sample of this type is sent, with the id of your organization
             * @default ping
             * @enum {string}
             */
            type?: "ping" | "recording.created" | "recording.track_available" | "recording.track_stranded" | "recording.completed" | "recording.deleted" | "capture_request.created" | "capture_request.launched" | "capture_request.closed" | "capture_request.deleted" | "capture_request.submission_received" | "submission.replaced" | "submission.footage_expired" | "session.opened" | "session.participant_joined" | "session.participant_left" | "session.ended" | "session.expired" | "session.promotion_failed" | "webhook_endpoint.disabled";
        };
        SessionDetailsDto: {
            id: string;
            /**
             * @description Short handle that people type
             * @example kfw-3nq-x7d
             */
            roomCode: string;
            /** @enum {string} */
            status: "open" | "closed" | "expired";
            /**
             * @description Guests the room holds at once; the host does not count
             * @example 4
             */
            maxGuests: number;
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description When an open room stops accepting people
             */
            expiresAt: string;
            /** Format: date-time */
            endedAt: string | null;
            /**
             * @description People who joined, the host included
             * @example 3
             */
            participantCount: number;
            /** @description In the order of joining. Lists of sessions show the first 50; read the session for the others */
            participants: components["schemas"]["ParticipantDto"][];
            takes: components["schemas"]["SessionTakeDto"][];
        };
        SessionDto: {
            id: string;
            /**
             * @description Short handle that people type
             * @example kfw-3nq-x7d
             */
            roomCode: string;
            /** @enum {string} */
            status: "open" | "closed" | "expired";
            /**
             * @description Guests the room holds at once; the host does not count
             * @example 4
             */
            maxGuests: number;
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description When an open room stops accepting people
             */
            expiresAt: string;
            /** Format: date-time */
            endedAt: string | null;
            /**
             * @description People who joined, the host included
             * @example 3
             */
            participantCount: number;
            /** @description In the order of joining. Lists of sessions show the first 50; read the session for the others */
            participants: components["schemas"]["ParticipantDto"][];
        };
        SessionPageDto: {
            data: components["schemas"]["SessionDto"][];
            nextCursor: string | null;
        };
        SessionTakeDto: {
            takeNumber: number;
            /**
             * Format: date-time
             * @description When everybody started, on the server’s clock
             */
            startedAt: string;
            /**
             * Format: date-time
             * @description Null while it is recorded
             */
            stoppedAt: string | null;
        };
        SetBrandingDto: {
            /**
             * @description What respondents read; null shows the organization's name
             * @example Acme Research
             */
            displayName: string | null;
            /**
             * @description Lower case. White text on it needs a contrast of 4.5 (WCAG 2.2 AA)
             * @example #0b5fff
             */
            colour: string | null;
        };
        SetLogoDto: {
            /**
             * Format: byte
             * @description A PNG, JPEG or WebP picture in base64, of at most 750 KiB and 4096 × 4096 pixels
             */
            image: string;
        };
        SetOwnIdentityProviderDto: {
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
            /** @description Is stored encrypted and never shown. Without it the one for this issuer and client stays */
            clientSecret?: string | null;
        };
        SetPasswordDto: {
            /** @description The `t` of the link */
            token: string;
            /**
             * @description Not the e-mail address; compared in Unicode form NFKC
             * @example correct horse battery staple
             */
            password: string;
        };
        SignInDto: {
            /**
             * Format: idn-email
             * @example ada@acme.example
             */
            email: string;
            /** @example correct horse battery staple */
            password: string;
            /** @description Which of their organizations; the one they joined first without it */
            organizationId?: string;
            /** @description The room to host, where `organizationId` is left out: the sign-in is for its organization, and 404 where the person is no member of it */
            sessionId?: string;
        };
        SignedInMemberDto: {
            id: string;
            /**
             * Format: idn-email
             * @example ada@acme.example
             */
            email: string;
            /** @example Ada Lovelace */
            name: string | null;
            /** @enum {string} */
            role: "owner" | "admin" | "producer" | "viewer";
        };
        SignedInOrganizationDto: {
            id: string;
            /** @example Acme Research */
            name: string;
            /** @example team */
            plan: string;
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
        SubmissionPageDto: {
            data: components["schemas"]["SubmissionDto"][];
            /** @description Id of the last item; null on the last page */
            nextCursor: string | null;
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
        SuppressAddressesDto: {
            /**
             * @example [
             *       "gone@example.com"
             *     ]
             */
            emails: string[];
            /**
             * @default unsubscribed
             * @enum {string}
             */
            reason?: "unsubscribed" | "bounced" | "complained";
        };
        SuppressedAddressesDto: {
            /**
             * @description Addresses that were not on the list
             * @example 1
             */
            added: number;
            /**
             * @description Addresses that were; they keep their reason
             * @example 0
             */
            known: number;
        };
        SuppressedContactDto: {
            /**
             * Format: idn-email
             * @example ada@example.com
             */
            email: string;
            /** @enum {string} */
            reason: "unsubscribed" | "bounced" | "complained";
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
        TimelineDto: {
            /** @enum {string} */
            OTIO_SCHEMA: "Timeline.1";
            /**
             * @description Id of the recording
             * @example rec_01jdz3v0m5e8ksz1a2b3c4d5e6
             */
            name: string;
            global_start_time: {
                [key: string]: unknown;
            } | null;
            /** @description `capture`: the recording, its session and its status */
            metadata: {
                [key: string]: unknown;
            };
            /**
             * @description Schema `Stack.1`: a track each for the picture and the sound of each file
             * @example {
             *       "OTIO_SCHEMA": "Stack.1",
             *       "name": "tracks",
             *       "children": []
             *     }
             */
            tracks: {
                [key: string]: unknown;
            };
        };
        TrackDto: {
            /** @example trk_01jdz3v0m5e8ksz1a2b3c4d5e6 */
            id: string;
            /** @description Stable within a session; null for a capture request */
            participantId: string | null;
            isGuest: boolean;
            /**
             * @description Take of the session that the track is of; null for a capture request
             * @example 1
             */
            takeNumber: number | null;
            /** @enum {string} */
            kind: "camera" | "microphone" | "screen";
            /**
             * @description `recording` is reserved
             * @enum {string}
             */
            state: "recording" | "uploading" | "stranded" | "processing" | "available" | "failed" | "expired";
            /** @example video/mp4 */
            contentType: string;
            /**
             * @description As probed; null when the file could not be read
             * @example avc1.42c01f,opus
             */
            codecs: string | null;
            /** @example 1280 */
            width: number | null;
            /** @example 720 */
            height: number | null;
            /**
             * @description As probed
             * @example 12.48
             */
            durationSec: number | null;
            /** @example 1843201 */
            sizeBytes: number | null;
            /** @description Of the whole file */
            sha256: string | null;
            /** @description Start after the earliest track of the recording */
            startOffsetMs: number | null;
            /** @description The same of the file’s picture, which an editor lays at it; null where the room’s server did not measure it */
            videoStartOffsetMs: number | null;
            /** @description The same of the file’s sound: within one file it may have been captured later than the picture */
            audioStartOffsetMs: number | null;
            /**
             * @description Sound at the file’s beginning that browsers leave out and FFmpeg does not, as Opus says of itself: `audioStartOffsetMs` is that of what they play first
             * @example 80
             */
            audioPreSkipMs: number | null;
            /** @description By how much the offsets may be wrong, either way */
            offsetUncertaintyMs: number | null;
            /** @description What the device’s clock gained on the room’s: a media second lasted so much less */
            driftPpm: number | null;
            gaps: components["schemas"]["GapDto"][];
            /**
             * @description How the track was made, signed; null until it is available. Schema: docs/api/capture-manifest.schema.json. Gaps and manifests of one answer have 64 MiB at most: those of the last of very many tracks are left out
             * @example {
             *       "manifestVersion": 1,
             *       "sdk": {
             *         "name": "@capture/browser",
             *         "version": "0.1.0"
             *       },
             *       "merkleRoot": "9f…",
             *       "signature": {
             *         "alg": "EdDSA",
             *         "kid": "…",
             *         "value": "…"
             *       }
             *     }
             */
            captureManifest: {
                [key: string]: unknown;
            } | null;
        };
        TrackProgressDto: {
            /** @description The recording lists the track under the same id */
            id: string;
            participantId: string;
            takeNumber: number;
            /** @enum {string} */
            kind: "camera" | "microphone" | "screen";
            /**
             * @description `open` until its device has sent all of it; `aborted` when the upload was given up
             * @enum {string}
             */
            state: "open" | "completed" | "aborted";
            /** @description Bytes on stable storage */
            storedBytes: number;
            /** @description Bytes of the whole track, as far as its device has told; it may grow */
            sizeBytes: number;
            /**
             * Format: date-time
             * @description When its device opened it
             */
            createdAt: string;
        };
        TrackProgressPageDto: {
            data: components["schemas"]["TrackProgressDto"][];
            nextCursor: string | null;
        };
        UpdateCaptureRequestDto: {
            /**
             * @description Name of the request
             * @example Ten years of the night library
             */
            title?: string;
            /**
             * @description The question put to respondents
             * @example Which evening do you remember?
             */
            prompt?: string;
            /**
             * @description Launches a draft
             * @enum {string}
             */
            status?: "active";
            /**
             * @description Maximum take length in seconds
             * @default 300
             */
            maxDurationSec?: number | null;
            /**
             * @description Caller-owned, at most 16 KiB as sent; kept and returned verbatim; replaced as a whole
             * @example {
             *       "ticket": "A-17"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @description From this instant on the request is closed
             * @example 2030-05-31T16:00:00.000Z
             */
            deadlineAt?: string | null;
            /** @description Release shown to respondents; another text is another version */
            release?: components["schemas"]["ReleaseInputDto"] | null;
            /** @description true makes the shared link, false revokes it */
            openLink?: boolean | null;
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
        UpdateWebhookEndpointDto: {
            /**
             * @description Where events are sent: https, on port 443 or 8443
             * @example https://example.com/webhooks
             */
            url?: string;
            /**
             * @description Event types to send; `*` is every one, later ones included
             * @example [
             *       "capture_request.submission_received"
             *     ]
             */
            events?: ("*" | "recording.created" | "recording.track_available" | "recording.track_stranded" | "recording.completed" | "recording.deleted" | "capture_request.created" | "capture_request.launched" | "capture_request.closed" | "capture_request.deleted" | "capture_request.submission_received" | "submission.replaced" | "submission.footage_expired" | "session.opened" | "session.participant_joined" | "session.participant_left" | "session.ended" | "session.expired" | "session.promotion_failed" | "webhook_endpoint.disabled")[];
            /**
             * @description For people
             * @example Production
             */
            description?: string | null;
            /**
             * @description Enabling does not send what was held: replay it
             * @enum {string}
             */
            status?: "enabled" | "disabled";
        };
        UsageAllowanceDto: {
            /** @enum {string} */
            unit: "second";
            /** @example 360000 */
            included: number;
            /**
             * @description Collected this calendar month (UTC)
             * @example 5400
             */
            used: number;
            /** @example 354600 */
            remaining: number;
            /**
             * Format: date-time
             * @description When the count starts again
             */
            resetsAt: string;
        };
        UsageDto: {
            period: components["schemas"]["UsagePeriodDto"];
            /** @description Of the current month, whatever the period */
            allowance: components["schemas"]["UsageAllowanceDto"];
            /** @description Seconds collected by capture requests in the period */
            captureRequestSec: number;
            /** @description Seconds of all tracks of sessions in the period */
            sessionSec: number;
            /** @description Bytes that footage occupies now */
            storageBytes: number;
            series: components["schemas"]["UsagePointDto"][];
        };
        UsagePeriodDto: {
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
        };
        UsagePointDto: {
            /**
             * Format: date-time
             * @description Start of the day or month (UTC)
             */
            start: string;
            captureRequestSec: number;
            sessionSec: number;
        };
        WebhookEndpointDto: {
            /** @example whe_01k9z3m5q7e8r9tavbwcxdyezf */
            id: string;
            /**
             * @description Where events are sent: https, on port 443 or 8443
             * @example https://example.com/webhooks
             */
            url: string;
            /**
             * @description Event types to send; `*` is every one, later ones included
             * @example [
             *       "capture_request.submission_received"
             *     ]
             */
            events: ("*" | "recording.created" | "recording.track_available" | "recording.track_stranded" | "recording.completed" | "recording.deleted" | "capture_request.created" | "capture_request.launched" | "capture_request.closed" | "capture_request.deleted" | "capture_request.submission_received" | "submission.replaced" | "submission.footage_expired" | "session.opened" | "session.participant_joined" | "session.participant_left" | "session.ended" | "session.expired" | "session.promotion_failed" | "webhook_endpoint.disabled")[];
            /**
             * @description For people
             * @example Production
             */
            description: string | null;
            /**
             * @description `test`: made with a test key; gets simulated events only, never live ones
             * @example live
             * @enum {string}
             */
            mode: "live" | "test";
            /**
             * @example enabled
             * @enum {string}
             */
            status: "enabled" | "disabled";
            /**
             * @description `manual`, `gone` (answered 410) or `failing` (no success for five days)
             * @example null
             * @enum {string|null}
             */
            disabledReason: "manual" | "gone" | "failing" | null;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            createdAt: string;
        };
        WebhookEndpointPageDto: {
            data: components["schemas"]["WebhookEndpointDto"][];
            /** @example null */
            nextCursor: string | null;
        };
        WebhookEndpointWithSecretDto: {
            /** @example whe_01k9z3m5q7e8r9tavbwcxdyezf */
            id: string;
            /**
             * @description Where events are sent: https, on port 443 or 8443
             * @example https://example.com/webhooks
             */
            url: string;
            /**
             * @description Event types to send; `*` is every one, later ones included
             * @example [
             *       "capture_request.submission_received"
             *     ]
             */
            events: ("*" | "recording.created" | "recording.track_available" | "recording.track_stranded" | "recording.completed" | "recording.deleted" | "capture_request.created" | "capture_request.launched" | "capture_request.closed" | "capture_request.deleted" | "capture_request.submission_received" | "submission.replaced" | "submission.footage_expired" | "session.opened" | "session.participant_joined" | "session.participant_left" | "session.ended" | "session.expired" | "session.promotion_failed" | "webhook_endpoint.disabled")[];
            /**
             * @description For people
             * @example Production
             */
            description: string | null;
            /**
             * @description `test`: made with a test key; gets simulated events only, never live ones
             * @example live
             * @enum {string}
             */
            mode: "live" | "test";
            /**
             * @example enabled
             * @enum {string}
             */
            status: "enabled" | "disabled";
            /**
             * @description `manual`, `gone` (answered 410) or `failing` (no success for five days)
             * @example null
             * @enum {string|null}
             */
            disabledReason: "manual" | "gone" | "failing" | null;
            /**
             * Format: date-time
             * @example 2026-01-31T12:00:00.000Z
             */
            createdAt: string;
            /**
             * @description Signing secret; shown only here
             * @example whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD
             */
            secret: string;
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
        /** @description [`cross_site`](/api/docs/errors/cross_site): The call does not come from our own pages. [`single_sign_on_required`](/api/docs/errors/single_sign_on_required): The organization signs in at its identity provider */
        "Problem403_cross_site-single_sign_on_required": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "cross_site" | "single_sign_on_required";
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
        /** @description [`payload_too_large`](/api/docs/errors/payload_too_large): The body is too large */
        Problem413_payload_too_large: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "payload_too_large";
                };
            };
        };
        /** @description [`unsupported_media_type`](/api/docs/errors/unsupported_media_type): The content type is not accepted */
        Problem415_unsupported_media_type: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "unsupported_media_type";
                };
            };
        };
        /** @description [`rate_limited`](/api/docs/errors/rate_limited): Too many requests */
        Problem429_rate_limited: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "rate_limited";
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
        /** @description [`cross_site`](/api/docs/errors/cross_site): The call does not come from our own pages */
        Problem403_cross_site: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "cross_site";
                };
            };
        };
        /** @description [`cross_site`](/api/docs/errors/cross_site): The call does not come from our own pages. [`single_sign_on_refused`](/api/docs/errors/single_sign_on_refused): The identity provider signed nobody in */
        "Problem403_cross_site-single_sign_on_refused": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "cross_site" | "single_sign_on_refused";
                };
            };
        };
        /** @description [`unauthorized`](/api/docs/errors/unauthorized): The credential is missing or not valid. [`link_expired`](/api/docs/errors/link_expired): The link does not work */
        "Problem401_unauthorized-link_expired": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "unauthorized" | "link_expired";
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
        /** @description [`other_organization`](/api/docs/errors/other_organization): The page shows another organization than the sign-in is of. [`idempotency_in_progress`](/api/docs/errors/idempotency_in_progress): A request with this Idempotency-Key is still running */
        "Problem409_other_organization-idempotency_in_progress": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "other_organization" | "idempotency_in_progress";
                };
            };
        };
        /** @description [`idempotency_key_reused`](/api/docs/errors/idempotency_key_reused): The Idempotency-Key was used with another body */
        Problem422_idempotency_key_reused: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "idempotency_key_reused";
                };
            };
        };
        /** @description [`other_organization`](/api/docs/errors/other_organization): The page shows another organization than the sign-in is of */
        Problem409_other_organization: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "other_organization";
                };
            };
        };
        /** @description [`cross_site`](/api/docs/errors/cross_site): The call does not come from our own pages. [`password_sign_in_required`](/api/docs/errors/password_sign_in_required): Only a sign-in by password may do this */
        "Problem403_cross_site-password_sign_in_required": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "cross_site" | "password_sign_in_required";
                };
            };
        };
        /** @description [`other_organization`](/api/docs/errors/other_organization): The page shows another organization than the sign-in is of. [`idempotency_in_progress`](/api/docs/errors/idempotency_in_progress): A request with this Idempotency-Key is still running. [`conflict`](/api/docs/errors/conflict): The request conflicts with the current state */
        "Problem409_other_organization-idempotency_in_progress-conflict": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "other_organization" | "idempotency_in_progress" | "conflict";
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
        /** @description [`insufficient_role`](/api/docs/errors/insufficient_role): The member's role does not permit this */
        Problem403_insufficient_role: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "insufficient_role";
                };
            };
        };
        /** @description [`cross_site`](/api/docs/errors/cross_site): The call does not come from our own pages. [`insufficient_role`](/api/docs/errors/insufficient_role): The member's role does not permit this */
        "Problem403_cross_site-insufficient_role": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "cross_site" | "insufficient_role";
                };
            };
        };
        /** @description [`cross_site`](/api/docs/errors/cross_site): The call does not come from our own pages. [`insufficient_role`](/api/docs/errors/insufficient_role): The member's role does not permit this. [`password_sign_in_required`](/api/docs/errors/password_sign_in_required): Only a sign-in by password may do this */
        "Problem403_cross_site-insufficient_role-password_sign_in_required": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "cross_site" | "insufficient_role" | "password_sign_in_required";
                };
            };
        };
        /** @description [`other_organization`](/api/docs/errors/other_organization): The page shows another organization than the sign-in is of. [`conflict`](/api/docs/errors/conflict): The request conflicts with the current state */
        "Problem409_other_organization-conflict": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "other_organization" | "conflict";
                };
            };
        };
        /** @description [`other_organization`](/api/docs/errors/other_organization): The page shows another organization than the sign-in is of. [`idempotency_in_progress`](/api/docs/errors/idempotency_in_progress): A request with this Idempotency-Key is still running. [`conflict`](/api/docs/errors/conflict): The request conflicts with the current state. [`domain_not_proven`](/api/docs/errors/domain_not_proven): The record that proves the domain was not found */
        "Problem409_other_organization-idempotency_in_progress-conflict-domain_not_proven": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "other_organization" | "idempotency_in_progress" | "conflict" | "domain_not_proven";
                };
            };
        };
        /** @description [`cross_site`](/api/docs/errors/cross_site): The call does not come from our own pages. [`insufficient_role`](/api/docs/errors/insufficient_role): The member's role does not permit this. [`host_only`](/api/docs/errors/host_only): Only the host may do this */
        "Problem403_cross_site-insufficient_role-host_only": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "cross_site" | "insufficient_role" | "host_only";
                };
            };
        };
        /** @description [`other_organization`](/api/docs/errors/other_organization): The page shows another organization than the sign-in is of. [`idempotency_in_progress`](/api/docs/errors/idempotency_in_progress): A request with this Idempotency-Key is still running. [`session_closed`](/api/docs/errors/session_closed): The session has ended. [`session_full`](/api/docs/errors/session_full): The room is full. [`organization_paused`](/api/docs/errors/organization_paused): The organization is paused */
        "Problem409_other_organization-idempotency_in_progress-session_closed-session_full-organization_paused": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "other_organization" | "idempotency_in_progress" | "session_closed" | "session_full" | "organization_paused";
                };
            };
        };
        /** @description [`upgrade_required`](/api/docs/errors/upgrade_required): The plan lacks this feature */
        Problem403_upgrade_required: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "upgrade_required";
                };
            };
        };
        /** @description [`capture_allowance_reached`](/api/docs/errors/capture_allowance_reached): The capture allowance is spent */
        Problem402_capture_allowance_reached: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "capture_allowance_reached";
                };
            };
        };
        /** @description [`cross_site`](/api/docs/errors/cross_site): The call does not come from our own pages. [`upgrade_required`](/api/docs/errors/upgrade_required): The plan lacks this feature. [`insufficient_role`](/api/docs/errors/insufficient_role): The member's role does not permit this */
        "Problem403_cross_site-upgrade_required-insufficient_role": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "cross_site" | "upgrade_required" | "insufficient_role";
                };
            };
        };
        /** @description [`other_organization`](/api/docs/errors/other_organization): The page shows another organization than the sign-in is of. [`idempotency_in_progress`](/api/docs/errors/idempotency_in_progress): A request with this Idempotency-Key is still running. [`organization_paused`](/api/docs/errors/organization_paused): The organization is paused */
        "Problem409_other_organization-idempotency_in_progress-organization_paused": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "other_organization" | "idempotency_in_progress" | "organization_paused";
                };
            };
        };
        /** @description [`other_organization`](/api/docs/errors/other_organization): The page shows another organization than the sign-in is of. [`capture_request_closed`](/api/docs/errors/capture_request_closed): The capture request is closed */
        "Problem409_other_organization-capture_request_closed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "other_organization" | "capture_request_closed";
                };
            };
        };
        /** @description [`other_organization`](/api/docs/errors/other_organization): The page shows another organization than the sign-in is of. [`idempotency_in_progress`](/api/docs/errors/idempotency_in_progress): A request with this Idempotency-Key is still running. [`capture_request_closed`](/api/docs/errors/capture_request_closed): The capture request is closed. [`conflict`](/api/docs/errors/conflict): The request conflicts with the current state */
        "Problem409_other_organization-idempotency_in_progress-capture_request_closed-conflict": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "other_organization" | "idempotency_in_progress" | "capture_request_closed" | "conflict";
                };
            };
        };
        /** @description [`other_organization`](/api/docs/errors/other_organization): The page shows another organization than the sign-in is of. [`idempotency_in_progress`](/api/docs/errors/idempotency_in_progress): A request with this Idempotency-Key is still running. [`organization_paused`](/api/docs/errors/organization_paused): The organization is paused. [`capture_request_closed`](/api/docs/errors/capture_request_closed): The capture request is closed */
        "Problem409_other_organization-idempotency_in_progress-organization_paused-capture_request_closed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "other_organization" | "idempotency_in_progress" | "organization_paused" | "capture_request_closed";
                };
            };
        };
        /** @description [`rate_limited`](/api/docs/errors/rate_limited): Too many requests. [`contact_cap`](/api/docs/errors/contact_cap): The roster is full */
        "Problem429_rate_limited-contact_cap": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "rate_limited" | "contact_cap";
                };
            };
        };
        /** @description [`other_organization`](/api/docs/errors/other_organization): The page shows another organization than the sign-in is of. [`idempotency_in_progress`](/api/docs/errors/idempotency_in_progress): A request with this Idempotency-Key is still running. [`capture_request_closed`](/api/docs/errors/capture_request_closed): The capture request is closed */
        "Problem409_other_organization-idempotency_in_progress-capture_request_closed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "other_organization" | "idempotency_in_progress" | "capture_request_closed";
                };
            };
        };
        /** @description [`footage_expired`](/api/docs/errors/footage_expired): The footage was deleted */
        Problem410_footage_expired: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "footage_expired";
                };
            };
        };
        /** @description [`other_organization`](/api/docs/errors/other_organization): The page shows another organization than the sign-in is of. [`idempotency_in_progress`](/api/docs/errors/idempotency_in_progress): A request with this Idempotency-Key is still running. [`organization_paused`](/api/docs/errors/organization_paused): The organization is paused. [`session_closed`](/api/docs/errors/session_closed): The session has ended */
        "Problem409_other_organization-idempotency_in_progress-organization_paused-session_closed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "other_organization" | "idempotency_in_progress" | "organization_paused" | "session_closed";
                };
            };
        };
        /** @description [`other_organization`](/api/docs/errors/other_organization): The page shows another organization than the sign-in is of. [`idempotency_in_progress`](/api/docs/errors/idempotency_in_progress): A request with this Idempotency-Key is still running. [`track_not_ready`](/api/docs/errors/track_not_ready): The track has no downloadable file yet. [`conflict`](/api/docs/errors/conflict): The request conflicts with the current state */
        "Problem409_other_organization-idempotency_in_progress-track_not_ready-conflict": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "other_organization" | "idempotency_in_progress" | "track_not_ready" | "conflict";
                };
            };
        };
        /** @description [`upgrade_required`](/api/docs/errors/upgrade_required): The plan lacks this feature. [`insufficient_role`](/api/docs/errors/insufficient_role): The member's role does not permit this */
        "Problem403_upgrade_required-insufficient_role": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "upgrade_required" | "insufficient_role";
                };
            };
        };
        /** @description [`cross_site`](/api/docs/errors/cross_site): The call does not come from our own pages. [`upgrade_required`](/api/docs/errors/upgrade_required): The plan lacks this feature */
        "Problem403_cross_site-upgrade_required": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "cross_site" | "upgrade_required";
                };
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Taken over from the request when well-formed, else the gateway's */
        "X-Request-Id": string;
        /** @description Seconds after which to try again */
        "Retry-After": number;
        /**
         * @description What is left of the budget
         * @example "read";r=512;t=31
         */
        RateLimit: string;
        /**
         * @description The budget
         * @example "read";q=600;w=60
         */
        "RateLimit-Policy": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInDto"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The cookie, or its end */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeDto"];
                };
            };
            /** @description Done */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description The cookie, or its end */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondFactorRequiredDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-single_sign_on_required"];
            404: components["responses"]["Problem404_not_found"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    signInWithSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecondFactorDto"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    beginPasskeySignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyRequestDto"];
                };
            };
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    finishPasskeySignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeySignInDto"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-single_sign_on_required"];
            404: components["responses"]["Problem404_not_found"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    beginSingleSignOn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BeginSingleSignOnDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BegunSingleSignOnDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-single_sign_on_refused"];
            404: components["responses"]["Problem404_not_found"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    finishSingleSignOn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FinishSingleSignOnDto"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeDto"];
                };
            };
            /** @description Done */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondFactorRequiredDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-single_sign_on_refused"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    setPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetPasswordDto"];
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized-link_expired"];
            403: components["responses"]["Problem403_cross_site"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    requestPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ForgotPasswordDto"];
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    readInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReadInvitationDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenedInvitationDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized-link_expired"];
            403: components["responses"]["Problem403_cross_site"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptInvitationDto"];
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized-link_expired"];
            403: components["responses"]["Problem403_cross_site"];
            409: components["responses"]["Problem409_conflict"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 h has the effect once and gets the first answer again, with `Idempotent-Replayed: true`. Refusals are answers too, but for 400, 401, 403, 413, 415, 429 and 5xx: after these the key may be used again */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    /** @description The cookie, or its end */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site"];
            409: components["responses"]["Problem409_other_organization-idempotency_in_progress"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    signOutEverywhere: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 h has the effect once and gets the first answer again, with `Idempotent-Replayed: true`. Refusals are answers too, but for 400, 401, 403, 413, 415, 429 and 5xx: after these the key may be used again */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    /** @description The cookie, or its end */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site"];
            409: components["responses"]["Problem409_other_organization-idempotency_in_progress"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    listOwnSignIns: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnSignInListDto"];
                };
            };
            401: components["responses"]["Problem401_unauthorized"];
            409: components["responses"]["Problem409_other_organization"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    endOwnSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    /** @description The cookie, or its end */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    changeOwnPassword: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 h has the effect once and gets the first answer again, with `Idempotent-Replayed: true`. Refusals are answers too, but for 400, 401, 403, 413, 415, 429 and 5xx: after these the key may be used again */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePasswordDto"];
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-password_sign_in_required"];
            409: components["responses"]["Problem409_other_organization-idempotency_in_progress"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    getOwnSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnSecondFactorDto"];
                };
            };
            401: components["responses"]["Problem401_unauthorized"];
            409: components["responses"]["Problem409_other_organization"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    beginSecondFactor: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 h has the effect once and gets the first answer again, with `Idempotent-Replayed: true`. Refusals are answers too, but for 400, 401, 403, 413, 415, 429 and 5xx: after these the key may be used again */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BeginSecondFactorDto"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BegunSecondFactorDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-password_sign_in_required"];
            409: components["responses"]["Problem409_other_organization-idempotency_in_progress-conflict"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    confirmSecondFactor: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 h has the effect once and gets the first answer again, with `Idempotent-Replayed: true`. Refusals are answers too, but for 400, 401, 403, 413, 415, 429 and 5xx: after these the key may be used again */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmSecondFactorDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodesDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-password_sign_in_required"];
            409: components["responses"]["Problem409_other_organization-idempotency_in_progress-conflict"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    removeSecondFactor: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 h has the effect once and gets the first answer again, with `Idempotent-Replayed: true`. Refusals are answers too, but for 400, 401, 403, 413, 415, 429 and 5xx: after these the key may be used again */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProveSecondFactorDto"];
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-password_sign_in_required"];
            409: components["responses"]["Problem409_other_organization-idempotency_in_progress-conflict"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    renewRecoveryCodes: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 h has the effect once and gets the first answer again, with `Idempotent-Replayed: true`. Refusals are answers too, but for 400, 401, 403, 413, 415, 429 and 5xx: after these the key may be used again */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProveSecondFactorDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodesDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-password_sign_in_required"];
            409: components["responses"]["Problem409_other_organization-idempotency_in_progress-conflict"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    listOwnPasskeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnPasskeyListDto"];
                };
            };
            401: components["responses"]["Problem401_unauthorized"];
            409: components["responses"]["Problem409_other_organization"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    addPasskey: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 h has the effect once and gets the first answer again, with `Idempotent-Replayed: true`. Refusals are answers too, but for 400, 401, 403, 413, 415, 429 and 5xx: after these the key may be used again */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddPasskeyDto"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnPasskeyDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site"];
            409: components["responses"]["Problem409_other_organization-idempotency_in_progress-conflict"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    beginPasskey: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 h has the effect once and gets the first answer again, with `Idempotent-Replayed: true`. Refusals are answers too, but for 400, 401, 403, 413, 415, 429 and 5xx: after these the key may be used again */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProvePasskeyChangeDto"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BegunPasskeyDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-password_sign_in_required"];
            409: components["responses"]["Problem409_other_organization-idempotency_in_progress-conflict"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    removePasskey: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 h has the effect once and gets the first answer again, with `Idempotent-Replayed: true`. Refusals are answers too, but for 400, 401, 403, 413, 415, 429 and 5xx: after these the key may be used again */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProvePasskeyChangeDto"];
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-password_sign_in_required"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization-idempotency_in_progress"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeDto"];
                };
            };
            401: components["responses"]["Problem401_unauthorized"];
            409: components["responses"]["Problem409_other_organization"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    listInvitations: {
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
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationPageDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input-invalid_cursor"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_insufficient_role"];
            409: components["responses"]["Problem409_other_organization"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    invitePerson: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 h has the effect once and gets the first answer again, with `Idempotent-Replayed: true`. Refusals are answers too, but for 400, 401, 403, 413, 415, 429 and 5xx: after these the key may be used again */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitePersonDto"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-insufficient_role"];
            409: components["responses"]["Problem409_other_organization-idempotency_in_progress-conflict"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    resendInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 h has the effect once and gets the first answer again, with `Idempotent-Replayed: true`. Refusals are answers too, but for 400, 401, 403, 413, 415, 429 and 5xx: after these the key may be used again */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-insufficient_role"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization-idempotency_in_progress"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    withdrawInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-insufficient_role"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    getOwnOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationDto"];
                };
            };
            401: components["responses"]["Problem401_unauthorized"];
            409: components["responses"]["Problem409_other_organization"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    changeOwnOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeOrganizationDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-insufficient_role"];
            409: components["responses"]["Problem409_other_organization"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    deleteOwnOrganization: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 h has the effect once and gets the first answer again, with `Idempotent-Replayed: true`. Refusals are answers too, but for 400, 401, 403, 413, 415, 429 and 5xx: after these the key may be used again */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteOwnOrganizationDto"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationDeletionDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-insufficient_role-password_sign_in_required"];
            409: components["responses"]["Problem409_other_organization-idempotency_in_progress-conflict"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    cancelOwnOrganizationDeletion: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-insufficient_role"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization-conflict"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    getBranding: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrandingDto"];
                };
            };
            401: components["responses"]["Problem401_unauthorized"];
            409: components["responses"]["Problem409_other_organization"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    setBranding: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetBrandingDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrandingDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-insufficient_role"];
            409: components["responses"]["Problem409_other_organization"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    setLogo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetLogoDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrandingDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-insufficient_role"];
            409: components["responses"]["Problem409_other_organization"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    removeLogo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-insufficient_role"];
            409: components["responses"]["Problem409_other_organization"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    listMembersAsMember: {
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
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberPageDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input-invalid_cursor"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_insufficient_role"];
            409: components["responses"]["Problem409_other_organization"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    removeMemberAsMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                member: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-insufficient_role"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization-conflict"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    updateMemberAsMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
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
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-insufficient_role"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization-conflict"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    listScimTokensAsMember: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScimTokenListDto"];
                };
            };
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_insufficient_role"];
            409: components["responses"]["Problem409_other_organization"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    createScimTokenAsMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 h has the effect once and gets the first answer again, with `Idempotent-Replayed: true`. Refusals are answers too, but for 400, 401, 403, 413, 415, 429 and 5xx: after these the key may be used again */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateScimTokenDto"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedScimTokenDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-insufficient_role"];
            409: components["responses"]["Problem409_other_organization-idempotency_in_progress-conflict"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    endScimTokenAsMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-insufficient_role"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    listMailDomainsAsMember: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailDomainListDto"];
                };
            };
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_insufficient_role"];
            409: components["responses"]["Problem409_other_organization"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    addMailDomainAsMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 h has the effect once and gets the first answer again, with `Idempotent-Replayed: true`. Refusals are answers too, but for 400, 401, 403, 413, 415, 429 and 5xx: after these the key may be used again */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddMailDomainDto"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailDomainDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-insufficient_role"];
            409: components["responses"]["Problem409_other_organization-idempotency_in_progress-conflict"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    verifyMailDomainAsMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 h has the effect once and gets the first answer again, with `Idempotent-Replayed: true`. Refusals are answers too, but for 400, 401, 403, 413, 415, 429 and 5xx: after these the key may be used again */
                "Idempotency-Key"?: string;
            };
            path: {
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailDomainDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-insufficient_role"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization-idempotency_in_progress-conflict-domain_not_proven"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    removeMailDomainAsMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-insufficient_role"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization-conflict"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    getOwnIdentityProvider: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityProviderDto"];
                };
            };
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_insufficient_role"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    setOwnIdentityProvider: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetOwnIdentityProviderDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityProviderDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-insufficient_role"];
            409: components["responses"]["Problem409_other_organization-conflict"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    removeOwnIdentityProvider: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-insufficient_role"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization-conflict"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    changeOwnIdentityProvider: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeOwnIdentityProviderDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityProviderDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-insufficient_role"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization-conflict"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    listKeysAsMember: {
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
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyPageDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input-invalid_cursor"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_insufficient_role"];
            409: components["responses"]["Problem409_other_organization"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    createKeyAsMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 h has the effect once and gets the first answer again, with `Idempotent-Replayed: true`. Refusals are answers too, but for 400, 401, 403, 413, 415, 429 and 5xx: after these the key may be used again */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateKeyDto"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedKeyDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-insufficient_role"];
            409: components["responses"]["Problem409_other_organization-idempotency_in_progress-conflict"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    getKeyAsMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyDto"];
                };
            };
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_insufficient_role"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    changeKeyAsMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
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
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-insufficient_role"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization-conflict"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    rotateKeyAsMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 h has the effect once and gets the first answer again, with `Idempotent-Replayed: true`. Refusals are answers too, but for 400, 401, 403, 413, 415, 429 and 5xx: after these the key may be used again */
                "Idempotency-Key"?: string;
            };
            path: {
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
            /** @description Done */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedKeyDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-insufficient_role"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization-idempotency_in_progress-conflict"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    revokeKeyAsMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 h has the effect once and gets the first answer again, with `Idempotent-Replayed: true`. Refusals are answers too, but for 400, 401, 403, 413, 415, 429 and 5xx: after these the key may be used again */
                "Idempotency-Key"?: string;
            };
            path: {
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-insufficient_role"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization-idempotency_in_progress"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    listSuppressionsAsMember: {
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
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuppressionPageDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input-invalid_cursor"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_insufficient_role"];
            409: components["responses"]["Problem409_other_organization"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    suppressAddressAsMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 h has the effect once and gets the first answer again, with `Idempotent-Replayed: true`. Refusals are answers too, but for 400, 401, 403, 413, 415, 429 and 5xx: after these the key may be used again */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SuppressAddressDto"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuppressionDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-insufficient_role"];
            409: components["responses"]["Problem409_other_organization-idempotency_in_progress"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    checkAddresses: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 h has the effect once and gets the first answer again, with `Idempotent-Replayed: true`. Refusals are answers too, but for 400, 401, 403, 413, 415, 429 and 5xx: after these the key may be used again */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckAddressesDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckedAddressesDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-insufficient_role"];
            409: components["responses"]["Problem409_other_organization-idempotency_in_progress"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    suppressAddresses: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 h has the effect once and gets the first answer again, with `Idempotent-Replayed: true`. Refusals are answers too, but for 400, 401, 403, 413, 415, 429 and 5xx: after these the key may be used again */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SuppressAddressesDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuppressedAddressesDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-insufficient_role"];
            409: components["responses"]["Problem409_other_organization-idempotency_in_progress"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    unsuppressAddressAsMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                email: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-insufficient_role"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    listErasuresAsMember: {
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
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasurePageDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input-invalid_cursor"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_insufficient_role"];
            409: components["responses"]["Problem409_other_organization"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    erasePersonAsMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 h has the effect once and gets the first answer again, with `Idempotent-Replayed: true`. Refusals are answers too, but for 400, 401, 403, 413, 415, 429 and 5xx: after these the key may be used again */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ErasePersonDto"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasureDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-insufficient_role"];
            409: components["responses"]["Problem409_other_organization-idempotency_in_progress-conflict"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    getErasureAsMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasureDto"];
                };
            };
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_insufficient_role"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    getErasureReceiptAsMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasureReceipt"];
                };
            };
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_insufficient_role"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization-conflict"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    listAuditLogAsMember: {
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
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEntryPageDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input-invalid_cursor"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_insufficient_role"];
            409: components["responses"]["Problem409_other_organization"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    hostRoom: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 h has the effect once and gets the first answer again, with `Idempotent-Replayed: true`. Refusals are answers too, but for 400, 401, 403, 413, 415, 429 and 5xx: after these the key may be used again */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HostRoomDto"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JoinedRoomDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-insufficient_role-host_only"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization-idempotency_in_progress-session_closed-session_full-organization_paused"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    listCaptureRequestsAsMember: {
        parameters: {
            query?: {
                /** @description Items per page */
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
                /** @description Only requests of this status */
                status?: "draft" | "active" | "closed";
                /** @description Only requests whose title has this text in it, in small or capital letters. A page may have fewer than `limit` then, and go on all the same */
                title?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureRequestPageDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input-invalid_cursor"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_upgrade_required"];
            409: components["responses"]["Problem409_other_organization"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    createCaptureRequestAsMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 h has the effect once and gets the first answer again, with `Idempotent-Replayed: true`. Refusals are answers too, but for 400, 401, 403, 413, 415, 429 and 5xx: after these the key may be used again */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCaptureRequestDto"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureRequestDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            402: components["responses"]["Problem402_capture_allowance_reached"];
            403: components["responses"]["Problem403_cross_site-upgrade_required-insufficient_role"];
            409: components["responses"]["Problem409_other_organization-idempotency_in_progress-organization_paused"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    getCaptureRequestAsMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureRequestDto"];
                };
            };
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_upgrade_required"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    deleteCaptureRequestAsMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-upgrade_required-insufficient_role"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    updateCaptureRequestAsMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCaptureRequestDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureRequestDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-upgrade_required-insufficient_role"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization-capture_request_closed"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    closeCaptureRequestAsMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 h has the effect once and gets the first answer again, with `Idempotent-Replayed: true`. Refusals are answers too, but for 400, 401, 403, 413, 415, 429 and 5xx: after these the key may be used again */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NoBodyDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureRequestDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-upgrade_required-insufficient_role"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization-idempotency_in_progress"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    rotateOpenLinkAsMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 h has the effect once and gets the first answer again, with `Idempotent-Replayed: true`. Refusals are answers too, but for 400, 401, 403, 413, 415, 429 and 5xx: after these the key may be used again */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NoBodyDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureRequestDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-upgrade_required-insufficient_role"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization-idempotency_in_progress-capture_request_closed-conflict"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    listContactsAsMember: {
        parameters: {
            query?: {
                /** @description Items per page */
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactPageDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input-invalid_cursor"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_upgrade_required"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    addContactsAsMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 h has the effect once and gets the first answer again, with `Idempotent-Replayed: true`. Refusals are answers too, but for 400, 401, 403, 413, 415, 429 and 5xx: after these the key may be used again */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddContactsDto"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddedContactsDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            402: components["responses"]["Problem402_capture_allowance_reached"];
            403: components["responses"]["Problem403_cross_site-upgrade_required-insufficient_role"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization-idempotency_in_progress-organization_paused-capture_request_closed"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited-contact_cap"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    removeContactAsMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                contactId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-upgrade_required-insufficient_role"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    rotateContactLinkAsMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 h has the effect once and gets the first answer again, with `Idempotent-Replayed: true`. Refusals are answers too, but for 400, 401, 403, 413, 415, 429 and 5xx: after these the key may be used again */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
                contactId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NoBodyDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-upgrade_required-insufficient_role"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization-idempotency_in_progress-capture_request_closed"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    listSubmissionsAsMember: {
        parameters: {
            query?: {
                /** @description Items per page */
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmissionPageDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input-invalid_cursor"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_upgrade_required"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    getSubmissionAsMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                submissionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmissionDto"];
                };
            };
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_upgrade_required"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    deleteSubmissionFootageAsMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                submissionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletionReceipt"];
                };
            };
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-upgrade_required-insufficient_role"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization"];
            410: components["responses"]["Problem410_footage_expired"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    getEvidenceAsMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                submissionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvidenceDto"];
                };
            };
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_upgrade_required"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    listSessionsAsMember: {
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
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionPageDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input-invalid_cursor"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_upgrade_required"];
            409: components["responses"]["Problem409_other_organization"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    createSessionAsMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 h has the effect once and gets the first answer again, with `Idempotent-Replayed: true`. Refusals are answers too, but for 400, 401, 403, 413, 415, 429 and 5xx: after these the key may be used again */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NoBodyDto"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenedSessionDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-upgrade_required-insufficient_role"];
            409: components["responses"]["Problem409_other_organization-idempotency_in_progress-organization_paused"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    getSessionAsMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionDetailsDto"];
                };
            };
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_upgrade_required"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    listSessionTracksAsMember: {
        parameters: {
            query?: {
                /** @description Items per page */
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrackProgressPageDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input-invalid_cursor"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_upgrade_required"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    endHostedSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 h has the effect once and gets the first answer again, with `Idempotent-Replayed: true`. Refusals are answers too, but for 400, 401, 403, 413, 415, 429 and 5xx: after these the key may be used again */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NoBodyDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndedSessionDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-upgrade_required-insufficient_role"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization-idempotency_in_progress"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    listInvitesAsMember: {
        parameters: {
            query?: {
                /** @description Items per page */
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitePageDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input-invalid_cursor"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_upgrade_required"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    createInviteAsMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 h has the effect once and gets the first answer again, with `Idempotent-Replayed: true`. Refusals are answers too, but for 400, 401, 403, 413, 415, 429 and 5xx: after these the key may be used again */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NoBodyDto"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InviteDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-upgrade_required-insufficient_role"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization-idempotency_in_progress-organization_paused-session_closed"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    revokeInviteAsMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                inviteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-upgrade_required-insufficient_role"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    removeParticipantAsMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                participantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-upgrade_required-insufficient_role"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization-conflict"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    listRecordingsAsMember: {
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
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordingPageDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input-invalid_cursor"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_upgrade_required"];
            409: components["responses"]["Problem409_other_organization"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    getRecordingAsMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordingDto"];
                };
            };
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_upgrade_required"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    deleteRecordingAsMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletionReceipt"];
                };
            };
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-upgrade_required-insufficient_role"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    getRecordingTimelineAsMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimelineDto"];
                };
            };
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_upgrade_required"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    createDownloadUrlAsMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 h has the effect once and gets the first answer again, with `Idempotent-Replayed: true`. Refusals are answers too, but for 400, 401, 403, 413, 415, 429 and 5xx: after these the key may be used again */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
                trackId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateDownloadUrlDto"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DownloadUrlDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-upgrade_required-insufficient_role"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization-idempotency_in_progress-track_not_ready-conflict"];
            410: components["responses"]["Problem410_footage_expired"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    getUsageAsMember: {
        parameters: {
            query?: {
                /** @description Start, inclusive; the start of the month of `to` without it */
                from?: string;
                /** @description End, exclusive; now without it */
                to?: string;
                granularity?: "day" | "month";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            409: components["responses"]["Problem409_other_organization"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    listWebhookEndpointsAsMember: {
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
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointPageDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input-invalid_cursor"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_upgrade_required-insufficient_role"];
            409: components["responses"]["Problem409_other_organization"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    createWebhookEndpointAsMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 h has the effect once and gets the first answer again, with `Idempotent-Replayed: true`. Refusals are answers too, but for 400, 401, 403, 413, 415, 429 and 5xx: after these the key may be used again */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookEndpointDto"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointWithSecretDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-upgrade_required-insufficient_role"];
            409: components["responses"]["Problem409_other_organization-idempotency_in_progress-conflict"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    getWebhookEndpointAsMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointDto"];
                };
            };
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_upgrade_required-insufficient_role"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    deleteWebhookEndpointAsMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-upgrade_required-insufficient_role"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    updateWebhookEndpointAsMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWebhookEndpointDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-upgrade_required-insufficient_role"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization-conflict"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    rotateWebhookEndpointSecretAsMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 h has the effect once and gets the first answer again, with `Idempotent-Replayed: true`. Refusals are answers too, but for 400, 401, 403, 413, 415, 429 and 5xx: after these the key may be used again */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RotateSecretDto"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedWebhookEndpointDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-upgrade_required-insufficient_role"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization-idempotency_in_progress"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    sendTestEventAsMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 h has the effect once and gets the first answer again, with `Idempotent-Replayed: true`. Refusals are answers too, but for 400, 401, 403, 413, 415, 429 and 5xx: after these the key may be used again */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SendTestEventDto"];
            };
        };
        responses: {
            /** @description Done */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-upgrade_required-insufficient_role"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization-idempotency_in_progress-conflict"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    listDeliveriesAsMember: {
        parameters: {
            query?: {
                /** @description Items per page */
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
                /** @description `pending`: an attempt is due or under way; `held`: the endpoint was disabled, replay it; `failed`: the schedule ran out */
                status?: "pending" | "succeeded" | "failed" | "held";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryPageDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input-invalid_cursor"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_upgrade_required-insufficient_role"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    getDeliveryAsMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryDto"];
                };
            };
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_upgrade_required-insufficient_role"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    replayDeliveryAsMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 h has the effect once and gets the first answer again, with `Idempotent-Replayed: true`. Refusals are answers too, but for 400, 401, 403, 413, 415, 429 and 5xx: after these the key may be used again */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NoBodyDto"];
            };
        };
        responses: {
            /** @description Done */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-upgrade_required-insufficient_role"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization-idempotency_in_progress-conflict"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    replayDeliveriesAsMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 h has the effect once and gets the first answer again, with `Idempotent-Replayed: true`. Refusals are answers too, but for 400, 401, 403, 413, 415, 429 and 5xx: after these the key may be used again */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplayDeliveriesDto"];
            };
        };
        responses: {
            /** @description Done */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplayedDeliveriesDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-upgrade_required-insufficient_role"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization-idempotency_in_progress-conflict"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    listEventsAsMember: {
        parameters: {
            query?: {
                /** @description Items per page */
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
                /** @description Only events of this type */
                type?: "recording.created" | "recording.track_available" | "recording.track_stranded" | "recording.completed" | "recording.deleted" | "capture_request.created" | "capture_request.launched" | "capture_request.closed" | "capture_request.deleted" | "capture_request.submission_received" | "submission.replaced" | "submission.footage_expired" | "session.opened" | "session.participant_joined" | "session.participant_left" | "session.ended" | "session.expired" | "session.promotion_failed" | "webhook_endpoint.disabled";
                /** @description Only events after this sequence: what came since you last looked */
                afterSequence?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventPageDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input-invalid_cursor"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_upgrade_required-insufficient_role"];
            409: components["responses"]["Problem409_other_organization"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    getEventAsMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventDto"];
                };
            };
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_upgrade_required-insufficient_role"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    listEventTypesAsMember: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventTypePageDto"];
                };
            };
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_upgrade_required-insufficient_role"];
            409: components["responses"]["Problem409_other_organization"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    countOutlivedRecordings: {
        parameters: {
            query: {
                /** @description For how many days footage would be kept */
                retentionDays: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutlivedCountDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_insufficient_role"];
            409: components["responses"]["Problem409_other_organization"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    countDeliveries: {
        parameters: {
            query?: {
                /** @description `hour`: the last 24, `day`: the last 30; the one that is under way is the last */
                by?: "hour" | "day";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryCountsDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_upgrade_required-insufficient_role"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    getRecordingPoster: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "video/mp4": string;
                };
            };
            /** @description There is nothing to see */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_upgrade_required"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    createPlaybackUrl: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeat with the same key within 24 h has the effect once and gets the first answer again, with `Idempotent-Replayed: true`. Refusals are answers too, but for 400, 401, 403, 413, 415, 429 and 5xx: after these the key may be used again */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
                trackId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateDownloadUrlDto"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DownloadUrlDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_cross_site-upgrade_required"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_other_organization-idempotency_in_progress-track_not_ready-conflict"];
            410: components["responses"]["Problem410_footage_expired"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
}
