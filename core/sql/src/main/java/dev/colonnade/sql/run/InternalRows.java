package dev.colonnade.sql.run;

import dev.colonnade.sql.vector.BatchSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of a running query, with values as they are held. One thread. */
public interface InternalRows extends AutoCloseable {
  /** The next row; null after the last. */
  @Nullable Object @Nullable [] next();

  /**
   * Returns the same rows in columns, for a caller that requests them before the first row; null if
   * they are available one by one only.
   */
  default @Nullable BatchSource batches() {
    return null;
  }

  @Override
  void close();

  /** Rows that are there already. */
  static InternalRows of(List<@Nullable Object[]> rows) {
    return new InternalRows() {
      private int taken;

      @Override
      public @Nullable Object @Nullable [] next() {
        return taken < rows.size() ? rows.get(taken++) : null;
      }

      @Override
      public void close() {} // holds nothing
    };
  }
}
