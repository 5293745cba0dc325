package dev.colonnade.sql.prepared;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.parse.LockedSubquery;
import dev.colonnade.sql.parse.LockingClause;
import dev.colonnade.sql.parse.StatementSplitter;
import dev.colonnade.sql.parse.StatementSplitter.Clauses;
import java.util.List;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/** Parsed statement of a SQL text. Immutable; can be prepared by any session. */
public final class SqlText {
  private final String text;
  private final int offset;
  private final SqlNode node;
  private final String toParse;
  private final Clauses clauses;

  SqlText(StatementSplitter.Piece piece, SqlNode node) {
    this.text = piece.text();
    this.toParse = piece.toParse();
    this.offset = piece.offset();
    this.node = requireNonNull(node, "node is null");
    this.clauses = piece.clauses();
  }

  /** Returns the text of this statement alone. */
  public String text() {
    return text;
  }

  /** Returns the offset of the statement in the whole text, from 0. */
  public int offset() {
    return offset;
  }

  /** Returns the parsed tree, which must not be planned: planning changes nodes. */
  public SqlNode node() {
    return node;
  }

  /** Returns the text of AS OF SYSTEM TIME; null if there is none. */
  public @Nullable String systemTime() {
    return clauses.systemTime();
  }

  /** Returns the locking clauses of the query. */
  List<LockingClause> lockings() {
    return clauses.lockings();
  }

  /** Returns the subqueries that lock rows. */
  List<LockedSubquery> lockedSubqueries() {
    return clauses.subqueries();
  }

  /**
   * Returns the text without the clauses that the grammar does not parse, with unchanged positions.
   */
  public String toParse() {
    return toParse;
  }

  @Override
  public String toString() {
    return text;
  }
}
