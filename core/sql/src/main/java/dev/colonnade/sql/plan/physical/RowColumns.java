package dev.colonnade.sql.plan.physical;

import dev.colonnade.sql.vector.VectorType;
import java.util.List;

/**
 * Columns of the rows over which expressions are evaluated.
 *
 * @param id identifies the row among the outer rows of subqueries
 * @param names for EXPLAIN, one for each type
 */
record RowColumns(int id, List<VectorType> types, List<String> names) {
  RowColumns {
    types = List.copyOf(types);
    names = List.copyOf(names);
    if (types.size() != names.size()) {
      throw new IllegalArgumentException("types=%d names=%d".formatted(types.size(), names.size()));
    }
  }
}
