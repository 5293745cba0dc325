package dev.colonnade.protocol.scan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.Bytes;
import java.util.List;

/**
 * Index and key spans that a scan reads.
 *
 * @param indexId 0 for the primary index
 * @param schemaVersion the schema version of the table that the client knows
 * @param spans in any order and without overlap; an empty list means the whole index
 * @param resume resume key of an earlier page of the same scan, after which the scan resumes; empty
 *     to start
 */
public record WireScanTarget(
    int tableId, int indexId, int schemaVersion, List<SpanSpec> spans, Bytes resume) {
  public static final int PRIMARY_INDEX_ID = 0;

  private static final int U16_MAX = 0xFFFF;

  public WireScanTarget {
    spans = List.copyOf(spans);
    requireNonNull(resume, "resume is null");
    if (indexId < 0 || indexId > U16_MAX || schemaVersion < 0 || schemaVersion > U16_MAX) {
      throw new IllegalArgumentException(
          "out of range: indexId=" + indexId + " schemaVersion=" + schemaVersion);
    }
  }
}
