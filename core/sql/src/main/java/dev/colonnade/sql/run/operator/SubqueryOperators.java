package dev.colonnade.sql.run.operator;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.memory.OperatorMemory;
import dev.colonnade.sql.execute.memory.QueryMemory;
import dev.colonnade.sql.execute.spill.SpillContext;
import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Subquery;
import dev.colonnade.sql.expression.SubqueryExecutor;
import dev.colonnade.sql.expression.SubqueryRows;
import dev.colonnade.sql.physical.SubqueryPlan;
import dev.colonnade.sql.vector.VectorBatch;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Executor of the subqueries of one query: a tree of operators for each execution. */
final class SubqueryOperators implements SubqueryExecutor, AutoCloseable {
  private final QueryMemory query;
  private final Function<OperatorMemory, SpillContext> resources;
  private @Nullable SubqueryMemory memory;
  private @Nullable PlanOperators factory;

  SubqueryOperators(QueryMemory query, Function<OperatorMemory, SpillContext> resources) {
    this.query = requireNonNull(query, "query is null");
    this.resources = requireNonNull(resources, "resources is null");
  }

  void use(PlanOperators used) {
    factory = used;
  }

  @Override
  public SubqueryRows open(Subquery subquery, Evaluation evaluation) {
    Operator operator =
        requireNonNull(factory, "factory is null").create(((SubqueryPlan) subquery).plan());
    return new SubqueryRows() {
      @Override
      public @Nullable VectorBatch next() {
        return operator.next();
      }

      @Override
      public void close() {
        operator.close();
      }
    };
  }

  @Override
  public Memory memory() {
    SubqueryMemory known = memory;
    if (known == null) {
      known = new SubqueryMemory(query, resources);
      memory = known;
    }
    return known;
  }

  /** Frees the memory and the temporary files of results. */
  @Override
  public void close() {
    if (memory != null) {
      memory.close();
    }
  }
}
