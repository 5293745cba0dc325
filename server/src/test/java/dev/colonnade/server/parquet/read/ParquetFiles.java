package dev.colonnade.server.parquet.read;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.command.copy.CopyOptionReader;
import dev.colonnade.sql.copy.CopyDescription;
import dev.colonnade.sql.copy.CopyOptions;
import dev.colonnade.sql.syntax.command.CopyCommand.CopyOption;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/**
 * Files of other writers: the same 300 rows by pyarrow 26.0 ({@code snappy}, {@code gzip}, {@code
 * delta}) and by DuckDB 2.0 ({@code lz4}), with most encodings and both versions of pages.
 */
final class ParquetFiles {
  static final List<String> SAME_ROWS = List.of("snappy", "gzip", "delta", "lz4");
  static final int ROW_COUNT = 300;

  /** Columns of the files, in an order that is not theirs. */
  static final SequencedMap<String, SqlType> COLUMNS = columns();

  private ParquetFiles() {}

  private static SequencedMap<String, SqlType> columns() {
    SequencedMap<String, SqlType> columns = new java.util.LinkedHashMap<>();
    columns.put("a", SqlType.arrayOf(SqlType.of(TypeKind.INTEGER)));
    columns.put("tz", SqlType.of(TypeKind.TIMESTAMPTZ));
    columns.put("ts", SqlType.of(TypeKind.TIMESTAMP));
    columns.put("tm", SqlType.of(TypeKind.TIME));
    columns.put("day", SqlType.of(TypeKind.DATE));
    columns.put("b", SqlType.of(TypeKind.BOOLEAN));
    columns.put("y", SqlType.of(TypeKind.BYTEA));
    columns.put("t", SqlType.of(TypeKind.TEXT));
    columns.put("n", SqlType.of(TypeKind.NUMERIC));
    columns.put("d", SqlType.of(TypeKind.DOUBLE));
    columns.put("r", SqlType.of(TypeKind.REAL));
    columns.put("huge", SqlType.of(TypeKind.NUMERIC));
    columns.put("big", SqlType.of(TypeKind.BIGINT));
    columns.put("small", SqlType.of(TypeKind.SMALLINT));
    columns.put("id", SqlType.of(TypeKind.INTEGER));
    return columns;
  }

  static byte[] read(String name) {
    try (InputStream in = ParquetFiles.class.getResourceAsStream("/parquet/" + name + ".parquet")) {
      return requireNonNull(in, name).readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static CopyDescription terms(Map<String, SqlType> columns) {
    CopyOptions options =
        CopyOptionReader.read(
            List.of(new CopyOption("format", List.of("parquet"), false, 0)), true);
    return new CopyDescription(
        options,
        "/f",
        "t",
        1,
        new ArrayList<>(columns.keySet()),
        new ArrayList<>(columns.values()));
  }
}
