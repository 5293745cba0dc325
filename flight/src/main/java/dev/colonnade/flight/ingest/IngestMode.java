package dev.colonnade.flight.ingest;

import static java.util.Objects.requireNonNull;

/**
 * Treatment of the table of an ingestion.
 *
 * @param createsMissing whether a table that does not exist is created
 * @param present treatment of a table that exists
 */
record IngestMode(boolean createsMissing, Present present) {
  IngestMode {
    requireNonNull(present, "present is null");
  }

  /** Treatment of a table that exists. */
  enum Present {
    FAIL,
    APPEND,
    REPLACE
  }
}
