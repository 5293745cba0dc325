package dev.colonnade.progress;

/** Kind of command whose progress is reported. */
public enum ProgressCommand {
  ANALYZE,
  BACKUP,
  COPY_FROM_CLIENT,
  COPY_TO_CLIENT,
  CREATE_INDEX
}
