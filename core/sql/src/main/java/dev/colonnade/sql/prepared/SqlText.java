package dev.colonnade.sql.prepared;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.frontend.DataText;
import dev.colonnade.sql.frontend.text.StatementText;
import dev.colonnade.sql.parse.LockedSubquery;
import dev.colonnade.sql.parse.LockingClause;
import dev.colonnade.sql.parse.SessionCommand;
import dev.colonnade.sql.parse.SqlDefinition;
import dev.colonnade.sql.parse.SqlSessionCommand;
import dev.colonnade.sql.parse.SqlStatement;
import dev.colonnade.sql.parse.StatementSplitter;
import dev.colonnade.sql.parse.StatementSplitter.Clauses;
import dev.colonnade.sql.syntax.definition.Definition;
import java.util.List;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/**
 * Parsed statement of a SQL text. Immutable; can be prepared by any session.
 *
 * <p>It is either a tree of Calcite's, or a statement that the project's own front end plans.
 */
public final class SqlText {
  private final String text;
  private final int offset;
  private final @Nullable SqlNode node;
  private final String toParse;
  private final Clauses clauses;
  private final @Nullable DataText data;
  private final @Nullable DataText source;
  private final @Nullable StatementText parsed;

  SqlText(StatementSplitter.Piece piece, SqlNode node, @Nullable DataText source) {
    this.text = piece.text();
    this.toParse = piece.toParse();
    this.offset = piece.offset();
    this.node = requireNonNull(node, "node is null");
    this.clauses = piece.clauses();
    this.data = null;
    this.source = source;
    this.parsed = null;
  }

  /** A definition or command that runs in a statement's transaction. */
  SqlText(StatementText parsed) {
    this.text = parsed.text();
    this.toParse = text;
    this.offset = parsed.start();
    this.node = null;
    this.clauses = Clauses.NONE;
    this.data = null;
    this.source = null;
    this.parsed = requireNonNull(parsed, "parsed is null");
  }

  SqlText(DataText data) {
    this.text = data.text();
    this.toParse = text;
    this.offset = data.start();
    this.node = null;
    this.clauses = Clauses.NONE;
    this.data = requireNonNull(data, "data is null");
    this.source = null;
    this.parsed = null;
  }

  /** Returns the definition or command that is made from its syntax tree; null for all others. */
  @Nullable StatementText parsed() {
    return parsed;
  }

  /** Returns the statement that the project's own front end plans; null for all others. */
  @Nullable DataText data() {
    return data;
  }

  /** Returns the statement within a command that the project's own front end plans; or null. */
  @Nullable DataText source() {
    return source;
  }

  /** Returns the command about the session; null for a statement that is planned. */
  public @Nullable SessionCommand sessionCommand() {
    return node instanceof SqlSessionCommand command ? command.command() : null;
  }

  /** Returns the name in the command tag. */
  String command() {
    if (data != null) {
      return data.command();
    }
    if (parsed != null) {
      return parsed.command();
    }
    return node instanceof SqlStatement statement ? statement.getOperator().getName() : "SELECT";
  }

  /** Returns whether the statement defines an object. */
  boolean isDefinition() {
    return node instanceof SqlDefinition
        || (parsed != null && parsed.statement() instanceof Definition);
  }

  /** Returns the text of this statement alone. */
  public String text() {
    return text;
  }

  /** Returns the offset of the statement in the whole text, from 0. */
  public int offset() {
    return offset;
  }

  /** Returns the text of AS OF SYSTEM TIME; null if there is none. */
  public @Nullable String systemTime() {
    if (parsed != null) {
      return parsed.systemTime();
    }
    return data == null ? clauses.systemTime() : data.systemTime();
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
