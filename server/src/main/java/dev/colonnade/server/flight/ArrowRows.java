package dev.colonnade.server.flight;

import dev.colonnade.sql.copy.CopyValueRows;
import org.jspecify.annotations.Nullable;

/** Reader of the rows of an Arrow IPC file or stream. Single-threaded. */
public interface ArrowRows extends AutoCloseable {
  /**
   * Returns the next rows, null at the end.
   *
   * @param countMax maximum number of rows
   * @throws dev.colonnade.error.ColonnadeException BAD_COPY_DATA if the data are not Arrow IPC, or
   *     its columns are others than those of the statement; UNSUPPORTED if values of a column's
   *     type cannot be read
   */
  @Nullable CopyValueRows next(int countMax);

  @Override
  void close();
}
