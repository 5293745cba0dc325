package dev.colonnade.sql.prepared;

import dev.colonnade.sql.frontend.text.StatementText;
import dev.colonnade.sql.lexer.Keyword;
import dev.colonnade.sql.lexer.Lexer;
import dev.colonnade.sql.lexer.Tokens;
import dev.colonnade.sql.parse.StatementSplitter;
import dev.colonnade.sql.parse.StatementSplitter.Clauses;
import dev.colonnade.sql.parse.StatementSplitter.Piece;
import dev.colonnade.sql.syntax.command.CursorCommand;
import dev.colonnade.sql.syntax.command.PreparedCommand;
import java.util.List;

/**
 * Texts of commands and definitions for Calcite's parser. A statement of data in a command is
 * replaced by a constant query, since the project's own parser reads it when the command runs.
 */
final class CommandTexts {
  private static final String CONSTANT_QUERY = "select 1";

  private CommandTexts() {}

  /** Returns the text of a statement. */
  static Piece pieceOf(StatementText statement) {
    return switch (statement.statement()) {
      case CursorCommand.Declare _ -> withConstantQuery(statement, Keyword.FOR);
      case PreparedCommand.Prepare _ -> withConstantQuery(statement, Keyword.AS);
      default -> whole(statement);
    };
  }

  private static Piece whole(StatementText statement) {
    List<Piece> pieces = StatementSplitter.split(statement.text());
    Piece piece = pieces.getFirst();
    assert pieces.size() == 1 : "pieces=" + pieces.size();
    return new Piece(
        piece.text(), piece.toParse(), statement.start() + piece.offset(), piece.clauses());
  }

  /** Returns the command up to the keyword before its query. */
  private static Piece withConstantQuery(StatementText statement, Keyword before) {
    String text = statement.text();
    Tokens tokens = Lexer.read(text);
    int index = 0;
    while (!tokens.is(index, before)) {
      index++;
    }
    String command = text.substring(0, tokens.start(index + 1));
    return new Piece(text, command + CONSTANT_QUERY, statement.start(), Clauses.NONE);
  }
}
