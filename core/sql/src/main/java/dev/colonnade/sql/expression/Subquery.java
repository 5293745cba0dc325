package dev.colonnade.sql.expression;

import dev.colonnade.sql.vector.VectorType;
import java.util.List;

/** Plan of a subquery in an expression; {@link SubqueryExecutor} runs it. */
public interface Subquery {
  /** Returns the representation of the columns. */
  List<VectorType> types();

  /** Returns whether the plan reads columns of an enclosing row. */
  boolean isCorrelated();

  /** Returns the name under which EXPLAIN shows the plan, such as {@code SubPlan 1}. */
  String name();
}
