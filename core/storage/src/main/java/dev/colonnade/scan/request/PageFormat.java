package dev.colonnade.scan.request;

/** Format of the pages of a scan. */
public enum PageFormat {
  /** Arrow columns of the projection. */
  COL_BATCH,
  /** Raw keys and values of the families that are needed. */
  KEY_VALUES,
  /**
   * Columns of the projection in storage width, in the process of the server only: rows of cached
   * blocks are read in place.
   */
  VECTORS,
  /** The cheaper of the first two for the request, chosen by the server. */
  AUTO
}
