package dev.colonnade.shell.copy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.server.pg.copy.column.CopyColumns;
import dev.colonnade.server.sql.file.FileRows;
import dev.colonnade.sql.copy.CopyDescription;
import dev.colonnade.sql.copy.CopyValueRows;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.BatchUpdateException;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Copy of rows of a format that stores columns into a table. The data are a temporary file first: a
 * reader needs their end before their beginning.
 */
final class ColumnCopyIn {
  private static final int BATCH_ROWS = 2_000;

  private ColumnCopyIn() {}

  /** Copies all rows; returns their number. */
  static long run(CopyDescription terms, InputStream in, PreparedStatement insert)
      throws SQLException, IOException {
    Path file = Files.createTempFile("colonnade-copy", null);
    try {
      Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
          FileRows rows = CopyColumns.open(terms, channel)) {
        return write(rows, insert);
      }
    } catch (ColonnadeException malformed) {
      throw new SQLException(malformed.getMessage(), malformed.code().sqlState(), malformed);
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private static long write(FileRows rows, PreparedStatement insert) throws SQLException {
    long count = 0;
    for (CopyValueRows next = rows.next(BATCH_ROWS); next != null; next = rows.next(BATCH_ROWS)) {
      for (int i = 0; i < next.size(); i++) {
        @Nullable Object[] row = next.row(i);
        for (int column = 0; column < row.length; column++) {
          Object value = row[column];
          insert.setString(column + 1, value instanceof List<?> list ? text(list) : (String) value);
        }
        insert.addBatch();
      }
      try {
        insert.executeBatch();
      } catch (BatchUpdateException failed) {
        throw failed.getNextException() == null ? failed : failed.getNextException();
      }
      count += next.size();
    }
    return count;
  }

  /** Returns an array in the text format of SQL. */
  private static String text(List<?> elements) {
    return elements.stream().map(ColumnCopyIn::element).collect(Collectors.joining(",", "{", "}"));
  }

  private static String element(@Nullable Object element) {
    return switch (element) {
      case null -> "NULL";
      case List<?> list -> text(list);
      default -> '"' + element.toString().replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    };
  }
}
