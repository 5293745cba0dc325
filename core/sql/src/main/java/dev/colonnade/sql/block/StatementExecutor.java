package dev.colonnade.sql.block;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.block.BlockSession.BlockExpression;
import dev.colonnade.sql.block.BlockSession.BlockQuery;
import dev.colonnade.sql.block.BlockSession.BlockRows;
import dev.colonnade.sql.block.tree.AssignmentTarget;
import dev.colonnade.sql.block.tree.BlockStep;
import dev.colonnade.sql.block.tree.BlockStep.Into;
import dev.colonnade.sql.block.tree.BlockVariable;
import dev.colonnade.sql.block.tree.SqlFragment;
import dev.colonnade.sql.block.tree.SqlFragment.VariableReference;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Execution of assignments and SQL statements in a block. One thread. */
final class StatementExecutor {
  /** Statements that set FOUND. */
  private static final Set<String> SETTING_FOUND =
      Set.of("SELECT", "INSERT", "UPDATE", "DELETE", "MERGE");

  private final BlockSession session;
  private final Evaluator evaluator;
  private final BlockVariables variables;
  private final BlockVariable found;
  private long rowCount;

  StatementExecutor(
      BlockSession session, Evaluator evaluator, BlockVariables variables, BlockVariable found) {
    this.session = session;
    this.evaluator = evaluator;
    this.variables = variables;
    this.found = found;
  }

  /** Returns the number of rows that the last statement returned or changed. */
  long rowCount() {
    return rowCount;
  }

  void setFound(boolean value) {
    variables.write(found, TypedValue.of(SqlType.of(TypeKind.BOOLEAN), value));
  }

  void assign(BlockStep.Assign assign) {
    AssignmentTarget target = assign.target();
    if (target.field().isEmpty() && copied(target.variable(), assign.value())) {
      return;
    }
    TypedValue value = evaluator.value(assign.value());
    int element = element(target);
    try {
      variables.write(target, value, element);
    } catch (ColonnadeException e) {
      // As in PostgreSQL, a missing value is not an error of the expression.
      throw e.code() == ErrorCode.NULL_NOT_ALLOWED || e.code() == ErrorCode.UNSUPPORTED
          ? e
          : Evaluator.within(assign.value(), e);
    }
  }

  /** Sets the initial value of a variable. */
  void assign(BlockVariable variable, SqlFragment value) {
    if (!copied(variable, value)) {
      variables.write(variable, evaluator.value(value));
    }
  }

  /** Copies one row variable to another, if both are; returns whether it did. */
  private boolean copied(BlockVariable to, SqlFragment value) {
    if (!value.isVariable() || !(variables.cell(to) instanceof VariableStorage.Row row)) {
      return false;
    }
    VariableReference reference = value.references().getFirst();
    if (!reference.field().isEmpty()
        || !(variables.cell(reference.variable()) instanceof VariableStorage.Row from)) {
      return false;
    }
    variables.writeWhole(row, from.names(), from.read());
    return true;
  }

  void write(AssignmentTarget target, TypedValue value) {
    variables.write(target, value, element(target));
  }

  private int element(AssignmentTarget target) {
    SqlFragment subscript = target.subscript();
    if (subscript == null) {
      return 0;
    }
    Integer number = variables.number(evaluator.value(subscript));
    if (number == null) {
      throw BlockVariables.nullNotAllowed("array subscript in assignment must not be null");
    }
    return number;
  }

  /** Returns the rows of a query that a loop iterates over. */
  ReadAheadRows rows(BlockStep.Source source) {
    return switch (source) {
      case BlockStep.StaticSql(SqlFragment statement) -> {
        Evaluator.BoundQuery bound = evaluator.bind(statement);
        requireRows(bound.query(), "cannot open %s query as cursor");
        yield Evaluator.within(statement, () -> new ReadAheadRows(bound.query(), bound.values()));
      }
      case BlockStep.DynamicSql dynamic -> {
        List<String> texts = split(dynamic);
        if (texts.size() != 1) {
          throw new ColonnadeException(
              ErrorCode.SYNTAX_ERROR, "cannot open multi-query plan as cursor");
        }
        Evaluator.BoundQuery bound = bound(texts.getFirst(), using(dynamic));
        requireRows(bound.query(), "cannot open %s query as cursor");
        yield new ReadAheadRows(bound.query(), bound.values());
      }
    };
  }

  private static void requireRows(BlockQuery query, String message) {
    if (!query.returnsRows()) {
      throw new ColonnadeException(ErrorCode.SYNTAX_ERROR, message.formatted(query.command()));
    }
  }

