package dev.colonnade.sql.optimize.property;

import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSet.Recursion;
import dev.colonnade.sql.logical.LogicalSource.WorkingTable;
import java.util.HashSet;
import java.util.Set;

/** Reads of the working tables of enclosing recursions, whose rows differ from round to round. */
public final class WorkingTables {
  private WorkingTables() {}

  /**
   * Returns whether a plan, or a subquery in it, reads the working table of a recursion that is not
   * part of the plan. Its rows must not be computed once for all rounds.
   */
  public static boolean areReadBy(LogicalPlan plan) {
    Set<Integer> read = new HashSet<>();
    Set<Integer> own = new HashSet<>();
    PlanTraversal.visit(
        plan,
        node -> {
          if (node instanceof WorkingTable table) {
            read.add(table.recursionId());
          } else if (node instanceof Recursion recursion) {
            own.add(recursion.id());
          }
        });
    read.removeAll(own);
    return !read.isEmpty();
  }
}
