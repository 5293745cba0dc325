package dev.colonnade.scan.request;

/** Format of the pages of a scan. */
public enum PageFormat {
  /** Arrow columns of the projection. */
  COL_BATCH,
  /** Raw keys and values of the families that are needed. */
  KEY_VALUES,
  /** The cheaper of the two for the request, chosen by the server. */
  AUTO
}
