-- AlterTable
ALTER TABLE "track" ADD COLUMN     "audio_started_at_ms" DOUBLE PRECISION,
ADD COLUMN     "video_started_at_ms" DOUBLE PRECISION;
