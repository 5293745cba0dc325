package dev.colonnade.sql.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.function.interrupt.Interruption;
import dev.colonnade.sql.prepared.PreparedStatements;
import dev.colonnade.sql.prepared.SqlPrepared;
import dev.colonnade.sql.prepared.SqlText;
import dev.colonnade.sql.result.SqlResult;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.statement.StatementResult;
import dev.colonnade.sql.syntax.command.PreparedCommand;
import dev.colonnade.sql.syntax.query.TypeName;
import dev.colonnade.sql.type.SqlType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** PREPARE, EXECUTE and DEALLOCATE. One thread. */
final class PreparedStatementCommands {
  private final SessionComponents components;
  private final PreparedStatements statements;

  PreparedStatementCommands(SessionComponents components, PreparedStatements statements) {
    this.components = requireNonNull(components, "components is null");
    this.statements = requireNonNull(statements, "statements is null");
  }

  /** Runs a command without a result. */
  void run(SqlText text, PreparedCommand command) {
    switch (command) {
      case PreparedCommand.Prepare prepare -> prepare(text, prepare);
      case PreparedCommand.Deallocate deallocate -> deallocate(deallocate.name());
      case PreparedCommand.Execute _, PreparedCommand.ExplainExecute _ ->
          throw new IllegalStateException("EXECUTE has a result");
    }
  }

  private void prepare(SqlText text, PreparedCommand.Prepare prepare) {
    StatementTransaction transaction = components.block().look();
    List<@Nullable SqlType> types = new ArrayList<>();
    for (TypeName type : prepare.types()) {
      types.add(components.cache().type(text.command(), type, transaction));
    }
    SqlText statement = text.inner(prepare.statement(), prepare.start());
    SqlPrepared prepared = components.runner().prepare(statement, types);
    long micros = TimeUnit.NANOSECONDS.toMicros(components.context().epochNanos());
    statements.add(
        prepare.name(),
        components.runner().fixLiterals(prepared),
        new PreparedStatements.Origin(text.command().whole(), true, micros));
  }

  private void deallocate(@Nullable String name) {
    if (name == null) {
      statements.clear();
    } else {
      statements.require(name);
      statements.remove(name);
    }
  }

  /** Returns EXPLAIN of a prepared statement, which is planned. */
  SqlPrepared prepareExplain(SqlText text, PreparedCommand.ExplainExecute explain) {
    SqlPrepared target = statements.require(explain.execute().name());
    SqlText explaining = text.explaining(explain.options(), target.text());
    List<@Nullable SqlType> types = new ArrayList<>(target.parameterTypes());
    return SqlPrepared.executing(text, explain, components.runner().prepare(explaining, types));
  }

  /** Runs EXECUTE of a statement, or of its explanation. */
  SqlResult execute(
      SqlPrepared statement,
      PreparedCommand.Execute execute,
      SqlPrepared target,
      Cancellation cancellation) {
    int expected = target.parameterTypes().size();
    if (expected > 0 && execute.arguments().size() != expected) {
      throw new ColonnadeException(
          ErrorCode.SYNTAX_ERROR,
          "wrong number of parameters for prepared statement \"%s\"".formatted(execute.name()),
          ErrorFields.NONE.withDetail(
              "Expected %d parameters but got %d."
                  .formatted(expected, execute.arguments().size())));
    }
    List<@Nullable Object> values =
        expected == 0
            ? List.of()
            : values(statement.text(), execute, target, components.runner().limited(cancellation));
    return components.runner().run(target, cancellation, values);
  }

  private List<@Nullable Object> values(
      SqlText text,
      PreparedCommand.Execute execute,
      SqlPrepared target,
      Cancellation cancellation) {
    StatementTransaction transaction = components.block().look();
    PreparedStatement row =
        components
            .cache()
            .arguments(
                text.command(),
                execute,
                target.parameterTypes(),
                transaction,
                components.settings());
    Execution execution =
        new Execution(
            transaction,
            List.of(),
            cancellation,
            components.settings(),
            components.context().resources());
    return Interruption.call(cancellation, () -> values(row, execution));
  }

  private static List<@Nullable Object> values(PreparedStatement row, Execution execution) {
    try (StatementResult outcome = row.run(execution)) {
      @Nullable Object[] values = outcome.next();
      return values == null ? List.of() : Arrays.asList(values);
    }
  }
}
