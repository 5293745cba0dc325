package dev.colonnade.sql.optimize.physical.expression;

import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.arithmetic.RepresentationCast;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.optimize.physical.row.PlannedRows;
import dev.colonnade.sql.optimize.physical.row.Projections;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Columns over which expressions are evaluated: those of one input, or of pairs of rows of two. */
public final class InputColumns {
  /** Absence of columns. */
  public static final InputColumns NONE = new InputColumns(null, null);

  private final @Nullable PlannedRows left;
  private final @Nullable PlannedRows right;

  private InputColumns(@Nullable PlannedRows left, @Nullable PlannedRows right) {
    this.left = left;
    this.right = right;
  }

  /** Returns the columns of rows. */
  public static InputColumns of(PlannedRows rows) {
    return new InputColumns(rows, null);
  }

  /** Returns the columns of pairs of rows. */
  public static InputColumns ofPairs(PlannedRows left, PlannedRows right) {
    return new InputColumns(left, right);
  }

  /** Returns the value of a variable; null if it is none of the columns. */
  @Nullable Expression find(Variable variable) {
    if (left == null) {
      return null;
    }
    ColumnReference found = left.reference(variable);
    if (found == null && right != null) {
      ColumnReference other = right.reference(variable);
      found =
          other == null
              ? null
              : new ColumnReference(other.type(), left.columns().size() + other.index());
    }
    if (found == null) {
      return null;
    }
    boolean isSame =
        found.type().form() == variable.type().form()
            && found.type().scale() == variable.type().scale();
    return isSame ? found : RepresentationCast.of(found, variable.type());
  }

  /** Returns the names of the columns. */
  List<String> names() {
    List<String> names = new ArrayList<>();
    if (left != null) {
      names.addAll(Projections.namesOf(left.columns()));
    }
    if (right != null) {
      names.addAll(Projections.namesOf(right.columns()));
    }
    return names;
  }
}
