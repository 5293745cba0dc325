package dev.colonnade.progress;

/** Kind of command whose progress is reported. */
public enum ProgressCommand {
  ANALYZE,
  BACKUP,
  COPY_FROM_CLIENT,
  COPY_TO_CLIENT,
  COPY_FROM_FILE,
  COPY_TO_FILE,
  CREATE_INDEX
}
