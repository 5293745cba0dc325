package dev.colonnade.sql.copy;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Batch of rows whose values are already parsed.
 *
 * @param rows the column values of each row
 */
public record CopyValueRows(List<@Nullable Object[]> rows) implements CopyRows {
  public CopyValueRows {
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
