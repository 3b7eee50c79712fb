-- AlterTable
ALTER TABLE "track" ADD COLUMN     "audio_pre_skip_ms" DOUBLE PRECISION;
