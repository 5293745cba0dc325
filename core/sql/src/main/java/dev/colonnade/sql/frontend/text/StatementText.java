package dev.colonnade.sql.frontend.text;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.activity.StatementShape;
import dev.colonnade.sql.lexer.Lexer;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.lexer.Tokens;
import dev.colonnade.sql.parser.ParsedStatement;
import dev.colonnade.sql.parser.ReferencingStatement;
import dev.colonnade.sql.parser.SqlParser;
import dev.colonnade.sql.syntax.Option;
import dev.colonnade.sql.syntax.Statement;
import dev.colonnade.sql.syntax.command.CursorCommand;
import dev.colonnade.sql.syntax.command.ExplainCommand;
import dev.colonnade.sql.syntax.definition.TableDefinition;
import dev.colonnade.sql.syntax.query.DataStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Statement of a text. Immutable; any number of sessions may use it.
 *
 * @param whole text that it was read from
 * @param start offset of its first character
 * @param end offset behind its last character
 * @param statement whose positions are those in the whole text
 * @param systemTime value of AS OF SYSTEM TIME; null if there is none
 */
public record StatementText(
    String whole, int start, int end, Statement statement, @Nullable String systemTime) {
  /**
   * Bytes of the syntax tree and of the plans of a token: 50 in VALUES, 75 in a list of numbers.
   */
  private static final int TOKEN_BYTES = 80;

  public StatementText(
      String whole, int start, int end, Statement statement, @Nullable String systemTime) {
    this.whole = requireNonNull(whole, "whole is null");
    this.start = start;
    this.end = end;
    this.statement = requireNonNull(statement, "statement is null");
    this.systemTime = systemTime;
  }

  /**
   * Returns the statements of a text, without empty ones.
   *
   * @throws ColonnadeException SYNTAX_ERROR with the position in the text
   */
  public static List<StatementText> parse(String text) {
    return parse(text, Lexer.UNLIMITED);
  }

  /**
   * Variant of {@link #parse(String)} that charges tokens, syntax trees and plans to an account.
   *
   * @throws ColonnadeException MEMORY_LIMIT, or that of the interrupted statement
   */
  public static List<StatementText> parse(String text, LongConsumer memory) {
    Tokens tokens = Lexer.read(text, memory);
    memory.accept(tokens.count() * (long) TOKEN_BYTES);
    SystemTimes times = SystemTimes.of(QuestionMarks.asParameters(tokens));
    List<StatementText> texts = new ArrayList<>();
    List<ParsedStatement> parsed = SqlParser.parse(times.tokens());
    for (int i = 0; i < parsed.size(); i++) {
      int next = i + 1 < parsed.size() ? parsed.get(i + 1).start() : text.length();
      texts.add(of(text, parsed.get(i), next, times.clauses()));
    }
    return List.copyOf(texts);
  }

  /**
   * Returns the only statement of a text with the names in it that stand for values.
   *
   * @throws ColonnadeException SYNTAX_ERROR with the position in the text
   */
  public static ReferencingStatement parseReferencing(String text) {
    return SqlParser.parseReferencing(
        SystemTimes.of(QuestionMarks.asParameters(Lexer.read(text))).tokens());
  }

  private static StatementText of(
      String text, ParsedStatement parsed, int next, List<SystemTimes.Clause> clauses) {
    Statement statement = SelectInto.resolved(parsed.statement());
    for (SystemTimes.Clause clause : clauses) {
      if (clause.start() >= parsed.start() && clause.start() < next) {
        return new StatementText(
            text, parsed.start(), Math.max(parsed.end(), clause.end()), statement, clause.value());
      }
    }
    return new StatementText(text, parsed.start(), parsed.end(), statement, null);
  }

  /** Returns the text of the statement alone. */
  public String text() {
    return whole.substring(start, end);
  }

  /** Returns the shape of the statement for statistics. */
  public StatementShape shape() {
    return StatementShapes.of(whole, start, end);
  }

  /** Returns whether a parameter is among the tokens of the statement. */
  public boolean hasParameters() {
    Tokens tokens = QuestionMarks.asParameters(Lexer.read(whole));
    int index = 0;
    while (!tokens.is(index, TokenKind.END)) {
      if (tokens.start(index) >= start && tokens.is(index, TokenKind.PARAMETER)) {
        return true;
      }
      index++;
    }
    return false;
  }

  /** Returns the error that the first parameter of the statement does not exist. */
  public ColonnadeException unknownParameter() {
    Tokens tokens = QuestionMarks.asParameters(Lexer.read(whole));
    int index = 0;
    while (!tokens.is(index, TokenKind.END)
        && (tokens.start(index) < start || !tokens.is(index, TokenKind.PARAMETER))) {
      index++;
    }
    boolean isFound = tokens.is(index, TokenKind.PARAMETER);
    return error(
        new ColonnadeException(
            ErrorCode.UNKNOWN_PARAMETER,
            "there is no parameter " + (isFound ? tokens.value(index) : "$1"),
            isFound ? ErrorFields.at(tokens.start(index) + 1) : ErrorFields.NONE));
  }

  /**
   * Returns an error of the statement as clients see it: positions count characters, and pairs of
   * surrogates as one.
   */
  public ColonnadeException error(ColonnadeException thrown) {
    int position = thrown.position();
    if (position == 0 || position > whole.length()) {
      return thrown;
    }
    int characters = whole.codePointCount(0, position - 1) + 1;
    return characters == position ? thrown : thrown.with(thrown.fields().withPosition(characters));
  }

  /**
   * Returns the statement of data that a command ends with, as a statement with its place.
   *
   * @param innerStart offset of its first character
   */
  public StatementText inner(DataStatement data, int innerStart) {
    return new StatementText(whole, innerStart, end, data, systemTime);
  }

  /** Returns the statement of data, or that which EXPLAIN explains; null for other statements. */
  public @Nullable DataStatement data() {
    Statement explained =
        statement instanceof ExplainCommand explain ? explain.statement() : statement;
    return switch (explained) {
      case CursorCommand.Declare declare when explained != statement -> declare.query();
      case TableDefinition.CreateTableAs create when explained != statement && !isAnalyzed() ->
          create.source().query();
      case DataStatement data -> data;
      default -> null;
    };
  }

  /** Returns whether EXPLAIN has the option ANALYZE, also if it is off. */
  private boolean isAnalyzed() {
    List<Option> options = explainOptions();
    return options != null
        && options.stream()
            .anyMatch(option -> option.name().equals("analyze") || option.name().equals("analyse"));
  }

  /** Returns the options of EXPLAIN; null for other statements. */
  public @Nullable List<Option> explainOptions() {
    return statement instanceof ExplainCommand explain ? explain.options() : null;
  }

  /** Returns the name of the statement in its command tag. */
  public String command() {
    return CommandTag.of(statement);
  }
}
