package dev.colonnade.sql.execute.row;

import dev.colonnade.sql.execute.TestRows;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.PlanColumn;
import dev.colonnade.sql.physical.PlanEstimate;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Plans and rows that tests of operators with one input share. */
final class RowPlans {
  static final VectorType BIGINT = VectorType.of(TypeKind.BIGINT);
  static final VectorType TEXT = VectorType.of(TypeKind.TEXT);

  private RowPlans() {}

  static List<PlanColumn> columns(List<VectorType> types) {
    List<PlanColumn> columns = new ArrayList<>();
    types.forEach(type -> columns.add(new PlanColumn("c" + columns.size(), type)));
    return columns;
  }

  /** Returns a plan whose rows have these types; tests give its operator themselves. */
  static PhysicalPlan input(List<VectorType> types) {
    return new ScanPlan.Values(List.of(), columns(types), PlanEstimate.UNKNOWN);
  }

  @SuppressWarnings("unchecked")
  static TestRows rows(List<VectorType> types, List<List<@Nullable Object>> rows) {
    return TestRows.of(types, rows.toArray(List[]::new));
  }

  /** Returns a random BIGINT from 0 to before {@code values}; one of eight is NULL. */
  static @Nullable Long number(Random random, int values) {
    return random.nextInt(8) == 0 ? null : (Long) (long) random.nextInt(values);
  }
}
