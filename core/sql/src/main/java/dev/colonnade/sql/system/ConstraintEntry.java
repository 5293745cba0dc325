package dev.colonnade.sql.system;

import dev.colonnade.catalog.rule.ConstraintTiming;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A constraint, as {@code pg_constraint} lists it.
 *
 * @param kind as {@code contype} says it: p, u, c or f
 * @param indexOid the index that it is kept by; 0 if there is none
 * @param columns numbers of columns of the table
 * @param reference of a foreign key; null for all others
 * @param expression of a check; null for all others
 * @param timing when it is checked
 */
record ConstraintEntry(
    long oid,
    String name,
    char kind,
    Relation table,
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
   * What a foreign key refers to.
   *
   * @param onUpdate as {@code confupdtype} says it: a, r, c, n or d
   */
  record Reference(Relation table, List<Integer> columns, char onUpdate, char onDelete) {
    Reference {
      columns = List.copyOf(columns);
    }
  }

  ConstraintEntry {
    columns = List.copyOf(columns);
  }
}
