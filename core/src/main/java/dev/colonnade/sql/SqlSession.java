package dev.colonnade.sql;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.access.StatementGround;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.SessionSettings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs the statements of one user, one after the other. One thread at a time. */
public final class SqlSession {
  private final SqlEngine engine;
  private final StatementGround ground;
  private final SessionSettings settings = new SessionSettings();

  SqlSession(SqlEngine engine, StatementGround ground) {
    this.engine = requireNonNull(engine, "engine is null");
    this.ground = requireNonNull(ground, "ground is null");
  }

  /**
   * Runs a statement.
   *
   * @param parameters values of {@code ?} or {@code $1}, ...: of the Java class of their type,
   *     null, or text that is read as the type
   * @return the result, which the caller closes
   */
  public SqlResult execute(String sql, @Nullable Object... parameters) {
    return execute(sql, Cancellation.withoutDeadline(), parameters);
  }

  /** As {@link #execute(String, Object...)}; {@code cancellation} ends it at any time. */
  public SqlResult execute(String sql, Cancellation cancellation, @Nullable Object... parameters) {
    StatementTransaction transaction = ground.begin();
    Execution execution = new Execution(transaction, listOf(parameters), cancellation, settings);
    try {
      return new SqlResult(sql, engine.prepare(sql, transaction).run(execution));
    } catch (ColonnadeException e) {
      throw e;
    } catch (RuntimeException e) {
      throw dev.colonnade.sql.error.SqlErrors.of(sql, e);
    }
  }

  private static List<@Nullable Object> listOf(@Nullable Object[] parameters) {
    List<@Nullable Object> list = new ArrayList<>(parameters.length);
    for (Object parameter : parameters) {
      list.add(parameter);
    }
    return Collections.unmodifiableList(list);
  }

  /** What a statement takes and gives. It is planned now, and found again when it is executed. */
  public SqlDescription describe(String sql) {
    var prepared = engine.prepare(sql, ground.begin());
    return new SqlDescription(prepared.parameterTypes(), prepared.columns());
  }
}
