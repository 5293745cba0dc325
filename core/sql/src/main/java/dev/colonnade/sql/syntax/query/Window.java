package dev.colonnade.sql.syntax.query;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Syntax of windows. */
public final class Window {
  private Window() {}

  /** Window with a name. */
  public record Definition(String name, Specification specification, int position) {}

  /** Window: the name of another that it extends, partition, order and frame. */
  public record Specification(
      @Nullable String base,
      List<Expression> partitionBy,
      List<SortKey> orderBy,
      @Nullable Frame frame,
      int position) {}

  /** Unit of a frame. */
  public enum Unit {
    RANGE,
    ROWS,
    GROUPS
  }

  /** Rows that a frame leaves out. */
  public enum Exclusion {
    NONE,
    CURRENT_ROW,
    GROUP,
    TIES,
    NO_OTHERS
  }

  /** Frame; {@code end} is null without BETWEEN. */
  public record Frame(Unit unit, Bound start, @Nullable Bound end, Exclusion exclusion) {}

  /** Kind of a frame's bound. */
  public enum BoundKind {
    UNBOUNDED_PRECEDING,
    PRECEDING,
    CURRENT_ROW,
    FOLLOWING,
    UNBOUNDED_FOLLOWING
  }

  /** Bound of a frame. */
  public record Bound(BoundKind kind, @Nullable Expression offset, int position) {}
}
