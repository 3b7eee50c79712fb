// Written by tools/generators/api-client.mjs; do not edit.

export interface paths {
    "/v1/capture-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List capture requests, newest first
         * @description Scope `capture_requests:read`, read budget.
         */
        get: operations["listCaptureRequests"];
        put?: never;
        /**
         * Create a capture request, as a draft unless told otherwise
         * @description Scope `capture_requests:write`, write budget.
         */
        post: operations["createCaptureRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/capture-requests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one capture request
         * @description Scope `capture_requests:read`, read budget.
         */
        get: operations["getCaptureRequest"];
        put?: never;
        post?: never;
        /**
         * Delete a request and its roster; the footage stays
         * @description Scope `capture_requests:write`, write budget.
         */
        delete: operations["deleteCaptureRequest"];
        options?: never;
        head?: never;
        /**
         * Edit a request, or launch a draft (JSON merge patch)
         * @description Scope `capture_requests:write`, write budget.
         */
        patch: operations["updateCaptureRequest"];
        trace?: never;
    };
    "/v1/capture-requests/{id}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close a request; every link stops working at once
         * @description Scope `capture_requests:write`, write budget.
         */
        post: operations["closeCaptureRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/capture-requests/{id}/rotate-open-link": {
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
         *
         *     Scope `capture_requests:write`, write budget.
         */
        post: operations["rotateOpenLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/capture-requests/{id}/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the roster, newest first
         * @description Scope `capture_requests:read`, read budget.
         */
        get: operations["listContacts"];
        put?: never;
        /**
         * Add up to 100 contacts; sends no e-mail
         * @description Scope `capture_requests:write`, write budget.
         */
        post: operations["addContacts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/capture-requests/{id}/contacts/{contactId}": {
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
         * Remove a contact and revoke the personal link
         * @description Scope `capture_requests:write`, write budget.
         */
        delete: operations["removeContact"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/capture-requests/{id}/contacts/{contactId}/rotate-link": {
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
         *
         *     Scope `capture_requests:write`, write budget.
         */
        post: operations["rotateContactLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/capture-requests/{id}/submissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List submissions, newest first
         * @description Scope `capture_requests:read`, read budget.
         */
        get: operations["listSubmissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/capture-requests/{id}/submissions/{submissionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one submission
         * @description Scope `capture_requests:read`, read budget.
         */
        get: operations["getSubmission"];
        put?: never;
        post?: never;
        /**
         * Delete the footage of a submission
         * @description Answers a signed receipt of what was deleted, which can be checked offline; a repeat answers the same one. The submission stays with its consent, `recordingId` null and `footageExpiredAt` set. The recording is gone at once; its bytes follow within 30 seconds. A test key is refused.
         *
         *     Scope `recordings:delete`, write budget, live keys only.
         */
        delete: operations["deleteSubmissionFootage"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/capture-requests/{id}/submissions/{submissionId}/evidence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the signed evidence of a consent
         * @description Can be checked offline. Stays readable when the request is deleted. A submission without a consent and one whose consent is `legacy` have none.
         *
         *     Scope `capture_requests:read`, read budget.
         */
        get: operations["getEvidence"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sessions and who joined, newest first
         * @description Scope `sessions:read`, read budget.
         */
        get: operations["listSessions"];
        put?: never;
        /**
         * Open a room; no body is sent
         * @description Scope `sessions:write`, write budget, live keys only.
         */
        post: operations["createSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one session
         * @description Scope `sessions:read`, read budget.
         */
        get: operations["getSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/tracks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what participants recorded and how far each upload is, newest first
         * @description By what the server has stored, during the session and after its end: a recording is complete when every track is `completed`. Poll it no more often than every few seconds.
         *
         *     Scope `sessions:read`, read budget.
         */
        get: operations["listSessionTracks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/end": {
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
         *
         *     Scope `sessions:write`, write budget.
         */
        post: operations["endSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/invites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the invites of a session, newest first
         * @description Scope `sessions:read`, read budget.
         */
        get: operations["listInvites"];
        put?: never;
        /**
         * Mint a fresh invite token
         * @description Scope `sessions:write`, write budget.
         */
        post: operations["createInvite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/invites/{inviteId}": {
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
         * Revoke an invite: nobody joins with it any more; whoever is in the room stays
         * @description Scope `sessions:write`, write budget.
         */
        delete: operations["revokeInvite"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}/participants/{participantId}": {
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
         *
         *     Scope `sessions:write`, write budget.
         */
        delete: operations["removeParticipant"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/recordings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List recordings
         * @description Newest first, each track with a summary of its capture manifest.
         *
         *     Scope `recordings:read`, read budget.
         */
        get: operations["listRecordings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/recordings/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a recording
         * @description With its tracks and their signed capture manifests.
         *
         *     Scope `recordings:read`, read budget.
         */
        get: operations["getRecording"];
        put?: never;
        post?: never;
        /**
         * Delete a recording with its footage
         * @description Answers a signed receipt of what was deleted, which can be checked offline; a repeat answers the same one. The recording is gone at once, and its download URLs stop at once; its bytes follow within 30 seconds. A submission whose footage it was stays, as does its consent. A test key is refused.
         *
         *     Scope `recordings:delete`, write budget, live keys only.
         */
        delete: operations["deleteRecording"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/recordings/{id}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a recording as an OpenTimelineIO timeline
         * @description For editors: save it as an `.otio` file beside the downloaded tracks, which it names as they are downloaded. Picture and sound of each available track lie where they began, in milliseconds; gaps are markers, and a clock that drifted is a linear time warp.
         *
         *     Scope `recordings:read`, read budget.
         */
        get: operations["getRecordingTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/recordings/{id}/tracks/{trackId}/download-url": {
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
         *
         *     Scope `recordings:download`, download budget, live keys only.
         */
        post: operations["createDownloadUrl"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read capture usage and what is left of the allowance
         * @description Scope `usage:read`, read budget.
         */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List endpoints, newest first
         * @description Scope `webhooks:read`, read budget.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Register an endpoint
         * @description The answer holds the signing secret, which is not shown again. One that a test key registers gets simulated events only.
         *
         *     Scope `webhooks:write`, write budget.
         */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an endpoint
         * @description Scope `webhooks:read`, read budget.
         */
        get: operations["getWebhookEndpoint"];
        put?: never;
        post?: never;
        /**
         * Delete an endpoint with its delivery log
         * @description It is gone at once: no attempt starts any more, and its secrets sign nothing. An attempt that is under way ends by itself.
         *
         *     Scope `webhooks:write`, write budget.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        /**
         * Edit, enable or disable an endpoint
         * @description JSON Merge Patch. Enabling does not send what was held while it was disabled: replay it. Where very much waits for an endpoint that is disabled, holding it takes up to a minute, in which enabling it again is a `conflict`.
         *
         *     Scope `webhooks:write`, write budget.
         */
        patch: operations["updateWebhookEndpoint"];
        trace?: never;
    };
    "/v1/webhook-endpoints/{id}/rotate-secret": {
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
         *
         *     Scope `webhooks:write`, write budget.
         */
        post: operations["rotateWebhookEndpointSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{id}/test": {
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
         *
         *     Scope `webhooks:write`, write budget.
         */
        post: operations["sendTestEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries, newest first
         * @description With their attempts, but not the answers' bodies.
         *
         *     Scope `webhooks:read`, read budget.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{id}/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a delivery with its attempts
         * @description Scope `webhooks:read`, read budget.
         */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{id}/deliveries/{deliveryId}/replay": {
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
         *
         *     Scope `webhooks:write`, write budget.
         */
        post: operations["replayDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{id}/replay": {
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
         *
         *     Scope `webhooks:write`, write budget.
         */
        post: operations["replayDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events of the last 30 days, newest first
         * @description For reconciling after an outage: `sequence` has no holes, so a missing number is a missed event.
         *
         *     Scope `webhooks:read`, read budget.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an event
         * @description The same bytes that webhooks carry.
         *
         *     Scope `webhooks:read`, read budget.
         */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/event-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List event types with their JSON Schemas
         * @description Scope `webhooks:read`, read budget.
         */
        get: operations["listEventTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/respond/contacts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the holder of a personal link may see */
        get: operations["getContactRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/respond/contacts/{id}/takes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Open a take on a personal link */
        post: operations["openContactTake"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/respond/campaigns/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the holder of an open link may see */
        get: operations["getCampaignRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/respond/campaigns/{id}/takes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Open a take on an open link */
        post: operations["openCampaignTake"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/respond/takes/{takeId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** State of a take and the parts stored so far, for resuming */
        get: operations["getTake"];
        put?: never;
        post?: never;
        /** Abandon a take that was not submitted */
        delete: operations["abandonTake"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/respond/takes/{takeId}/parts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask where to put parts */
        post: operations["grantTakeParts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/respond/takes/{takeId}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Submit a take whose parts are all stored; repeatable */
        post: operations["completeTake"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rooms/{roomCode}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read whose room an invitation is to, before entering it */
        get: operations["readRoom"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rooms/{roomCode}/join": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Enter a room as a guest, with an invite token */
        post: operations["joinRoom"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rooms/{sessionId}/tracks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Open a track of a take; its size need not be known */
        post: operations["openTrack"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rooms/{sessionId}/tracks/{trackId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** State of a track and the parts stored so far */
        get: operations["getTrack"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rooms/{sessionId}/tracks/{trackId}/parts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask where to put parts */
        post: operations["grantTrackParts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rooms/{sessionId}/tracks/{trackId}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Say that a track is whole; repeatable */
        post: operations["completeTrack"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rooms/{sessionId}/socket": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The WebSocket of a participant
         * @description JSON messages `{type, …}`, described in the guide "Rooms". The subprotocol is `capture.v1`; the token goes into `Authorization`, or, from a browser, into a second subprotocol `bearer.<participantToken>`. A token that does not work is told by an `error` message on the open socket, which then closes with 4401.
         */
        get: operations["openRoomSocket"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/uploads/{uploadId}/parts/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Send the bytes of a granted part
         * @description Send exactly the granted bytes to the URL of a part grant, with the headers of the grant. 204 means that they have the granted SHA-256 and are on stable storage. The same bytes may be sent again.
         */
        put: operations["putPart"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/media/{trackId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download or play a file of a track
         * @description The URL of POST …/download-url or …/playback-url. Takes Range, If-Range and If-None-Match; `ETag` is the SHA-256 of the file.
         */
        get: operations["getMedia"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/logos/{logo}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The logo of an organization */
        get: operations["getLogo"];
        put?: never;
        post?: never;
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
        AddContactsDto: {
            contacts: components["schemas"]["InviteeDto"][];
        };
        AddedContactsDto: {
            data: components["schemas"]["ContactDto"][];
            /** @description Addresses that were skipped */
            suppressed: components["schemas"]["SuppressedContactDto"][];
        };
        AskingOrganizationDto: {
            /** @example Acme Research */
            name: string;
            /** @description A PNG of at most 512 × 512 pixels */
            logoUrl: string | null;
            /**
             * @description Carries white text
             * @example #0b5fff
             */
            colour: string | null;
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
        CompleteTakeDto: {
            parts: components["schemas"]["PartDigestInput"][];
            /**
             * @description RFC 6962 root over the parts, in order
             * @example e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
             */
            merkleRoot?: string;
            /**
             * @description Of the whole file, where known
             * @example e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
             */
            sha256?: string;
            /**
             * @description Instead of the one given on opening, within the same bounds
             * @example {
             *       "manifestVersion": 1
             *     }
             */
            manifest?: {
                [key: string]: unknown;
            };
        };
        CompleteTrackDto: {
            parts: components["schemas"]["PartDigestInput"][];
            /**
             * @description RFC 6962 root over the parts, in order
             * @example e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
             */
            merkleRoot?: string;
            /**
             * @description Of the whole file, where known
             * @example e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
             */
            sha256?: string;
            /**
             * @description Seconds
             * @example 1841.5
             */
            durationSec: number;
            /** @description When the file began, as the device saw it; the server puts it on the room’s clock */
            starts?: components["schemas"]["DeviceStartsDto"];
            /**
             * @description Capture manifest of version 1 without server section and signature: at most 256 KiB beside its fragments, 8 levels, 1000 items in a list
             * @example {
             *       "manifestVersion": 1
             *     }
             */
            manifest: {
                [key: string]: unknown;
            };
        };
        CompletedTakeDto: {
            submissionId: string;
        };
        CompletedTrackDto: {
            trackId: string;
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
        DeviceStartsDto: {
            /** @description Of the pings of that clock */
            clockId?: string;
            /** @description Of the first frame of the file */
            videoAt?: number;
            /** @description Of the first sound of the file */
            audioAt?: number;
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
        GapDto: {
            /** @example device_lost */
            type: string;
            /** @description Milliseconds into the track */
            atMs: number;
            durationMs: number;
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
        InviteeDto: {
            /**
             * Format: idn-email
             * @example ada@example.com
             */
            email: string;
            /** @example Ada Okafor */
            name: string;
        };
        JoinAsGuestDto: {
            /**
             * @description What the others see
             * @example Grace
             */
            displayName: string;
            /** @description Of an earlier join, after a reload: gives the same participant and seat back; any other is ignored */
            participantToken?: string;
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
        OpenTakeDto: {
            /** @description Id of the caller for one recording; opening again under it gives the same take, whose name, release and manifest are those of the last call before it is completed. On an open link it is bound to the respondentId, without one to the network of the caller */
            clientTakeId?: string;
            /** @description Random id that tells one person on an open link from another */
            respondentId?: string;
            /**
             * @description Required on an open link; on a personal one the name on the roster counts instead
             * @example Ada
             */
            displayName?: string;
            /**
             * @description Seconds; 0 where the device does not know
             * @example 41.5
             */
            durationSec: number;
            /**
             * @description Bytes; at most 32 MiB and 200 Mbit for each second of durationSec, unless the instance is set otherwise
             * @example 7340032
             */
            sizeBytes: number;
            /** @example video/mp4;codecs=avc1,opus */
            contentType: string;
            /**
             * @description Of the whole file, where known
             * @example e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
             */
            sha256?: string;
            /** @description The person accepted the release that was displayed */
            releaseAccepted: boolean;
            /**
             * @description Wording that was displayed; required when a release is
             * @example v1
             */
            releaseVersion?: string;
            /**
             * @description Bytes that a part should have, about what the network carries in four seconds; rounded down to a power of two. Without it, parts have 8 MiB. Opening again with another hint changes the size as long as no part is stored.
             * @example 2097152
             */
            partSizeHint?: number;
            /**
             * @description Capture manifest of version 1 without server section and signature: at most 256 KiB beside its fragments, 8 levels, 1000 items in a list
             * @example {
             *       "manifestVersion": 1
             *     }
             */
            manifest: {
                [key: string]: unknown;
            };
        };
        OpenTrackDto: {
            /** @description Id of the caller; opening again under it gives the same track */
            clientTrackId?: string;
            /**
             * @description Of `take.start`
             * @example 1
             */
            takeNumber: number;
            /** @enum {string} */
            kind: "camera" | "microphone" | "screen";
            /** @example video/mp4;codecs=avc1,opus */
            contentType: string;
            /**
             * Format: date-time
             * @description When the recorder started, on the server’s clock
             */
            startedAt: string;
            /**
             * @description Bytes that a part should have, about what the network carries in four seconds; rounded down to a power of two. Without it, parts have 8 MiB. Opening again with another hint changes the size as long as no part is stored.
             * @example 2097152
             */
            partSizeHint?: number;
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
        OpenedTakeDto: {
            takeId: string;
            /** @description Every part but the last has exactly this many bytes */
            partSize: number;
        };
        OpenedTrackDto: {
            /** @description The recording lists the track under the same id */
            trackId: string;
            /** @description Every part but the last has exactly this many bytes */
            partSize: number;
        };
        PartClaimInput: {
            /** @description From 1 */
            number: number;
            /** @example e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 */
            sha256: string;
            /** @description Bytes */
            size: number;
        };
        PartClaims: {
            parts: components["schemas"]["PartClaimInput"][];
        };
        PartDigestInput: {
            /** @description From 1 */
            number: number;
            /** @example e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 */
            sha256: string;
        };
        PartGrantDto: {
            number: number;
            /** @description The part is there already; nothing to send */
            stored?: boolean;
            /** @example PUT */
            method?: string;
            /** @description Where the bytes go: to us, or to the object store itself, which refuses any other bytes */
            url?: string;
            /** @description All of them go with the bytes */
            headers?: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            expiresAt?: string;
        };
        PartGrantsDto: {
            data: components["schemas"]["PartGrantDto"][];
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
        RespondentRequestDto: {
            id: string;
            title: string;
            prompt: string;
            /** @enum {string} */
            status: "draft" | "active" | "closed";
            maxDurationSec: number;
            /** Format: date-time */
            deadlineAt: string | null;
            release: components["schemas"]["ReleaseDto"];
            limits: components["schemas"]["TakeLimitsDto"];
            /** @description Who is asking; null until the organization has changed once since branding came */
            organization: components["schemas"]["AskingOrganizationDto"] | null;
        };
        RoomAtTheDoorDto: {
            /** @description Whose room it is; null until the organization has changed once since branding came to rooms */
            organization: components["schemas"]["AskingOrganizationDto"] | null;
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
        SdkDto: {
            /** @example @capture/browser */
            name: string | null;
            /** @example 0.1.0 */
            version: string | null;
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
        SessionTrackDto: {
            /** @description The recording lists the track under the same id */
            trackId: string;
            /** @description Every part but the last has exactly this many bytes */
            partSize: number;
            takeNumber: number;
            /** @enum {string} */
            kind: "camera" | "microphone" | "screen";
            /** @enum {string} */
            state: "open" | "completed" | "aborted";
            /** @description Numbers of the parts on stable storage, from 1 */
            storedParts: number[];
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
        SuppressedContactDto: {
            /**
             * Format: idn-email
             * @example ada@example.com
             */
            email: string;
            /** @enum {string} */
            reason: "unsubscribed" | "bounced" | "complained";
        };
        TakeDto: {
            takeId: string;
            /** @description Every part but the last has exactly this many bytes */
            partSize: number;
            /** @enum {string} */
            state: "open" | "completing" | "submitted" | "refused";
            /** @description Numbers of the parts on stable storage, from 1 */
            storedParts: number[];
            submissionId: string | null;
        };
        TakeLimitsDto: {
            /** @description Largest take in bytes */
            maxSizeBytes: number;
            /** @description Usual size of a part in bytes; opening a take says the one that counts */
            partSizeBytes: number;
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
        /** @description [`plan_inactive`](/api/docs/errors/plan_inactive): The plan does not include API access. [`insufficient_scope`](/api/docs/errors/insufficient_scope): The key lacks a scope. [`upgrade_required`](/api/docs/errors/upgrade_required): The plan lacks this feature */
        "Problem403_plan_inactive-insufficient_scope-upgrade_required": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "plan_inactive" | "insufficient_scope" | "upgrade_required";
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
        /** @description [`idempotency_in_progress`](/api/docs/errors/idempotency_in_progress): A request with this Idempotency-Key is still running. [`organization_paused`](/api/docs/errors/organization_paused): The organization is paused */
        "Problem409_idempotency_in_progress-organization_paused": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "idempotency_in_progress" | "organization_paused";
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
        /** @description [`capture_request_closed`](/api/docs/errors/capture_request_closed): The capture request is closed */
        Problem409_capture_request_closed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "capture_request_closed";
                };
            };
        };
        /** @description [`idempotency_in_progress`](/api/docs/errors/idempotency_in_progress): A request with this Idempotency-Key is still running */
        Problem409_idempotency_in_progress: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "idempotency_in_progress";
                };
            };
        };
        /** @description [`idempotency_in_progress`](/api/docs/errors/idempotency_in_progress): A request with this Idempotency-Key is still running. [`capture_request_closed`](/api/docs/errors/capture_request_closed): The capture request is closed. [`conflict`](/api/docs/errors/conflict): The request conflicts with the current state */
        "Problem409_idempotency_in_progress-capture_request_closed-conflict": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "idempotency_in_progress" | "capture_request_closed" | "conflict";
                };
            };
        };
        /** @description [`idempotency_in_progress`](/api/docs/errors/idempotency_in_progress): A request with this Idempotency-Key is still running. [`organization_paused`](/api/docs/errors/organization_paused): The organization is paused. [`capture_request_closed`](/api/docs/errors/capture_request_closed): The capture request is closed */
        "Problem409_idempotency_in_progress-organization_paused-capture_request_closed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "idempotency_in_progress" | "organization_paused" | "capture_request_closed";
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
        /** @description [`idempotency_in_progress`](/api/docs/errors/idempotency_in_progress): A request with this Idempotency-Key is still running. [`capture_request_closed`](/api/docs/errors/capture_request_closed): The capture request is closed */
        "Problem409_idempotency_in_progress-capture_request_closed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "idempotency_in_progress" | "capture_request_closed";
                };
            };
        };
        /** @description [`plan_inactive`](/api/docs/errors/plan_inactive): The plan does not include API access. [`insufficient_scope`](/api/docs/errors/insufficient_scope): The key lacks a scope. [`test_mode_scope`](/api/docs/errors/test_mode_scope): A test key cannot do this. [`upgrade_required`](/api/docs/errors/upgrade_required): The plan lacks this feature */
        "Problem403_plan_inactive-insufficient_scope-test_mode_scope-upgrade_required": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "plan_inactive" | "insufficient_scope" | "test_mode_scope" | "upgrade_required";
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
        /** @description [`plan_inactive`](/api/docs/errors/plan_inactive): The plan does not include API access. [`insufficient_scope`](/api/docs/errors/insufficient_scope): The key lacks a scope. [`test_mode_scope`](/api/docs/errors/test_mode_scope): A test key cannot do this. [`upgrade_required`](/api/docs/errors/upgrade_required): The plan lacks this feature. [`key_owner_not_a_member`](/api/docs/errors/key_owner_not_a_member): The member who created the key has left the organization */
        "Problem403_plan_inactive-insufficient_scope-test_mode_scope-upgrade_required-key_owner_not_a_member": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "plan_inactive" | "insufficient_scope" | "test_mode_scope" | "upgrade_required" | "key_owner_not_a_member";
                };
            };
        };
        /** @description [`idempotency_in_progress`](/api/docs/errors/idempotency_in_progress): A request with this Idempotency-Key is still running. [`organization_paused`](/api/docs/errors/organization_paused): The organization is paused. [`session_closed`](/api/docs/errors/session_closed): The session has ended */
        "Problem409_idempotency_in_progress-organization_paused-session_closed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "idempotency_in_progress" | "organization_paused" | "session_closed";
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
        /** @description [`idempotency_in_progress`](/api/docs/errors/idempotency_in_progress): A request with this Idempotency-Key is still running. [`track_not_ready`](/api/docs/errors/track_not_ready): The track has no downloadable file yet. [`conflict`](/api/docs/errors/conflict): The request conflicts with the current state */
        "Problem409_idempotency_in_progress-track_not_ready-conflict": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "idempotency_in_progress" | "track_not_ready" | "conflict";
                };
            };
        };
        /** @description [`plan_inactive`](/api/docs/errors/plan_inactive): The plan does not include API access. [`insufficient_scope`](/api/docs/errors/insufficient_scope): The key lacks a scope */
        "Problem403_plan_inactive-insufficient_scope": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "plan_inactive" | "insufficient_scope";
                };
            };
        };
        /** @description [`idempotency_in_progress`](/api/docs/errors/idempotency_in_progress): A request with this Idempotency-Key is still running. [`conflict`](/api/docs/errors/conflict): The request conflicts with the current state */
        "Problem409_idempotency_in_progress-conflict": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "idempotency_in_progress" | "conflict";
                };
            };
        };
        /** @description [`plan_inactive`](/api/docs/errors/plan_inactive): The plan does not include API access. [`insufficient_scope`](/api/docs/errors/insufficient_scope): The key lacks a scope. [`upgrade_required`](/api/docs/errors/upgrade_required): The plan lacks this feature. [`test_mode_scope`](/api/docs/errors/test_mode_scope): A test key cannot do this */
        "Problem403_plan_inactive-insufficient_scope-upgrade_required-test_mode_scope": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "plan_inactive" | "insufficient_scope" | "upgrade_required" | "test_mode_scope";
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
        /** @description [`capture_request_not_active`](/api/docs/errors/capture_request_not_active): The capture request is not active. [`capture_request_closed`](/api/docs/errors/capture_request_closed): The capture request is closed. [`organization_paused`](/api/docs/errors/organization_paused): The organization is paused */
        "Problem409_capture_request_not_active-capture_request_closed-organization_paused": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "capture_request_not_active" | "capture_request_closed" | "organization_paused";
                };
            };
        };
        /** @description [`capture_request_not_active`](/api/docs/errors/capture_request_not_active): The capture request is not active. [`capture_request_closed`](/api/docs/errors/capture_request_closed): The capture request is closed. [`organization_paused`](/api/docs/errors/organization_paused): The organization is paused. [`conflict`](/api/docs/errors/conflict): The request conflicts with the current state */
        "Problem409_capture_request_not_active-capture_request_closed-organization_paused-conflict": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "capture_request_not_active" | "capture_request_closed" | "organization_paused" | "conflict";
                };
            };
        };
        /** @description [`payload_too_large`](/api/docs/errors/payload_too_large): The body is too large. [`take_too_large`](/api/docs/errors/take_too_large): The take is too large */
        "Problem413_payload_too_large-take_too_large": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "payload_too_large" | "take_too_large";
                };
            };
        };
        /** @description [`rate_limited`](/api/docs/errors/rate_limited): Too many requests. [`open_take_cap`](/api/docs/errors/open_take_cap): Too many unfinished takes. [`submission_cap`](/api/docs/errors/submission_cap): The request is at its submission cap */
        "Problem429_rate_limited-open_take_cap-submission_cap": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "rate_limited" | "open_take_cap" | "submission_cap";
                };
            };
        };
        /** @description [`storage_full`](/api/docs/errors/storage_full): The media store is full */
        Problem507_storage_full: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "storage_full";
                };
            };
        };
        /** @description [`capture_request_closed`](/api/docs/errors/capture_request_closed): The capture request is closed. [`organization_paused`](/api/docs/errors/organization_paused): The organization is paused. [`superseded`](/api/docs/errors/superseded): Another take landed first. [`conflict`](/api/docs/errors/conflict): The request conflicts with the current state */
        "Problem409_capture_request_closed-organization_paused-superseded-conflict": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "capture_request_closed" | "organization_paused" | "superseded" | "conflict";
                };
            };
        };
        /** @description [`capture_request_not_active`](/api/docs/errors/capture_request_not_active): The capture request is not active. [`capture_request_closed`](/api/docs/errors/capture_request_closed): The capture request is closed. [`organization_paused`](/api/docs/errors/organization_paused): The organization is paused. [`superseded`](/api/docs/errors/superseded): Another take landed first. [`conflict`](/api/docs/errors/conflict): The request conflicts with the current state */
        "Problem409_capture_request_not_active-capture_request_closed-organization_paused-superseded-conflict": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "capture_request_not_active" | "capture_request_closed" | "organization_paused" | "superseded" | "conflict";
                };
            };
        };
        /** @description [`rate_limited`](/api/docs/errors/rate_limited): Too many requests. [`submission_cap`](/api/docs/errors/submission_cap): The request is at its submission cap */
        "Problem429_rate_limited-submission_cap": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "rate_limited" | "submission_cap";
                };
            };
        };
        /** @description [`session_closed`](/api/docs/errors/session_closed): The session has ended. [`session_full`](/api/docs/errors/session_full): The room is full. [`organization_paused`](/api/docs/errors/organization_paused): The organization is paused */
        "Problem409_session_closed-session_full-organization_paused": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "session_closed" | "session_full" | "organization_paused";
                };
            };
        };
        /** @description [`rate_limited`](/api/docs/errors/rate_limited): Too many requests. [`open_take_cap`](/api/docs/errors/open_take_cap): Too many unfinished takes */
        "Problem429_rate_limited-open_take_cap": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "rate_limited" | "open_take_cap";
                };
            };
        };
        /** @description [`link_expired`](/api/docs/errors/link_expired): The link does not work */
        Problem401_link_expired: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "link_expired";
                };
            };
        };
        /** @description [`request_timeout`](/api/docs/errors/request_timeout): The body came too slowly */
        Problem408_request_timeout: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "request_timeout";
                };
            };
        };
        /** @description [`track_not_ready`](/api/docs/errors/track_not_ready): The track has no downloadable file yet */
        Problem409_track_not_ready: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code?: "track_not_ready";
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
    listCaptureRequests: {
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
            403: components["responses"]["Problem403_plan_inactive-insufficient_scope-upgrade_required"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    createCaptureRequest: {
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
            403: components["responses"]["Problem403_plan_inactive-insufficient_scope-upgrade_required"];
            409: components["responses"]["Problem409_idempotency_in_progress-organization_paused"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    getCaptureRequest: {
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
            403: components["responses"]["Problem403_plan_inactive-insufficient_scope-upgrade_required"];
            404: components["responses"]["Problem404_not_found"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    deleteCaptureRequest: {
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
            403: components["responses"]["Problem403_plan_inactive-insufficient_scope-upgrade_required"];
            404: components["responses"]["Problem404_not_found"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    updateCaptureRequest: {
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
            403: components["responses"]["Problem403_plan_inactive-insufficient_scope-upgrade_required"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_capture_request_closed"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    closeCaptureRequest: {
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
            403: components["responses"]["Problem403_plan_inactive-insufficient_scope-upgrade_required"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_idempotency_in_progress"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    rotateOpenLink: {
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
            403: components["responses"]["Problem403_plan_inactive-insufficient_scope-upgrade_required"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_idempotency_in_progress-capture_request_closed-conflict"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    listContacts: {
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
            403: components["responses"]["Problem403_plan_inactive-insufficient_scope-upgrade_required"];
            404: components["responses"]["Problem404_not_found"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    addContacts: {
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
            403: components["responses"]["Problem403_plan_inactive-insufficient_scope-upgrade_required"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_idempotency_in_progress-organization_paused-capture_request_closed"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited-contact_cap"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    removeContact: {
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
            403: components["responses"]["Problem403_plan_inactive-insufficient_scope-upgrade_required"];
            404: components["responses"]["Problem404_not_found"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    rotateContactLink: {
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
            403: components["responses"]["Problem403_plan_inactive-insufficient_scope-upgrade_required"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_idempotency_in_progress-capture_request_closed"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    listSubmissions: {
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
            403: components["responses"]["Problem403_plan_inactive-insufficient_scope-upgrade_required"];
            404: components["responses"]["Problem404_not_found"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    getSubmission: {
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
            403: components["responses"]["Problem403_plan_inactive-insufficient_scope-upgrade_required"];
            404: components["responses"]["Problem404_not_found"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    deleteSubmissionFootage: {
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
            403: components["responses"]["Problem403_plan_inactive-insufficient_scope-test_mode_scope-upgrade_required"];
            404: components["responses"]["Problem404_not_found"];
            410: components["responses"]["Problem410_footage_expired"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    getEvidence: {
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
            403: components["responses"]["Problem403_plan_inactive-insufficient_scope-upgrade_required"];
            404: components["responses"]["Problem404_not_found"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    listSessions: {
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
            403: components["responses"]["Problem403_plan_inactive-insufficient_scope-upgrade_required"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    createSession: {
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
            403: components["responses"]["Problem403_plan_inactive-insufficient_scope-test_mode_scope-upgrade_required-key_owner_not_a_member"];
            409: components["responses"]["Problem409_idempotency_in_progress-organization_paused"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    getSession: {
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
            403: components["responses"]["Problem403_plan_inactive-insufficient_scope-upgrade_required"];
            404: components["responses"]["Problem404_not_found"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    listSessionTracks: {
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
            403: components["responses"]["Problem403_plan_inactive-insufficient_scope-upgrade_required"];
            404: components["responses"]["Problem404_not_found"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    endSession: {
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
            403: components["responses"]["Problem403_plan_inactive-insufficient_scope-upgrade_required"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_idempotency_in_progress"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    listInvites: {
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
            403: components["responses"]["Problem403_plan_inactive-insufficient_scope-upgrade_required"];
            404: components["responses"]["Problem404_not_found"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    createInvite: {
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
            403: components["responses"]["Problem403_plan_inactive-insufficient_scope-upgrade_required"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_idempotency_in_progress-organization_paused-session_closed"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    revokeInvite: {
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
            403: components["responses"]["Problem403_plan_inactive-insufficient_scope-upgrade_required"];
            404: components["responses"]["Problem404_not_found"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    removeParticipant: {
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
            403: components["responses"]["Problem403_plan_inactive-insufficient_scope-upgrade_required"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_conflict"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    listRecordings: {
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
            403: components["responses"]["Problem403_plan_inactive-insufficient_scope-upgrade_required"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    getRecording: {
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
            403: components["responses"]["Problem403_plan_inactive-insufficient_scope-upgrade_required"];
            404: components["responses"]["Problem404_not_found"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    deleteRecording: {
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
            403: components["responses"]["Problem403_plan_inactive-insufficient_scope-test_mode_scope-upgrade_required"];
            404: components["responses"]["Problem404_not_found"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    getRecordingTimeline: {
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
            403: components["responses"]["Problem403_plan_inactive-insufficient_scope-upgrade_required"];
            404: components["responses"]["Problem404_not_found"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    createDownloadUrl: {
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
            403: components["responses"]["Problem403_plan_inactive-insufficient_scope-test_mode_scope-upgrade_required"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_idempotency_in_progress-track_not_ready-conflict"];
            410: components["responses"]["Problem410_footage_expired"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    getUsage: {
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
            403: components["responses"]["Problem403_plan_inactive-insufficient_scope"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    listWebhookEndpoints: {
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
            403: components["responses"]["Problem403_plan_inactive-insufficient_scope-upgrade_required"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    createWebhookEndpoint: {
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
            403: components["responses"]["Problem403_plan_inactive-insufficient_scope-upgrade_required"];
            409: components["responses"]["Problem409_idempotency_in_progress-conflict"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    getWebhookEndpoint: {
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
            403: components["responses"]["Problem403_plan_inactive-insufficient_scope-upgrade_required"];
            404: components["responses"]["Problem404_not_found"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    deleteWebhookEndpoint: {
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
            403: components["responses"]["Problem403_plan_inactive-insufficient_scope-upgrade_required-test_mode_scope"];
            404: components["responses"]["Problem404_not_found"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    updateWebhookEndpoint: {
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
            403: components["responses"]["Problem403_plan_inactive-insufficient_scope-upgrade_required-test_mode_scope"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_conflict"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    rotateWebhookEndpointSecret: {
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
            403: components["responses"]["Problem403_plan_inactive-insufficient_scope-upgrade_required-test_mode_scope"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_idempotency_in_progress"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    sendTestEvent: {
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
            403: components["responses"]["Problem403_plan_inactive-insufficient_scope-upgrade_required-test_mode_scope"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_idempotency_in_progress-conflict"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    listDeliveries: {
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
            403: components["responses"]["Problem403_plan_inactive-insufficient_scope-upgrade_required"];
            404: components["responses"]["Problem404_not_found"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    getDelivery: {
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
            403: components["responses"]["Problem403_plan_inactive-insufficient_scope-upgrade_required"];
            404: components["responses"]["Problem404_not_found"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    replayDelivery: {
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
            403: components["responses"]["Problem403_plan_inactive-insufficient_scope-upgrade_required-test_mode_scope"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_idempotency_in_progress-conflict"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    replayDeliveries: {
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
            403: components["responses"]["Problem403_plan_inactive-insufficient_scope-upgrade_required-test_mode_scope"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_idempotency_in_progress-conflict"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_idempotency_key_reused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    listEvents: {
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
            403: components["responses"]["Problem403_plan_inactive-insufficient_scope-upgrade_required"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    getEvent: {
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
            403: components["responses"]["Problem403_plan_inactive-insufficient_scope-upgrade_required"];
            404: components["responses"]["Problem404_not_found"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    listEventTypes: {
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
            403: components["responses"]["Problem403_plan_inactive-insufficient_scope-upgrade_required"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    getContactRequest: {
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
                    "application/json": components["schemas"]["RespondentRequestDto"];
                };
            };
            401: components["responses"]["Problem401_unauthorized-link_expired"];
            409: components["responses"]["Problem409_capture_request_not_active-capture_request_closed-organization_paused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    openContactTake: {
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
                "application/json": components["schemas"]["OpenTakeDto"];
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
                    "application/json": components["schemas"]["OpenedTakeDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized-link_expired"];
            409: components["responses"]["Problem409_capture_request_not_active-capture_request_closed-organization_paused-conflict"];
            413: components["responses"]["Problem413_payload_too_large-take_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            429: components["responses"]["Problem429_rate_limited-open_take_cap-submission_cap"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
            507: components["responses"]["Problem507_storage_full"];
        };
    };
    getCampaignRequest: {
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
                    "application/json": components["schemas"]["RespondentRequestDto"];
                };
            };
            401: components["responses"]["Problem401_unauthorized-link_expired"];
            409: components["responses"]["Problem409_capture_request_not_active-capture_request_closed-organization_paused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    openCampaignTake: {
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
                "application/json": components["schemas"]["OpenTakeDto"];
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
                    "application/json": components["schemas"]["OpenedTakeDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized-link_expired"];
            409: components["responses"]["Problem409_capture_request_not_active-capture_request_closed-organization_paused-conflict"];
            413: components["responses"]["Problem413_payload_too_large-take_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            429: components["responses"]["Problem429_rate_limited-open_take_cap-submission_cap"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
            507: components["responses"]["Problem507_storage_full"];
        };
    };
    getTake: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                takeId: string;
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
                    "application/json": components["schemas"]["TakeDto"];
                };
            };
            401: components["responses"]["Problem401_unauthorized-link_expired"];
            409: components["responses"]["Problem409_capture_request_not_active-capture_request_closed-organization_paused"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    abandonTake: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                takeId: string;
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
            401: components["responses"]["Problem401_unauthorized-link_expired"];
            409: components["responses"]["Problem409_conflict"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    grantTakeParts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                takeId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PartClaims"];
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
                    "application/json": components["schemas"]["PartGrantsDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized-link_expired"];
            409: components["responses"]["Problem409_capture_request_closed-organization_paused-superseded-conflict"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    completeTake: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                takeId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompleteTakeDto"];
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
                    "application/json": components["schemas"]["CompletedTakeDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized-link_expired"];
            409: components["responses"]["Problem409_capture_request_not_active-capture_request_closed-organization_paused-superseded-conflict"];
            413: components["responses"]["Problem413_payload_too_large-take_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            429: components["responses"]["Problem429_rate_limited-submission_cap"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    readRoom: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                roomCode: string;
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
                    "application/json": components["schemas"]["RoomAtTheDoorDto"];
                };
            };
            401: components["responses"]["Problem401_unauthorized-link_expired"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    joinRoom: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                roomCode: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JoinAsGuestDto"];
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
            401: components["responses"]["Problem401_unauthorized-link_expired"];
            409: components["responses"]["Problem409_session_closed-session_full-organization_paused"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    openTrack: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OpenTrackDto"];
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
                    "application/json": components["schemas"]["OpenedTrackDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized-link_expired"];
            410: components["responses"]["Problem410_footage_expired"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            429: components["responses"]["Problem429_rate_limited-open_take_cap"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
            507: components["responses"]["Problem507_storage_full"];
        };
    };
    getTrack: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sessionId: string;
                trackId: string;
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
                    "application/json": components["schemas"]["SessionTrackDto"];
                };
            };
            401: components["responses"]["Problem401_unauthorized-link_expired"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    grantTrackParts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sessionId: string;
                trackId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PartClaims"];
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
                    "application/json": components["schemas"]["PartGrantsDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized-link_expired"];
            409: components["responses"]["Problem409_conflict"];
            413: components["responses"]["Problem413_payload_too_large-take_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    completeTrack: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sessionId: string;
                trackId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompleteTrackDto"];
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
                    "application/json": components["schemas"]["CompletedTrackDto"];
                };
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized-link_expired"];
            409: components["responses"]["Problem409_conflict"];
            413: components["responses"]["Problem413_payload_too_large-take_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    openRoomSocket: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The WebSocket is open. */
            101: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_unauthorized-link_expired"];
            429: components["responses"]["Problem429_rate_limited"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    putPart: {
        parameters: {
            query: {
                /** @description Made by the grant, with the other parameters of its URL */
                signature: unknown;
            };
            header?: never;
            path: {
                uploadId: string;
                number: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The part is stored; `ETag` holds its SHA-256. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_link_expired"];
            404: components["responses"]["Problem404_not_found"];
            408: components["responses"]["Problem408_request_timeout"];
            409: components["responses"]["Problem409_conflict"];
            413: components["responses"]["Problem413_payload_too_large"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
            507: components["responses"]["Problem507_storage_full"];
        };
    };
    getMedia: {
        parameters: {
            query: {
                signature: unknown;
                /** @description `inline` of a URL to play */
                disposition?: unknown;
                /** @description The file that was minted, if not the original */
                rendition?: unknown;
                expires: unknown;
            };
            header?: never;
            path: {
                trackId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "video/mp4": string;
                    "audio/mp4": string;
                };
            };
            /** @description The bytes of the range */
            206: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "video/mp4": string;
                    "audio/mp4": string;
                };
            };
            /** @description The caller has these bytes already */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400_invalid_input"];
            401: components["responses"]["Problem401_link_expired"];
            404: components["responses"]["Problem404_not_found"];
            409: components["responses"]["Problem409_track_not_ready"];
            410: components["responses"]["Problem410_footage_expired"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
    getLogo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description SHA-256 of its bytes */
                logo: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                };
            };
            404: components["responses"]["Problem404_not_found"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_service_unavailable"];
        };
    };
}
