package dev.colonnade.sql.run.operator;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.modify.PartExecutor;
import dev.colonnade.sql.execute.modify.row.NamedRows;
import dev.colonnade.sql.physical.StatementPart;
import dev.colonnade.sql.run.context.QueryParameters;
import dev.colonnade.sql.run.context.StatementParameters;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Parts of a running statement, each with operators and parameters of its own. One thread. */
final class StatementParts implements PartExecutor, AutoCloseable {
  private final StatementParameters parameters;
  private final NamedRows names;
  private final Function<QueryParameters, PlanOperators> factory;
  private final List<PlanOperators> factories = new ArrayList<>();

  /**
   * Creates the parts.
   *
   * @param factory creates the source of the operators of a part with its parameters
   */
  StatementParts(
      StatementParameters parameters,
      NamedRows names,
      Function<QueryParameters, PlanOperators> factory) {
    this.parameters = requireNonNull(parameters, "parameters is null");
    this.names = requireNonNull(names, "names is null");
    this.factory = requireNonNull(factory, "factory is null");
  }

  NamedRows names() {
    return names;
  }

  /** Returns the operators of a part; the caller closes them. */
  Operator create(StatementPart part) {
    PlanOperators operators = factory.apply(parameters.of(part.parameterTypes()));
    factories.add(operators);
    return operators.create(part.plan());
  }

  @Override
  public List<@Nullable Object> parameters() {
    return parameters.values();
  }

  @Override
  public @Nullable Object @Nullable [] firstRow(StatementPart part, List<@Nullable Object> values) {
    try (PlanOperators operators = factory.apply(parameters.of(part.parameterTypes(), values));
        Operator operator = operators.create(part.plan())) {
      VectorBatch batch = operator.next();
      return batch == null ? null : firstRow(batch, part.plan().types());
    }
  }

  @Override
  public void run(
      StatementPart part, String name, NamedRows.Item rows, Consumer<VectorBatch> into) {
    names.add(name, rows);
    try (PlanOperators operators = factory.apply(parameters.of(part.parameterTypes()));
        Operator operator = operators.create(part.plan())) {
      for (VectorBatch batch = operator.next(); batch != null; batch = operator.next()) {
        into.accept(batch);
      }
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
    factories.forEach(PlanOperators::close);
    factories.clear();
  }
}
