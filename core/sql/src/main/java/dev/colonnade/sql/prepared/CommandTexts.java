package dev.colonnade.sql.prepared;

import dev.colonnade.sql.frontend.text.StatementText;
import dev.colonnade.sql.lexer.Lexer;
import dev.colonnade.sql.lexer.TokenKind;
import dev.colonnade.sql.lexer.Tokens;
import dev.colonnade.sql.parse.StatementSplitter;
import dev.colonnade.sql.parse.StatementSplitter.Clauses;
import dev.colonnade.sql.parse.StatementSplitter.Piece;
import dev.colonnade.sql.syntax.command.CopyCommand;
import dev.colonnade.sql.syntax.query.DataStatement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Texts of commands and definitions for Calcite's parser. The query of a COPY is replaced by a
 * constant, since the project's own front end parses and plans it.
 */
final class CommandTexts {
  private static final String CONSTANT_QUERY = "select 1";

  private CommandTexts() {}

  /** Returns the text of a statement. */
  static Piece pieceOf(StatementText statement) {
    return sourceOf(statement) == null ? whole(statement) : withConstantQuery(statement);
  }

  /** Returns the query of a COPY, which is planned when the command is; null if there is none. */
  static @Nullable DataStatement sourceOf(StatementText statement) {
    return statement.statement() instanceof CopyCommand copy ? copy.subject().query() : null;
  }

  private static Piece whole(StatementText statement) {
    List<Piece> pieces = StatementSplitter.split(statement.text());
    Piece piece = pieces.getFirst();
    assert pieces.size() == 1 : "pieces=" + pieces.size();
    return new Piece(
        piece.text(), piece.toParse(), statement.start() + piece.offset(), piece.clauses());
  }

  /** Returns the command with a constant query in its first parentheses. */
  private static Piece withConstantQuery(StatementText statement) {
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
    return new Piece(text, before + CONSTANT_QUERY + behind, statement.start(), Clauses.NONE);
  }
}
