package dev.colonnade.sql.syntax.command;

import dev.colonnade.sql.syntax.query.Query;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Command about cursors. */
public sealed interface CursorCommand extends SessionControl {
  /** {@code DECLARE}; the options in the order in which they are written. */
  record Declare(String name, List<CursorOption> options, boolean hold, Query query, int position)
      implements CursorCommand {}

  /** Option of a cursor. */
  enum CursorOption {
    SCROLL,
    NO_SCROLL,
    BINARY,
    ASENSITIVE,
    INSENSITIVE
  }

  /** Direction of a fetch. */
  enum Direction {
    FORWARD,
    BACKWARD,
    ABSOLUTE,
    RELATIVE
  }

  /** Rows of a fetch; {@link #ALL} rows for ALL. */
  record Step(Direction direction, long count) {
    /** All rows. */
    public static final long ALL = Long.MAX_VALUE;
  }

  /** {@code FETCH}, {@code MOVE}. */
  record Fetch(boolean move, Step step, String name, int position) implements CursorCommand {}

  /** {@code CLOSE}; null is ALL. */
  record Close(@Nullable String name, int position) implements CursorCommand {}
}
