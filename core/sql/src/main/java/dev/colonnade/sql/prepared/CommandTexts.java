package dev.colonnade.sql.prepared;

import dev.colonnade.sql.frontend.text.StatementText;
import dev.colonnade.sql.parse.StatementSplitter;
import dev.colonnade.sql.parse.StatementSplitter.Piece;
import java.util.List;

/** Texts of definitions for Calcite's parser. */
final class CommandTexts {
  private CommandTexts() {}

  /** Returns the text of a statement. */
  static Piece pieceOf(StatementText statement) {
    List<Piece> pieces = StatementSplitter.split(statement.text());
    Piece piece = pieces.getFirst();
    assert pieces.size() == 1 : "pieces=" + pieces.size();
    return new Piece(
        piece.text(), piece.toParse(), statement.start() + piece.offset(), piece.clauses());
  }
}
