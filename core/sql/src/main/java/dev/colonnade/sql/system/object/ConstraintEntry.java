package dev.colonnade.sql.system.object;

import dev.colonnade.catalog.rule.ConstraintTiming;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Constraint as listed by {@code pg_constraint}.
 *
 * @param kind the value of {@code contype}: p, u, c or f
 * @param indexOid the index that enforces it; 0 if there is none
 * @param columns column numbers of the table
 * @param reference the referenced columns of a foreign key; null for other constraints
 * @param expression the expression of a check constraint; null for other constraints
 * @param timing the deferrability
 */
record ConstraintEntry(
    long oid,
    String name,
    char kind,
    SystemRelation table,
    long indexOid,
    List<Integer> columns,
    @Nullable Reference reference,
    @Nullable String expression,
    ConstraintTiming timing) {
  static final char PRIMARY = 'p';
  static final char UNIQUE = 'u';
  static final char CHECK = 'c';
  static final char FOREIGN = 'f';

  /**
   * Referenced columns of a foreign key.
   *
   * @param onUpdate the value of {@code confupdtype}: a, r, c, n or d
   */
  record Reference(SystemRelation table, List<Integer> columns, char onUpdate, char onDelete) {
    Reference {
      columns = List.copyOf(columns);
    }
  }

  ConstraintEntry {
    columns = List.copyOf(columns);
  }
}
