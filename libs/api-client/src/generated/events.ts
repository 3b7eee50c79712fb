// Written by tools/generators/api-client.mjs; do not edit.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * recording.created
         * @description A recording exists; its tracks may still be arriving.
         */
        "recording.created": {
            id: string;
            /** @constant */
            type: "recording.created";
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            organizationId: string;
            sequence: number;
            data: {
                recordingId: string;
                sessionId: string | null;
                captureRequestId: string | null;
                /** @enum {string} */
                status: "partial" | "complete" | "expired";
            };
        };
        /**
         * recording.track_available
         * @description A track was verified and can be downloaded.
         */
        "recording.track_available": {
            id: string;
            /** @constant */
            type: "recording.track_available";
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            organizationId: string;
            sequence: number;
            data: {
                recordingId: string;
                sessionId: string | null;
                captureRequestId: string | null;
                trackId: string;
                /** @enum {string} */
                kind: "camera" | "microphone" | "screen";
                /** @description Whole seconds, as probed where the file could be read */
                durationSec?: number;
                /** @description Bytes of the file */
                sizeBytes?: number;
            };
        };
        /**
         * recording.track_stranded
         * @description A track stopped arriving; its device can resume it for 14 days.
         */
        "recording.track_stranded": {
            id: string;
            /** @constant */
            type: "recording.track_stranded";
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            organizationId: string;
            sequence: number;
            data: {
                /** @description What operators list and redrive */
                uploadId: string;
                /** @description Null for an answer to a capture request: its recording begins when all of it has landed */
                recordingId: string | null;
                trackId: string | null;
                sessionId: string | null;
                captureRequestId: string | null;
                /** @enum {string} */
                kind: "camera" | "microphone" | "screen";
            };
        };
        /**
         * recording.completed
         * @description Every expected track is available.
         */
        "recording.completed": {
            id: string;
            /** @constant */
            type: "recording.completed";
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            organizationId: string;
            sequence: number;
            data: {
                recordingId: string;
                sessionId: string | null;
                captureRequestId: string | null;
            };
        };
        /**
         * recording.deleted
         * @description The recording and its footage were deleted.
         */
        "recording.deleted": {
            id: string;
            /** @constant */
            type: "recording.deleted";
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            organizationId: string;
            sequence: number;
            data: {
                recordingId: string;
                sessionId: string | null;
                captureRequestId: string | null;
                /**
                 * @description `requested` is by a call of the organization; `operator` is reserved and not stated so far
                 * @enum {string}
                 */
                reason: "retention" | "replaced" | "discarded" | "operator" | "requested";
                /** @description The answer whose footage it was, where it was one */
                submissionId?: string;
            };
        };
        /**
         * capture_request.created
         * @description A capture request was created.
         */
        "capture_request.created": {
            id: string;
            /** @constant */
            type: "capture_request.created";
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            organizationId: string;
            sequence: number;
            data: {
                captureRequestId: string;
                /** @description Caller-owned metadata, exactly as it was sent */
                metadata: Record<string, unknown>;
                /** @enum {string} */
                status: "draft" | "active";
            };
        };
        /**
         * capture_request.launched
         * @description A capture request became active.
         */
        "capture_request.launched": {
            id: string;
            /** @constant */
            type: "capture_request.launched";
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            organizationId: string;
            sequence: number;
            data: {
                captureRequestId: string;
                /** @description Caller-owned metadata, exactly as it was sent */
                metadata: Record<string, unknown>;
            };
        };
        /**
         * capture_request.closed
         * @description A capture request was closed; its links stopped working.
         */
        "capture_request.closed": {
            id: string;
            /** @constant */
            type: "capture_request.closed";
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            organizationId: string;
            sequence: number;
            data: {
                captureRequestId: string;
                /** @description Caller-owned metadata, exactly as it was sent */
                metadata: Record<string, unknown>;
                /** @enum {string} */
                reason: "deadline_passed" | "closed_by_api" | "closed_by_member";
            };
        };
        /**
         * capture_request.deleted
         * @description A capture request and its roster were deleted; footage stays.
         */
        "capture_request.deleted": {
            id: string;
            /** @constant */
            type: "capture_request.deleted";
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            organizationId: string;
            sequence: number;
            data: {
                captureRequestId: string;
                /** @description Caller-owned metadata, exactly as it was sent */
                metadata: Record<string, unknown>;
            };
        };
        /**
         * capture_request.submission_received
         * @description A respondent's take was submitted.
         */
        "capture_request.submission_received": {
            id: string;
            /** @constant */
            type: "capture_request.submission_received";
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            organizationId: string;
            sequence: number;
            data: {
                captureRequestId: string;
                /** @description Caller-owned metadata, exactly as it was sent */
                metadata: Record<string, unknown>;
                submissionId: string;
                recordingId: string;
                contactId: string | null;
                viaOpenLink: boolean;
            };
        };
        /**
         * submission.replaced
         * @description A new take replaced an earlier one, which was deleted outright.
         */
        "submission.replaced": {
            id: string;
            /** @constant */
            type: "submission.replaced";
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            organizationId: string;
            sequence: number;
            data: {
                captureRequestId: string;
                /** @description Caller-owned metadata, exactly as it was sent */
                metadata: Record<string, unknown>;
                submissionId: string;
                previousSubmissionId: string;
                previousRecordingId: string | null;
            };
        };
        /**
         * submission.footage_expired
         * @description The footage was deleted, after its retention or by a call; the answer stays.
         */
        "submission.footage_expired": {
            id: string;
            /** @constant */
            type: "submission.footage_expired";
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            organizationId: string;
            sequence: number;
            data: {
                captureRequestId: string;
                /** @description Caller-owned metadata, exactly as it was sent */
                metadata: Record<string, unknown>;
                submissionId: string;
                recordingId: string;
            };
        };
        /**
         * session.opened
         * @description A room was opened.
         */
        "session.opened": {
            id: string;
            /** @constant */
            type: "session.opened";
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            organizationId: string;
            sequence: number;
            data: {
                sessionId: string;
            };
        };
        /**
         * session.participant_joined
         * @description A person joined the room.
         */
        "session.participant_joined": {
            id: string;
            /** @constant */
            type: "session.participant_joined";
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            organizationId: string;
            sequence: number;
            data: {
                sessionId: string;
                participantId: string;
                isGuest: boolean;
            };
        };
        /**
         * session.participant_left
         * @description A person left the room.
         */
        "session.participant_left": {
            id: string;
            /** @constant */
            type: "session.participant_left";
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            organizationId: string;
            sequence: number;
            data: {
                sessionId: string;
                participantId: string;
                isGuest: boolean;
            };
        };
        /**
         * session.ended
         * @description The room was ended by its host or by the API.
         */
        "session.ended": {
            id: string;
            /** @constant */
            type: "session.ended";
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            organizationId: string;
            sequence: number;
            data: {
                sessionId: string;
                /** @enum {string} */
                promotion: "created" | "existing" | "empty" | "failed";
                recordingId: string | null;
            };
        };
        /**
         * session.expired
         * @description The room passed its 24-hour cutoff without being ended. What was recorded in it is collected soon after, as by an end.
         */
        "session.expired": {
            id: string;
            /** @constant */
            type: "session.expired";
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            organizationId: string;
            sequence: number;
            data: {
                sessionId: string;
            };
        };
        /**
         * session.promotion_failed
         * @description Uploaded tracks were not promoted; end the session again.
         */
        "session.promotion_failed": {
            id: string;
            /** @constant */
            type: "session.promotion_failed";
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            organizationId: string;
            sequence: number;
            data: {
                sessionId: string;
                errorId: string;
            };
        };
        /**
         * webhook_endpoint.disabled
         * @description An endpoint failed for days, or answered 410, and was disabled.
         */
        "webhook_endpoint.disabled": {
            id: string;
            /** @constant */
            type: "webhook_endpoint.disabled";
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            organizationId: string;
            sequence: number;
            data: {
                webhookEndpointId: string;
                /** @enum {string} */
                reason: "gone" | "failing" | "failing_warning";
            };
        };
        /**
         * ping
         * @description A test delivery, sent on request.
         */
        ping: {
            id: string;
            /** @constant */
            type: "ping";
            /** Format: date-time */
            timestamp: string;
            /** @constant */
            apiVersion: "v1";
            organizationId: string;
            sequence: null;
            data: {
                webhookEndpointId: string;
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
