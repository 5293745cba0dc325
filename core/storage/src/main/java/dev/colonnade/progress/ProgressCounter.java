package dev.colonnade.progress;

/** Counter of a command's progress. Which of them a command uses depends on its kind. */
public enum ProgressCounter {
  /** Bytes to be processed; 0 if unknown. */
  BYTES_TOTAL,
  BYTES_DONE,
  /** Parts to be processed: ranges of a table, or blocks of a sample. */
  PARTS_TOTAL,
  PARTS_DONE,
  /** Rows, or entries of an index, to be processed. */
  ROWS_TOTAL,
  ROWS_DONE,
  /** Rows that a condition has excluded. */
  ROWS_EXCLUDED
}
