package dev.colonnade.server.pg.copy.column;

import dev.colonnade.server.flight.ArrowRowsProvider;
import dev.colonnade.server.parquet.read.ParquetFileRows;
import dev.colonnade.server.sql.file.FileRows;
import dev.colonnade.sql.copy.CopyDescription;
import dev.colonnade.sql.copy.CopyFormat;
import java.nio.channels.SeekableByteChannel;

/** Readers of the formats of COPY FROM that store columns. */
public final class CopyColumns {
  private CopyColumns() {}

  /**
   * Returns a reader of the rows.
   *
   * @param data content; the caller closes it
   */
  public static FileRows open(CopyDescription terms, SeekableByteChannel data) {
    return terms.options().format() == CopyFormat.PARQUET
        ? new ParquetFileRows(terms, data)
        : ArrowRowsProvider.find().open(terms, data);
  }
}