  void run(BlockStep.Run run) {
    switch (run.source()) {
      case BlockStep.StaticSql(SqlFragment statement) -> runStatic(run, statement);
      case BlockStep.DynamicSql dynamic -> {
        List<TypedValue> using = using(dynamic);
        for (String text : split(dynamic)) {
          Evaluator.BoundQuery bound = bound(text, using);
          try {
            run(bound, run, false);
          } catch (ColonnadeException e) {
            throw isOfInto(e) ? e : Evaluator.within("SQL statement", text, e);
          }
        }
      }
    }
  }

  private void runStatic(BlockStep.Run run, SqlFragment statement) {
    Evaluator.BoundQuery bound = evaluator.bind(statement);
    if (run.into() == null && !run.isPerform() && bound.query().returnsRows()) {
      boolean isQuery = bound.query().command().equals("SELECT");
      String hint = "If you want to discard the results of a SELECT, use PERFORM instead.";
      throw new ColonnadeException(
          ErrorCode.SYNTAX_ERROR,
          "query has no destination for result data",
          isQuery ? ErrorFields.NONE.withHint(hint) : ErrorFields.NONE);
    }
    try {
      run(bound, run, SETTING_FOUND.contains(bound.query().command()));
    } catch (ColonnadeException e) {
      throw isOfInto(e) ? e : Evaluator.within(statement, e);
    }
  }

  /** Returns whether an error is about the row, and not about the query that returned it. */
  private static boolean isOfInto(ColonnadeException e) {
    return e.code() == ErrorCode.NO_DATA_FOUND || e.code() == ErrorCode.TOO_MANY_ROWS;
  }

  private void run(Evaluator.BoundQuery bound, BlockStep.Run run, boolean setsFound) {
    Into into = run.into();
    if (into != null && !bound.query().returnsRows()) {
      throw new ColonnadeException(
          ErrorCode.SYNTAX_ERROR, "INTO used with a command that cannot return data");
    }
    BlockExpression only = bound.query().expression();
    if (only != null) {
      @Nullable Object[] row = {only.value(bound.values().toArray())};
      if (into != null) {
        variables.writeRow(into.targets(), bound.query().names(), bound.query().types(), row);
      }
      rowCount = 1;
    } else {
      rowCount = rowsOf(bound, into);
    }
    if (setsFound) {
      setFound(rowCount > 0);
    }
  }

  /** Runs a query; returns the number of rows, counted as far as it matters. */
  private long rowsOf(Evaluator.BoundQuery bound, @Nullable Into into) {
    try (BlockRows rows = bound.run()) {
      if (into != null) {
        return into(rows, bound.query(), into);
      }
      if (!bound.query().returnsRows()) {
        return rows.updateCount();
      }
      long count = 0;
      while (rows.next() != null) {
        count++;
      }
      return count;
    }
  }

  /**
   * Assigns the first row to variables; returns the number of rows, counted as far as it matters.
   */
  private long into(BlockRows rows, BlockQuery query, Into into) {
    @Nullable Object[] row = rows.next();
    if (row == null && into.strict()) {
      throw new ColonnadeException(ErrorCode.NO_DATA_FOUND, "query returned no rows");
    }
    boolean mustBeOne = into.strict() || !query.command().equals("SELECT");
    if (row != null && mustBeOne && rows.next() != null) {
      throw new ColonnadeException(
          ErrorCode.TOO_MANY_ROWS,
          "query returned more than one row",
          ErrorFields.NONE.withHint("Make sure the query returns a single row, or use LIMIT 1."));
    }
    variables.writeRow(into.targets(), query.names(), query.types(), row);
    return row == null ? 0 : 1;
  }

  private List<String> split(BlockStep.DynamicSql dynamic) {
    String text = text(dynamic);
    try {
      return session.split(text);
    } catch (ColonnadeException e) {
      throw e.position() == 0 ? e : Evaluator.inQuery(e, text, e.position());
    }
  }

  private String text(BlockStep.DynamicSql dynamic) {
    String text = variables.text(evaluator.value(dynamic.text()));
    if (text == null) {
      throw BlockVariables.nullNotAllowed("query string argument of EXECUTE is null");
    }
    return text;
  }

  private List<TypedValue> using(BlockStep.DynamicSql dynamic) {
    return dynamic.using().stream().map(evaluator::value).toList();
  }

  private Evaluator.BoundQuery bound(String text, List<TypedValue> values) {
    List<@Nullable SqlType> types = new ArrayList<>();
    List<@Nullable Object> plain = new ArrayList<>();
    for (TypedValue value : values) {
      types.add(value.parameterType());
      plain.add(value.value());
    }
    try {
      return new Evaluator.BoundQuery(session.prepare(text, types), plain);
    } catch (ColonnadeException e) {
      throw Evaluator.within("SQL statement", text, e);
    }
  }
}
