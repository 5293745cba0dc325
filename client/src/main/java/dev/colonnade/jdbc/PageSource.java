package dev.colonnade.jdbc;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Gives the pages of a result as they are asked for. */
interface PageSource {
  /** The next page, which has rows; null after the last. */
  @Nullable CellPage next() throws SQLException;

  /** Lets go of what was not asked for. */
  void close() throws SQLException;
}
