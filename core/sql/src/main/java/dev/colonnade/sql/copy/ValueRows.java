package dev.colonnade.sql.copy;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows whose values were read already.
 *
 * @param rows by row the values of its columns
 */
public record ValueRows(List<@Nullable Object[]> rows) implements CopiedRows {
  public ValueRows {
    rows = List.copyOf(rows);
  }

  @Override
  public int size() {
    return rows.size();
  }

  @Override
  public @Nullable Object[] row(int index) {
    return rows.get(index);
  }
}
