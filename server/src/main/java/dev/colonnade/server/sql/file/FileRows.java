package dev.colonnade.server.sql.file;

import dev.colonnade.sql.copy.CopyValueRows;
import org.jspecify.annotations.Nullable;

/** Reader of the rows of a file that stores columns, for COPY FROM. Single-threaded. */
public interface FileRows extends AutoCloseable {
  /**
   * Returns the next rows, null at the end.
   *
   * @param countMax maximum number of rows
   * @throws dev.colonnade.error.ColonnadeException BAD_COPY_DATA if the data are not in the format,
   *     or their columns are others than those of the statement; UNSUPPORTED if values of a
   *     column's type cannot be read
   */
  @Nullable CopyValueRows next(int countMax);

  /** Returns the number of bytes of the file that are read, approximately. */
  long bytesRead();

  @Override
  void close();
}
