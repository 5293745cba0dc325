package dev.colonnade.sql.run;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.scan.point.PointReadLayouts;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.StatementPart;
import dev.colonnade.sql.run.context.ParallelPlan;
import dev.colonnade.sql.run.context.PlanState;
import dev.colonnade.sql.run.context.PlanStatistics;
import dev.colonnade.sql.run.context.StatementContext;
import dev.colonnade.sql.type.SqlType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Physical plan that can be run any number of times, by any number of threads. */
public final class RunnableQuery {
  private final StatementPart part;
  private final boolean needsMemory;
  private final boolean mayBlock;
  private final ParallelPlan parallel;
  private final PointReadLayouts layouts = new PointReadLayouts();

  /** Result of {@link #expression}; null before its first call. */
  private volatile @Nullable OnlyExpression onlyExpression;

  private record OnlyExpression(@Nullable ParameterExpression expression) {}

  public RunnableQuery(StatementPart part) {
    this.part = requireNonNull(part, "part is null");
    this.needsMemory = MemoryNeed.of(part.plan());
    this.parallel = ParallelPlan.of(part.plan());
    this.mayBlock =
        part.parameterTypes().stream().anyMatch(type -> type.kind().isNamedReference())
            || !ShortPlans.isShort(part.plan());
  }

  public PhysicalPlan plan() {
    return part.plan();
  }

  /** Returns the types of the parameters that the plan has. */
  public List<SqlType> parameterTypes() {
    return part.parameterTypes();
  }

  /**
   * Returns whether an execution may block or take long: whether it is more than one row by its
   * key, than one row of simple expressions, or than the change of such a row.
   */
  public boolean mayBlock() {
    return mayBlock;
  }

  /**
   * Returns the expression that the query evaluates; null if it needs operators, a transaction, or
   * the services of a statement.
   */
  public @Nullable ParameterExpression expression() {
    OnlyExpression present = onlyExpression;
    if (present == null) {
      present = new OnlyExpression(ParameterExpression.of(part));
      onlyExpression = present;
    }
    return present.expression();
  }

  /** Starts the query; the caller closes the rows. */
  public InternalRows run(StatementContext context) {
    return OperatorRows.open(part, context, needsMemory, new PlanState(null, parallel, layouts));
  }

  /** Variant of {@link #run} that measures every operator. */
  public InternalRows run(StatementContext context, PlanStatistics statistics) {
    return OperatorRows.open(
        part, context, needsMemory, new PlanState(statistics, parallel, layouts));
  }
}
