package dev.colonnade.sql.frontend.shape;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.expression.LiteralText;
import dev.colonnade.sql.function.datetime.InputContext;
import dev.colonnade.sql.function.value.ValueConverter;
import dev.colonnade.sql.run.ParameterExpression;
import dev.colonnade.sql.statement.BatchExecution;
import dev.colonnade.sql.statement.Effect;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.statement.SqlColumn;
import dev.colonnade.sql.statement.StatementResult;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Shared plan with the literals of one text, which are its last parameters. */
public final class BoundStatement implements PreparedStatement {
  private final PreparedStatement plan;
  private final List<SqlType> clientTypes;
  private final List<Object> literals;

  private BoundStatement(PreparedStatement plan, int clientCount, List<Object> literals) {
    this.plan = requireNonNull(plan, "plan is null");
    this.clientTypes = plan.parameterTypes().subList(0, clientCount);
    this.literals = requireNonNull(literals, "literals is null");
  }

  /**
   * Returns the plan with literals; null if one of them is no value of its type: then the text is
   * planned by itself, which reports the error at the literal.
   *
   * @param session in which literals are read
   */
  public static @Nullable BoundStatement of(
      PreparedStatement plan, int clientCount, List<Object> literals, InputContext session) {
    List<SqlType> types = plan.parameterTypes();
    for (int i = 0; i < literals.size(); i++) {
      if (!isValue(types.get(clientCount + i), literals.get(i), session)) {
        return null;
      }
    }
    return new BoundStatement(plan, clientCount, literals);
  }

  private static boolean isValue(SqlType type, Object literal, InputContext session) {
    if (type.kind().isText()) {
      return literal instanceof String;
    }
    try {
      return ValueConverter.fromJava(type, literal, session) != null;
    } catch (ColonnadeException _) {
      return false;
    }
  }

  /** Returns the plan with literals that have their values in a session in all sessions. */
  public BoundStatement fixed(InputContext session) {
    List<SqlType> types = plan.parameterTypes();
    List<Object> fixed = new ArrayList<>(literals);
    for (int i = 0; i < fixed.size(); i++) {
      SqlType type = types.get(clientTypes.size() + i);
      if (dependsOnSession(type.kind())) {
        Object value = requireNonNull(ValueConverter.fromJava(type, fixed.get(i), session));
        fixed.set(i, LiteralText.plain(type.kind(), value));
      }
    }
    return new BoundStatement(plan, clientTypes.size(), fixed);
  }

  private static boolean dependsOnSession(TypeKind kind) {
    return switch (kind) {
      case DATE, TIME, TIMETZ, TIMESTAMP, TIMESTAMPTZ, INTERVAL -> true;
      default -> false;
    };
  }

  @Override
  public boolean readsClock() {
    return plan.readsClock();
  }

  @Override
  public List<SqlColumn> columns() {
    return plan.columns();
  }

  @Override
  public List<SqlType> parameterTypes() {
    return clientTypes;
  }

  @Override
  public boolean isCacheable() {
    return plan.isCacheable();
  }

  @Override
  public Effect effect() {
    return plan.effect();
  }

  @Override
  public boolean mayBlock() {
    return plan.mayBlock();
  }

  @Override
  public @Nullable BatchExecution batchExecution() {
    BatchExecution batch = plan.batchExecution();
    return batch == null
        ? null
        : (execution, rows) -> batch.execute(execution, rows.stream().map(this::all).toList());
  }

  @Override
  public @Nullable ParameterExpression expression() {
    ParameterExpression expression = plan.expression();
    return expression == null ? null : expression.with(literals);
  }

  @Override
  public List<String> explain(CatalogSnapshot catalog) {
    return plan.explain(catalog);
  }

  @Override
  public StatementResult run(Execution execution) {
    return plan.run(execution.with(all(execution.parameters())));
  }

  /** Returns the parameters of the client and the literals. */
  private List<@Nullable Object> all(List<@Nullable Object> parameters) {
    if (parameters.size() != clientTypes.size()) {
      throw wrongCount(clientTypes.size(), parameters.size());
    }
    List<@Nullable Object> all = new ArrayList<>(parameters.size() + literals.size());
    all.addAll(parameters);
    all.addAll(literals);
    return Collections.unmodifiableList(all);
  }

  private static ColonnadeException wrongCount(int expected, int actual) {
    return new ColonnadeException(
        ErrorCode.WRONG_PARAMETERS,
        "wrong number of parameters: expected=%d actual=%d".formatted(expected, actual));
  }
}
