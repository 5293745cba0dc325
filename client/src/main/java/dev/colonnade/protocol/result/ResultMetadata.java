package dev.colonnade.protocol.result;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.Bytes;
import java.util.List;

/**
 * Metadata of a result, common to all its pages.
 *
 * @param encoding encoding of the payloads
 * @param readTimestamp snapshot timestamp of the rows
 * @param schemaVersion the newest schema version that stored pairs of the result can have
 * @param columns columns of the result, in order; may be empty if the client knows them as those of
 *     the request in the schema version
 * @param arrowSchema for {@link ScanFormat#COL_BATCH} an encapsulated Arrow Schema message followed
 *     by one encapsulated DictionaryBatch message for each dictionary; empty otherwise
 */
public record ResultMetadata(
    Encoding encoding,
    long readTimestamp,
    int schemaVersion,
    List<ResultColumn> columns,
    Bytes arrowSchema) {
  public ResultMetadata {
    requireNonNull(encoding, "encoding is null");
    columns = List.copyOf(columns);
    requireNonNull(arrowSchema, "arrowSchema is null");
  }

  /** Encoding of the payloads; the format is never {@link ScanFormat#AUTO}. */
  public record Encoding(ScanFormat format, Compression compression) {
    public Encoding {
      requireNonNull(format, "format is null");
      requireNonNull(compression, "compression is null");
      if (format == ScanFormat.AUTO) {
        throw new IllegalArgumentException("a result needs a concrete format: format=" + format);
      }
    }
  }
}
