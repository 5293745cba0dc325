package dev.colonnade.sql.window;

import dev.colonnade.sql.function.value.JsonbComparator;
import dev.colonnade.sql.function.value.SqlValueComparator;
import dev.colonnade.sql.type.TypeKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.type.RelDataType;
import org.jspecify.annotations.Nullable;

/** Comparator of rows by the partition keys of a window, then by its sort keys. */
public record WindowRowComparator(List<Integer> keys, List<WindowPlan.SortKey> order)
    implements Comparator<@Nullable Object[]> {

  public WindowRowComparator {
    keys = List.copyOf(keys);
    order = List.copyOf(order);
  }

  @Override
  public int compare(@Nullable Object[] left, @Nullable Object[] right) {
    int byKeys = compareKeys(left, right);
    return byKeys != 0 ? byKeys : compareSorted(left, right);
  }

  /** Compares partition keys; returns zero if two rows are of one partition. */
  int compareKeys(@Nullable Object[] left, @Nullable Object[] right) {
    for (int key : keys) {
      int compared = SqlValueComparator.compare(left[key], right[key]);
      if (compared != 0) {
        return compared;
      }
    }
    return 0;
  }

  /** Returns the comparator of a collation of rows. */
  public static WindowRowComparator of(RelCollation collation, RelDataType rowType) {
    List<WindowPlan.SortKey> order = new ArrayList<>();
    for (RelFieldCollation key : collation.getFieldCollations()) {
      RelDataType type = rowType.getFieldList().get(key.getFieldIndex()).getType();
      boolean isDescending = key.direction.isDescending();
      boolean isNullsFirst =
          key.nullDirection == RelFieldCollation.NullDirection.UNSPECIFIED
              ? isDescending
              : key.nullDirection == RelFieldCollation.NullDirection.FIRST;
      order.add(
          new WindowPlan.SortKey(
              key.getFieldIndex(), TypeKind.of(type), isDescending, isNullsFirst));
    }
    return new WindowRowComparator(List.of(), order);
  }

  /**
   * Returns whether Calcite's generated code orders values of a type differently, or not at all.
   */
  public static boolean needsPostgresOrder(RelDataType type) {
    return switch (TypeKind.of(type)) {
      case ARRAY, INTERVAL, UUID, JSONB -> true;
      default -> false;
    };
  }

  /** Compares sort keys; returns zero if two rows of one partition are peers. */
  int compareSorted(@Nullable Object[] left, @Nullable Object[] right) {
    for (WindowPlan.SortKey key : order) {
      Object one = left[key.column()];
      Object other = right[key.column()];
      int compared;
      if (one == null || other == null) {
        // ValueOrder sorts NULL as the greatest, regardless of the direction.
        compared = SqlValueComparator.compare(one, other);
        compared = key.isNullsFirst() ? -compared : compared;
      } else {
        compared =
            key.kind() == TypeKind.JSONB
                ? JsonbComparator.compare((String) one, (String) other)
                : SqlValueComparator.compare(one, other);
        compared = key.isDescending() ? -compared : compared;
      }
      if (compared != 0) {
        return compared;
      }
    }
    return 0;
  }
}
