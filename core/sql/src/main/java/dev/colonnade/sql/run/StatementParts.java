package dev.colonnade.sql.run;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.modify.NamedRows;
import dev.colonnade.sql.execute.modify.PartExecutor;
import dev.colonnade.sql.physical.StatementPart;
import dev.colonnade.sql.plan.lower.QueryParameters;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parts of a running statement, each with operators and parameters of its own. One thread. */
final class StatementParts implements PartExecutor, AutoCloseable {
  private final StatementExecution execution;
  private final NamedRows names;
  private final List<OperatorFactory> factories = new ArrayList<>();

  StatementParts(StatementExecution execution, NamedRows names) {
    this.execution = requireNonNull(execution, "execution is null");
    this.names = requireNonNull(names, "names is null");
  }

  NamedRows names() {
    return names;
  }

  /** Returns the operators of a part; the caller closes them. */
  Operator create(StatementPart part) {
    QueryParameters parameters = execution.context().parameters().of(part.parameterTypes());
    OperatorFactory factory = OperatorFactory.of(execution, parameters, names);
    factories.add(factory);
    return factory.create(part.plan());
  }

  @Override
  public List<@Nullable Object> parameters() {
    return execution.context().parameters().values();
  }

  @Override
  public @Nullable Object @Nullable [] firstRow(
      StatementPart part, List<@Nullable Object> parameters) {
    QueryParameters own = execution.context().parameters().of(part.parameterTypes(), parameters);
    try (OperatorFactory factory = OperatorFactory.of(execution, own, names);
        Operator operator = factory.create(part.plan())) {
      VectorBatch batch = operator.next();
      return batch == null ? null : firstRow(batch, part.plan().types());
    }
  }

  private static @Nullable Object[] firstRow(VectorBatch batch, List<VectorType> types) {
    @Nullable Object[] row = new @Nullable Object[types.size()];
    for (int i = 0; i < row.length; i++) {
      row[i] = batch.column(i).held(0, types.get(i));
    }
    return row;
  }

  /** Frees what the operators of the parts share. */
  @Override
  public void close() {
    factories.forEach(OperatorFactory::close);
    factories.clear();
  }
}
