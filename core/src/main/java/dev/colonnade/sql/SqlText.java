package dev.colonnade.sql;

import static java.util.Objects.requireNonNull;

import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/** One statement of a text, parsed. Immutable; can be prepared by any session. */
public final class SqlText {
  private final String text;
  private final int offset;
  private final SqlNode node;
  private final @Nullable String systemTime;

  SqlText(String text, int offset, SqlNode node, @Nullable String systemTime) {
    this.text = requireNonNull(text, "text is null");
    this.offset = offset;
    this.node = requireNonNull(node, "node is null");
    this.systemTime = systemTime;
  }

  /** The text of this statement alone. */
  public String text() {
    return text;
  }

  /** Where it begins in the whole text, counted from 0. */
  public int offset() {
    return offset;
  }

  /** What was parsed: only to look at, since planning changes nodes. */
  SqlNode node() {
    return node;
  }

  /** The time that it asks to be read at. */
  @Nullable String systemTime() {
    return systemTime;
  }

  @Override
  public String toString() {
    return text;
  }
}
