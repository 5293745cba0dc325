package dev.colonnade.protocol.scan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.Bytes;
import java.util.List;

/**
 * Where a scan reads.
 *
 * @param indexId 0 for the primary index
 * @param schemaVersion the schema version that the client knows the table by
 * @param spans in any order and free of overlap; none means the whole index
 * @param resume from an earlier page of the same scan, to go on after it; empty to begin
 */
public record ScanTarget(
    int tableId, int indexId, int schemaVersion, List<SpanSpec> spans, Bytes resume) {
  public static final int PRIMARY_INDEX_ID = 0;

  private static final int U16_MAX = 0xFFFF;

  public ScanTarget {
    spans = List.copyOf(spans);
    requireNonNull(resume, "resume is null");
    if (indexId < 0 || indexId > U16_MAX || schemaVersion < 0 || schemaVersion > U16_MAX) {
      throw new IllegalArgumentException(
          "out of range: indexId=" + indexId + " schemaVersion=" + schemaVersion);
    }
  }

  /** The whole primary index of a table. */
  public static ScanTarget wholeTable(int tableId, int schemaVersion) {
    return new ScanTarget(tableId, PRIMARY_INDEX_ID, schemaVersion, List.of(), Bytes.EMPTY);
  }
}
