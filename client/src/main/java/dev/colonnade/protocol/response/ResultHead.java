package dev.colonnade.protocol.response;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.Bytes;
import dev.colonnade.protocol.scan.Compression;
import dev.colonnade.protocol.scan.ResultColumn;
import dev.colonnade.protocol.scan.ScanFormat;
import java.util.List;

/**
 * What holds for all pages of a result.
 *
 * @param encoding the form of the payloads
 * @param readTimestamp as of when the rows are
 * @param schemaVersion the newest schema version that stored pairs of the result can have
 * @param columns of the result, in order; may be left out where the client knows them, as those of
 *     the request in the schema version
 * @param arrowSchema for {@link ScanFormat#COL_BATCH} an encapsulated Arrow Schema message and
 *     after it one encapsulated DictionaryBatch message for each dictionary; empty otherwise
 */
public record ResultHead(
    Encoding encoding,
    long readTimestamp,
    int schemaVersion,
    List<ResultColumn> columns,
    Bytes arrowSchema) {
  public ResultHead {
    requireNonNull(encoding, "encoding is null");
    columns = List.copyOf(columns);
    requireNonNull(arrowSchema, "arrowSchema is null");
  }

  /** The form of the payloads; the format is never {@link ScanFormat#AUTO}. */
  public record Encoding(ScanFormat format, Compression compression) {
    public Encoding {
      requireNonNull(format, "format is null");
      requireNonNull(compression, "compression is null");
      if (format == ScanFormat.AUTO) {
        throw new IllegalArgumentException("a result has a format of its own: format=" + format);
      }
    }
  }
}
