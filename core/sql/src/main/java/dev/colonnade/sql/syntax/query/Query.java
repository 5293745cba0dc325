package dev.colonnade.sql.syntax.query;

import dev.colonnade.sql.syntax.QualifiedName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Query: SELECT and what may stand in its place. */
public sealed interface Query extends DataStatement {
  /** Returns the offset of the query's first keyword. */
  int position();

  /**
   * Query with clauses around it. Parentheses with further clauses behind them add to the same
   * record, as in PostgreSQL.
   */
  record Qualified(
      @Nullable With with,
      Query body,
      List<SortKey> orderBy,
      @Nullable Limit limit,
      List<Locking> locking,
      int position)
      implements Query {}

  /** {@code SELECT}. */
  record Select(
      @Nullable Distinct distinct,
      List<Item> items,
      @Nullable Into into,
      From from,
      Aggregation aggregation,
      int position)
      implements Query {}

  /** {@code VALUES}. */
  record Values(List<List<Expression>> rows, int position) implements Query {}

  /** {@code TABLE name}. */
  record Table(FromItem.Relation relation, int position) implements Query {}

  /** Set operation. */
  record SetOperation(SetOperator operator, boolean all, Query left, Query right, int position)
      implements Query {}

  /** Query of the past: AS OF SYSTEM TIME behind it. */
  record Past(Query query, Expression time, int position) implements Query {}

  /** Kind of set operation. */
  enum SetOperator {
    UNION,
    INTERSECT,
    EXCEPT
  }

  /** {@code DISTINCT}, with the expressions of DISTINCT ON if there are any. */
  record Distinct(List<Expression> on, int position) {}

  /** Item of a select list or of RETURNING. */
  record Item(Expression value, @Nullable String alias, int position) {}

  /**
   * Table that SELECT INTO creates.
   *
   * @param persistence {@code TEMPORARY}, {@code UNLOGGED} or null
   */
  record Into(@Nullable String persistence, QualifiedName name) {}

  /** FROM and WHERE. */
  record From(List<FromItem> items, @Nullable Expression condition) {
    /** Neither FROM nor WHERE. */
    public static final From NONE = new From(List.of(), null);
  }

  /** GROUP BY, HAVING and WINDOW. */
  record Aggregation(
      @Nullable GroupBy groupBy, @Nullable Expression having, List<Window.Definition> windows) {
    /** None of the clauses. */
    public static final Aggregation NONE = new Aggregation(null, null, List.of());
  }

  /** {@code GROUP BY}. */
  record GroupBy(boolean distinct, List<Grouping> elements) {}

  /** Element of GROUP BY. */
  sealed interface Grouping {
    /** Expression; a row constructor is several columns. */
    record Simple(Expression value) implements Grouping {}

    /** {@code ()}. */
    record Empty(int position) implements Grouping {}

    /** {@code ROLLUP}. */
    record Rollup(List<Expression> values, int position) implements Grouping {}

    /** {@code CUBE}. */
    record Cube(List<Expression> values, int position) implements Grouping {}

    /** {@code GROUPING SETS}. */
    record Sets(List<Grouping> elements, int position) implements Grouping {}
  }

  /**
   * LIMIT, FETCH and OFFSET.
   *
   * @param count the limit; null without one and for ALL
   */
  record Limit(
      @Nullable Expression count, boolean all, boolean withTies, @Nullable Expression offset) {}

  /** Strength of row locks. */
  enum LockStrength {
    UPDATE,
    NO_KEY_UPDATE,
    SHARE,
    KEY_SHARE
  }

  /** Behaviour for rows that are locked. */
  enum LockWait {
    WAIT,
    NOWAIT,
    SKIP_LOCKED
  }

  /** {@code FOR UPDATE} and its relatives. */
  record Locking(
      LockStrength strength, List<QualifiedName> tables, LockWait policy, int position) {}
}
