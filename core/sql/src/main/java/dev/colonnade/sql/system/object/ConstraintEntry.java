package dev.colonnade.sql.system.object;

import dev.colonnade.catalog.constraint.ConstraintTiming;
import dev.colonnade.catalog.name.CommentTarget;
import dev.colonnade.catalog.relation.Table;
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
 * @param marks the deferrability and other properties
 */
public record ConstraintEntry(
    long oid,
    String name,
    char kind,
    SystemRelation table,
    long indexOid,
    List<Integer> columns,
    @Nullable Reference reference,
    @Nullable String expression,
    Marks marks) {
  public static final char PRIMARY = 'p';
  public static final char UNIQUE = 'u';
  public static final char CHECK = 'c';
  public static final char FOREIGN = 'f';

  /**
   * Referenced columns of a foreign key.
   *
   * @param onUpdate the value of {@code confupdtype}: a, r, c, n or d
   */
  public record Reference(
      SystemRelation table, List<Integer> columns, char onUpdate, char onDelete) {
    public Reference {
      columns = List.copyOf(columns);
    }
  }

  /**
   * Properties of a constraint that are written behind it.
   *
   * @param isNoInherit whether a CHECK is NO INHERIT
   * @param isValidated whether it is not NOT VALID
   */
  public record Marks(ConstraintTiming timing, boolean isNoInherit, boolean isValidated) {
    /** Returns the marks of a constraint that all rows satisfy. */
    static Marks of(ConstraintTiming timing) {
      return new Marks(timing, false, true);
    }
  }

  public ConstraintEntry {
    columns = List.copyOf(columns);
  }

  /** Returns the target of the comment on the constraint; null for one of the system. */
  public @Nullable CommentTarget commentTarget() {
    Table owner = table.table();
    return owner == null ? null : CommentTarget.constraint(owner.id(), name);
  }
}
