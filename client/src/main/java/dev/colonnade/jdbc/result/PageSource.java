package dev.colonnade.jdbc.result;

import dev.colonnade.jdbc.cell.CellPage;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Source of the pages of a result, read in order. */
public interface PageSource {
  /** Returns the next page, which has at least one row; null after the last. */
  @Nullable CellPage next() throws SQLException;

  /** Discards the pages that have not been read. */
  void close() throws SQLException;
}
