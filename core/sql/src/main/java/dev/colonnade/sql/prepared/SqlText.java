package dev.colonnade.sql.prepared;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.activity.StatementShape;
import dev.colonnade.sql.frontend.DataText;
import dev.colonnade.sql.frontend.text.StatementText;
import dev.colonnade.sql.syntax.Option;
import dev.colonnade.sql.syntax.command.ExplainCommand;
import dev.colonnade.sql.syntax.command.SessionControl;
import dev.colonnade.sql.syntax.query.DataStatement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parsed statement of a SQL text. Immutable; can be prepared by any session. */
public final class SqlText {
  /** Definition or command; null for a statement of data. */
  private final @Nullable StatementText parsed;

  /** Statement of data; null for a definition or command. */
  private final @Nullable DataText data;

  /** Shape for statistics, computed at the first use; a race computes it twice. */
  private @Nullable StatementShape shape;

  private SqlText(@Nullable StatementText parsed, @Nullable DataText data) {
    this.parsed = parsed;
    this.data = data;
  }

  /** Returns a statement of data. */
  static SqlText of(DataText data) {
    return new SqlText(null, requireNonNull(data, "data is null"));
  }

  /** Returns a definition or command. */
  static SqlText of(StatementText parsed) {
    return new SqlText(requireNonNull(parsed, "parsed is null"), null);
  }

  /**
   * Returns the statement of data that a command ends with, as PREPARE does.
   *
   * @param start offset of its first token in the whole text
   */
  public SqlText inner(DataStatement statement, int start) {
    StatementText inner = command().inner(statement, start);
    return inner.data() == null ? of(inner) : of(DataText.of(inner, null));
  }

  /**
   * Returns EXPLAIN of another statement of data, with the text of a command that names it.
   *
   * @throws IllegalStateException if {@code explained} is no statement of data
   */
  public SqlText explaining(List<Option> options, SqlText explained) {
    StatementText text = command();
    ExplainCommand explain =
        new ExplainCommand(options, explained.dataText().parsed().statement(), text.start());
    return of(
        DataText.of(
            new StatementText(text.whole(), text.start(), text.end(), explain, null), null));
  }

  /** Returns the statement of data; null for a definition or command. */
  public @Nullable DataText data() {
    return data;
  }

  /** Returns the shape for statistics. */
  public StatementShape shape() {
    StatementShape known = shape;
    if (known == null) {
      known = parsed == null ? dataText().measured() : parsed.shape();
      shape = known;
    }
    return known;
  }

  /** Returns the command about the session; null for a statement that is planned. */
  public @Nullable SessionControl sessionCommand() {
    return parsed != null && parsed.statement() instanceof SessionControl control ? control : null;
  }

  /** Returns the definition or command. */
  public StatementText command() {
    return requireNonNull(parsed, "statement of data");
  }

  /** Returns the name in the command tag. */
  String tag() {
    return parsed == null ? dataText().command() : parsed.command();
  }

  /** Returns whether the statement returns rows although it has no columns, as a bare SELECT. */
  boolean isQuery() {
    return parsed == null && dataText().command().equals("SELECT");
  }

  /** Returns whether a parameter is among the tokens of the statement. */
  public boolean hasParameters() {
    return (parsed == null ? dataText().parsed() : parsed).hasParameters();
  }

  /** Returns the error that the first parameter of the statement does not exist. */
  public ColonnadeException unknownParameter() {
    return (parsed == null ? dataText().parsed() : parsed).unknownParameter();
  }

  /** Returns the text of this statement alone. */
  public String text() {
    return parsed == null ? dataText().text() : parsed.text();
  }

  /** Returns the whole text that the statement is part of, with comments. */
  public String whole() {
    return parsed == null ? dataText().whole() : parsed.whole();
  }

  /** Returns the text of AS OF SYSTEM TIME; null if there is none. */
  public @Nullable String systemTime() {
    return parsed == null ? dataText().systemTime() : parsed.systemTime();
  }

  private DataText dataText() {
    return requireNonNull(data, "no statement of data");
  }

  @Override
  public String toString() {
    return text();
  }
}
