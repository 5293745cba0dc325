package dev.colonnade.sql.syntax.query;

import dev.colonnade.sql.syntax.OperatorName;
import org.jspecify.annotations.Nullable;

/** Key of ORDER BY. */
public record SortKey(
    Expression value,
    Direction direction,
    @Nullable OperatorName using,
    Nulls nulls,
    int position) {
  /** Direction of a key. */
  public enum Direction {
    DEFAULT,
    ASCENDING,
    DESCENDING,
    USING
  }

  /** Place of NULLs. */
  public enum Nulls {
    DEFAULT,
    FIRST,
    LAST
  }
}
