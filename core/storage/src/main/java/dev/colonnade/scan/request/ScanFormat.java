package dev.colonnade.scan.request;

/** The form in which rows are wanted. */
public enum ScanFormat {
  /** Arrow columns of the projection. */
  COL_BATCH,
  /** Raw keys and values of the families that are needed. */
  KEY_VALUES,
  /** Whichever of the two is cheaper for the request. */
  AUTO
}
