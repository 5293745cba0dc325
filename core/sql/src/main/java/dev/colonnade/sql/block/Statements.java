package dev.colonnade.sql.block;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.block.BlockSession.BlockQuery;
import dev.colonnade.sql.block.BlockSession.BlockRows;
import dev.colonnade.sql.block.parse.Fragment.Mention;
import dev.colonnade.sql.block.parse.Fragment;
import dev.colonnade.sql.block.parse.Step.Into;
import dev.colonnade.sql.block.parse.Step;
import dev.colonnade.sql.block.parse.Target;
import dev.colonnade.sql.block.parse.Variable;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Assignments, and the statements of SQL in a block. One thread. */
final class Statements {
  /** Those that say whether they met a row. */
  private static final Set<String> ABOUT_ROWS =
      Set.of("SELECT", "INSERT", "UPDATE", "DELETE", "MERGE");

  private final BlockSession session;
  private final Evaluator evaluator;
  private final Variables variables;
  private final Variable found;
  private long rowCount;

  Statements(BlockSession session, Evaluator evaluator, Variables variables, Variable found) {
    this.session = session;
    this.evaluator = evaluator;
    this.variables = variables;
    this.found = found;
  }

  /** How many rows the last statement gave or changed. */
  long rowCount() {
    return rowCount;
  }

  void found(boolean met) {
    variables.write(found, Value.of(SqlType.of(TypeKind.BOOLEAN), met));
  }

  void assign(Step.Assign assign) {
    Target target = assign.target();
    if (target.field().isEmpty() && copied(target.variable(), assign.value())) {
      return;
    }
    Value value = evaluator.value(assign.value());
    int element = element(target);
    try {
      variables.write(target, value, element);
    } catch (ColonnadeException e) {
      // As in PostgreSQL, that there is no value is not a mistake of the expression.
      throw e.code() == ErrorCode.NULL_NOT_ALLOWED || e.code() == ErrorCode.UNSUPPORTED
          ? e
          : Evaluator.within(assign.value(), e);
    }
  }

  /** Gives a variable what it is at first. */
  void assign(Variable variable, Fragment value) {
    if (!copied(variable, value)) {
      variables.write(variable, evaluator.value(value));
    }
  }

  /** Gives one row to another, if both are. */
  private boolean copied(Variable to, Fragment value) {
    if (!value.isVariable() || !(variables.cell(to) instanceof Cell.Row row)) {
      return false;
    }
    Mention mention = value.mentions().getFirst();
    if (!mention.field().isEmpty()
        || !(variables.cell(mention.variable()) instanceof Cell.Row from)) {
      return false;
    }
    variables.writeWhole(row, from.names(), from.read());
    return true;
  }

  void write(Target target, Value value) {
    variables.write(target, value, element(target));
  }

  private int element(Target target) {
    Fragment subscript = target.subscript();
    if (subscript == null) {
      return 0;
    }
    Integer number = variables.number(evaluator.value(subscript));
    if (number == null) {
      throw Variables.nullFor("array subscript in assignment must not be null");
    }
    return number;
  }

  /** The rows of a query that a loop goes through. */
  RowStream rows(Step.Source source) {
    return switch (source) {
      case Step.Written(Fragment statement) -> {
        Evaluator.Ready ready = evaluator.ready(statement);
        requireRows(ready.query(), "cannot open %s query as cursor");
        yield Evaluator.within(statement, () -> new RowStream(ready.query(), ready.values()));
      }
      case Step.Made made -> {
        List<String> texts = split(made);
        if (texts.size() != 1) {
          throw new ColonnadeException(
              ErrorCode.SYNTAX_ERROR, "cannot open multi-query plan as cursor");
        }
        Evaluator.Ready ready = made(texts.getFirst(), using(made));
        requireRows(ready.query(), "cannot open %s query as cursor");
        yield new RowStream(ready.query(), ready.values());
      }
    };
  }

  private static void requireRows(BlockQuery query, String message) {
    if (!query.returnsRows()) {
      throw new ColonnadeException(ErrorCode.SYNTAX_ERROR, message.formatted(query.command()));
    }
  }

  void run(Step.Run run) {
    switch (run.source()) {
      case Step.Written(Fragment statement) -> written(run, statement);
      case Step.Made made -> {
        List<Value> using = using(made);
        for (String text : split(made)) {
          Evaluator.Ready ready = made(text, using);
          try {
            run(ready, run, false);
          } catch (ColonnadeException e) {
            throw isOfInto(e) ? e : Evaluator.within("SQL statement", text, e);
          }
        }
      }
    }
  }

  private void written(Step.Run run, Fragment statement) {
    Evaluator.Ready ready = evaluator.ready(statement);
    if (run.into() == null && !run.isPerform() && ready.query().returnsRows()) {
      boolean isQuery = ready.query().command().equals("SELECT");
      String hint = "If you want to discard the results of a SELECT, use PERFORM instead.";
      throw new ColonnadeException(
          ErrorCode.SYNTAX_ERROR,
          "query has no destination for result data",
          isQuery ? ErrorFields.NONE.withHint(hint) : ErrorFields.NONE);
    }
    try {
      run(ready, run, ABOUT_ROWS.contains(ready.query().command()));
    } catch (ColonnadeException e) {
      throw isOfInto(e) ? e : Evaluator.within(statement, e);
    }
  }

  /** Whether an error is about the row and not about what gave it. */
  private static boolean isOfInto(ColonnadeException e) {
    return e.code() == ErrorCode.NO_DATA_FOUND || e.code() == ErrorCode.TOO_MANY_ROWS;
  }

  private void run(Evaluator.Ready ready, Step.Run run, boolean tellsFound) {
    Into into = run.into();
    if (into != null && !ready.query().returnsRows()) {
      throw new ColonnadeException(
          ErrorCode.SYNTAX_ERROR, "INTO used with a command that cannot return data");
    }
    try (BlockRows rows = ready.run()) {
      if (into != null) {
        rowCount = into(rows, ready.query(), into);
      } else if (ready.query().returnsRows()) {
        rowCount = 0;
        while (rows.next() != null) {
          rowCount++;
        }
      } else {
        rowCount = rows.updateCount();
      }
    }
    if (tellsFound) {
      found(rowCount > 0);
    }
  }

  /** Gives the first row to variables; returns how many there were, as far as it matters. */
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

  private List<String> split(Step.Made made) {
    String text = text(made);
    try {
      return session.split(text);
    } catch (ColonnadeException e) {
      throw e.position() == 0 ? e : Evaluator.inQuery(e, text, e.position());
    }
  }

  private String text(Step.Made made) {
    String text = variables.text(evaluator.value(made.text()));
    if (text == null) {
      throw Variables.nullFor("query string argument of EXECUTE is null");
    }
    return text;
  }

  private List<Value> using(Step.Made made) {
    return made.using().stream().map(evaluator::value).toList();
  }

  private Evaluator.Ready made(String text, List<Value> values) {
    List<@Nullable SqlType> types = new ArrayList<>();
    List<@Nullable Object> plain = new ArrayList<>();
    for (Value value : values) {
      types.add(value.parameterType());
      plain.add(value.value());
    }
    try {
      return new Evaluator.Ready(session.prepare(text, types), plain);
    } catch (ColonnadeException e) {
      throw Evaluator.within("SQL statement", text, e);
    }
  }
}
