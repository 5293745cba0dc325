package dev.colonnade.sql.execute.window.frame;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.function.value.FrameOffset;
import dev.colonnade.sql.function.value.SqlValueComparator;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.key.SortKey;
import java.time.ZoneId;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Limit of a RANGE frame: a sort key at a distance from that of the current row. */
public final class RangeLimit {
  private final WindowRows rows;
  private final SortKey key;
  private final TypeKind kind;
  private final Object distance;
  private final ZoneId zone;
  private final int direction;

  /**
   * Creates a limit.
   *
   * @param direction negative for PRECEDING, positive for FOLLOWING
   */
  public RangeLimit(WindowRows rows, SortKey key, FrameOffset offset, int direction) {
    this.rows = rows;
    this.key = key;
    this.kind = rows.type(key.column()).kind();
    this.distance = requireNonNull(offset.value(), "distance is null");
    this.zone = offset.zone();
    this.direction = key.descending() ? -direction : direction;
  }

  /** Returns the sort key of a row; null if it is NULL. */
  @Nullable Object value(WindowBlock block, int row) {
    return block.batch().column(key.column()).held(row, rows.type(key.column()));
  }

  /**
   * Returns the limit of a row. An infinite distance from an infinite value, where the sum has no
   * value, leads to the end behind which no value but NaN is, so that all others are in such a
   * frame, as in PostgreSQL.
   */
  private Object limit(Object value, int least) {
    Object limit = RangeOffset.away(kind, value, distance, direction, zone);
    if (!RangeOffset.isNaN(limit) || RangeOffset.isNaN(value)) {
      return limit;
    }
    boolean isOfStart = least == 0;
    return RangeOffset.infinity(kind, isOfStart == key.descending());
  }

  /**
   * Returns a test that is true for rows of earlier partitions, and for those of a partition whose
   * key compares to the limit of a row with less than {@code least}. NULLs that come first are
   * before every limit.
   */
  public Predicate<RowCursor> below(Object value, long partition, int least) {
    Object limit = limit(value, least);
    return row -> {
      if (row.partition() != partition) {
        return row.partition() < partition;
      }
      Object other = RangeOffset.comparable(kind, row.held(key.column()));
      if (other == null) {
        return key.nullsFirst();
      }
      int order = SqlValueComparator.compare(other, limit);
      return Integer.signum(key.descending() ? -order : order) < least;
    };
  }
}
