package dev.colonnade.sql.physical.access;

import static java.util.Objects.requireNonNull;

import dev.colonnade.scan.filter.Comparison;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.type.schema.Column;
import java.util.List;

/**
 * Predicate that a scan decides exactly on stored rows. The expressions in it have no columns: they
 * are evaluated when the scan is opened.
 */
public sealed interface ScanPredicate {
  /** Comparison of a column with a value. */
  record Compare(Column column, Comparison comparison, Expression value) implements ScanPredicate {
    public Compare {
      requireNonNull(column, "column is null");
      requireNonNull(comparison, "comparison is null");
      requireNonNull(value, "value is null");
    }
  }

  /** Conjunction. */
  record And(List<ScanPredicate> operands) implements ScanPredicate {
    public And {
      operands = List.copyOf(operands);
    }
  }

  /** Disjunction. */
  record Or(List<ScanPredicate> operands) implements ScanPredicate {
    public Or {
      operands = List.copyOf(operands);
    }
  }

  /** Negation. */
  record Not(ScanPredicate operand) implements ScanPredicate {
    public Not {
      requireNonNull(operand, "operand is null");
    }
  }

  /** NULL test. */
  record IsNull(Column column) implements ScanPredicate {
    public IsNull {
      requireNonNull(column, "column is null");
    }
  }

  /**
   * Equality of a column with an element of an array.
   *
   * @param elements kind of the elements
   */
  record EqualsAny(Column column, Expression array, TypeKind elements) implements ScanPredicate {
    public EqualsAny {
      requireNonNull(column, "column is null");
      requireNonNull(array, "array is null");
      requireNonNull(elements, "elements is null");
    }
  }

  /** Pattern match with backslash as escape. */
  record Like(Column column, Expression pattern) implements ScanPredicate {
    public Like {
      requireNonNull(column, "column is null");
      requireNonNull(pattern, "pattern is null");
    }
  }

  /** Boolean constant. */
  record Constant(boolean value) implements ScanPredicate {}
}
