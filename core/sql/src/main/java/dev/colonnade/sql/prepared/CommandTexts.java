package dev.colonnade.sql.prepared;

import dev.colonnade.sql.frontend.text.StatementText;
import dev.colonnade.sql.lexer.Keyword;
import dev.colonnade.sql.lexer.Lexer;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.lexer.Tokens;
import dev.colonnade.sql.parse.StatementSplitter;
import dev.colonnade.sql.parse.StatementSplitter.Clauses;
import dev.colonnade.sql.parse.StatementSplitter.Piece;
import dev.colonnade.sql.syntax.command.CopyCommand;
import dev.colonnade.sql.syntax.command.CursorCommand;
import dev.colonnade.sql.syntax.command.PreparedCommand;
import dev.colonnade.sql.syntax.query.DataStatement;
import dev.colonnade.sql.syntax.query.Query;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Texts of commands and definitions for Calcite's parser. A query or expression in a command is
 * replaced by a constant, since the project's own front end parses and plans it.
 */
final class CommandTexts {
  private static final String CONSTANT_QUERY = "select 1";
  private static final String CONSTANT = "1";

  private CommandTexts() {}

  /** Returns the text of a statement. */
  static Piece pieceOf(StatementText statement) {
    return switch (statement.statement()) {
      case CursorCommand.Declare _ -> withQueryBehind(statement, Keyword.FOR);
      case PreparedCommand.Prepare _ -> withQueryBehind(statement, Keyword.AS);
      case PreparedCommand.Execute execute when !execute.arguments().isEmpty() ->
          withParenthesized(statement, constants(execute.arguments().size()));
      case CopyCommand copy when copy.subject().query() != null ->
          withParenthesized(statement, CONSTANT_QUERY);
      default -> whole(statement);
    };
  }

  /**
   * Returns the statement of data within a command that is planned when the command is: the query
   * of COPY, or a row of the arguments of EXECUTE; null if there is none.
   */
  static @Nullable StatementText sourceOf(StatementText statement) {
    DataStatement source =
        switch (statement.statement()) {
          case PreparedCommand.Execute execute when !execute.arguments().isEmpty() ->
              new Query.Values(List.of(execute.arguments()), execute.position());
          case CopyCommand copy -> copy.subject().query();
          default -> null;
        };
    return source == null
        ? null
        : new StatementText(statement.whole(), statement.start(), statement.end(), source, null);
  }

  private static Piece whole(StatementText statement) {
    List<Piece> pieces = StatementSplitter.split(statement.text());
    Piece piece = pieces.getFirst();
    assert pieces.size() == 1 : "pieces=" + pieces.size();
    return new Piece(
        piece.text(), piece.toParse(), statement.start() + piece.offset(), piece.clauses());
  }

  /** Returns the command with a constant query behind the first occurrence of a keyword. */
  private static Piece withQueryBehind(StatementText statement, Keyword before) {
    String text = statement.text();
    Tokens tokens = Lexer.read(text);
    int index = 0;
    while (!tokens.is(index, before)) {
      index++;
    }
    String command = text.substring(0, tokens.start(index + 1));
    return new Piece(text, command + CONSTANT_QUERY, statement.start(), Clauses.NONE);
  }

  /** Returns the command with other content of its first parentheses. */
  private static Piece withParenthesized(StatementText statement, String content) {
    String text = statement.text();
    Tokens tokens = Lexer.read(text);
    int index = 0;
    while (!tokens.is(index, TokenKind.LEFT_PARENTHESIS)) {
      index++;
    }
    String before = text.substring(0, tokens.end(index));
    for (int depth = 1; depth > 0; ) {
      index++;
      depth += tokens.is(index, TokenKind.LEFT_PARENTHESIS) ? 1 : 0;
      depth -= tokens.is(index, TokenKind.RIGHT_PARENTHESIS) ? 1 : 0;
    }
    String behind = text.substring(tokens.start(index));
    return new Piece(text, before + content + behind, statement.start(), Clauses.NONE);
  }

  private static String constants(int count) {
    return String.join(", ", Collections.nCopies(count, CONSTANT));
  }
}
