package dev.colonnade.sql;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.parse.LockedSubquery;
import dev.colonnade.sql.parse.LockingClause;
import dev.colonnade.sql.parse.StatementSplitter.Clauses;
import dev.colonnade.sql.parse.StatementSplitter;
import java.util.List;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/** One statement of a text, parsed. Immutable; can be prepared by any session. */
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

  /** The text of this statement alone. */
  public String text() {
    return text;
  }

  /** Where it begins in the whole text, counted from 0. */
  public int offset() {
    return offset;
  }

  /** What was parsed: only to look at, since planning changes nodes. */
  SqlNode node() {
    return node;
  }

  /** The time that it asks to be read at. */
  @Nullable String systemTime() {
    return clauses.systemTime();
  }

  /** How it locks the rows that it returns. */
  List<LockingClause> lockings() {
    return clauses.lockings();
  }

  /** The queries within it that lock rows. */
  List<LockedSubquery> lockedSubqueries() {
    return clauses.subqueries();
  }

  /** The text without the clauses that the grammar does not parse; positions are the same. */
  String toParse() {
    return toParse;
  }

  @Override
  public String toString() {
    return text;
  }
}
