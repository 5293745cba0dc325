package dev.colonnade.sql.optimize.rule;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.logical.Assignment;
import dev.colonnade.sql.logical.LogicalChange.Insert;
import dev.colonnade.sql.logical.LogicalOperator.Project;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSet.CommonTable;
import dev.colonnade.sql.logical.LogicalSet.Evaluation;
import dev.colonnade.sql.logical.LogicalSet.With;
import dev.colonnade.sql.logical.LogicalSource.CteReference;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.logical.Variables;
import dev.colonnade.sql.logical.copy.PlanCopier;
import dev.colonnade.sql.optimize.property.PlanTraversal;
import dev.colonnade.sql.optimize.property.WorkingTables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Rule that puts the plan of a common table expression in the place of its references, if the
 * analyzer chose that, and drops common table expressions without references. Each copy but the
 * first defines new variables.
 */
public final class CteInlining {
  private final Variables variables;
  private final Map<Integer, LogicalPlan> plans = new HashMap<>();
  private final Set<Integer> used = new HashSet<>();

  /** Tables that the parts of ON CONFLICT read, which are no inputs of the insertion. */
  private final Set<Integer> readByConflict = new HashSet<>();

  private CteInlining(Variables variables) {
    this.variables = variables;
  }

  /** Returns the plan without references to inlined common table expressions. */
  public static LogicalPlan apply(LogicalPlan plan, Variables variables) {
    return new CteInlining(variables).rewrite(plan);
  }

  private LogicalPlan rewrite(LogicalPlan plan) {
    return switch (plan) {
      case CteReference reference when plans.containsKey(reference.cteId()) -> inlined(reference);
      case With with -> rewrite(with);
      case Insert insert when insert.conflict() != null -> {
        insert
            .conflict()
            .plans()
            .forEach(part -> PlanTraversal.visit(part, node -> addReference(node, readByConflict)));
        yield ((Insert) PlanTraversal.rewriteParts(plan, this::rewrite))
            .withConflictPlans(this::rewrite);
      }
      default -> PlanTraversal.rewriteParts(plan, this::rewrite);
    };
  }

  private LogicalPlan rewrite(With with) {
    List<CommonTable> kept = new ArrayList<>();
    for (CommonTable table : with.tables()) {
      LogicalPlan changed = rewrite(table.plan());
      if (table.evaluation() == Evaluation.INLINED || WorkingTables.areReadBy(changed)) {
        plans.put(table.id(), changed);
      } else {
        kept.add(new CommonTable(table.id(), table.name(), changed, table.evaluation()));
      }
    }
    LogicalPlan body = rewrite(with.body());
    removeUnread(kept, body);
    return kept.isEmpty() ? body : new With(kept, body);
  }

  private void removeUnread(List<CommonTable> tables, LogicalPlan body) {
    Set<Integer> read = new HashSet<>(readByConflict);
    PlanTraversal.visit(body, node -> addReference(node, read));
    for (int i = tables.size() - 1; i >= 0; i--) {
      CommonTable table = tables.get(i);
      if (read.contains(table.id())) {
        PlanTraversal.visit(table.plan(), node -> addReference(node, read));
      } else {
        tables.remove(i);
      }
    }
  }

  private static void addReference(LogicalPlan node, Set<Integer> read) {
    if (node instanceof CteReference reference) {
      read.add(reference.cteId());
    }
  }

  private LogicalPlan inlined(CteReference reference) {
    LogicalPlan plan = requireNonNull(plans.get(reference.cteId()), "plan is null");
    if (!used.add(reference.cteId())) {
      plan = PlanCopier.copy(plan, variables).plan();
    }
    List<Assignment> assignments = new ArrayList<>();
    for (int i = 0; i < reference.columns().size(); i++) {
      Variable column = plan.columns().get(i);
      assignments.add(new Assignment(reference.columns().get(i), column));
    }
    return new Project(plan, assignments);
  }
}
